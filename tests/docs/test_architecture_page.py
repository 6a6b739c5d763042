"""docs/architecture.md names every room and every file of the engine, has one diagram, and its claims are run."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from markdown_pages import blocks, failed_doctests, page

PAGE = "architecture.md"
ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "dunerules"
ENGINE = {file.stem: file for file in (PACKAGE / "engine").glob("*.py") if file.stem != "__init__"}
ABOVE = {
    "engine": {"classic", "editions", "factions", "options", "sensible", "testing", "cli", "rules"},
    "classic": {"editions", "factions", "options", "sensible", "testing", "cli"},
    "editions": {"sensible", "testing", "cli"},
    "factions": {"sensible", "testing", "cli"},
    "options": {"sensible", "testing", "cli"},
    "sensible": {"editions", "factions", "options", "testing", "cli"},
}


def test_claims_in_python_are_true() -> None:
    assert failed_doctests(PAGE) == ""


def test_there_is_exactly_one_diagram() -> None:
    assert 1 == len([block for block in blocks(PAGE) if block.language != "python"])


def test_every_room_of_the_page_is_there() -> None:
    assert [] == [room for room in rooms() if not (ROOT / room).exists()]


def test_every_room_that_is_there_is_on_the_page() -> None:
    there = {f"src/dunerules/{folder.name}/" for folder in PACKAGE.iterdir() if any(folder.glob("[!_]*"))}

    assert set() == there - {"src/dunerules/rulesets/"} - set(rooms())


def rooms() -> list[str]:
    return re.findall(r"^\| `([\w./]+/[\w./]*)` \|", page(PAGE), re.M)


def test_every_file_of_the_engine_has_one_place() -> None:
    table = page(PAGE).split("| concern | files |")[1].split("\n\n")[0]

    assert sorted(ENGINE) == sorted(re.findall(r"`(\w+)`", table))


def imports(file: Path) -> set[str]:
    """The modules of the package that a file imports when it is imported itself."""
    found = [node for node in ast.parse(file.read_text(encoding="utf-8")).body if isinstance(node, ast.ImportFrom)]
    return {node.module for node in found if node.module and node.module.startswith("dunerules.")}


def test_engine_has_no_import_cycle() -> None:
    waiting = {name: {other.rpartition(".")[2] for other in imports(file)} for name, file in ENGINE.items()}
    while free := [name for name, needed in waiting.items() if needed.isdisjoint(waiting)]:
        for name in free:
            del waiting[name]

    assert {} == waiting


@pytest.mark.parametrize("room", ABOVE)
def test_room_imports_nothing_above_it(room: str) -> None:
    upward = [
        (str(file.relative_to(PACKAGE)), module)
        for file in sorted((PACKAGE / room).rglob("*.py"))
        for module in sorted(imports(file))
        if module.split(".")[1] in ABOVE[room]
    ]

    assert [] == upward
