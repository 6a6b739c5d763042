"""Scenario files: given, when and then, written by people who know the game and need not program.

The classes below are the format. Tables in which the words of a game stand beside the words of the format (a position,
a choice, an event, a question) keep the former in their field `words`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import Any

import attrs
from attrs import frozen

from dunerules.engine.citations import citation_problem
from dunerules.engine.declaration_checks import path_key
from dunerules.engine.declarations import RulesetFile, doc
from dunerules.engine.errors import DunerulesError, Problem, RulesetError, nearest
from dunerules.engine.library import Library
from dunerules.engine.structure import parse_toml, read_toml, structure

Words = Mapping[str, Any]
"""Words of the game and what they are set to; Any: what TOML can say."""


class ScenarioError(DunerulesError):
    """A scenario cannot be played as it is written; ``problems`` lists everything that was found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


@frozen
class ScenarioHead:
    """The `[scenario]` table."""

    title: str = doc("What the scenario shows, as a sentence about the game.")
    ruleset: str = doc("The ruleset to play: a known name, or a path beside this file.", default="")
    rulesets: tuple[str, ...] = doc("Several rulesets that must all behave so.", default=())
    rules: tuple[str, ...] = doc("Catalogue ids of the rules it shows.", default=())
    text: str = doc("Why, in words.", default="")


@frozen
class Given:
    """The `[given]` table: the position, as far as it matters."""

    seats: tuple[str, ...] | None = doc("Who plays, in order around the table; left out: every faction.", default=None)
    persons: Mapping[str, str] = doc("Who holds a seat, where it is not a person of its name.", factory=dict)
    seed: int = doc("Decides everything that is left to chance.", default=0)
    at: str = doc("The step at which play starts; left out: at the beginning of the game.", default="")
    turn_of: str = doc("Whose turn it is there.", default="")
    chance: Mapping[str, tuple[Any, ...]] = doc("Outcomes of chance: stream, and what it gives in order.", factory=dict)
    words: Words = doc("Every other key: a word that a rule module declares for positions.", factory=dict)


@frozen
class EventExpectation:
    """An event that must or must not happen; only the fields that are given are compared."""

    event: str = doc("The event's name.")
    words: Words = doc("Every other key: a field of the event.", factory=dict)


@frozen
class When:
    """A `[[when]]` table: what one seat chooses, and what comes of it."""

    seat: str = doc("Who chooses.")
    choose: str = doc("The choice's name.")
    with_: Words = doc("Fields of the choice, where one is called like a key of this table.", factory=dict)
    refused: bool | str = doc("That the choice is refused: true, or the catalogue id of the rule.", default=False)
    because: str = doc("A part of the reason for the refusal.", default="")
    expect: tuple[EventExpectation, ...] = doc("Events that the choice leads to, in this order.", default=())
    words: Words = doc("Every other key: a field of the choice.", factory=dict)

    @property
    def must_be_refused(self) -> bool:
        """Whether the scenario says that the rules do not allow it."""
        return bool(self.refused or self.because)


@frozen
class QuantityExpectation:
    """A number of the rules at the end."""

    quantity: str = doc("The quantity's name.")
    is_: Fraction = doc("What it must be.")
    words: Words = doc("Every other key: what the question names, such as `seat`.", factory=dict)


@frozen
class PermissionExpectation:
    """A may or may-not at the end."""

    permission: str = doc("The permission's name.")
    allowed: bool = doc("What the rules must say.")
    by: str = doc("The catalogue id of a rule that the deciding rule cites.", default="")
    because: str = doc("A part of the reason for the refusal.", default="")
    words: Words = doc("Every other key: what the question names, such as `seat`.", factory=dict)


@frozen
class Then:
    """The `[then]` table: what must be true at the end."""

    events: tuple[EventExpectation, ...] = doc("Events in this order, with others between them.", default=())
    no_events: tuple[EventExpectation, ...] = doc("Events that must not happen, by name or as a table.", default=())
    asked: Mapping[str, str | tuple[str, ...]] | None = doc(
        "Seat and kind of the decision that is open for it, empty for none; `{}`: nobody is asked.", default=None
    )
    winners: tuple[str, ...] | None = doc("The game is over, and these seats have won.", default=None)
    over: bool | None = doc("Whether the game is over.", default=None)
    lawful: bool | None = doc(
        "Whether every law that the rule modules declare holds, and those about what everybody knows.", default=None
    )
    quantities: tuple[QuantityExpectation, ...] = doc("Numbers of the rules.", default=())
    permissions: tuple[PermissionExpectation, ...] = doc("What may be done.", default=())
    tables: Mapping[str, Words] = doc("Facts: table, field, value; only what is given is compared.", factory=dict)
    seen_by: Mapping[str, Mapping[str, Words]] = doc("What a person sees: person, table, field, value.", factory=dict)


@frozen
class Under:
    """An `[under.RULESET]` table: what is so with one of the rulesets only."""

    given: Given = doc("More of the position; a key that stands in [given] too is replaced.", factory=Given)
    when: tuple[When, ...] = doc("Choices that come after those of the file.", default=())
    then: Then = doc("What must be true besides; a key that stands in [then] too is replaced.", factory=Then)


