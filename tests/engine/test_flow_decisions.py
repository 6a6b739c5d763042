"""Decisions of every mode: who is asked, who sees it, and what becomes of the answers."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from small_rules import (
    PICKING,
    SEATS,
    Lock,
    Noted,
    Notes,
    NumberLocked,
    Pick,
    happened,
    notes,
    noting,
    open_to,
    picking_without,
    procedure,
    refusal,
    small_game,
)

from dunerules import IllegalChoice, RuleModuleError
from dunerules.engine.flow import Flow
from dunerules.engine.rulebook import UnknownName
from dunerules.rules import Ask, Just, Look, OneOf, Pass, Product, Space, Tx, answer, interjection, space, step

GAME = procedure("game", "question", "after")


@step("question")
def ask_red(tx: Tx) -> None:
    tx.ask("red", "pick")


@step("question")
def ask_all_sealed(tx: Tx) -> None:
    tx.ask_sealed("pick", tx.seats)


def single() -> Any:
    return small_game(GAME, ask_red, noting("after"), *PICKING)


def sealed() -> Any:
    return small_game(GAME, ask_all_sealed, noting("after"), *PICKING)


# ------------------------------------------------------------------ single


def test_a_single_decision_waits_for_its_seat_and_then_the_game_goes_on():
    game = single()

    assert ("red pick single",) == open_to(game)
    assert () == notes(game)

    game.submit("red", Pick(2))

    assert ("red picks 2", "after") == notes(game)
    assert () == game.decisions


def test_several_single_decisions_of_one_step_are_answered_in_any_order():
    @step("question")
    def ask_two(tx: Tx) -> None:
        tx.ask("red", "pick")
        tx.ask("blue", "pick")

    game = small_game(GAME, ask_two, noting("after"), *PICKING)

    game.submit("blue", Pick(1))
    assert ("red pick single",) == open_to(game)
    game.submit("red", Pick(2))

    assert ("blue picks 1", "red picks 2", "after") == notes(game)


def test_a_decision_carries_what_the_rule_said_about_it():
    @step("question")
    def ask_about(tx: Tx) -> None:
        tx.ask("red", "pick", about="the gate", price=3)

    game = small_game(GAME, ask_about, noting("after"), *PICKING)

    (decision,) = game.decisions
    assert {"about": "the gate", "price": 3} == decision.args
    assert [Pick(1), Pick(2), Pick(3)] == list(decision.space)


def test_an_illegal_answer_and_an_answer_of_somebody_else_are_refused():
    game = single()

    assert "red: Pick(number=4) is refused: number: 4 is not one of 1, 2, 3" == refusal(
        IllegalChoice, game.submit, "red", Pick(4)
    )
    assert "blue: Pick(number=1) is refused: blue is not asked anything now that this would answer" == refusal(
        IllegalChoice, game.submit, "blue", Pick(1)
    )
    assert 'jade: Pick(number=1) is refused: nobody sits at "jade"' == refusal(
        IllegalChoice, game.submit, "jade", Pick(1)
    )
    assert ("red pick single",) == open_to(game)


def test_a_decision_without_a_choice_is_an_error_of_the_rule_module():
    @step("question")
    def lock_all_and_ask(tx: Tx) -> None:
        for number in (1, 2, 3):
            tx.emit(NumberLocked(number))
        tx.ask("red", "pick")

    assert 'red was asked "pick" with nothing to choose from' == refusal(
        RuleModuleError, small_game, GAME, lock_all_and_ask, noting("after"), *PICKING
    )


@pytest.mark.parametrize(
    ("seat", "kind", "expected"),
    [
        ("red", "pik", '"pik" is not a kind of decision of this rulebook. Did you mean "pick"?'),
        ("jade", "pick", '"jade" is asked "pick", and nobody sits there'),
    ],
)
def test_a_question_of_an_unknown_kind_or_to_nobody_is_an_error_of_the_rule_module(seat, kind, expected):
    @step("question")
    def ask_wrongly(tx: Tx) -> None:
        tx.ask(seat, kind)

    error = UnknownName if kind == "pik" else RuleModuleError
    assert expected == refusal(error, small_game, GAME, ask_wrongly, noting("after"), *PICKING)


@pytest.mark.parametrize(
    ("mode", "mark", "things"),
    [
        ("single", "@answer", picking_without("take_pick")),
        ("sealed", "@answers", picking_without("take_picks")),
    ],
)
def test_a_question_in_a_mode_that_nothing_takes_is_an_error_of_the_rule_module(mode, mark, things):
    asking = ask_red if mode == "single" else ask_all_sealed

    expected = f'red is asked "pick", and no {mark}("pick") would take a {mode} answer'
    assert expected == refusal(RuleModuleError, small_game, GAME, asking, noting("after"), *things)


# ------------------------------------------------------------------ sealed


@pytest.mark.parametrize("turn", list(permutations(SEATS)))
def test_sealed_answers_may_come_in_any_order_and_are_taken_together(turn):
    numbers = {"red": 1, "blue": 2, "gold": 3}
    game = sealed()

    for seat in turn:
        assert () == notes(game)
        game.submit(seat, Pick(numbers[seat]))

    assert ("red 1, blue 2, gold 3", "after") == notes(game)
    assert {} == game[Flow].sealed == game[Flow].asks


def test_a_sealed_answer_is_secret_until_all_are_in():
    one, other = sealed(), sealed()

    one.submit("red", Pick(1))
    other.submit("red", Pick(2))

    assert one.state != other.state
    assert one.view("red") != other.view("red")
    for stranger in ("blue", "gold"):
        assert one.view(stranger) == other.view(stranger) == sealed().view(stranger)
        assert one.events_for(stranger) == other.events_for(stranger) == sealed().events_for(stranger)
    assert {("red", 1): Pick(1)} == one.view("red")[Flow].sealed


def test_a_sealed_answer_cannot_be_changed():
    game = sealed()
    game.submit("red", Pick(1))

    assert "red: Pick(number=2) is refused: red is not asked anything now that this would answer" == refusal(
        IllegalChoice, game.submit, "red", Pick(2)
    )


def test_seats_may_be_asked_sealed_with_words_of_their_own():
    @step("question")
    def ask_with_words(tx: Tx) -> None:
        tx.ask_sealed("pick", {"red": {"price": 1}, "gold": {"price": 2}})

    game = small_game(GAME, ask_with_words, noting("after"), *PICKING)

    assert {"red": {"price": 1}, "gold": {"price": 2}} == {each.seat: each.args for each in game.decisions}


def test_an_interjection_that_makes_a_sealed_answer_illegal_hands_it_back_when_all_are_in():
    game = sealed()
    game.submit("red", Pick(1))
    game.submit("blue", Pick(2))
    game.submit("gold", Lock(1))

    game.submit("gold", Pick(3))

    assert ("red pick sealed",) == open_to(game)
    assert ("unsealed",) == tuple(game.rulebook.names[type(event)] for event in game.events[-2:-1])
    assert ("red", 1) == (happened(game, "unsealed")[0].seat, happened(game, "unsealed")[0].number)
    assert () == notes(game)

    game.submit("red", Pick(3))

    assert ("red 3, blue 2, gold 3", "after") == notes(game)


def test_a_sealed_question_left_without_a_choice_is_withdrawn_and_the_others_count():
    @space("pick")
    def a_lock_is_for_gold(look: Look, ask: Ask) -> Space[Any]:
        numbers = () if ask.seat == "gold" and look[Notes].locked else (1, 2, 3)
        return Product(Pick, number=OneOf(numbers))

    things = (a_lock_is_for_gold, *picking_without("pick_space"))
    game = small_game(GAME, ask_all_sealed, noting("after"), *things)
    game.submit("red", Pick(1))
    game.submit("blue", Pick(2))

    game.submit("red", Lock(1))

    assert ("red 1, blue 2", "after") == notes(game)
    assert [("gold", 1)] == [(event.seat, event.number) for event in happened(game, "withdrawn")]


def test_a_handed_back_answer_without_any_legal_choice_is_withdrawn():
    game = sealed()
    game.submit("red", Pick(1))
    game.submit("gold", Pick(1))
    for number in (2, 3):
        game.submit("gold", Lock(number))
    game.submit("gold", Lock(1))

    # blue, who had not answered, has nothing left to pick; so have the others once their answers are handed back.
    assert {("red", 1), ("blue", 1), ("gold", 1)} == {(e.seat, e.number) for e in happened(game, "withdrawn")}
    assert ("after",) == notes(game)


# ------------------------------------------------------------------ single questions that lapse, interjections


def test_a_single_question_left_without_a_choice_is_withdrawn():
    game = single()
    for number in (1, 2):
        game.submit("blue", Lock(number))
    assert ("red pick single",) == open_to(game)

    game.submit("blue", Lock(3))

    assert ("after",) == notes(game)
    assert [("red", 1)] == [(event.seat, event.number) for event in happened(game, "withdrawn")]


def test_an_interjection_needs_no_question_and_leaves_the_open_one_open():
    game = single()

    game.submit("gold", Lock(2))

    assert ("red pick single",) == open_to(game)
    assert [Pick(1), Pick(3)] == list(game.decisions[0].space)


def test_only_seats_with_an_offer_may_interject():
    @interjection("sing")
    def red_may_sing(look: Look, seat: str) -> Space[Any] | None:
        return Just(Pass()) if seat == "blue" else None

    @answer("sing")
    def sing(tx: Tx, ask: Ask, choice: Pass) -> None:
        tx.emit(Noted(f"{ask.seat} sings as {ask.mode}"))

    game = small_game(GAME, ask_red, noting("after"), red_may_sing, sing, *PICKING)

    assert ["lock", "sing"] == sorted(game.interjections("blue"))
    assert ["lock"] == sorted(game.interjections("gold"))
    assert "gold: Pass() is refused: gold is not asked anything now that this would answer" == refusal(
        IllegalChoice, game.submit, "gold", Pass()
    )

    game.submit("blue", Pass())

    assert ("blue sings as interjection",) == notes(game)


def test_an_interjection_may_start_a_procedure_that_comes_first():
    @interjection("sing")
    def anybody_may_sing(look: Look, seat: str) -> Space[Any]:
        return Just(Pass())

    @answer("sing")
    def sing(tx: Tx, ask: Ask, choice: Pass) -> None:
        tx.push("song", seat=ask.seat)

    @step("song.ask")
    def ask_singer(tx: Tx) -> None:
        tx.ask(tx.seat, "pick")

    text = GAME + procedure("song", "song.ask", "song.end")
    things = (ask_red, noting("after"), ask_singer, noting("song.end"), anybody_may_sing, sing)
    game = small_game(text, *things, *PICKING)

    game.submit("blue", Pass())
    assert ("blue pick single",) == open_to(game)
    game.submit("blue", Pick(3))
    assert ("red pick single",) == open_to(game)
    game.submit("red", Pick(1))

    assert ("blue picks 3", "song.end blue", "red picks 1", "after") == notes(game)


def test_nobody_may_interject_when_the_game_is_over():
    game = single()
    game.submit("red", Pick(1))

    assert {} == game.interjections("blue")
    assert "blue: Lock(number=1) is refused: the game is over" == refusal(IllegalChoice, game.submit, "blue", Lock(1))
