"""`dunerules diff`: how two rulesets differ, in words."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from textwrap import wrap

import attrs

from dunerules.engine.diff import Difference, Line, RulesetDiff, diff

HELP = "Say in words how two rulesets differ, phase by phase."
EXAMPLE = """\
examples:
  dunerules diff ah-1979-basic gf9-2019-basic
  dunerules diff gf9-2019-basic my-house.toml --json

The code is 0 if the rules are the same, and 1 if they differ.
"""

SAME, DIFFERENT = 0, 1
WIDTH = 100
LEFT, RIGHT = "-", "+"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("left", metavar="A", help="a ruleset by name, or a file that ends in .toml")
    parser.add_argument("right", metavar="B", help="the ruleset to compare it with")
    parser.add_argument("--json", action="store_true", help="print the differences as JSON")


def run(args: argparse.Namespace) -> int:
    """Print the differences."""
    found = diff(args.left, args.right)
    if args.json:
        print(json.dumps(attrs.asdict(found), indent=2))
    else:
        print("\n".join(lines(found)))
    return DIFFERENT if found else SAME


def lines(found: RulesetDiff) -> Iterator[str]:
    """The differences for a reader, marked as in a patch: what is only in the first, what is only in the second."""
    yield f"{LEFT} {found.left.title} ({found.left.id})"
    yield f"{RIGHT} {found.right.title} ({found.right.id})"
    if not found:
        yield "The rules are the same."
    for title, differences in found.by_phase():
        yield ""
        yield title
        yield "=" * len(title)
        for one in differences:
            yield ""
            yield from _difference(one)


def _difference(one: Difference) -> Iterator[str]:
    indent = ""
    if one.title:
        yield from wrap(one.title, WIDTH)
        indent = "  "
    for mark, side in ((LEFT, one.left), (RIGHT, one.right)):
        for line in side:
            yield from _line(indent, mark, line)


def _line(indent: str, mark: str, line: Line) -> Iterator[str]:
    below = f"{indent}  "
    yield from wrap(line.text, WIDTH, initial_indent=f"{indent}{mark} ", subsequent_indent=below)
    if line.cites:
        rules = f"[{', '.join(line.cites)}]"
        yield from wrap(
            rules, WIDTH, initial_indent=below, subsequent_indent=below, break_on_hyphens=False, break_long_words=False
        )
