"""`dunerules new`: a first ruleset file, with examples."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from dunerules.cli.output import OutputError
from dunerules.cli.parser import UsageError
from dunerules.engine.starter import new_ruleset

HELP = "Start a ruleset file of your own, with examples to change."
EXAMPLE = """\
examples:
  dunerules new friday.toml
  dunerules new friday.toml --base gf9-2019-advanced

A file that is there already is never written over.
"""

FILE, BASE = "house-rules.toml", "gf9-2019-basic"

GOOD_EXAMPLES = (
    "option.tournament-length",
    "gf9-2019.bidding/reenter_after_pass",
    "treachery/karama",
    "leader/duncan-idaho/strength",
    "turn.limit",
    "revival.limit",
    "bribe.give",
    "fremen",
    "turns/charity",
)
"""What tables like to change."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", nargs="?", default=FILE, metavar="FILE", help=f"the file to write ({FILE})")
    parser.add_argument("--base", default=BASE, metavar="RULESET", help=f"the ruleset to start from ({BASE})")


def run(args: argparse.Namespace) -> int:
    """Write the file, and say what to do next."""
    path = Path(args.file)
    if path.suffix != ".toml":
        raise UsageError(f"{args.file}: expected a name that ends in .toml, such as {FILE}.")
    if path.exists():
        raise UsageError(f"{args.file}: is there already, and stays as it is. Choose another name.")
    name = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-") or "house-rules"
    text = new_ruleset(args.base, name=name, prefer=GOOD_EXAMPLES)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise OutputError(args.file, error) from None
    print(f"{args.file}: written; it plays as {args.base} does. What to do next:")
    print("  open it in an editor, and take the # away from what you want to change")
    print(f"  dunerules check {args.file}       is everything right?")
    print(f"  dunerules diff {args.base} {args.file}   what did I change?")
    print(f"  dunerules play {args.file}        a game, played by the computer")
    return 0
