"""`dunerules list`: what is installed."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable

from dunerules.cli.parser import one_of
from dunerules.engine.declarations import RulesetFile
from dunerules.engine.errors import Problem, RulesetError
from dunerules.engine.library import Library
from dunerules.engine.structure import read_toml, structure

HELP = "List the installed rulesets and rule modules with their titles."
EXAMPLE = """\
examples:
  dunerules list
  dunerules list rulesets
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "what", nargs="?", type=one_of(LISTS, "list"), metavar="WHAT", help=f"{' or '.join(LISTS)} (default: both)"
    )


def run(args: argparse.Namespace) -> int:
    """Print the lists; files that cannot be read are reported after them."""
    library = Library.installed()
    problems = list(library.problems)
    for index, what in enumerate(LISTS if args.what is None else (args.what,)):
        if args.what is None:
            print(f"{chr(10) if index else ''}{what}:")
        for line in _table(_titles(library, what, problems)):
            print(line if args.what else f"  {line}")
    if problems:
        raise RulesetError(problems)
    return 0


def _titles(library: Library, what: str, problems: list[Problem]) -> dict[str, str]:
    names, title_of = LISTS[what]
    titles = {}
    for name in sorted(names(library)):
        try:
            titles[name] = title_of(library, name)
        except RulesetError as error:
            problems.extend(error.problems)
    return titles


def _table(titles: dict[str, str]) -> Iterable[str]:
    width = max(map(len, titles), default=0)
    return (f"{name:<{width}}  {title}" for name, title in titles.items())


def _ruleset_title(library: Library, name: str) -> str:
    source = library.ruleset(name)
    return structure(RulesetFile, read_toml(source.path, source.shown), source.shown).ruleset.title


def _module_title(library: Library, name: str) -> str:
    return library.module(name).file.module.title


LISTS: dict[str, tuple[Callable[[Library], Iterable[str]], Callable[[Library, str], str]]] = {
    "rulesets": (lambda library: library.rulesets, _ruleset_title),
    "modules": (lambda library: library.modules, _module_title),
}
"""What can be listed: the names of a library, and the title of each."""
