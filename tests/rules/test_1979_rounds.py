"""Turns of six rounds in 1979, as they are played and as they are told."""

from __future__ import annotations

import pytest

import dunerules
from dunerules import Game
from dunerules.classic.deals import phases
from dunerules.classic.turn import Turn, order_from
from dunerules.engine.players import play_out
from dunerules.engine.words import event_words

BOOK = dunerules.load("ah-1979-basic")
ROUND = ("atreides", "bene-gesserit", "emperor", "fremen", "guild", "harkonnen")
ROUNDS = ["Storm", "Spice blow", "Bidding", "Revival and movement", "Battle", "Collection"]
END = "End of the turn"


def params(rule_id):
    return dict(BOOK.catalogue[rule_id].data["params"])


def told_turns(game):
    """The headings of phases as players read them, by turn."""
    told: dict[int, list[str]] = {}
    turn = 0
    for event in game.events:
        if game.rulebook.names[type(event)] == "turn-began":
            turn = event.turn
        if game.rulebook.names[type(event)] == "phase-began" and (words := event_words(game.rulebook, event)):
            told.setdefault(turn, []).append(words)
    return told


@pytest.mark.rule("ah79.general.round-order", "ah79.general.turn-limit")
def test_every_turn_is_told_as_six_rounds_and_its_end():
    game = play_out(Game.start(BOOK, seed=3))

    told = told_turns(game)

    assert ["Set-up"] == told.pop(0)
    assert [title.lower().replace(" ", "-") for title in ROUNDS] == params("ah79.general.round-order")["rounds"]
    assert all([*ROUNDS, END] == turn for turn in told.values())
    assert list(range(1, len(told) + 1)) == list(told)
    assert len(told) <= params("ah79.general.turn-limit")["max_turns"]


@pytest.mark.rule("ah79.general.round-order")
def test_the_printed_rulebook_calls_the_rounds_as_the_game_tells_them():
    printed = dunerules.rulebook_text(BOOK).splitlines()

    numbered = [line.partition(". ")[2] for line in printed if line[:1].isdigit()]
    headings = [line.removeprefix("## ") for line in printed if line.startswith("## ")]
    assert [*ROUNDS, END] == numbered
    assert [*ROUNDS, END] == [title for title in headings if title in {*ROUNDS, END}]


@pytest.mark.rule("ah79.general.turn-limit")
def test_play_stops_after_turn_fifteen():
    assert 15 == params("ah79.general.turn-limit")["max_turns"]
    last = Game.start(BOOK, ROUND[:3], given={"turn": 15}, at="mentat-pause")
    before = Game.start(BOOK, ROUND[:3], given={"turn": 14}, at="mentat-pause")

    assert last.outcome is not None
    assert before.outcome is None
    assert 15 == before[Turn].turn


@pytest.mark.rule("ah79.general.round-order")
def test_charity_comes_after_the_bidding_round_has_begun_and_before_cards_are_dealt():
    parts = BOOK.procedures["bidding"].steps

    assert "charity" not in BOOK.procedures["turns"].steps
    assert parts.index("bidding.begin") < parts.index("charity") < parts.index("bidding.deal")


@pytest.mark.rule("ah79.silence.deal-enforcement", "ah79.general.round-order")
def test_a_deal_can_fall_due_at_the_beginning_of_a_round_or_at_the_end_of_the_turn():
    titles = [BOOK.components["phase"][phase].title for phase in phases(BOOK)]

    assert [*ROUNDS, END] == titles


@pytest.mark.rule("ah79.general.first-player", "ah79.general.turn-direction")
@pytest.mark.parametrize("storm", range(1, 19))
def test_whoever_the_storm_reaches_next_is_first_and_one_under_it_is_last(storm):
    """Against a plain walk: step by step from the storm on, every dot met is the next player's."""
    look = Game.start(BOOK, ROUND, at="storm.dial").look
    dots = {sector: seat for seat, sector in look[Turn].circles.items()}

    walked = [(storm + step - 1) % 18 + 1 for step in range(1, 19)]

    assert tuple(dots[sector] for sector in walked if sector in dots) == order_from(look, storm)


@pytest.mark.rule("ah79.general.first-player")
def test_the_first_player_moves_first_and_is_the_first_aggressor():
    seats = ("guild", "emperor", "fremen")
    given = {"order": ("emperor", "fremen", "guild"), "forces": {"carthag": {"guild": 2, "emperor": 2, "fremen": 2}}}

    moving = Game.start(BOOK, seats, given=given, at="shipment")
    fighting = Game.start(BOOK, seats, given=given, at="battle")

    assert ["emperor"] == [decision.seat for decision in moving.decisions]
    assert [("emperor", "battle")] == [(decision.seat, decision.kind) for decision in fighting.decisions]