@frozen
class ScenarioFile:
    """A scenario's TOML file."""

    scenario: ScenarioHead = doc("What it is and which rules it shows.")
    given: Given = doc("The position.", factory=Given)
    when: tuple[When, ...] = doc("The choices, in order.", default=())
    then: Then = doc("What must be true at the end.", factory=Then)
    house: Words = doc("Changes of the ruleset, in the words of a ruleset file.", factory=dict)
    under: Mapping[str, Under] = doc("Ruleset, and what is so with this one only.", factory=dict)


@frozen
class Scenario:
    """A scenario that was read: its file, and the house rules in it."""

    shown: str
    """The file, as messages name it."""
    folder: Path
    """Where rulesets that are named by a path are looked for."""
    file: ScenarioFile
    rulesets: tuple[str, ...]
    """The rulesets that it is played with, one after the other."""
    house: RulesetFile | None = None
    under: Mapping[str, ScenarioFile] = {}
    """For each ruleset with an outcome of its own the file with that outcome worked in."""

    def with_ruleset(self, ruleset: str) -> Scenario:
        """The scenario as it is played with this ruleset."""
        return attrs.evolve(self, rulesets=(ruleset,), file=self.under.get(ruleset, self.file))

    @property
    def title(self) -> str:
        """What the scenario shows."""
        return self.file.scenario.title

    @property
    def rules(self) -> tuple[str, ...]:
        """Catalogue ids of the rules it shows."""
        return self.file.scenario.rules


def read_scenario(path: str | PathLike[str], *, shown: str = "", library: Library | None = None) -> Scenario:
    """Read a scenario file; raises a ScenarioError with everything that is wrong in it.

    Words of the game are checked when it is run, for they depend on the ruleset. ``shown`` names the file in messages.
    """
    shown = shown or os.fspath(path)
    try:
        data = read_toml(path, shown)
    except RulesetError as error:
        raise ScenarioError(error.problems) from None
    return _scenario(data, shown, Path(path).parent, library or Library.installed())


def parse_scenario(text: str, *, shown: str = "<scenario>", library: Library | None = None) -> Scenario:
    """Read a scenario from text; rulesets named by a path are looked for in the working directory."""
    try:
        data = parse_toml(text, shown)
    except RulesetError as error:
        raise ScenarioError(error.problems) from None
    return _scenario(data, shown, Path(), library or Library.installed())


def _scenario(data: dict[str, Any], shown: str, folder: Path, library: Library) -> Scenario:
    problems: list[Problem] = []
    file: ScenarioFile | None = None
    house: RulesetFile | None = None
    try:
        file = structure(ScenarioFile, _gathered_file(data), shown)
    except RulesetError as error:
        problems.extend(attrs.evolve(problem, path=_key_words(problem.path)) for problem in error.problems)
    try:
        house = _house(data.get("house"), shown)
    except RulesetError as error:
        problems.extend(error.problems)
    if file is not None:
        problems.extend(_file_problems(file, shown, folder, library))
    if problems or file is None:
        raise ScenarioError(problems)
    head = file.scenario
    under = {name: structure(ScenarioFile, _gathered_file(_merged(data, name)), shown) for name in file.under}
    return Scenario(shown, folder, file, head.rulesets or (head.ruleset,), house, under)


def _merged(data: Mapping[str, Any], ruleset: str) -> dict[str, Any]:
    """The file's data with what is so under one ruleset worked in."""
    own = data["under"][ruleset]
    return {
        **{key: value for key, value in data.items() if key != "under"},
        "given": {**data.get("given", {}), **own.get("given", {})},
        "when": [*data.get("when", []), *own.get("when", [])],
        "then": {**data.get("then", {}), **own.get("then", {})},
    }


# ------------------------------------------------------------------ the words of a game among those of the format


def _gathered_file(data: Mapping[str, Any]) -> dict[str, Any]:
    """The file's data with the words of the game gathered into `words`."""
    gathered = _gathered_parts(data)
    if isinstance(data.get("under"), dict):
        gathered["under"] = {
            name: _gathered_parts(part) if isinstance(part, dict) else part for name, part in data["under"].items()
        }
    return gathered


def _gathered_parts(data: Mapping[str, Any]) -> dict[str, Any]:
    gathered = dict(data)
    if "given" in data:
        gathered["given"] = _gathered(Given, data["given"])
    if isinstance(data.get("when"), list):
        gathered["when"] = [_gathered_when(when) for when in data["when"]]
    if isinstance(data.get("then"), dict):
        gathered["then"] = _gathered_then(data["then"])
    return gathered


def _gathered_when(when: object) -> object:
    gathered = _gathered(When, when)
    if isinstance(gathered, dict) and "expect" in gathered:
        gathered["expect"] = _gathered_list(EventExpectation, gathered["expect"])
    return gathered


