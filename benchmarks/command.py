"""The command: which benchmarks there are, and what is printed and written."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks import clones, compiling, dune, hooks, imports, play, positions
from benchmarks.figures import Figure, table, write_json
from benchmarks.timing import QUICK, Effort

BENCHMARKS: dict[str, Callable[[Effort], tuple[Figure, ...]]] = {
    "hooks": hooks.measure,
    "clones": clones.measure,
    "play": play.measure,
    "dune": dune.measure,
    "compile": compiling.measure,
    "imports": imports.measure,
    "positions": positions.measure,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmarks that were asked for; a missed target is shown and is no failure."""
    asked = _parser().parse_args(arguments)
    effort = QUICK if asked.quick else Effort(rounds=asked.rounds)
    figures = [figure for name in asked.only or BENCHMARKS for figure in BENCHMARKS[name](effort)]
    print(table(figures))
    if asked.json:
        write_json(asked.json, figures, effort)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure the engine. Every figure is the median of several rounds, and each slice of a round is "
        "timed between two runs of a fixed loop, which takes the machine's changing speed out of it.",
    )
    parser.add_argument("--only", action="append", choices=tuple(BENCHMARKS), help="run this one; may be repeated")
    parser.add_argument("--rounds", type=_rounds, default=Effort().rounds, help="rounds to take the median of")
    parser.add_argument("--quick", action="store_true", help="tiny sizes, to see that all runs; figures mean nothing")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file too")
    return parser


def _rounds(text: str) -> int:
    rounds = int(text)
    if rounds < 1:
        raise argparse.ArgumentTypeError("at least one round is needed")
    return rounds
