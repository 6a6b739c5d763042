"""Scenarios told in words: what is given, what is chosen, and what must then be true."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from attrs import frozen

from dunerules.engine.scenario_files import EventExpectation, Given, Scenario, Then, When
from dunerules.engine.scenario_values import as_toml
from dunerules.testing.reports import plain


@frozen
class Case:
    """A scenario with its place among the cases."""

    folder: str
    number: int
    file: str
    scenario: Scenario

    @property
    def name(self) -> str:
        """How the list names it, such as ``gf9-2019/17``."""
        return f"{self.folder}/{self.number}"

    @property
    def part(self) -> str:
        """The folder inside, which is a phase or a faction."""
        return self.file.rpartition("/")[0] or self.folder


def case_lines(case: Case) -> Iterator[str]:
    """A case as Markdown."""
    file, head = case.scenario.file, case.scenario.file.scenario
    yield f"### {case.name}: {head.title}"
    yield ""
    if head.text:
        yield head.text
        yield ""
    yield f"- file: `{case.file}`"
    yield f"- rulesets: {_codes(case.scenario.rulesets)}"
    if head.rules:
        yield f"- rules: {_codes(head.rules)}"
    for key, value in file.house.items():
        yield f"- house rules: `{key}` = {_value(value)}"
    yield from _given(file.given, "given")
    for when in file.when:
        yield _when(when, "when")
    yield from _then(file.then, "then")
    for ruleset, under in file.under.items():
        yield from _given(under.given, f"given, under `{ruleset}`")
        for when in under.when:
            yield _when(when, f"when, under `{ruleset}`")
        yield from _then(under.then, f"then, under `{ruleset}`")


def _given(given: Given, word: str) -> Iterator[str]:
    if given.seats:
        yield f"- {word}: the seats are {', '.join(given.seats)}"
    if given.persons:
        held = ", ".join(f"{person} holds {seat}" for seat, person in given.persons.items())
        yield f"- {word}: {held}"
    if given.at:
        turn = f", with the turn of {given.turn_of}" if given.turn_of else ""
        yield f"- {word}: play is at the step `{given.at}`{turn}"
    if given.seed:
        yield f"- {word}: the seed is {given.seed}"
    for stream, outcomes in given.chance.items():
        yield f"- {word}: chance `{stream}` gives {_value(outcomes)}"
    for name, value in given.words.items():
        yield f"- {word}: `{name}` = {_value(value)}"


def _when(when: When, word: str) -> str:
    fields = {**when.words, **when.with_}
    chosen = f"{when.seat} chooses `{when.choose}`" + (f" with {_fields(fields)}" if fields else "")
    if when.must_be_refused:
        by = f" by `{when.refused}`" if isinstance(when.refused, str) and when.refused else ""
        because = f', because "{when.because}"' if when.because else ""
        chosen += f", and is refused{by}{because}"
    if when.expect:
        chosen += f", which leads to {_events(when.expect)}"
    return f"- {word}: {chosen}"


def _then(then: Then, word: str) -> Iterator[str]:
    if then.events:
        yield f"- {word}: {_events(then.events)}"
    if then.no_events:
        yield f"- {word}: never {_events(then.no_events)}"
    if then.asked is not None:
        for seat, kinds in then.asked.items():
            named = [kind for kind in ((kinds,) if isinstance(kinds, str) else kinds) if kind]
            yield f"- {word}: {seat} is asked " + (f"for {_codes(named)}" if named else "nothing")
        if not then.asked:
            yield f"- {word}: nobody is asked anything"
    if then.winners is not None:
        yield f"- {word}: the game is won by {', '.join(then.winners) or 'nobody'}"
    if then.over is not None:
        yield f"- {word}: the game is {'over' if then.over else 'not over'}"
    if then.lawful is not None:
        yield f"- {word}: {'every law holds' if then.lawful else 'some law is broken'}"
    for number in then.quantities:
        asked = f" for {_fields(number.words)}" if number.words else ""
        yield f"- {word}: the number `{number.quantity}`{asked} is {_value(number.is_)}"
    for may in then.permissions:
        asked = f" for {_fields(may.words)}" if may.words else ""
        by = f" by `{may.by}`" if may.by else ""
        because = f', because "{may.because}"' if may.because else ""
        yield f"- {word}: `{may.permission}`{asked} is {'allowed' if may.allowed else 'forbidden'}{by}{because}"
    yield from (f"- {word}: {line}" for line in _tables(then.tables))
    for person, tables in then.seen_by.items():
        yield from (f"- {word}: {person} sees that {line}" for line in _tables(tables))


def _tables(tables: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:  # Any: whatever a scenario compares
    for table, fields in tables.items():
        for field, value in fields.items():
            yield f"`{table}.{field}` has {_value(value)}"


def _events(events: Iterable[EventExpectation]) -> str:
    return ", then ".join(f"`{one.event}`" + (f" with {_fields(one.words)}" if one.words else "") for one in events)


def _fields(words: Mapping[str, Any]) -> str:
    return ", ".join(f"`{key}` = {_value(value)}" for key, value in words.items())


def _value(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, Fraction) and value.denominator == 1:
        value = value.numerator
    return f"`{as_toml(plain(value))}`"


def _codes(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)
