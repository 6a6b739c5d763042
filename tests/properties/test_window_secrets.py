"""Windows give nothing away: who was not asked cannot tell whether anybody was."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from attrs import frozen
from dunerules_dice.cards import Hands
from hypothesis import given
from hypothesis import strategies as st

from dunerules import DropOrders, Game, Pass, SetOrder
from properties.strategies import Setup, endless, move, rulebook_of, seatings

HOLDERS = ("dice-feud", "dice-feud-long", "many-vetoes")
"""Rulesets that ask only those who can respond."""
UNTIL = ("asked", "answered", "opened", "paused")
"""Events of a window; an order that ended by one of another seat's would tell that there was a window."""


@frozen
class Pair:
    """Two starts that differ in the first card of one seat: a veto or a charm, with the other under the deck."""

    seat: str
    holding: Setup
    lacking: Setup


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    """Pairs of starts; every seat is a person's own."""
    ruleset, seats = draw(st.sampled_from(HOLDERS)), draw(seatings(2, 3))
    place, seed = draw(st.integers(0, len(seats) - 1)), draw(st.integers(0, 2**16))
    deck = rulebook_of(ruleset).decks["cards"]
    cards = draw(st.permutations(["veto"] * (deck["veto"] - 1) + ["charm"] * (deck["charm"] - 1)))

    def setup(card: str, last: str) -> Setup:
        return Setup(ruleset, seats, seed, scripted={"cards": [[*cards[:place], card, *cards[place:], last]]})

    return Pair(seats[place], setup("veto", "charm"), setup("charm", "veto"))


def pass_windows(game: Game, seat: str) -> int:
    """Let a seat pass whenever it is asked for a response; how often it was."""
    for times in range(100):
        if not any((decision.seat, decision.kind) == (seat, "response") for decision in game.decisions):
            return times
        game.submit(seat, Pass())
    raise AssertionError("a window never closes")


def told(game: Game, person: str) -> tuple[Any, ...]:
    return game.events_for(person), game.view(person)


def questions(game: Game, seat: str) -> list[tuple[Any, ...]]:
    """What is asked, without the numbers of the seat's questions, which it alone counts."""
    return [(ask.seat, ask.kind, ask.mode, ask.args, ask.seat == seat or ask.number) for ask in game.decisions]


def is_comparable(game: Game) -> bool:
    """Whether the cards that differ are still hidden: hands are shown at the end, the deck may be drawn out."""
    return game.outcome is None and bool(game[Hands].deck)


def play_both(pair: Pair, words: Iterable[int], until: str) -> int:
    """Make the same choices in both games and compare what strangers are told.

    Before each choice a stranger gives an order until an event that is told to one seat only, or to nobody.
    Gives how often the one game had to wait for a response that the other did not ask for.
    """
    seat, holding, lacking = pair.seat, pair.holding.start(), pair.lacking.start()
    strangers = [other for other in pair.holding.seats if other != seat]
    waited = 0
    for word in words:
        chooser, choice = move(holding, word)
        if chooser == seat and isinstance(choice, SetOrder | DropOrders):
            continue  # an order could answer what it is asked in one of the games only
        for game in (holding, lacking):
            game.submit(strangers[0], SetOrder("bid", Pass(), until))
            game.submit(chooser, choice)
        for person in strangers if is_comparable(holding) else ():
            behind, ahead = holding.events_for(person), lacking.events_for(person)
            assert behind == ahead[: len(behind)]
        waited += pass_windows(holding, seat) - pass_windows(lacking, seat)
        if not is_comparable(holding):
            break
        assert questions(holding, seat) == questions(lacking, seat)
        for person in strangers:
            assert told(holding, person) == told(lacking, person)
    return waited


@given(pairs(), st.integers(0, 2**16), st.sampled_from(UNTIL))
def test_strangers_cannot_tell_whether_a_seat_held_a_veto_and_passed(pair: Pair, word: int, until: str) -> None:
    play_both(pair, islice(endless(word), 60), until)


def test_the_comparison_is_about_windows_that_only_one_of_two_games_has() -> None:
    cards = ["charm", "charm", "charm", "veto", "veto", "charm"]
    holding, lacking = (
        Setup("dice-feud", ("red", "blue"), 1, scripted={"cards": [[first, *cards, last]]})
        for first, last in (("veto", "charm"), ("charm", "veto"))
    )

    waited = play_both(Pair("red", holding, lacking), islice(endless(1), 60), "asked")

    assert waited > 0
