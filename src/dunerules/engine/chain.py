"""The chain of ruleset files that extend each other."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from attrs import frozen

from dunerules.engine.declarations import RulesetFile
from dunerules.engine.errors import Problem, RulesetError, nearest
from dunerules.engine.library import Library, RulesetSource
from dunerules.engine.structure import parse_toml, read_toml, structure

LONGEST_CHAIN = 32
"""How many files may extend each other."""


@frozen
class ChainLink:
    """One ruleset of a chain, and its file as messages name it."""

    file: RulesetFile
    shown: str


@frozen
class _Place:
    """A ruleset file to read next; without a path it is a text."""

    shown: str
    path: Path | None
    name: str = ""
    """The name the library knows it by, which must be its id."""


def read_chain(name_or_path: str | os.PathLike[str], library: Library) -> tuple[ChainLink, ...]:
    """Read a ruleset and all it extends, base first; raises a RulesetError with the problems of all files."""
    name = os.fspath(name_or_path)
    if name.endswith(".toml"):
        place = _Place(name, Path(name))
    elif isinstance(name_or_path, os.PathLike):
        raise RulesetError([Problem(name, "", "expected a file that ends in .toml.")])
    elif name in library.rulesets:
        place = _known(name, library.ruleset(name))
    else:
        problem = Problem(name, "", "no ruleset of this name is installed.", nearest(name, library.rulesets))
        raise RulesetError([problem, *library.problems])
    return _follow(place, lambda: read_toml(place.path or "", place.shown), library)


def read_chain_of_text(text: str, library: Library, shown: str) -> tuple[ChainLink, ...]:
    """The same for a ruleset given as text."""
    return _follow(_Place(shown, None), lambda: parse_toml(text, shown), library)


def _follow(place: _Place, read: Callable[[], dict[str, Any]], library: Library) -> tuple[ChainLink, ...]:
    chain: list[ChainLink] = []
    problems: list[Problem] = []
    read_places: list[_Place] = []
    following: _Place | None = place
    while following:
        place, following = following, None
        read_places.append(place)
        data: dict[str, Any] = {}
        try:
            data = read() if len(read_places) == 1 else read_toml(place.path or "", place.shown)
            chain.append(ChainLink(_ruleset(data, place), place.shown))
        except RulesetError as error:
            problems.extend(error.problems)
        try:
            following = _extended(data, read_places, library)
        except RulesetError as error:
            problems.extend(error.problems)
    if problems:
        raise RulesetError(problems)
    return tuple(reversed(chain))


def _ruleset(data: dict[str, Any], place: _Place) -> RulesetFile:
    file = structure(RulesetFile, data, place.shown)
    if place.name and file.ruleset.id != place.name:
        message = f'expected "{place.name}", as the file is named, found "{file.ruleset.id}".'
        raise RulesetError([Problem(place.shown, "ruleset.id", message)])
    return file


def _extended(data: dict[str, Any], places: list[_Place], library: Library) -> _Place | None:
    """Where the ruleset is that this data extends, if it does; a key of a wrong type is left to the reader."""
    here = places[-1]
    head = data.get("ruleset")
    name = head.get("extends", "") if isinstance(head, dict) else ""
    if not isinstance(name, str) or not name:
        return None
    place = _named(name, here, library)
    visited = [_identity(other) for other in places]
    if _identity(place) in visited:
        files = [other.shown for other in places[visited.index(_identity(place)) :]]
        message = "the rulesets extend each other in a circle: " + " extends ".join([*files, files[0]]) + "."
        raise RulesetError([Problem(here.shown, "ruleset.extends", message)])
    if len(places) >= LONGEST_CHAIN:
        message = f"more than {LONGEST_CHAIN} rulesets extend each other."
        raise RulesetError([Problem(here.shown, "ruleset.extends", message)])
    return place


def _named(name: str, here: _Place, library: Library) -> _Place:
    def refuse(message: str, hint: str = "") -> RulesetError:
        return RulesetError([Problem(here.shown, "ruleset.extends", message, hint)])

    if not name.endswith(".toml"):
        if name not in library.rulesets:
            error = refuse(f'"{name}" is not a known ruleset.', nearest(name, library.rulesets))
            raise RulesetError([*error.problems, *library.problems])
        return _known(name, library.ruleset(name))
    if here.path is None:
        raise refuse(f'expected a known ruleset, found the file "{name}"; a text has no file beside it.')
    if os.path.isabs(name) or "\0" in name:
        raise refuse(f'expected a known ruleset or a path beside this file, found "{name}".')
    path = here.path.parent / name
    if not path.is_file():
        raise refuse(f'there is no file "{name}" beside this one.')
    return _Place(os.path.normpath(os.path.join(os.path.dirname(here.shown), name)), path)


def _known(name: str, source: RulesetSource) -> _Place:
    return _Place(source.shown, source.path, name)


def _identity(place: _Place) -> str:
    return os.path.realpath(place.path) if place.path else place.shown
