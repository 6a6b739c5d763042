"""What is installed: rule modules, rulesets and catalogues of rules packages, found without running their code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from attrs import field, frozen

from dunerules.engine.catalogue import Catalogue
from dunerules.engine.declarations import ModuleFile
from dunerules.engine.errors import Problem, RulesetError
from dunerules.engine.marks import MARKS, marks_of
from dunerules.engine.structure import parse_toml, read_toml, structure

GROUP = "dunerules.rules"
"""The entry point group; a value is the dotted name of a rules package."""
OWN_PACKAGE = "dunerules"

K = TypeVar("K")
V = TypeVar("V")


@frozen
class RuleModule:
    """A rule module that was read: its declarations, and where its Python is."""

    file: ModuleFile
    shown: str
    """The file, as messages name it."""
    namespace: str = ""
    """Dotted import path of the Python file beside the TOML file, or empty."""
    path: Path | None = field(default=None, kw_only=True)
    """Where the file is, for those who want to show a line of it."""

    @property
    def id(self) -> str:
        """The module's id."""
        return self.file.module.id

    def load_namespace(self) -> tuple[object, ...]:
        """Import the module's Python and return the marked objects it defines, in the order of definition."""
        if not self.namespace:
            return ()
        try:
            namespace = import_module(self.namespace)
        except Exception as error:
            error.add_note(f'while importing the Python of rule module "{self.id}" ({self.shown})')
            raise
        return _marked_in(namespace)


@cache
def _marked_in(namespace: ModuleType) -> tuple[object, ...]:
    """The marked objects of an imported module, looked for once: compiling asks for them for every hook."""
    things = {id(thing): thing for thing in vars(namespace).values() if _is_marked(thing)}
    return tuple(thing for thing in things.values() if getattr(thing, "__module__", "") == namespace.__name__)


def _is_marked(thing: object) -> bool:
    if isinstance(thing, type):  # a subclass is not what its base was marked as
        return MARKS in vars(thing)
    marks = marks_of(thing)
    return isinstance(marks, tuple) and bool(marks)


@frozen
class ModuleSource:
    """A rule module that was found and not read yet."""

    id: str
    path: Path
    shown: str
    namespace: str


@frozen
class RulesetSource:
    """A ruleset file: where it is, and its name in messages."""

    path: Path
    shown: str


@frozen(slots=False)
class Library:
    """The rule modules, rulesets and catalogue of some rules packages."""

    packages: tuple[str, ...]
    """Dotted names, sorted."""
    modules: Mapping[str, tuple[ModuleSource, ...]]
    """Sources by module id; several only by mistake."""
    rulesets: Mapping[str, tuple[RulesetSource, ...]]
    """Sources by name; several only by mistake."""
    catalogue: Catalogue
    problems: tuple[Problem, ...] = ()
    """What could not be found or named; reported when something is missing."""

    def __hash__(self) -> int:
        """By the packages alone: equal libraries have the same, and what they hold cannot be hashed."""
        return hash(self.packages)

    def __repr__(self) -> str:
        """The packages; what they hold would fill pages."""
        return f"<Library {', '.join(self.packages)}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # Any: a printer of IPython's or Hypothesis's
        printer.text(repr(self))

    @classmethod
    def installed(cls) -> Library:
        """Everything installed in this environment; found once per process."""
        return _installed()

    @classmethod
    def of(cls, *packages: str) -> Library:
        """The library of exactly these packages, in any order."""
        names = tuple(sorted(set(packages)))
        roots = {name: _roots(name) for name in names}
        found = [(name, root) for name in names for root in roots[name]]
        modules, problems = _find_modules(found)
        problems += [
            Problem(name, "", f'the rules package "{name}" cannot be found.') for name in names if not roots[name]
        ]
        catalogues = dict.fromkeys((root / "catalogue").resolve() for _, root in found)
        return cls(
            names,
            _grouped((source.id, source) for source in modules),
            _grouped((source.path.stem, source) for source in _find_rulesets(found)),
            Catalogue.of(catalogues),
            tuple(problems),
        )

    def plus(self, *packages: str) -> Library:
        """This library with more packages."""
        return Library.of(*self.packages, *packages)

    def module(self, module_id: str) -> RuleModule:
        """Read a module of the library; raises a RulesetError if its file is broken, KeyError if there is none."""
        if module_id not in self._read:
            self._read[module_id] = _read_module(_only(self.modules[module_id], "rule module", module_id))
        return self._read[module_id]

    def ruleset(self, name: str) -> RulesetSource:
        """Where a known ruleset is; raises a RulesetError if two packages have it, KeyError if there is none."""
        return _only(self.rulesets[name], "ruleset", name)

    @cached_property
    def _read(self) -> dict[str, RuleModule]:
        return {}


