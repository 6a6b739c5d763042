"""Standing orders: answers given in advance, until they are dropped or something happens."""

from __future__ import annotations

from typing import Any

import pytest
from small_rules import (
    PICKING,
    Lock,
    Noted,
    Notes,
    Pick,
    happened,
    notes,
    open_to,
    procedure,
    refusal,
    small_game,
)

from dunerules import DropOrders, IllegalChoice, Pass, Respond, SetOrder
from dunerules.engine.flow import Orders, StandingOrder
from dunerules.rules import Just, Look, Space, Tx, answer, commit, event, intent, interjection, respond, response, step


@event("whispered", to="seat")
class Whispered:
    seat: str


@interjection("whisper")
def anybody_may_whisper(look: Look, seat: str) -> Space[Pass]:
    return Just(Pass())


@answer("whisper")
def whisper_to_blue(tx: Tx, ask: Any, choice: Pass) -> None:
    tx.emit(Whispered("blue"))


@step("ask", repeat=True)
def ask_in_turn(tx: Tx) -> None:
    """Asks red, then blue, then gold, over and over."""
    tx.ask(tx.seats[len(tx[Notes].lines) % len(tx.seats)], "pick")


THINGS = (ask_in_turn, Whispered, anybody_may_whisper, whisper_to_blue, *PICKING)
RED_PICKS_1 = SetOrder("pick", Pick(1))


def started() -> Any:
    return small_game(procedure("game", "ask"), *THINGS)


def standing(game: Any) -> dict[tuple[str, int], StandingOrder]:
    return game[Orders].standing


def round_of_others(game: Any) -> None:
    game.submit("blue", Pick(2))
    game.submit("gold", Pick(3))


def test_an_order_answers_the_open_question_and_those_that_follow():
    game = started()

    game.submit("red", RED_PICKS_1)
    assert ("red picks 1",) == notes(game)
    assert ("blue pick single",) == open_to(game)
    round_of_others(game)

    assert ("red picks 1", "blue picks 2", "gold picks 3", "red picks 1") == notes(game)
    assert ("blue pick single",) == open_to(game)


def test_an_order_may_be_given_when_the_seat_is_not_asked_and_answers_only_for_it():
    game = started()

    game.submit("gold", SetOrder("pick", Pick(3)))
    assert ("red pick single",) == open_to(game)
    game.submit("red", Pick(1))
    assert ("blue pick single",) == open_to(game)
    game.submit("blue", Pick(1))

    assert ("red picks 1", "blue picks 1", "gold picks 3") == notes(game)


def test_an_answer_by_order_is_an_event_like_any_other_answer():
    game = started()

    game.submit("red", RED_PICKS_1)

    (answered,) = happened(game, "answered")
    assert ("red", 1, Pick(1), False) == (answered.seat, answered.number, answered.choice, answered.sealed)


def test_an_order_whose_answer_is_not_legal_is_passed_over_and_stands():
    game = started()
    game.submit("gold", Lock(1))

    game.submit("red", RED_PICKS_1)

    assert ("red pick single",) == open_to(game)
    assert {("red", 1): StandingOrder("pick", Pick(1))} == standing(game)


def test_the_newest_order_for_a_kind_of_decision_counts():
    game = started()
    game.submit("red", RED_PICKS_1)
    game.submit("red", SetOrder("pick", Pick(2)))

    round_of_others(game)

    assert "red picks 2" == notes(game)[-1]


def test_an_older_order_counts_again_when_the_newest_has_ended():
    game = started()
    game.submit("red", RED_PICKS_1)
    game.submit("red", SetOrder("pick", Pick(2), until="number-locked"))
    game.submit("gold", Lock(3))

    game.submit("blue", Pick(2))
    game.submit("gold", Pick(2))

    assert "red picks 1" == notes(game)[-1]


@pytest.mark.parametrize("kind", ["pick", ""])
def test_dropped_orders_answer_no_more(kind):
    game = started()
    game.submit("red", RED_PICKS_1)
    game.submit("blue", SetOrder("pick", Pick(2)))

    game.submit("red", DropOrders(kind))
    game.submit("gold", Pick(3))

    assert ("red pick single",) == open_to(game)
    assert {("blue", 1)} == set(standing(game))


def test_orders_for_another_kind_are_not_dropped():
    game = started()
    game.submit("red", RED_PICKS_1)
    game.submit("red", SetOrder("response", Pass()))

    game.submit("red", DropOrders("response"))

    assert {("red", 1): StandingOrder("pick", Pick(1))} == standing(game)


