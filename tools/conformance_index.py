"""Who cites and who shows each rule: rule modules, tests and scenarios, found without running any of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import frozen

from dunerules.engine.catalogue import Catalogue
from dunerules.engine.citations import citations
from dunerules.engine.library import Library
from dunerules.engine.marks import marks_of
from dunerules.engine.scenario_files import read_scenario
from tools.conformance_cases import Case

FOLDERS = ("gf9-2019", "ah-1979", "editions")
"""The folders of scenarios that are cases: those of the small game that the tests bring are not."""
MARKER = "pytest.mark.rule"


@frozen
class Index:
    """Where each rule of the catalogue is implemented and shown."""

    catalogue: Catalogue
    editions: tuple[str, ...]
    """The catalogues that rule modules stand for."""
    modules: Mapping[str, tuple[str, ...]]
    tests: Mapping[str, tuple[str, ...]]
    """Rule, and tests as file and name."""
    cases: Mapping[str, tuple[Case, ...]]
    """Folder, and its cases in order."""
    cases_of: Mapping[str, tuple[Case, ...]]

    def is_shown(self, rule_id: str) -> bool:
        """Whether a test or a case names the rule."""
        return rule_id in self.tests or rule_id in self.cases_of


def read_index(root: Path) -> Index:
    """Read modules, tests and scenarios of a checkout."""
    library = Library.of("dunerules")
    modules: dict[str, dict[str, None]] = {}
    editions: set[str] = set()
    for module_id in sorted(library.modules):
        module = library.module(module_id)
        editions.add(module.file.module.catalogue)
        python = [
            rule_id
            for thing in module.load_namespace()
            for mark in marks_of(thing)
            for rule_id in mark.details.get("cites", ())
        ]
        for rule_id in (*(cited for _, cited in citations(module.file)), *python):
            modules.setdefault(rule_id, {})[module_id] = None
    tests: dict[str, dict[str, None]] = {}
    for path in sorted((root / "tests").rglob("test_*.py")):
        for name, rule_id in _shown(path):
            tests.setdefault(rule_id, {})[f"{path.stem.removeprefix('test_')}: {name.removeprefix('test_')}"] = None
    cases = {folder: tuple(_cases(root / "tests" / "scenarios" / folder, folder)) for folder in FOLDERS}
    cases_of: dict[str, tuple[Case, ...]] = {}
    for case in (case for found in cases.values() for case in found):
        for rule_id in dict.fromkeys(case.scenario.rules):
            cases_of[rule_id] = (*cases_of.get(rule_id, ()), case)
    catalogue = library.catalogue
    return Index(
        catalogue,
        tuple(name for name in reversed(catalogue.editions) if name in editions),
        {rule_id: tuple(found) for rule_id, found in modules.items()},
        {rule_id: tuple(found) for rule_id, found in tests.items()},
        cases,
        cases_of,
    )


def _cases(folder: Path, name: str) -> Iterator[Case]:
    for number, path in enumerate(sorted(folder.rglob("*.toml")), 1):
        yield Case(name, number, path.relative_to(folder).as_posix(), read_scenario(path, shown=path.name))


def _shown(path: Path) -> Iterator[tuple[str, str]]:
    """The tests of a file and the rules that they are marked with, from the text of the file alone."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    whole = [rule_id for node in tree.body if _sets_marks(node) for rule_id in _rules(node)]
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            own = [rule_id for decorator in node.decorator_list for rule_id in _rules(decorator)]
            yield from ((node.name, rule_id) for rule_id in dict.fromkeys((*whole, *own)))


def _sets_marks(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and any(ast.unparse(target) == "pytestmark" for target in node.targets)


def _rules(node: ast.AST) -> Iterator[str]:
    """The ids of every marker below a node."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == MARKER:
            for argument in call.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value
