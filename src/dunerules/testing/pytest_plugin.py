"""The pytest plug-in: scenario files as tests, tables in one line, and rules shown, checked against the catalogue.

Installing ``dunerules[testing]`` is enough. Every TOML file below a folder called ``scenarios`` is a test for each
ruleset that it names; ``--dunerules-ruleset FILE`` plays those whose ruleset the file extends under the file instead.
``@pytest.mark.rule("some.rule")`` says which rules a test shows, and the run ends with how many were shown of each
edition; ``--dunerules-rules`` lists those that were not. The fixture `dune_table` starts a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any

import attrs
import pytest

from dunerules.engine.catalogue import Catalogue
from dunerules.engine.chain import read_chain
from dunerules.engine.compile import load
from dunerules.engine.errors import DunerulesError, nearest
from dunerules.engine.game import Game
from dunerules.engine.library import Library
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.scenarios import Scenario, ScenarioReport, Shelf, read_scenario, run_scenario

FOLDER = "scenarios"
"""A TOML file anywhere below a folder of this name is a scenario."""
MARKER = "rule"
SHOWN = "dunerules.rules"
"""The property of a report that has the rules its test shows."""
SHELF = pytest.StashKey[Shelf]()
"""The rulebooks of a test run, compiled once."""
UNDER = pytest.StashKey["Under"]()
RULES = pytest.StashKey[set[str]]()
"""The rules that passed tests have shown."""


@attrs.frozen
class Under:
    """The ruleset that scenarios are played under: its name or file, its id, and the ids of all it extends."""

    ruleset: str
    id: str
    chain: tuple[str, ...]

    def fits(self, scenario: Scenario) -> Scenario | None:
        """The scenario as it is played under this ruleset: as with the nearest ruleset of both; None without one."""
        for name in reversed(self.chain):
            if name in scenario.rulesets:
                return attrs.evolve(scenario.with_ruleset(name), rulesets=(self.ruleset,), under={})
        return None


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("dunerules", "rules of dunerules")
    group.addoption(
        "--dunerules-ruleset",
        metavar="FILE",
        help="play every scenario whose ruleset this ruleset is, or extends, under this one: a file or a known name",
    )
    group.addoption("--dunerules-rules", action="store_true", help="list the rules that no passed test has shown")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and read the ruleset that was asked for."""
    config.addinivalue_line("markers", f"{MARKER}(*ids): catalogue ids of the rules that the test shows")
    config.stash[RULES] = set()
    ruleset = config.getoption("--dunerules-ruleset")
    if ruleset:
        if ruleset.endswith(".toml"):
            ruleset = str(config.invocation_params.dir / ruleset)
        try:
            chain = tuple(link.file.ruleset.id for link in read_chain(ruleset, Library.installed()))
        except DunerulesError as error:
            raise pytest.UsageError(str(error)) from error
        config.stash[UNDER] = Under(ruleset, chain[-1], chain)


@pytest.fixture(scope="session")
def dune_table() -> Callable[..., Game]:
    """Start a game in one line: ``dune_table("gf9-2019-basic", seed=7, given={"spice": {"guild": 3}}, at="storm")``.

    Takes a ruleset by name or file, or a rulebook, and what `Game.start` takes; no ruleset is compiled twice.
    """
    kept: dict[str, Rulebook] = {}

    def start(ruleset: str | PathLike[str] | Rulebook, seats: Iterable[str] | None = None, **more: Any) -> Game:
        if isinstance(ruleset, Rulebook):
            return Game.start(ruleset, seats, **more)
        if str(ruleset) not in kept:
            kept[str(ruleset)] = load(ruleset)
        return Game.start(kept[str(ruleset)], seats, **more)

    return start


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioModule | None:
    """Collect scenario files."""
    if file_path.suffix != ".toml" or FOLDER not in _inside(file_path, parent.config.rootpath).parts[:-1]:
        return None
    module: ScenarioModule = ScenarioModule.from_parent(parent, path=file_path)
    return module


def _inside(path: Path, root: Path) -> Path:
    """A path from the top of the project, if it stands there."""
    return path.relative_to(root) if path.is_relative_to(root) else path


class ScenarioFailed(Exception):  # noqa: N818 - it is what it says
    """A scenario is not as expected; carries the report."""

    def __init__(self, report: ScenarioReport) -> None:
        self.report = report
        super().__init__(str(report))