def test_an_order_until_an_event_ends_with_the_first():
    game = started()
    game.submit("red", SetOrder("pick", Pick(1), until="number-locked"))

    game.submit("gold", Lock(3))

    assert {} == standing(game)
    assert [("red", 1)] == [(ended.seat, ended.number) for ended in happened(game, "order-ended")]


def test_an_order_does_not_end_by_an_event_that_its_seat_does_not_learn_of():
    """Otherwise its end would tell the seat what it may not know."""
    game = started()
    for seat in ("red", "blue"):
        game.submit(seat, SetOrder("response", Pass(), until="whispered"))

    game.submit("gold", Pass())

    assert {("red", 1)} == set(standing(game))


def test_orders_until_the_end_of_an_order_end_together():
    game = started()
    for _ in range(2):
        game.submit("red", SetOrder("response", Pass(), until="order-ended"))

    game.submit("red", SetOrder("response", Pass(), until="number-locked"))
    game.submit("gold", Lock(1))

    assert {} == standing(game)
    assert [3, 1, 2] == [ended.number for ended in happened(game, "order-ended")]


def test_orders_that_end_with_each_other_may_be_dropped_together():
    game = started()
    game.submit("red", SetOrder("response", Pass()))
    game.submit("red", SetOrder("response", Pass(), until="order-ended"))

    game.submit("red", DropOrders())

    assert {} == standing(game)
    assert [1, 2] == [ended.number for ended in happened(game, "order-ended")]


def test_orders_are_known_to_their_seat_alone():
    with_order, without = started(), started()
    with_order.submit("gold", SetOrder("pick", Pick(3)))

    for stranger in ("red", "blue"):
        assert without.view(stranger) == with_order.view(stranger)
        assert without.events_for(stranger) == with_order.events_for(stranger)
    assert {("gold", 1): StandingOrder("pick", Pick(3))} == with_order.view("gold")[Orders].standing


def test_orders_answer_sealed_questions_too():
    @step("seal")
    def ask_all_sealed(tx: Tx) -> None:
        tx.ask_sealed("pick", tx.seats)

    game = small_game(procedure("game", "seal"), ask_all_sealed, *PICKING)

    game.submit("gold", SetOrder("pick", Pick(2)))
    assert ("red pick sealed", "blue pick sealed") == open_to(game)
    game.submit("red", Pick(1))
    game.submit("blue", Pick(3))

    assert ("red 1, blue 3, gold 2",) == notes(game)


def test_passing_windows_by_order_keeps_them_closed_until_something_happens():
    @intent("song")
    class Song:
        pass

    @step("sing", repeat=True)
    def propose_and_ask(tx: Tx) -> None:
        tx.propose(Song())
        tx.ask("gold", "pick")

    @commit(Song)
    def song_is_sung(tx: Tx, intent: Song) -> None:
        tx.emit(Noted("song"))

    @response(Song, "boo")
    def red_may_boo(look: Look, intent: Song, seat: str) -> Space[None] | None:
        return Just(None) if seat == "red" else None

    @respond("boo")
    def boo(tx: Tx, intent: Song, seat: str, choice: None) -> None:
        tx.emit(Noted("boo"))

    things = (Song, propose_and_ask, song_is_sung, red_may_boo, boo)
    game = small_game(procedure("game", "sing"), *things, *PICKING)
    assert ("red response window",) == open_to(game)

    game.submit("red", SetOrder("response", Pass(), until="number-locked"))
    assert ("gold pick single",) == open_to(game)
    game.submit("gold", Pick(1))
    assert ("gold pick single",) == open_to(game)
    game.submit("blue", Lock(3))
    game.submit("gold", Pick(1))
    assert ("red response window",) == open_to(game)
    game.submit("red", Respond("boo"))

    assert ("song", "gold picks 1", "song", "gold picks 1", "boo", "song") == notes(game)


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (SetOrder("pik", Pick(1)), '"pik" is not a kind of decision. Did you mean "pick"?'),
        (SetOrder("pick", 7), "7 is not a choice of this rulebook"),
        (SetOrder("pick", Pick(1), until="lokced"), '"lokced" is not an event.'),
        (SetOrder("pick", Pick(1), until="note"), '"note" is not an event. Did you mean "noted"?'),
        (DropOrders("pikc"), '"pikc" is not a kind of decision. Did you mean "pick"?'),
    ],
)
def test_orders_that_mean_nothing_are_refused(order, expected):
    game = started()

    assert f"red: {order!r} is refused: {expected}" == refusal(IllegalChoice, game.submit, "red", order)
    assert {} == standing(game)
