"""`dunerules check`: everything that is wrong with a ruleset, and what in it has no effect."""

from __future__ import annotations

import argparse
import sys

from dunerules.cli.parser import error_lines
from dunerules.engine.check import Examination, examine
from dunerules.engine.errors import RulesetError

HELP = "Check ruleset files: what is wrong, and what has no effect, line by line."
EXAMPLE = """\
examples:
  dunerules check friday.toml
  dunerules check --strict house-rules/*.toml

The code is 0 if every file can be played, 1 if one cannot (with --strict also if something has no effect), and 2 if
one cannot be read.
"""

FINE, FOUND, UNREAD = 0, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="ruleset files, which end in .toml")
    parser.add_argument("--strict", action="store_true", help="end with the code 1 for warnings too")


def run(args: argparse.Namespace) -> int:
    """Check the files one by one, also after one that cannot be read."""
    problems = warnings = unread = 0
    for name in args.files:
        try:
            found = examine(name)
        except RulesetError as error:
            unread += 1
            sys.stdout.flush()  # so that the complaint stands where it belongs
            print(*error_lines(error), sep="\n", file=sys.stderr)
            continue
        for finding in found.findings:
            print(finding)
        problems, warnings = problems + found.problems, warnings + found.warnings
        print(_result(found) if len(args.files) == 1 else f"{name}: {_result(found)}")
    if len(args.files) > 1:
        broken = f", {unread} cannot be read" if unread else ""
        print(f"{len(args.files)} files: {_counts(problems, warnings) or 'no problems'}{broken}")
    return UNREAD if unread else FOUND if problems or (args.strict and warnings) else FINE


def _result(found: Examination) -> str:
    if found.rulebook is None:
        return _counts(found.problems, found.warnings)
    book = found.rulebook
    fine = "No problems" + (f", {_counts(0, found.warnings)}" if found.warnings else "")
    modules, factions = _number(len(book.modules), "rule module"), _number(len(book.factions), "faction")
    return f"{fine}: {book.title} can be played ({modules}, {factions})"


def _counts(problems: int, warnings: int) -> str:
    parts = [_number(problems, "problem") if problems else "", _number(warnings, "warning") if warnings else ""]
    return ", ".join(filter(None, parts))


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