class ScenarioModule(pytest.File):
    """A scenario file: one test for each ruleset that it names."""

    def collect(self) -> Iterator[ScenarioItem]:
        """Read the file; its rules count as marks of its tests."""
        scenario = read_scenario(self.path, shown=_inside(self.path, self.config.rootpath).as_posix())
        for name, played in self._played(scenario):
            item: ScenarioItem = ScenarioItem.from_parent(self, name=name, scenario=played)
            if scenario.rules:
                item.add_marker(pytest.mark.rule(*scenario.rules))
            yield item

    def _played(self, scenario: Scenario) -> Iterator[tuple[str, Scenario]]:
        """What is played: each ruleset of the file, or the one that was asked for instead of them."""
        under = self.config.stash.get(UNDER, None)
        if under is None:
            yield from ((name, attrs.evolve(scenario, rulesets=(name,))) for name in scenario.rulesets)
        elif (played := under.fits(scenario)) is not None:
            yield under.id, played

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:  # Any: see pytest
        """What is wrong in the file, without a traceback."""
        return str(excinfo.value) if isinstance(excinfo.value, DunerulesError) else super().repr_failure(excinfo)


class ScenarioItem(pytest.Item):
    """A scenario played with one ruleset."""

    def __init__(self, *, scenario: Scenario, **kwargs: Any) -> None:  # Any: what pytest gives its nodes
        super().__init__(**kwargs)
        self.scenario = scenario

    def runtest(self) -> None:
        """Play it."""
        (report,) = run_scenario(self.scenario, shelf=self.config.stash.setdefault(SHELF, {}))
        if not report.ok:
            raise ScenarioFailed(report)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What differs, without a traceback; a failure of rule code keeps its own."""
        if isinstance(excinfo.value, ScenarioFailed | DunerulesError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The file, and what the scenario shows."""
        return self.path, None, f"{self.scenario.title} ({self.name})"


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Turn a collector whose tests name unknown rules into a collection error."""
    report = yield
    wrong = list(_wrong_marks(node for node in report.result or () if isinstance(node, pytest.Item)))
    if report.passed and wrong:
        report.outcome = "failed"
        report.longrepr = "\n".join(wrong)
        report.result = []
    return report


def _wrong_marks(items: Iterable[pytest.Item]) -> Iterator[str]:
    catalogue = Library.installed().catalogue
    for item in items:
        for mark in item.iter_markers(MARKER):
            if not mark.args or mark.kwargs:
                yield f'{item.nodeid}: the marker "{MARKER}" takes catalogue ids, such as {MARKER}("some.rule").'
            for rule_id in mark.args:
                if not isinstance(rule_id, str) or rule_id not in catalogue:
                    hint = nearest(str(rule_id), catalogue.ids)
                    yield f'{item.nodeid}: "{rule_id}" is not in the catalogue.' + (f"\n  {hint}" if hint else "")


# ------------------------------------------------------------------ the rules that a run has shown


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Note in the report which rules the test shows; a report travels between processes, a marker does not."""
    shown = [rule_id for mark in item.iter_markers(MARKER) for rule_id in mark.args]
    if shown:
        item.user_properties.append((SHOWN, shown))


class _Rules:
    """Collects what passed tests have shown; registered in the process that reports."""

    def __init__(self, config: pytest.Config) -> None:
        self.shown = config.stash[RULES]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take over the rules of a test that passed."""
        if report.when == "call" and report.passed:
            for name, value in report.user_properties:
                if name == SHOWN and isinstance(value, list):
                    self.shown.update(value)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Begin to collect."""
    session.config.pluginmanager.register(_Rules(session.config), "dunerules-rules")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say how many rules of each edition were shown, and with ``--dunerules-rules`` which were not."""
    shown = config.stash[RULES]
    wanted = config.getoption("--dunerules-rules")
    if not shown and not wanted:
        return
    catalogue = Library.installed().catalogue
    for edition in catalogue.editions:
        line, missing = rules_line(catalogue, edition, shown)
        if line:
            terminalreporter.write_line(line)
            for rule_id in missing if wanted else ():
                terminalreporter.write_line(f"  not shown: {rule_id}")


def rules_line(catalogue: Catalogue, edition: str, shown: set[str]) -> tuple[str, list[str]]:
    """How many entries of each table of an edition were shown, and the others; no line if none was."""
    entries = tuple(catalogue.edition(edition))
    every = Counter(entry.table for entry in entries)
    found = Counter(entry.table for entry in entries if entry.id in shown)
    if not found:
        return "", []
    counts = ", ".join(f"{found[table]} of {count} {table}s" for table, count in every.items())
    return f"rules shown: {edition} {counts}", [entry.id for entry in entries if entry.id not in shown]
