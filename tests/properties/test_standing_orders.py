"""Standing orders answer what they can, and do nothing that their seat could not do by hand."""

from __future__ import annotations

from typing import Any

from dunerules_dice.bidding import Bid
from hypothesis import given
from hypothesis import strategies as st

from dunerules import DropOrders, Game, Pass, SetOrder
from dunerules.engine.flow import (
    Answered,
    Asked,
    Drawn,
    Opened,
    OrderEnded,
    OrderGiven,
    Orders,
    Paused,
    StandingOrder,
    Unsealed,
    Withdrawn,
)
from properties.strategies import Setup, play_to_the_end, setups, stages, word_lists

ABOUT_ORDERS = (OrderGiven, OrderEnded, Paused)
UNSEEN = (Paused, Drawn)
FOR_ONE_SEAT = (Asked, Answered, Opened, Unsealed, Withdrawn, OrderGiven, OrderEnded)


def learned(seat: str, event: Any) -> bool:
    """Whether a seat is told of an event, as the documentation of the engine's events says."""
    return not isinstance(event, UNSEEN) and (not isinstance(event, FOR_ONE_SEAT) or event.seat == seat)


def newest_order(game: Game, seat: str, kind: str) -> StandingOrder | None:
    found = {
        number: order for (owner, number), order in game[Orders].standing.items() if (owner, order.kind) == (seat, kind)
    }
    return found[max(found)] if found else None


def by_hand(game: Game, played: Game) -> Game:
    """Make every choice of another game that was not about orders, those of its orders too."""
    for entry in tuple(played.history)[1:]:
        if not isinstance(entry.choice, SetOrder | DropOrders) and not isinstance(entry.events[0], Answered):
            game.submit(entry.seat, entry.choice)
        for event in entry.events:
            if isinstance(event, Answered):
                game.submit(event.seat, event.choice)
    return game


def apart_from_orders(game: Game) -> list[Any]:
    return [event for event in game.events if not isinstance(event, ABOUT_ORDERS)]


@given(setups(), word_lists())
def test_no_decision_waits_that_a_standing_order_can_answer(setup: Setup, words: list[int]) -> None:
    for game in stages(setup.start(), words):
        for decision in game.decisions:
            order = newest_order(game, decision.seat, decision.kind)

            assert order is None or order.choice not in tuple(decision.space)


@given(setups(), st.integers(0, 2**16))
def test_what_orders_answered_could_have_been_answered_by_hand(setup: Setup, word: int) -> None:
    game = play_to_the_end(setup.start(), word)

    same = by_hand(setup.start(), game)

    assert apart_from_orders(game) == apart_from_orders(same)
    assert game.outcome == same.outcome


@given(setups(), word_lists())
def test_an_order_ends_exactly_when_its_seat_drops_it_or_learns_of_its_event(setup: Setup, words: list[int]) -> None:
    until: dict[tuple[str, int], str] = {}
    heard: dict[tuple[str, int], set[str]] = {}
    for game in stages(setup.start(), words):
        entry = game.history.entry
        dropped = entry.seat if isinstance(entry.choice, DropOrders) else None
        for event in entry.events:
            if isinstance(event, OrderEnded):
                place = event.seat, event.number
                assert event.seat == dropped or until[place] in heard[place]
                del until[place]
            elif isinstance(event, OrderGiven):
                until[event.seat, event.number] = event.order.until
                heard[event.seat, event.number] = set()
            for place in until:
                heard[place] |= {game.rulebook.names[type(event)]} if learned(place[0], event) else set()

        assert [] == [place for place in until if until[place] in heard[place]]
        assert set(until) == set(game[Orders].standing)


def test_orders_that_end_each_other_are_all_dropped_at_once() -> None:
    """Each end is an event that the orders behind it were given until; none may end twice."""
    game = Setup("dice-feud", ("red", "blue")).start()
    for _ in range(4):
        game.submit("red", SetOrder("turn", Pass(), "order-ended"))

    events = game.submit("red", DropOrders())

    assert [1, 2, 3, 4] == sorted(event.number for event in events if isinstance(event, OrderEnded))
    assert {} == game[Orders].standing


def test_of_two_orders_the_newer_is_followed() -> None:
    game = Setup("dice-feud", ("red", "blue")).start()
    game.submit("red", SetOrder("bid", Pass()))

    game.submit("red", SetOrder("bid", Bid(2)))

    assert [("blue", "bid")] == [(decision.seat, decision.kind) for decision in game.decisions]
