"""The shape of the library: who imports whom, what the engine may not know, and how long things are."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from attrs import frozen

from dunerules import Library

SOURCE = Path(__file__).parents[1] / "src" / "dunerules"

MOST_LINES = 400
MOST_LINES_OF_A_FUNCTION = 60


@frozen
class Source:
    """A Python file of the library."""

    path: Path

    @property
    def name(self) -> str:
        return self.path.relative_to(SOURCE).as_posix()

    @property
    def room(self) -> str:
        """The folder under `dunerules` that the file belongs to, or the name of a file that lies beside them."""
        first, *rest = self.path.relative_to(SOURCE).parts
        return first if rest else Path(first).stem

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def tree(self) -> ast.Module:
        return _parsed(self.path)


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


SOURCES = [Source(path) for path in sorted(SOURCE.rglob("*.py"))]

# ------------------------------------------------------------------ who imports whom

EDITIONS = {"editions", "factions", "options"}
RULES = {"classic", *EDITIONS}
BELOW = {
    "engine": {"engine"},
    "__init__": {"engine"},
    "rules": {"engine"},
    "classic": {"engine", "rules", "classic"},
    **{room: {"engine", "rules", "classic", room} for room in EDITIONS},
    "sensible": {"engine", "rules", "classic", "sensible"},
    "testing": {"engine", "rules", "__init__", "testing", "sensible", *RULES},
    "cli": {"engine", "rules", "__init__", "cli", "testing", "sensible", *RULES},
    "__main__": {"cli"},
}
"""For each room the rooms that it may import.

The way is cli -> testing -> editions, factions, options, sensible -> classic -> engine.
`rules` is the engine's face for rule modules, and `__init__` its face for everybody else.
"""


def imported_rooms(source: Source) -> Iterator[tuple[str, int]]:
    """Every room of the library that a file imports, with the line; also inside functions and for type checkers."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source.name}:{node.lineno}: imports are absolute"
            # `from dunerules import engine` names a room, `from dunerules import Game` the public face.
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            package, _, inside = name.partition(".")
            if package == "dunerules":
                room = inside.partition(".")[0]
                yield (
                    (room if (SOURCE / room).is_dir() or (SOURCE / f"{room}.py").is_file() else "__init__"),
                    node.lineno,
                )


def test_imports_point_one_way_down():
    upward = [
        f"{source.name}:{line} imports {room}"
        for source in SOURCES
        for room, line in imported_rooms(source)
        if room not in BELOW[source.room]
    ]

    assert [] == upward


def test_every_room_has_its_place():
    assert {source.room for source in SOURCES} <= BELOW.keys()


def test_an_import_is_seen_wherever_it_stands(tmp_path, monkeypatch):
    """The test above would pass for ever if nothing were found."""
    path = tmp_path / "engine" / "odd.py"
    path.parent.mkdir()
    (tmp_path / "cli").mkdir()
    path.write_text(
        "import dunerules.cli.main\nfrom dunerules import Game\nfrom dunerules import cli\n"
        "def late():\n    from dunerules.cli import main\n    import attrs\n"
    )
    monkeypatch.setitem(globals(), "SOURCE", tmp_path)

    found = sorted(imported_rooms(Source(path)), key=lambda pair: pair[1])

    assert [("cli", 1), ("__init__", 2), ("cli", 3), ("cli", 5)] == found


# ------------------------------------------------------------------ what the engine does not know

GAME_WORDS = frozenset(
    re.findall(
        r"\S+",
        """
        arrakis arrakeen carthag sietch spice storm sandworm wormsign shai-hulud karama truthtrance ghola lasegun
        shield poison traitor treachery choam nexus stronghold tanks ornithopter harvester prescience sardaukar
        fedaykin kwisatz haderach landsraad atomics polar shipment revival tuek muad dib worthless tleilaxu ixian bene
        gesserit
        """,
    )
)
"""Words that belong to one game; each is one that the catalogue uses."""


