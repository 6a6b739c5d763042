"""`dunerules explain`: how a number or a permission of a ruleset comes about."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from dunerules.cli.parser import UsageError
from dunerules.engine.compile import load
from dunerules.engine.explain import explain, explainable
from dunerules.engine.rulebook import Rulebook

HELP = "Explain how a number or a permission of a ruleset comes about, or list what can be explained."
EXAMPLE = """\
examples:
  dunerules explain gf9-2019-basic                                   what can be explained, by phase
  dunerules explain gf9-2019-basic shipment.cost territory=arrakeen
  dunerules explain friday.toml revival.free seat=fremen turn=3

What the question names (seat=fremen) and what you take as true (turn=3) comes behind the name. The rest is listed as
what the answer depends on.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("ruleset", metavar="FILE", help="a ruleset by name, or a file that ends in .toml")
    parser.add_argument("name", nargs="?", metavar="NAME", help="a quantity or a permission")
    parser.add_argument("when", nargs="*", metavar="WORD=VALUE", help="what is asked about, and what is taken as true")


def run(args: argparse.Namespace) -> int:
    """Print the derivation, or the list."""
    rulebook = load(args.ruleset)
    if args.name is None:
        print("\n".join(_listed(rulebook)))
    else:
        print(explain(rulebook, args.name, **dict(map(_pair, args.when))))
    return 0


def _listed(rulebook: Rulebook) -> Iterator[str]:
    yield f"{rulebook.title} ({rulebook.id})"
    for title, found in explainable(rulebook):
        yield ""
        yield title
        yield "=" * len(title)
        width = max(len(one.id) for one in found)
        for one in found:
            needs = f" ({', '.join(one.needs)})" if one.needs else ""
            yield f"{one.id:<{width}}  {one.title}{needs}"


def _pair(text: str) -> tuple[str, str | int | bool | tuple[str, ...]]:
    """A word and its value, from ``turn=3``."""
    word, equals, value = text.partition("=")
    if not word or not equals or not value:
        raise UsageError(f'expected WORD=VALUE, such as seat=fremen, found "{text}".')
    if value in ("true", "false"):
        return word, value == "true"
    if value.isdecimal() and len(value) < 10:
        return word, int(value)
    return word, tuple(value.split(",")) if "," in value else value
