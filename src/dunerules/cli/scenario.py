"""`dunerules scenario`: scenarios run, and what differs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from dunerules.cli.parser import UsageError, error_lines
from dunerules.engine.errors import DunerulesError
from dunerules.engine.scenarios import ScenarioReport, Shelf, read_scenario, run_scenario

HELP = "Run scenarios (given, when, then) and print what differs."
EXAMPLE = """\
Exit code: 0 if all hold, 1 if one differs, 2 if a file cannot be run.

examples:
  dunerules scenario tests/scenarios/gf9-2019
  dunerules scenario storm.toml
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="scenario files; folders are searched for files that end in .toml"
    )


def run(args: argparse.Namespace) -> int:
    """Run every scenario, also after one that differs or cannot be run."""
    reports, broken = 0, 0
    shelf: Shelf = {}
    differing: list[ScenarioReport] = []
    for file in _found(args.files):
        try:
            found = run_scenario(read_scenario(file), shelf=shelf)
        except DunerulesError as error:
            broken += 1
            _complain(error)
            continue
        reports += len(found)
        differing += [report for report in found if not report.ok]
        for report in found:
            print("\n".join(_lines(file, report)))
    print(f"{reports} run, {len(differing)} differ" + (f", {broken} cannot be run" if broken else ""))
    return 2 if broken else 1 if differing else 0


def _lines(file: Path, report: ScenarioReport) -> Iterator[str]:
    yield f"{'ok' if report.ok else 'DIFFERS':<7}  {file}: {report.title} ({report.ruleset})"
    for difference in report.differences:
        yield from (f"         {line}" for line in difference.splitlines())


def _complain(error: DunerulesError) -> None:
    sys.stdout.flush()  # so that the complaint stands where it belongs
    for line in error_lines(error):
        print(line, file=sys.stderr)


def _found(names: Iterable[str]) -> list[Path]:
    """The files, and those in the folders, each once."""
    files: list[Path] = []
    for name in names:
        path = Path(name)
        if not path.is_dir():
            files.append(path)
            continue
        inside = sorted(path.rglob("*.toml"))
        if not inside:
            raise UsageError(f"{name}: there is no scenario in this folder: no file ends in .toml.")
        files += inside
    return list(dict.fromkeys(files))
