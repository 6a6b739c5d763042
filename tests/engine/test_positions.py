"""A position names what is there and keeps the laws, or the game does not start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import pytest

import dunerules
from dunerules import DunerulesError, Game
from dunerules.engine.positions import Names, Seat, left_over, misnamed

SEATS = ("red", "blue")
COMPONENTS = {"card": {"ace": None, "joker": None}}
Card = Annotated[str, Names("card")]
Pair = tuple[Seat, Card]


@pytest.mark.parametrize(
    ("hint", "value", "expected"),
    [
        (Seat, "blue", []),
        (Seat, "bleu", ['x: "bleu" is not a seat here. Did you mean "blue"?']),
        (Mapping[Seat, int], {"red": 1, "rde": 2}, ['x.rde: "rde" is not a seat here. Did you mean "red"?']),
        (list[Card], ["ace", "jokre"], ['x[1]: "jokre" is not a card of this rulebook. Did you mean "joker"?']),
        (Mapping[str, tuple[Card, ...]], {"any": ("ace",)}, []),
        (
            Mapping[Pair, int],
            {("red", "aec"): 1},
            ['x.red/aec: "aec" is not a card of this rulebook. Did you mean "ace"?'],
        ),
        (
            Mapping[Seat, int | Mapping[Card, int]],
            {"red": {"ac": 1}},
            ['x.red.ac: "ac" is not a card of this rulebook. Did you mean "ace"?'],
        ),
        (Mapping[Seat, int | Mapping[Card, int]], {"red": 3}, []),
        (str, "anything", []),
        (Mapping[Seat, int], 3, []),
    ],
)
def test_words_are_told_that_name_nothing(hint, value, expected):
    found = misnamed(value, hint, "x", SEATS, COMPONENTS)

    assert expected == [f"{one.path}: {one.message} {one.hint}" for one in found]


def test_pieces_that_are_not_left_cannot_be_given():
    assert ("ace", "joker") == left_over(["ace", "ace", "joker"], ["ace"], "the cards")
    with pytest.raises(DunerulesError) as refused:
        left_over(["ace"], ["ace", "ace"], "the cards")

    assert '"ace" is not there, or not so often, among the cards.' == str(refused.value)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"coins": {"rde": 3}}, 'coins.rde: "rde" is not a seat here. Did you mean "red"?'),
        ({"hands": {"red": ["vteo"]}}, 'hands.red[0]: "vteo" is not a card of this rulebook. Did you mean "veto"?'),
        ({"coins": {"red": 50, "jade": 1}}, 'the position breaks the law "coins are conserved": '),
    ],
)
def test_a_game_does_not_start_from_a_position_that_there_cannot_be(given, message):
    with pytest.raises(DunerulesError) as refused:
        Game.start(dunerules.load("dice-feud"), ("red", "jade"), given=given, at="bid")

    assert message in str(refused.value)
