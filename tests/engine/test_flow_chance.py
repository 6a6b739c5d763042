"""Chance in a game: outcomes are events, streams are apart, and outcomes may be supplied."""

from __future__ import annotations

import pytest
from small_rules import Noted, happened, notes, procedure, refusal, small_game

from dunerules import RuleModuleError
from dunerules.engine.chance import keyed
from dunerules.engine.flow import Chance
from dunerules.rules import Tx, step

ITEMS = ("ace", "king", "queen", "knave", "ten")
GAME = procedure("game", "rolls")


@step("rolls")
def roll_three(tx: Tx) -> None:
    tx.emit(Noted(" ".join(str(tx.roll("die", 6)) for _ in range(3))))


@step("disturb")
def use_other_streams(tx: Tx) -> None:
    for stream in ("dice", "die ", "deck"):
        tx.roll(stream, 100)
        tx.shuffled(stream, ITEMS)


@step("cards")
def draw_cards(tx: Tx) -> None:
    tx.emit(Noted(tx.pick("top", ITEMS)))
    tx.emit(Noted(" ".join(tx.shuffled("deck", ITEMS))))


def test_each_draw_is_that_of_its_stream_and_number():
    game = small_game(GAME, roll_three, seed=11)

    expected = [keyed(11, "die", number).below(6) + 1 for number in range(3)]
    assert " ".join(map(str, expected)) == notes(game)[0]
    assert [("die", outcome) for outcome in expected] == [(e.stream, e.outcome) for e in happened(game, "drawn")]
    assert {"die": 3} == game[Chance].counters


def test_picks_and_shuffles_come_from_the_streams_too():
    game = small_game(procedure("game", "cards"), draw_cards, seed=5)

    assert (keyed(5, "top", 0).pick(ITEMS), " ".join(keyed(5, "deck", 0).shuffled(ITEMS))) == notes(game)


def test_a_rule_that_draws_does_not_disturb_other_streams():
    plain = small_game(GAME, roll_three, seed=3)
    disturbed = small_game(procedure("game", "disturb", "rolls"), use_other_streams, roll_three, seed=3)

    assert notes(plain) == notes(disturbed)


def test_another_seed_gives_other_outcomes():
    rolls = {notes(small_game(GAME, roll_three, seed=seed)) for seed in range(20)}

    assert len(rolls) > 10


def test_nobody_sees_the_seed_or_what_was_drawn():
    @step("silent")
    def roll_in_secret(tx: Tx) -> None:
        tx.roll("secret", 1000)

    one, other = (small_game(procedure("game", "silent"), roll_in_secret, seed=seed) for seed in (1, 2))

    assert one.state != other.state
    assert one.view("red").state.tables == other.view("red").state.tables
    assert "drawn" not in [one.rulebook.names[type(event)] for event in one.events_for("red")]


# ------------------------------------------------------------------ supplied outcomes


def test_supplied_outcomes_come_first_and_the_stream_goes_on_behind_them():
    game = small_game(GAME, roll_three, seed=11, scripted={"die": [6, 1]})

    expected = [6, 1, keyed(11, "die", 2).below(6) + 1]
    assert " ".join(map(str, expected)) == notes(game)[0]
    assert {"die": ()} == game[Chance].scripted


def test_supplied_picks_and_orders_are_taken():
    scripted = {"top": ["queen"], "deck": [ITEMS[::-1]]}

    game = small_game(procedure("game", "cards"), draw_cards, scripted=scripted)

    assert ("queen", "ten knave queen king ace") == notes(game)


def test_a_position_may_supply_outcomes_besides():
    game = small_game(GAME, roll_three, given={"chance": {"die": [2, 3, 4]}}, scripted={"other": [1]})

    assert ("2 3 4",) == notes(game)
    assert {"die": (), "other": (1,)} == game[Chance].scripted


def test_nothing_is_an_outcome_like_any_other_where_it_may_come_up():
    @step("draw")
    def draw_or_not(tx: Tx) -> None:
        tx.emit(Noted(str([tx.pick("top", ("ace", None)) for _ in range(6)])))

    game = small_game(procedure("game", "draw"), draw_or_not, scripted={"top": [None] * 6})

    assert ("[None, None, None, None, None, None]",) == notes(game)


@pytest.mark.parametrize("outcome", [0, 7, -1, "3", True, None, (3,)])
def test_a_supplied_roll_must_be_a_number_of_the_die(outcome):
    expected = f'supplied outcome {outcome!r} of "die" is not a number from 1 to 6'

    assert expected == refusal(RuleModuleError, small_game, GAME, roll_three, scripted={"die": [outcome]})


@pytest.mark.parametrize("outcome", ["joker", None, 3])
def test_a_supplied_pick_must_be_one_of_the_items(outcome):
    expected = f'supplied outcome {outcome!r} of "top" is none of {list(ITEMS)!r}'

    assert expected == refusal(
        RuleModuleError, small_game, procedure("game", "cards"), draw_cards, scripted={"top": [outcome]}
    )


@pytest.mark.parametrize("outcome", [(), ITEMS[1:], (*ITEMS, "ace"), (*ITEMS[1:], "joker"), "ace", 5, None])
def test_a_supplied_order_must_hold_exactly_the_same_things(outcome):
    expected = f'supplied outcome {outcome!r} of "deck" is not an order of {list(ITEMS)!r}'

    assert expected == refusal(
        RuleModuleError, small_game, procedure("game", "cards"), draw_cards, scripted={"deck": [outcome]}
    )