def _gathered_then(then: Mapping[str, Any]) -> dict[str, Any]:
    gathered = dict(then)
    for key, cls in _GATHERED.items():
        if key in then:
            gathered[key] = _gathered_list(cls, then[key])
    if "no_events" in gathered and isinstance(gathered["no_events"], list):
        gathered["no_events"] = [{"event": one} if isinstance(one, str) else one for one in gathered["no_events"]]
    if then.get("asked") in ([], ""):
        gathered["asked"] = {}
    return gathered


_GATHERED = {
    "events": EventExpectation,
    "no_events": EventExpectation,
    "quantities": QuantityExpectation,
    "permissions": PermissionExpectation,
}


def _gathered_list(cls: type, tables: object) -> object:
    return [_gathered(cls, table) for table in tables] if isinstance(tables, list) else tables


def own_keys(cls: type) -> dict[str, str]:
    """The keys that a table of this class has besides the words of the game, with the fields that they fill."""
    return {_key_words(field.name): field.name for field in attrs.fields(cls) if field.name != "words"}


def _gathered(cls: type, table: object) -> object:
    if not isinstance(table, dict):
        return table
    own = own_keys(cls)
    return {
        **{own[key]: value for key, value in table.items() if key in own},
        "words": {key: value for key, value in table.items() if key not in own},
    }


def _key_words(path: str) -> str:
    """A path with keys as the file writes them: `is` and `with` cannot be names in Python."""
    return re.sub(r"_(?=\.|\[|$)", "", path)


# ------------------------------------------------------------------ what the types do not show


def _house(table: object, shown: str) -> RulesetFile | None:
    if not isinstance(table, dict) or not table:
        return None
    if "ruleset" in table:
        raise RulesetError([Problem(shown, "house.ruleset", "the ruleset is named in [scenario].", "Leave it out.")])
    # The name is given when the ruleset that it stands on is known.
    return structure(RulesetFile, {"ruleset": {"id": "house", "title": "House rules"}, **table}, shown, path="house")


def _file_problems(file: ScenarioFile, shown: str, folder: Path, library: Library) -> Iterator[Problem]:
    head = file.scenario
    if bool(head.ruleset) == bool(head.rulesets):
        how = "both" if head.ruleset else "neither"
        yield Problem(shown, "scenario", f'expected exactly one of "ruleset" and "rulesets", found {how}.')
    for path, name in _ruleset_places(head):
        if name.endswith(".toml"):
            if not (folder / name).is_file():
                yield Problem(shown, path, f'there is no file "{name}" beside this one.')
        elif name not in library.rulesets:
            yield Problem(shown, path, f'"{name}" is not a known ruleset.', nearest(name, library.rulesets))
    for path, rule_id in _rule_ids(file):
        problem = citation_problem(rule_id, shown, path, library.catalogue)
        if problem:
            yield problem
    for path, part in _parts(file).items():
        yield from _part_problems(part, shown, path)
    for name in file.under:
        if name not in (head.rulesets or (head.ruleset,)):
            hint = nearest(name, head.rulesets or (head.ruleset,))
            yield Problem(shown, f"under.{path_key(name)}", f'the scenario is not played with "{name}".', hint)
    if not any(map(_expects, _parts(file).values())):
        message = "the scenario expects nothing."
        yield Problem(shown, "then", message, "Say what must happen: events, winners, tables, a refusal ...")


def _parts(file: ScenarioFile) -> dict[str, ScenarioFile | Under]:
    """What every ruleset plays and what each plays besides, by the beginning of its place in the file."""
    return {"": file, **{f"under.{path_key(name)}.": part for name, part in file.under.items()}}


def _expects(part: ScenarioFile | Under) -> bool:
    return part.then != Then() or any(when.must_be_refused or when.expect for when in part.when)


def _part_problems(part: ScenarioFile | Under, shown: str, path: str) -> Iterator[Problem]:
    if part.given.turn_of and not part.given.at:
        place = f"{path}given.turn_of"
        yield Problem(shown, place, 'expected "at" beside it: the step at which it is the turn of somebody.')
    for index, when in enumerate(part.when):
        for key in sorted(when.words.keys() & when.with_.keys()):
            place = f"{path}when[{index}].with.{path_key(key)}"
            yield Problem(shown, place, f'"{key}" stands in when[{index}] already.')
        if when.must_be_refused and when.expect:
            yield Problem(shown, f"{path}when[{index}].expect", "a choice that is refused leads to no events.")


def _ruleset_places(head: ScenarioHead) -> Iterator[tuple[str, str]]:
    """Each ruleset that a scenario names, with its place in the file."""
    if head.ruleset:
        yield "scenario.ruleset", head.ruleset
    for index, name in enumerate(head.rulesets):
        yield f"scenario.rulesets[{index}]", name


def _rule_ids(file: ScenarioFile) -> Iterator[tuple[str, str]]:
    """Every catalogue id of a scenario, with its place."""
    for index, rule_id in enumerate(file.scenario.rules):
        yield f"scenario.rules[{index}]", rule_id
    for path, part in _parts(file).items():
        for index, when in enumerate(part.when):
            if isinstance(when.refused, str) and when.refused:
                yield f"{path}when[{index}].refused", when.refused
        for index, permission in enumerate(part.then.permissions):
            if permission.by:
                yield f"{path}then.permissions[{index}].by", permission.by
