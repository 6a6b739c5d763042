"""`dunerules rules`: the catalogue, looked up by id."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from textwrap import fill, shorten

from dunerules.engine.catalogue import Entry, UnknownRule
from dunerules.engine.citations import citations
from dunerules.engine.errors import Problem, RulesetError, nearest
from dunerules.engine.library import Library

HELP = "Look up rules in the catalogue by their ids; without ids, list them all."
EXAMPLE = """\
examples:
  dunerules rules gf9.storm.first-placement
  dunerules rules --module classic.storm
  dunerules rules | grep storm
"""

WIDTH, MORE = 100, " ..."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("ids", nargs="*", metavar="ID", help="ids of rules, rulings, examples, silences or options")
    parser.add_argument("--module", metavar="MODULE", help="the rules that the declarations of this rule module cite")


def run(args: argparse.Namespace) -> int:
    """Print the entries, or the list of all."""
    library = Library.installed()
    catalogue = library.catalogue
    if not args.ids and args.module is None:
        for edition in catalogue.editions:
            for entry in catalogue.edition(edition):
                room = max(WIDTH - len(entry.id), len(MORE))
                print(f"{entry.id}  {shorten(entry.text, room, placeholder=MORE)}")
        return 0
    cited = () if args.module is None else _cited(library, args.module)
    ids = dict.fromkeys((*args.ids, *cited))
    _refuse_unknown(library, ids)
    print("\n\n".join("\n".join(entry_lines(catalogue[rule_id])) for rule_id in ids))
    return 0


def entry_lines(entry: Entry) -> Iterator[str]:
    """An entry for a reader: what it is, what it says, where it stands."""
    yield entry.id
    kinds = [entry.table, entry.level, f"phase {entry.phase}" if entry.phase else "", entry.data.get("confidence", "")]
    yield "  " + ", ".join(str(kind) for kind in kinds if kind)
    yield fill(entry.text, WIDTH, initial_indent="  ", subsequent_indent="  ", break_long_words=False)
    if entry.source:
        yield f"  Source: {entry.source}"


def _cited(library: Library, module_id: str) -> Iterator[str]:
    if module_id not in library.modules:
        hint = nearest(module_id, library.modules)
        raise RulesetError([Problem(module_id, "", "no rule module of this name is installed.", hint)])
    for _, rule_id in citations(library.module(module_id).file):
        yield rule_id


def _refuse_unknown(library: Library, ids: dict[str, None]) -> None:
    unknown = [rule_id for rule_id in ids if rule_id not in library.catalogue]
    if len(unknown) == 1:
        raise UnknownRule(unknown[0], nearest(unknown[0], library.catalogue))
    if unknown:
        raise RulesetError(
            Problem(rule_id, "", "is not in the catalogue.", nearest(rule_id, library.catalogue)) for rule_id in unknown
        )
