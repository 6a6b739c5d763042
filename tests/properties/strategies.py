"""Games of Dice Feud for the properties: how they start, and what is chosen in them.

A choice is made from one small number, its *word*: the same word in the same game is the same choice. A game is shrunk
by dropping words and by making them smaller, each without disturbing what the others mean much.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from attrs import field, frozen
from dunerules_dice.bidding import Bid
from dunerules_dice.placing import Place
from hypothesis import strategies as st

import dunerules
from dunerules import DropOrders, Game, Library, Pass, Respond, Rulebook, SetOrder
from dunerules.engine.chance import Rng

FACTIONS = ("red", "blue", "gold", "jade")
PERSONS = ("ann", "bo", "line\u2028break", "red")
"""Names that persons go by; one holds a line separator, one is the name of a seat."""

HOUSE = {
    "everyone-asked": """
        [ruleset]
        id = "everyone-asked"
        title = "Everybody is asked in every window"
        extends = "dice-feud-long"
        [options."engine.windows"]
        ask = "everyone"
    """,
    "many-vetoes": """
        [ruleset]
        id = "many-vetoes"
        title = "A deck of vetoes, gifts, and questions that a gift can empty"
        extends = "dice-feud"
        [rules]
        add = ["dice.gifts", "test.pledge"]
        [decks.cards]
        veto = 7
        charm = 3
    """,
}
RULESETS = ("dice-feud", "dice-feud-long", *HOUSE)
MOST_CHOICES = 600
"""Far more than any game of Dice Feud takes; orders and gifts come on top of its decisions."""


@cache
def rulebook_of(ruleset: str) -> Rulebook:
    """A rulebook by name, compiled once."""
    library = Library.installed().plus("properties.plugins")
    return dunerules.loads(HOUSE[ruleset], library=library) if ruleset in HOUSE else dunerules.load(ruleset)


@frozen
class Setup:
    """What a game is started with."""

    ruleset: str
    seats: tuple[str, ...]
    seed: int = 0
    persons: Mapping[str, str] = field(factory=dict)
    given: Mapping[str, Any] = field(factory=dict)
    scripted: Mapping[str, Any] = field(factory=dict)

    def start(self, rulebook: Rulebook | None = None) -> Game:
        """Start the game, with another rulebook than the ruleset's if one is given."""
        return Game.start(
            rulebook or rulebook_of(self.ruleset),
            self.seats,
            seed=self.seed,
            persons=self.persons,
            given=self.given,
            scripted=self.scripted,
        )

    @property
    def everybody(self) -> tuple[str, ...]:
        """Every person who plays."""
        return tuple(dict.fromkeys(self.persons.get(seat, seat) for seat in self.seats))


def seatings(least: int = 2, most: int = 4) -> st.SearchStrategy[tuple[str, ...]]:
    """Seats around the table, in any order."""
    return (
        st.integers(least, most)
        .flatmap(lambda size: st.permutations(FACTIONS).map(lambda seats: seats[:size]))
        .map(tuple)
    )


@st.composite
def setups(draw: st.DrawFn, rulesets: tuple[str, ...] = RULESETS) -> Setup:
    """Starts of games: any ruleset, seed and seats; some persons hold two seats, some luck is supplied."""
    ruleset = draw(st.sampled_from(rulesets))
    seats = draw(seatings())
    persons = draw(st.dictionaries(st.sampled_from(seats), st.sampled_from(PERSONS)))
    scripted = draw(
        st.dictionaries(
            st.sampled_from([f"dice.{seat}" for seat in seats]), st.lists(st.integers(1, 6), max_size=4), max_size=2
        )
    )
    given = {"hands": {seats[0]: ["veto", "charm"]}} if draw(st.booleans()) else {}
    return Setup(ruleset, seats, draw(st.integers(0, 2**64)), persons, given, scripted)


@st.composite
def word_lists(draw: st.DrawFn, most: int = 60) -> list[int]:
    """Words for some choices in a row, few or many."""
    word = st.integers(0, 2**16)
    return [draw(word) for _ in range(draw(st.integers(0, most)))]


def endless(word: int) -> Iterator[int]:
    """Words without end that follow from one."""
    rng = Rng(word)
    while True:
        yield rng.word()


def move(game: Game, word: int) -> tuple[str, Any]:
    """The seat and the choice that a word stands for: mostly an answer, at times a gift or something about orders."""
    rng = Rng(word)
    turn, seat = rng.below(16), rng.pick(game.header.seats)
    if turn > 13:
        return seat, _order(game, rng)
    if turn > 12:
        return seat, DropOrders(rng.pick(("", "bid", "turn", "response")))
    offers = tuple(game.interjections(seat).values()) if turn > 9 else ()
    if offers:
        return seat, rng.pick(offers).sample(rng)
    decision = rng.pick(game.decisions)
    return decision.seat, decision.space.sample(rng)


def _order(game: Game, rng: Rng) -> SetOrder:
    """A standing order; some can never be followed, and an event may end it, even one that nobody sees."""
    kind, choice = rng.pick(
        (
            ("turn", Pass()),
            ("turn", Place(rng.below(6) + 1, rng.pick(("gate", "bridge", "tower")))),
            ("bid", Bid(rng.below(5))),
            ("bid", Pass()),
            ("response", Pass()),
            ("response", Respond("veto")),
        )
    )
    return SetOrder(kind, choice, rng.pick(("", "order-ended", rng.pick(tuple(game.rulebook.events)))))


def play(game: Game, words: Iterable[int]) -> Game:
    """Make a choice for each word, until the game is over; gives the same game back."""
    for _ in stages(game, words):
        pass
    return game


def stages(game: Game, words: Iterable[int]) -> Iterator[Game]:
    """The game before the first choice and after each, until it is over."""
    yield game
    for word in words:
        if game.outcome is not None:
            return
        game.submit(*move(game, word))
        yield game


def play_to_the_end(game: Game, word: int) -> Game:
    """Play a game out; one that does not end fails."""
    for number, word_ in enumerate(endless(word)):
        if game.outcome is not None:
            return game
        assert number < MOST_CHOICES, "the game does not end"
        game.submit(*move(game, word_))
    raise AssertionError("words have no end")


@frozen
class Shown:
    """All that can be asked of a game, to see whether anything about it changed."""

    digest: str
    decisions: tuple[Any, ...]
    events: tuple[Any, ...]
    dump: str
    views: tuple[Any, ...]
    outcome: Any

    @classmethod
    def of(cls, game: Game) -> Shown:
        """Ask a game everything."""
        persons = dict.fromkeys(game.header.persons.get(seat, seat) for seat in game.header.seats)
        decisions = tuple((decision, tuple(decision.space)) for decision in game.decisions)
        views = tuple((game.view(person), game.events_for(person)) for person in persons)
        return cls(game.digest(), decisions, game.events, game.dump(), views, game.outcome)
