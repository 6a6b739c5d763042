"""Values of scenarios: read as the rules declare them, written as a file has them, and compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Optional

import attrs
import pytest

import dunerules
from dunerules.engine.flow import Pass, SetOrder
from dunerules.engine.hidden import HIDDEN
from dunerules.engine.marks import choice
from dunerules.engine.positions import hint_of_given
from dunerules.engine.scenario_reading import read_value
from dunerules.engine.scenario_values import as_toml, differences, fits, written


@attrs.frozen
class Stack:
    forces: int
    elite: int = 0


@choice("muster")
class Muster:
    forces: tuple[tuple[str, int], ...] = ()
    stacks: Mapping[tuple[str, int], Stack] = attrs.field(factory=dict)
    turns: Mapping[int, str] = attrs.field(factory=dict)
    cards: frozenset[str] = frozenset()
    where: Optional[tuple[str, int]] = None  # noqa: UP045 - both ways of writing are read
    then: Any = None
    either: Pass | SetOrder | None = None


def nested(table, path):
    return {"pass": Pass()}[table["choose"]]


def test_choices_are_read_as_their_classes_say():
    table = {
        "forces": {"red": 2, "blue": 1},
        "stacks": {"gate/3": {"forces": 2}},
        "turns": {"2": "red"},
        "cards": ["veto", "charm"],
        "where": ["gate", 3],
        "then": [1, [2, {"choose": "pass"}]],
        "either": {"choose": "pass"},
    }

    read = read_value(table, Muster, "x.toml", "when[0]", nested)

    assert (
        Muster(
            forces=(("red", 2), ("blue", 1)),
            stacks={("gate", 3): Stack(2)},
            turns={2: "red"},
            cards=frozenset({"veto", "charm"}),
            where=("gate", 3),
            then=(1, (2, Pass())),
            either=Pass(),
        )
        == read
    )


def test_pairs_may_be_written_as_a_list_too():
    read = read_value({"forces": [["red", 2]]}, Muster, "x.toml", "when[0]", nested)

    assert Muster(forces=(("red", 2),)) == read


def test_a_word_of_a_position_is_read_as_its_function_is_annotated():
    def dice(tx: object, value: Mapping[str, Iterable[int] | None]) -> None: ...

    def untyped(tx, value): ...

    def unresolved(tx: Nowhere, value: int) -> None: ...  # noqa: F821 - as a name imported for type checkers is

    assert {"red": (1, 2)} == read_value({"red": [1, 2]}, hint_of_given(dice), "x.toml", "given.dice", nested)
    assert [Any, Any] == [hint_of_given(untyped), hint_of_given(unresolved)]


def test_values_of_a_game_are_written_as_a_scenario_writes_them():
    rulebook = dunerules.load("dice-feud")
    value = {("gate", 1): (None, HIDDEN), "order": SetOrder("turn", Pass()), "set": frozenset({"b", "a"})}

    shown = written(rulebook, value)

    assert {
        "gate/1": ["none", "hidden"],
        "order": {"choose": "set-order", "kind": "turn", "choice": {"choose": "pass"}, "until": ""},
        "set": ["a", "b"],
    } == shown
    assert '{ "gate/1" = ["none", "hidden"], set = ["a", "b"] }' == as_toml(
        {key: part for key, part in shown.items() if key != "order"}
    )
    assert fits({"set": ["b", "a"]}, shown)


@pytest.mark.parametrize(
    ("expected", "value", "same"),
    [
        (1, 1, True), (1, True, False), (True, True, True), ("1", 1, False), (Fraction(1, 2), Fraction(1, 2), True),
        ("1/2", Fraction(1, 2), True), ("1/3", Fraction(1, 2), False), ({}, [], True), ({}, {}, True), ({}, [1], False),
        ({}, 0, False), ({"red": 1}, [["red", 1], ["blue", 2]], True), ({"red": 2}, [["red", 1]], False),
        ({"red": 1}, [["red", 1, 2]], False), ({"red": "none"}, {}, True), ("none", "none", True), ([1], [1, 2], False),
        ([{"a": 1}], [{"a": 1, "b": 2}], True), ({"gate/red": 1}, [[["gate", "red"], 1]], True),
    ],
)  # fmt: skip
def test_only_what_is_given_is_compared_and_lists_are_compared_whole(expected, value, same):
    assert same is (not list(differences(expected, value, "x")))


def test_a_fraction_in_quotes_is_read_where_a_whole_number_may_stand_too():
    assert Fraction(1, 2) == read_value("1/2", int | Fraction, "x.toml", "when[0].dial", nested)
    assert "1/2" == read_value("1/2", str | Fraction, "x.toml", "when[0].dial", nested)