@cache
def catalogue_text() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted((SOURCE / "catalogue").glob("*.toml"))).lower()


def factions() -> set[str]:
    """The factions that the catalogue has rules about."""
    return {match for rule_id in Library.of("dunerules").catalogue.ids for match in _FACTION.findall(rule_id)}


_FACTION = re.compile(r"\.faction\.([a-z-]+)")
OWN_NAME = "dune"
"""Nor does the engine speak of the game by name; `dunerules`, the name of the library, is another word."""


def words_in(text: str, words: set[str]) -> list[str]:
    """Which of the words stand in a text, also in the plural and as part of a name in snake case."""
    pattern = re.compile(rf"(?<![a-z])(?:{'|'.join(sorted(map(re.escape, words)))})s?(?![a-z])")
    return sorted(set(pattern.findall(text.lower())))


def test_the_words_of_the_game_come_from_the_catalogue():
    unused = sorted(word for word in GAME_WORDS if word not in catalogue_text())

    assert [] == unused
    assert {"atreides", "harkonnen", "fremen", "bene-gesserit", "emperor", "guild"} <= factions()


def test_no_word_of_the_game_stands_in_the_engine():
    words = {OWN_NAME, *GAME_WORDS, *factions(), *(part for name in factions() for part in name.split("-"))}
    engine = [path for path in (SOURCE / "engine").rglob("*") if path.suffix in (".py", ".toml")]

    known = {path.name: found for path in engine if (found := words_in(path.read_text(encoding="utf-8"), words))}

    assert {} == known


def test_a_word_is_found_in_names_and_plurals_and_not_inside_others():
    words = {"storm", "dune", "spice"}

    assert ["spice", "storm", "storms"] == words_in("STORM_SIZE, two storms, move_spice, dunerules, brainstorm", words)


# ------------------------------------------------------------------ how things are written


def functions(source: Source) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(source.tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def called_names(source: Source) -> Iterator[str]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


def imported_modules(source: Source) -> Iterator[str]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_no_file_is_too_long():
    long = [source.name for source in SOURCES if len(source.text.splitlines()) > MOST_LINES]

    assert [] == long


def test_no_function_is_too_long():
    long = [
        f"{source.name}:{node.lineno} {node.name}: {node.end_lineno - node.lineno + 1} lines"
        for source in SOURCES
        for node in functions(source)
        if node.end_lineno - node.lineno + 1 > MOST_LINES_OF_A_FUNCTION
    ]

    assert [] == long


def test_chance_is_the_engine_s_own():
    # A command may name a scratch file by the system's own chance; nothing that plays may use it.
    lucky = [
        f"{source.name} imports {module}"
        for source in SOURCES
        for module in imported_modules(source)
        if module == "random" or (module == "secrets" and source.room != "cli")
    ]

    assert [] == lucky


def test_order_is_declared_and_never_forced():
    forced = [
        f"{source.name}:{node.value.lineno}"
        for source in SOURCES
        for node in ast.walk(source.tree)
        if isinstance(node, ast.keyword) and node.arg in ("tryfirst", "trylast")
    ]

    assert [] == forced


def test_only_commands_print():
    printing = [source.name for source in SOURCES if source.room != "cli" and "print" in called_names(source)]

    assert [] == printing


def test_everything_public_says_what_it_is():
    silent = [f"{source.name}:{line} {name}" for source in SOURCES for name, line in without_docstring(source)]

    assert [] == silent


def without_docstring(source: Source) -> Iterator[tuple[str, int]]:
    """Public modules, classes and functions without a docstring; methods too, but not what is nested in functions."""
    if not ast.get_docstring(source.tree):
        yield "the module", 1
    levels: list[ast.Module | ast.ClassDef] = [source.tree]
    while levels:
        for node in levels.pop().body:
            if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) or node.name.startswith("_"):
                continue
            if not ast.get_docstring(node):
                yield node.name, node.lineno
            if isinstance(node, ast.ClassDef):
                levels.append(node)
