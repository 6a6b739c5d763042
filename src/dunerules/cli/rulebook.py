"""`dunerules rulebook`: the rules of a ruleset in words, to read at a table or to print."""

from __future__ import annotations

import argparse
from pathlib import Path

from dunerules.cli.output import drafts
from dunerules.cli.parser import UsageError
from dunerules.engine.printed_book import Form, rulebook_text

HELP = "Print the rules of a ruleset in words, with its numbers, phase by phase, house rules marked."
EXAMPLE = """\
examples:
  dunerules rulebook thursday.toml                        read it in the terminal, as Markdown
  dunerules rulebook thursday.toml -o thursday.html       a page for the browser and the printer
  dunerules rulebook gf9-2019-advanced -o advanced.md
  dunerules rulebook thursday.toml --book gf9-2019-basic  mark what differs from the basic game
"""

FORMS: dict[str, Form] = {".md": "markdown", ".html": "html", ".htm": "html"}
"""What the ending of a file says about its form."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("ruleset", metavar="FILE", help="a ruleset by name, or a file that ends in .toml")
    parser.add_argument("-o", "--output", metavar="FILE", help="write it to a file that ends in .md or .html")
    parser.add_argument(
        "--book", metavar="RULESET", help="what house rules are marked against; else the installed ruleset it extends"
    )


def run(args: argparse.Namespace) -> int:
    """Print or write the rulebook."""
    if args.output is None:
        print(rulebook_text(args.ruleset, book=args.book), end="")
        return 0
    form = FORMS.get(Path(args.output).suffix.lower())
    if form is None:
        raise UsageError(f"--output: expected a file that ends in .md or .html, found {args.output}.")
    with drafts(args.output) as (file,):
        file.write(rulebook_text(args.ruleset, form=form, book=args.book))
    return 0
