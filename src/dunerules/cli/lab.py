"""`dunerules lab`: how the rules of a ruleset get on with each other and with every optional rule."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from dunerules.cli.output import OutputError, drafts
from dunerules.cli.parser import whole_number
from dunerules.testing.lab.page import page
from dunerules.testing.lab.reports import Report, RulesetReport
from dunerules.testing.lab.running import Progress
from dunerules.testing.lab.running import run as run_lab

HELP = "Play rulesets with every pair of options and optional rules, check all laws, and say which rules met."
EXAMPLE = """\
examples:
  dunerules lab gf9-2019-advanced
  dunerules lab my-house.toml --budget 30s --out report
  dunerules lab gf9-2019-basic --games 60 --seed 7 --strict

The code is 0 if all games kept every law, and 1 if one did not (with --strict also if a pair of rules never met and
nothing explains it).
"""

FINE, FOUND = 0, 1
FOLDER = "lab-report"
UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}
BAR = 30


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("rulesets", nargs="+", metavar="RULESET", help="by name, or a file that ends in .toml")
    parser.add_argument("--budget", type=duration, metavar="TIME", help="how long to play: 90s, 5m (the default), 1h")
    parser.add_argument("--games", type=whole_number, metavar="N", help="play so many games of each ruleset instead")
    parser.add_argument("--seed", type=whole_number, default=0, metavar="N", help="decides about chance (default: 0)")
    parser.add_argument("--jobs", type=whole_number, default=1, metavar="N", help="processes that share the work")
    parser.add_argument("--out", default=FOLDER, metavar="DIR", help=f"folder of the report (default: {FOLDER})")
    parser.add_argument("--strict", action="store_true", help="count what was left out or not explained as a finding")


def duration(text: str) -> float:
    """Seconds, from a number with a unit."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", text.strip())
    if found is None or not float(found[1]):
        raise argparse.ArgumentTypeError(f'expected a time such as 90s, 5m or 1h, found "{text}"')
    return float(found[1]) * UNITS[found[2]]


def run(args: argparse.Namespace) -> int:
    """Run the lab, write the report, and print the numbers."""
    report = run_lab(
        *args.rulesets,
        games=args.games,
        budget=args.budget,
        seed=args.seed,
        jobs=args.jobs,
        progress=_bar() if sys.stderr.isatty() else _line(),
    )
    _write(report, Path(args.out))
    for ruleset in report.rulesets:
        print("\n".join(lines(ruleset)))
    print(f"The report is in {Path(args.out) / 'report.html'} and {Path(args.out) / 'report.json'}.")
    left = any(ruleset.unexplained or ruleset.unplayed for ruleset in report.rulesets)
    return FOUND if report.failures or (args.strict and left) else FINE


def lines(ruleset: RulesetReport) -> Iterator[str]:
    """What was found about a ruleset, for a reader."""
    impossible = len(ruleset.unpaired) - len(ruleset.unplayed)
    yield f"{ruleset.title} ({ruleset.id})"
    rulesets = f"{ruleset.played} of {len(ruleset.rulesets)} rulesets"
    yield f"  {ruleset.games} games of {rulesets}, {len(ruleset.failures)} failed"
    yield (
        f"  {ruleset.pairs - len(ruleset.unpaired)} of {ruleset.pairs} pairs of choices played, "
        f"{impossible} impossible, {len(ruleset.unplayed)} left"
    )
    explained = len(ruleset.missed) - len(ruleset.unexplained)
    yield (
        f"  {len(ruleset.met)} pairs of rule modules met, {explained} never meet, "
        f"{len(ruleset.unexplained)} did not meet and nothing says why"
    )
    for failed in ruleset.failures:
        yield f"  failed: {failed.file}: {failed.what.splitlines()[0]}"


def _write(report: Report, folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(str(folder), error) from None
    texts = {"report.html": page(report), "report.json": json.dumps(report.data(), indent=1) + "\n"}
    texts |= {failed.file: failed.scenario for failed in report.failures if failed.scenario}
    with drafts(*(str(folder / name) for name in texts)) as files:
        for file, text in zip(files, texts.values(), strict=True):
            file.write(text)


# ------------------------------------------------------------------ while it runs


def _bar() -> Callable[[Progress], None]:
    """A bar that fills up in place."""

    def tell(progress: Progress) -> None:
        share = _share(progress)
        bar = ("#" * round(share * BAR)).ljust(BAR, ".")
        words = "composing rulesets" if progress.stage == "plan" else f"{progress.games} games"
        failed = f", {progress.failures} failed" if progress.failures else ""
        end = "\n" if share >= 1 and progress.stage == "play" else ""
        print(f"\r{progress.ruleset} [{bar}] {words}{failed}\x1b[K", end=end, file=sys.stderr, flush=True)

    return tell


def _share(progress: Progress) -> float:
    """How much of a ruleset's part is done."""
    if progress.of is not None:
        return min(progress.games / progress.of, 1.0)
    return min(progress.seconds / progress.budget, 1.0) if progress.budget else 0.0


def _line() -> Callable[[Progress], None]:
    """One line for each ruleset, when its first game is played."""
    told: set[str] = set()

    def tell(progress: Progress) -> None:
        if progress.stage == "play" and progress.ruleset not in told:
            told.add(progress.ruleset)
            much = f"{progress.of} games" if progress.of else f"games for {progress.budget:.0f} seconds"
            print(f"{progress.ruleset}: playing {much}", file=sys.stderr, flush=True)

    return tell
