"""Asking a single fact, as conditions do."""

from __future__ import annotations

import pytest

import dunerules
from dunerules import Game
from dunerules.engine.rulebook import UnknownName


@pytest.fixture
def look():
    position = {"round": 2, "coins": {"red": 3, "blue": 3}}
    return Game.start(dunerules.load("dice-feud"), ["red", "blue"], given=position, at="bid.sealed").look


@pytest.mark.parametrize(
    ("fact", "value", "context", "expected"),
    [
        ("seat", "red", {"seat": "red"}, True),
        ("seat", "blue", {"seat": "red"}, False),
        ("slot", "tower", {"slot": "tower"}, True),
        ("round", 2, {}, True),
        ("round", 3, {}, False),
        ("last-round", False, {}, True),
        ("module", "dice.cards", {}, True),
        ("module", "dice.gifts", {}, False),
        ("option", "dice.bidding/limit=4", {}, True),
        ("option", "dice.bidding/limit=5", {}, False),
    ],
)
def test_a_fact_holds_as_a_condition_would_find(look, fact, value, context, expected):
    assert expected is look.holds(fact, value, **context)
    assert expected is look.tester(fact, **context)(value)


def test_an_unknown_fact_is_refused_with_the_nearest(look):
    with pytest.raises(UnknownName) as error:
        look.holds("sloth", "tower", slot="tower")

    assert '"sloth" is not a fact of this rulebook. Did you mean "slot"?' == str(error.value)


def test_a_fact_that_needs_a_context_says_so(look):
    with pytest.raises(TypeError, match='the fact "slot" needs slot'):
        look.holds("slot", "tower")


def test_a_tester_finds_the_same_for_one_value_after_the_other(look):
    is_round = look.tester("round")

    assert [False, True, False] == [is_round(number) for number in (1, 2, 3)]


def test_a_tester_of_a_word_tells_it_from_a_number(look):
    is_seat = look.tester("seat", seat="red")

    assert is_seat(1) is False
