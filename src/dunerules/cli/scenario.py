"""`dunerules scenario`: scenarios run, and what differs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from traceback import extract_tb

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
            _complain(error_lines(error))
            continue
        except Exception as error:
            # Rules may look for what a position does not give, and the other files are to be run all the same.
            broken += 1
            _complain([f"dunerules: {file}: {_stopped(error)}"])
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


def _complain(lines: Iterable[str]) -> None:
    sys.stdout.flush()  # so that the complaint stands where it belongs
    for line in lines:
        print(line, file=sys.stderr)


def _stopped(error: Exception) -> str:
    """What stopped the rules in the middle, and where in their Python, in one line."""
    place = extract_tb(error.__traceback__)[-1]
    where = f"{Path(place.filename).name}, line {place.lineno}, in {place.name}()"
    when = "".join(f" {note}" for note in getattr(error, "__notes__", ()))
    return f"the rules stop with {type(error).__name__}: {error} ({where}){when}. Is something missing in [given]?"


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