@cache
def _installed() -> Library:
    # Imported where it is used: it takes as long to import as attrs, and a library of named packages needs none of it.
    from importlib.metadata import entry_points

    return Library.of(OWN_PACKAGE, *{point.value.partition(":")[0].strip() for point in entry_points(group=GROUP)})


def _roots(package: str) -> tuple[Path, ...]:
    """The folders of a package; nothing is imported, so its parents are found by their place on disk."""
    top, *rest = package.split(".")
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        return ()
    places = (Path(place).joinpath(*rest) for place in (spec.submodule_search_locations or ()) if place) if spec else ()
    return tuple(sorted({place for place in places if place.is_dir()}))


def _find_modules(packages: Iterable[tuple[str, Path]]) -> tuple[list[ModuleSource], list[Problem]]:
    sources: dict[Path, ModuleSource] = {}
    problems: dict[Path, Problem] = {}
    for package, root in packages:
        for path in sorted(root.rglob("*.toml")):
            inside = path.relative_to(root)
            if not {"catalogue", "rulesets"}.isdisjoint(inside.parts[:-1]):
                continue
            shown = "/".join((*package.split("."), *inside.parts))
            try:
                module_id = _module_id(path, shown)
            except RulesetError as error:
                problems[path.resolve()] = error.problems[0]
                continue
            if module_id is not None:
                python = path.with_name(path.stem.replace("-", "_") + ".py")
                parts = (package, *inside.parts[:-1], python.stem)
                namespace = ".".join(parts) if python.is_file() else ""
                sources.setdefault(path.resolve(), ModuleSource(module_id, path, shown, namespace))
    return list(sources.values()), [problems[path] for path in sorted(problems)]


_MODULE_ID = re.compile(r"""^\[module\][^\n]*\n(?:(?!\[)[^\n]*\n)*?id *= *["']([^"'\n]+)["']""", re.MULTILINE)


def _module_id(path: Path, shown: str) -> str | None:
    """The id that the `[module]` table of a file gives, or None if there is no such table.

    Files are scanned and not parsed: a library has hundreds, and a ruleset uses some. What the scan cannot see is
    parsed.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig", errors="replace").replace("\r\n", "\n")
    except OSError as error:
        raise RulesetError([Problem(shown, "", f"the file cannot be read: {error}.")]) from error
    if match := _MODULE_ID.search(text):
        return match[1]
    if "module" not in text:
        return None
    head = parse_toml(text, shown).get("module")
    if not isinstance(head, dict):
        return None
    if not isinstance(head.get("id"), str):
        raise RulesetError([Problem(shown, "module.id", "is missing.")])
    return str(head["id"])


def _read_module(source: ModuleSource) -> RuleModule:
    file = structure(ModuleFile, read_toml(source.path, source.shown), source.shown)
    if file.module.id != source.id:
        message = f'the file looks like the module "{source.id}", and its table [module] says "{file.module.id}".'
        raise RulesetError([Problem(source.shown, "module.id", message)])
    return RuleModule(file, source.shown, source.namespace, path=source.path)


def _find_rulesets(packages: Iterable[tuple[str, Path]]) -> Iterator[RulesetSource]:
    seen: set[Path] = set()
    for package, root in packages:
        folder, shown = root / "rulesets", "/".join((*package.split("."), "rulesets"))
        checkout = root.parent.parent
        if package == OWN_PACKAGE and not folder.is_dir() and (checkout / "pyproject.toml").is_file():
            folder, shown = checkout / "rulesets", "rulesets"  # a wheel has them inside the package
        for path in sorted(folder.glob("*.toml")):
            if path.resolve() not in seen:
                seen.add(path.resolve())
                yield RulesetSource(path, f"{shown}/{path.name}")


def _grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, tuple[V, ...]]:
    result: dict[K, tuple[V, ...]] = {}
    for key, value in pairs:
        result[key] = (*result.get(key, ()), value)
    return result


Source = TypeVar("Source", ModuleSource, RulesetSource)


def _only(sources: tuple[Source, ...], kind: str, name: str) -> Source:
    first, *others = sources
    if others:
        files = ", ".join(source.shown for source in others)
        message = f'"{name}" is the name of another {kind} too, in {files}.'
        raise RulesetError([Problem(first.shown, "", message, "Rename one of them, or uninstall its package.")])
    return first
