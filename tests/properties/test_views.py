"""A view is what its person learned, and nothing of what the others hide."""

from __future__ import annotations

from typing import Any

import attrs
from dunerules_dice.bidding import Bid
from dunerules_dice.cards import CardDrawn, DeckShuffled, Hands
from dunerules_dice.feud import CoinsDealt, Feud
from dunerules_dice.gifts import CoinsGiven
from hypothesis import given
from hypothesis import strategies as st

from dunerules import Game, Pass
from dunerules.engine.chance import Rng
from dunerules.engine.flow import (
    Answered,
    Arranged,
    Ask,
    Asked,
    Chance,
    Drawn,
    Flow,
    Frame,
    GameBegan,
    Opened,
    OrderEnded,
    OrderGiven,
    Orders,
    Paused,
    StandingOrder,
    Unsealed,
    Withdrawn,
)
from dunerules.engine.history import Entry, History
from dunerules.engine.tables import State
from properties.strategies import Setup, play, setups, stages, word_lists

CARDS = ("veto", "charm")
FOR_ONE_SEAT = (Asked, Answered, Opened, Unsealed, Withdrawn, OrderGiven, OrderEnded)


@given(setups(), word_lists())
def test_folding_what_a_person_learned_gives_the_view_at_every_stage(setup: Setup, words: list[int]) -> None:
    for game in stages(setup.start(), words):
        for person in setup.everybody:
            assert game.view(person) == game.folded_view(person)


@given(setups(), word_lists(), st.integers(0, 2**16))
def test_states_that_differ_in_hidden_things_only_look_the_same(setup: Setup, words: list[int], word: int) -> None:
    game = play(setup.start(), words)
    for person in setup.everybody:
        other = elsewhere(game, game.seats_of(person), Rng(word))

        assert game.view(person) == other.view(person)


@given(setups(), word_lists(), st.integers(0, 2**16))
def test_games_that_differ_in_hidden_things_only_are_told_the_same(setup: Setup, words: list[int], word: int) -> None:
    game = play(setup.start(), words)
    for person in setup.everybody:
        other = elsewhere(game, game.seats_of(person), Rng(word))

        assert game.events_for(person) == other.events_for(person)
        assert game.view(person) == other.folded_view(person)


@given(setups(), word_lists())
def test_a_view_shows_its_person_everything_of_its_own_seats(setup: Setup, words: list[int]) -> None:
    game = play(setup.start(), words)
    for person in setup.everybody:
        view = game.view(person)
        for seat in game.seats_of(person):
            assert game[Hands].hands.get(seat) == view[Hands].hands.get(seat)
            assert game[Feud].coins.get(seat) == view[Feud].coins.get(seat)
        seen = [(place, ask) for place, ask in game[Flow].asks.items() if place[0] in view.seats]
        assert seen == list(view[Flow].asks.items())


def elsewhere(game: Game, seats: tuple[str, ...], rng: Rng) -> Game:
    """A game that somebody with these seats cannot tell from the given one, and different in all that is hidden."""
    tables = {
        **game.state.tables,
        Hands: other_hands(game[Hands], seats, rng),
        Feud: attrs.evolve(game[Feud], coins=other_coins(game[Feud].coins, seats, rng)),
        Flow: other_flow(game[Flow], seats, rng),
        Orders: other_orders(game[Orders], seats, rng),
        Chance: Chance(rng.word(), {"dice": rng.below(9)}, {"cards": (("veto",),)}),
    }
    events = tuple(changed for event in game.events for changed in other_event(event, seats, rng))
    return Game(game.rulebook, game.header, State(tables), {}, History(Entry("", None, events), None))


def other_hands(hands: Hands, seats: tuple[str, ...], rng: Rng) -> Hands:
    """Deal the cards that these seats do not know anew."""
    others = {seat: hand for seat, hand in hands.hands.items() if seat not in seats}
    unknown = list(rng.shuffled([*hands.deck, *(card for hand in others.values() for card in hand)]))
    dealt = {seat: tuple(unknown.pop() for _ in hand) if seat in others else hand for seat, hand in hands.hands.items()}
    return Hands(tuple(unknown), dealt, hands.discard)


def other_coins(coins: dict[str, int], seats: tuple[str, ...], rng: Rng) -> dict[str, int]:
    return {seat: held if seat in seats else rng.below(20) for seat, held in coins.items()}


def other_flow(flow: Flow, seats: tuple[str, ...], rng: Rng) -> Flow:
    """Other questions to the others, with other answers, at another place of the agenda."""

    def own(by_place: dict[Any, Any]) -> dict[Any, Any]:
        return {place: value for place, value in by_place.items() if place[0] in seats}

    asks, sealed = own(flow.asks), own(flow.sealed)
    asked = {seat: number for seat, number in flow.asked.items() if seat in seats}
    for seat in ("red", "blue", "gold", "jade"):
        if seat not in seats and rng.below(2):
            number = asked[seat] = rng.below(9)
            asks[seat, number] = Ask(seat, number, "bid", "sealed", rng.below(4))
            if rng.below(2):
                sealed[seat, number] = Bid(rng.below(5))
    return Flow((Frame("game", rng.below(3)),), asks, asked, sealed, flow.outcome)


def other_orders(orders: Orders, seats: tuple[str, ...], rng: Rng) -> Orders:
    own = {place: order for place, order in orders.standing.items() if place[0] in seats}
    others = {(seat, 1 + rng.below(2)): StandingOrder("turn", Pass()) for seat in ("red", "jade") if seat not in seats}
    return Orders({**own, **others})


def other_event(event: Any, seats: tuple[str, ...], rng: Rng) -> list[Any]:
    """What happens instead of an event: what these seats cannot see differs, or something unseen comes on top."""
    if isinstance(event, FOR_ONE_SEAT):
        return [event] if event.seat in seats else []
    if isinstance(event, Paused | Drawn):
        return [] if rng.below(2) else [Drawn("dice", rng.below(6) + 1), Paused((Frame("rounds", rng.below(5)),))]
    if isinstance(event, GameBegan):
        return [attrs.evolve(event, seed=rng.word(), scripted=(("cards", ()),))]
    if isinstance(event, Arranged) and isinstance(event.value, Hands):
        return [attrs.evolve(event, value=other_hands(event.value, seats, rng))]
    if isinstance(event, DeckShuffled):
        return [DeckShuffled(tuple(rng.pick(CARDS) for _ in event.deck))]
    if isinstance(event, CardDrawn) and event.seat not in seats:
        return [CardDrawn(event.seat, rng.pick(CARDS))]
    if isinstance(event, CoinsDealt) and event.seat not in seats:
        return [CoinsDealt(event.seat, rng.below(20))]
    if isinstance(event, CoinsGiven) and not {event.seat, event.to} & set(seats):
        return [attrs.evolve(event, coins=rng.below(20))]
    return [event]
