"""The chain of ruleset files that extend each other."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path, PureWindowsPath
from typing import Any

from attrs import frozen

from dunerules.engine.declarations import RulesetFile
from dunerules.engine.errors import Problem, RulesetError, nearest
from dunerules.engine.library import Library, RulesetSource
from dunerules.engine.limits import excesses
from dunerules.engine.structure import parse_toml, read_text, structure

LONGEST_CHAIN = 32
"""How many files may extend each other."""
LISTED = "dunerules list rulesets  lists them all."


@frozen
class ChainLink:
    """One ruleset of a chain, and its file as messages name it."""

    file: RulesetFile
    shown: str
    path: Path | None = None
    """Where the file is, for those who want to show a line of it."""


@frozen
class Place:
    """A ruleset file to read; without a path it is a text."""

    shown: str
    path: Path | None
    name: str = ""
    """The name the library knows it by, which must be its id; empty for a file that a user wrote."""


@frozen
class RawRuleset:
    """A ruleset file that was read and not looked into."""

    place: Place
    text: str
    data: dict[str, Any]  # Any: what TOML gave
    unread: tuple[Problem, ...] = ()
    """Why it could not be read; then there is no data."""
    lost: tuple[Problem, ...] = ()
    """Why what it extends cannot be found."""


def read_chain(name_or_path: str | os.PathLike[str], library: Library) -> tuple[ChainLink, ...]:
    """Read a ruleset and all it extends, base first; raises a RulesetError with the problems of all files."""
    return linked(read_raw(name_or_path, library))


def read_chain_of_text(text: str, library: Library, shown: str) -> tuple[ChainLink, ...]:
    """The same for a ruleset given as text."""
    return linked(_follow(Place(shown, None), text, library))


def read_raw(name_or_path: str | os.PathLike[str], library: Library) -> tuple[RawRuleset, ...]:
    """The files of a chain as they are, the one that was named first; raises a RulesetError if that is none."""
    name = os.fspath(name_or_path)
    if name.endswith(".toml"):
        place = Place(name, Path(name))
    elif isinstance(name_or_path, os.PathLike):
        raise RulesetError([Problem(name, "", "expected a file that ends in .toml.")])
    elif name in library.rulesets:
        place = _known(name, library.ruleset(name))
    else:
        problem = Problem(name, "", "no ruleset of this name is installed.", nearest(name, library.rulesets, LISTED))
        raise RulesetError([problem, *library.problems])
    return _follow(place, read_text(place.path or "", place.shown), library)


def linked(raws: Sequence[RawRuleset]) -> tuple[ChainLink, ...]:
    """The rulesets of a chain, base first; raises a RulesetError with what is wrong with any of its files."""
    chain: list[ChainLink] = []
    problems: list[Problem] = []
    for raw in raws:
        try:
            if not raw.unread:
                chain.append(ChainLink(_ruleset(raw), raw.place.shown, raw.place.path))
        except RulesetError as error:
            problems.extend(error.problems)
        problems += [*raw.unread, *raw.lost]
    if problems:
        raise RulesetError(problems)
    return tuple(reversed(chain))


def _follow(place: Place, text: str | None, library: Library) -> tuple[RawRuleset, ...]:
    """Read files until one extends nothing, or nothing that can be found."""
    raws: list[RawRuleset] = []
    places: list[Place] = []
    following: Place | None = place
    while following:
        place, following = following, None
        places.append(place)
        data: dict[str, Any] = {}
        unread: tuple[Problem, ...] = ()
        lost: tuple[Problem, ...] = ()
        try:
            text = read_text(place.path or "", place.shown) if text is None else text
            data = parse_toml(text, place.shown)
            unread = tuple(excesses(data, place.shown))
        except RulesetError as error:
            unread = error.problems
        try:
            following = None if unread else _extended(data, places, library)
        except RulesetError as error:
            lost = error.problems
        raws.append(RawRuleset(place, text or "", {} if unread else data, unread, lost))
        text = None
    return tuple(raws)


def _ruleset(raw: RawRuleset) -> RulesetFile:
    place = raw.place
    file = structure(RulesetFile, raw.data, place.shown)
    if place.name and file.ruleset.id != place.name:
        message = f'expected "{place.name}", as the file is named, found "{file.ruleset.id}".'
        raise RulesetError([Problem(place.shown, "ruleset.id", message)])
    return file


def _extended(data: dict[str, Any], places: list[Place], library: Library) -> Place | None:
    """Where the ruleset is that this data extends, if it does; a key of a wrong type is left to the reader."""
    here = places[-1]
    head = data.get("ruleset")
    name = head.get("extends", "") if isinstance(head, dict) else ""
    if not isinstance(name, str) or not name:
        return None
    # Files of an installed package stay in its folder, whoever extends them.
    first = next((other for other in reversed(places) if other.name), places[0])
    place = _named(name, here, first, library)
    visited = [_identity(other) for other in places]
    if _identity(place) in visited:
        files = [other.shown for other in places[visited.index(_identity(place)) :]]
        message = "the rulesets extend each other in a circle: " + " extends ".join([*files, files[0]]) + "."
        raise RulesetError([Problem(here.shown, "ruleset.extends", message)])
    if len(places) >= LONGEST_CHAIN:
        message = f"more than {LONGEST_CHAIN} rulesets extend each other."
        raise RulesetError([Problem(here.shown, "ruleset.extends", message)])
    return place


def _named(name: str, here: Place, first: Place, library: Library) -> Place:
    def refuse(message: str, hint: str = "") -> RulesetError:
        return RulesetError([Problem(here.shown, "ruleset.extends", message, hint)])

    if not name.endswith(".toml"):
        if name not in library.rulesets:
            error = refuse(f'"{name}" is not a known ruleset.', nearest(name, library.rulesets, LISTED))
            raise RulesetError([*error.problems, *library.problems])
        return _known(name, library.ruleset(name))
    if here.path is None:
        raise refuse(f'expected a known ruleset, found the file "{name}"; a text has no file beside it.')
    if os.path.isabs(name) or PureWindowsPath(name).anchor or "\0" in name:
        raise refuse(f'expected a known ruleset or a path beside this file, found "{name}".')
    path = here.path.parent / name
    if not _inside(path, first.path or path):
        message = f'"{name}" leads out of the folder of {first.shown}, and nothing outside is read.'
        raise refuse(message, "Put the file into that folder, or into one inside it.")
    if not path.is_file():
        raise refuse(f'there is no file "{name}" beside this one.')
    return Place(os.path.normpath(os.path.join(os.path.dirname(here.shown), name)), path)


def _known(name: str, source: RulesetSource) -> Place:
    return Place(source.shown, source.path, name)


def _inside(path: Path, first: Path) -> bool:
    """Whether a file lies in the folder of the first file or below it, wherever links on the way lead."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(first.parent))


def _identity(place: Place) -> str:
    return os.path.realpath(place.path) if place.path else place.shown
