"""The words of a game in a scenario: every one must be a word of the rulebook that it is played with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs
from attrs import frozen

from dunerules.engine.declaration_checks import path_key
from dunerules.engine.errors import Problem, RulesetError, nearest
from dunerules.engine.positions import hint_of_given, misnamed
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.scenario_files import EventExpectation, Given, Scenario, ScenarioError, Then, When, own_keys
from dunerules.engine.scenario_reading import CHOOSE, read_value
from dunerules.engine.scenario_values import NONE, UNSEEN


@frozen
class Script:
    """A scenario in the words of one rulebook: what can be played."""

    seats: tuple[str, ...]
    given: Mapping[str, Any]  # Any: each word has values of its own
    chance: Mapping[str, tuple[Any, ...]]
    choices: tuple[Any, ...]  # Any: instances of declared choices
    """One for each `[[when]]`."""


def script_of(scenario: Scenario, rulebook: Rulebook) -> Script:
    """Read a scenario with a rulebook at hand; raises a ScenarioError with every word that the rulebook lacks."""
    file = scenario.file
    seats = rulebook.factions if file.given.seats is None else file.given.seats
    reader = _Reader(rulebook, scenario.shown, seats)
    given = reader.position(file.given)
    chance = reader.value(file.given.chance, Mapping[str, tuple[Any, ...]], "given.chance")
    choices = tuple(reader.when(when, f"when[{index}]") for index, when in enumerate(file.when))
    reader.then(file.then)
    for person, tables in file.then.seen_by.items():
        path = f"then.seen_by.{path_key(person)}"
        reader.known(person, [file.given.persons.get(seat, seat) for seat in seats], "a person here", path)
        reader.tables(tables, path)
    if reader.problems:
        raise ScenarioError(reader.problems)
    return Script(seats, given, chance, choices)


@frozen
class _Reader:
    """Reads words of one rulebook and notes those that it does not know."""

    rulebook: Rulebook
    shown: str
    seats: tuple[str, ...]
    problems: list[Problem] = attrs.field(factory=list)

    def known(self, word: str, words: Iterable[str], what: str, path: str) -> bool:
        """Whether a word is one of some; a problem if not."""
        words = tuple(words)
        if word not in words:
            self.problems.append(Problem(self.shown, path, f'"{word}" is not {what}.', nearest(word, words)))
        return word in words

    def ruled(self, word: str, words: Iterable[str], noun: str, path: str) -> bool:
        """The same for what the rulebook declares."""
        return self.known(word, words, f"{noun} of {self.rulebook.id}", path)

    def seat(self, seat: str, path: str) -> None:
        """Check a seat."""
        self.known(seat, self.seats, "a seat here", path)

    def named_seat(self, words: Mapping[str, Any], path: str) -> None:
        """Check the seat that a table names, if it does: nothing ever happens to a misspelt one."""
        seat = words.get("seat")
        if isinstance(seat, str) and seat not in ("", NONE, UNSEEN):
            self.seat(seat, f"{path}.seat")

    # -------------------------------------------------------------- given and when

    def position(self, given: Given) -> dict[str, Any]:
        """The words of a position, each read as its rule module wants it."""
        for index, seat in enumerate(given.seats or ()):
            self.ruled(seat, self.rulebook.factions, "a faction", f"given.seats[{index}]")
        for seat in given.persons:
            self.seat(seat, f"given.persons.{path_key(seat)}")
        if given.turn_of:
            self.seat(given.turn_of, "given.turn_of")
        if given.at:
            steps = {step for procedure in self.rulebook.procedures.values() for step in procedure.steps}
            self.ruled(given.at, steps, "a step", "given.at")
        read = {}
        for word, value in given.words.items():
            path = f"given.{path_key(word)}"
            if self.ruled(word, [*self.rulebook.givens, *own_keys(Given)], "a word for a position", path):
                laid_out = self.rulebook.givens[word]
                read[word] = self.value(value, hint_of_given(laid_out), path)
                self.names(read[word], hint_of_given(laid_out, names=True), path)
        return read

    def names(self, value: Any, hint: Any, path: str) -> None:
        """Check the words of a value that name seats or components."""
        for wrong in misnamed(value, hint, path, self.seats, self.rulebook.components):
            self.problems.append(Problem(self.shown, wrong.path, wrong.message, wrong.hint))

    def when(self, when: When, path: str) -> Any:
        """The choice of a `[[when]]`; None after a problem."""
        self.seat(when.seat, f"{path}.seat")
        self.events(when.expect, f"{path}.expect")
        return self.choice(when.choose, {**when.words, **when.with_}, path, own_keys(When))

    def choice(self, name: object, fields: Mapping[str, Any], path: str, beside: Iterable[str] = ()) -> Any:
        """A choice by name with its fields, which stand ``beside`` other keys; None after a problem."""
        if not self.ruled(str(name), self.rulebook.choices, "a choice", f"{path}.{CHOOSE}"):
            return None
        cls: Any = self.rulebook.choices[str(name)]
        names = [field.name for field in attrs.fields(cls)]
        for key in (key for key in fields if key not in names):
            # The strict reader would suggest fields only, and not the nearest key of the table around them.
            message, hint = f'"{key}" is not a field of the choice "{name}".', nearest(key, [*names, *beside])
            self.problems.append(Problem(self.shown, f"{path}.{path_key(key)}", message, hint))
        return self.value({key: value for key, value in fields.items() if key in names}, cls, path)

    def value(self, value: Any, hint: Any, path: str) -> Any:
        """A value as the type that the rules want; None after a problem."""
        try:
            return read_value(value, hint, self.shown, path, self._nested)
        except RulesetError as error:
            self.problems.extend(error.problems)
            return None

    def _nested(self, table: Mapping[str, Any], path: str) -> Any:
        return self.choice(table[CHOOSE], {key: part for key, part in table.items() if key != CHOOSE}, path)

    # -------------------------------------------------------------- then

    def then(self, then: Then) -> None:
        """Check every word of `[then]` besides persons."""
        self.events(then.events, "then.events")
        self.events(then.no_events, "then.no_events")
        for seat, kinds in (then.asked or {}).items():
            path = f"then.asked.{path_key(seat)}"
            self.seat(seat, path)
            for kind in filter(None, (kinds,) if isinstance(kinds, str) else kinds):
                self.ruled(kind, self.rulebook.hooks["decision_space"], "a kind of decision", path)
        for index, seat in enumerate(then.winners or ()):
            self.seat(seat, f"then.winners[{index}]")
        for index, number in enumerate(then.quantities):
            declared = self.rulebook.quantities
            self.question("quantity", number.quantity, number.words, declared, f"then.quantities[{index}]")
        for index, may in enumerate(then.permissions):
            allowed = self.rulebook.permissions
            self.question("permission", may.permission, may.words, allowed, f"then.permissions[{index}]")
        self.tables(then.tables, "then.tables")

    def events(self, expected: Iterable[EventExpectation], path: str) -> None:
        """Check names of events and of their fields."""
        for index, one in enumerate(expected):
            if self.ruled(one.event, self.rulebook.events, "an event", f"{path}[{index}].event"):
                cls = self.rulebook.events[one.event]
                self.fields(cls, one.words, f'a field of the event "{one.event}"', f"{path}[{index}]")
            self.named_seat(one.words, f"{path}[{index}]")

    def tables(self, tables: Mapping[str, Mapping[str, Any]], path: str) -> None:
        """Check names of tables and of their fields."""
        for name, fields in tables.items():
            below = f"{path}.{path_key(name)}"
            if self.ruled(name, self.rulebook.tables, "a table", below):
                self.fields(self.rulebook.tables[name], fields, f'a field of the table "{name}"', below)

    def fields(self, cls: Any, words: Iterable[str], what: str, path: str) -> None:
        """Check names of fields."""
        names = [field.name for field in attrs.fields(cls)]
        for word in words:
            self.known(word, names, what, f"{path}.{path_key(word)}")

    def question(self, noun: str, name: str, words: Mapping[str, Any], asked: Mapping[str, Any], path: str) -> None:
        """Check a question about a quantity or a permission: its name, and that it names what it must."""
        self.named_seat(words, path)
        for key in [key for key in words if key in self.rulebook.components]:
            # A slip here would not be an error in play: conditions on another word just do not hold.
            self.ruled(str(words[key]), self.rulebook.components[key], f"a {key}", f"{path}.{path_key(key)}")
        if self.ruled(name, asked, f"a {noun}", f"{path}.{noun}"):
            for key in asked[name].needs:
                if key not in words:
                    message = f'is missing: the {noun} "{name}" depends on it.'
                    self.problems.append(Problem(self.shown, f"{path}.{path_key(key)}", message))
