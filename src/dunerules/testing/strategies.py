"""Hypothesis strategies: rulesets, seatings, positions, choices and whole games.

What is drawn shrinks: to fewer modules, fewer seats, shorter games, earlier members of spaces and smaller numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from dunerules.engine.chance import keyed
from dunerules.engine.compile import load
from dunerules.engine.game import Game
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.start import FEWEST, MOST
from dunerules.testing.compositions import rulesets
from dunerules.testing.drawing import DrawnRng
from dunerules.testing.reports import go_on
from dunerules.testing.walks import Facts, NoPosition, position

__all__ = ["choices", "games", "positions", "rulesets", "seatings"]

SEEDS = 1 << 16
POSITION_GAMES = 64
"""Positions come from so many games for each rulebook and number of seats, which are kept to be gone on with."""
MOST_SKIPPED = 400
"""How far a position lies behind the first place that fits."""
MOST_CHOICES = 40
"""Choices of a drawn game, if nothing else is said."""
INTERJECTION_ODDS = 6
"""A drawn game interjects about once in so many choices, where it may."""

Rulebooks = Rulebook | str | st.SearchStrategy[Rulebook]
"""A rulebook, the name or file of a ruleset, or a strategy for rulebooks."""


def _rulebooks(rulebooks: Rulebooks) -> st.SearchStrategy[Rulebook]:
    if isinstance(rulebooks, str):
        return st.builds(load, st.just(rulebooks))
    return st.just(rulebooks) if isinstance(rulebooks, Rulebook) else rulebooks


@st.composite
def seatings(draw: st.DrawFn, rulebook: Rulebook) -> tuple[str, ...]:
    """Factions around the table, in any order, as many as the rules allow."""
    size = draw(_sizes(rulebook))
    return tuple(draw(st.permutations(rulebook.factions))[:size])


def _sizes(rulebook: Rulebook) -> st.SearchStrategy[int]:
    """How many seats the rules allow."""
    factions = len(rulebook.factions)
    least, most = _bound(rulebook, FEWEST, 1), min(_bound(rulebook, MOST, factions), factions)
    return st.integers(min(least, most), most)


def _bound(rulebook: Rulebook, name: str, otherwise: int) -> int:
    """A number of seats that the rules name, if they name one."""
    return int(rulebook.quantities[name].value(None, {})) if name in rulebook.quantities else otherwise


@st.composite
def choices(draw: st.DrawFn, game: Game) -> tuple[str, Any]:
    """A seat and one of its legal choices: an answer to an open decision, at times an interjection."""
    rng = DrawnRng(draw)
    decisions = game.decisions
    decision = decisions[rng.below(len(decisions))]
    # The last number and not the first stands for an interjection, so that games shrink to plain answers.
    if game.rulebook.hooks["offer_interjection"] and rng.below(INTERJECTION_ODDS) == INTERJECTION_ODDS - 1:
        seats = game.header.seats
        seat = seats[rng.below(len(seats))]
        offers = tuple(game.interjections(seat).values())
        if offers:
            return seat, rng.pick(offers).sample(rng)
    return decision.seat, decision.space.sample(rng)


@st.composite
def positions(
    draw: st.DrawFn,
    rulebooks: Rulebooks,
    *,
    seats: Sequence[str] | None = None,
    when: Facts | None = None,
    skip: int = MOST_SKIPPED,
) -> Game:
    """Games in the middle of play where the facts of ``when`` hold, up to ``skip`` choices behind where they begin to.

    ``when={"phase": "battle", "turn": 3}`` gives positions of the third turn's battles. Raises NoPosition if random
    games do not come there with any of the seatings drawn.
    """
    rulebook = draw(_rulebooks(rulebooks))
    size = len(seats) if seats is not None else draw(_sizes(rulebook))
    seed, skipped = draw(st.integers(0, POSITION_GAMES - 1)), draw(st.integers(0, skip))
    # Who sits where goes with the game, so that a game is played once and serves many positions.
    mixed = keyed(seed, "seats", size).shuffled(rulebook.factions) if seed else rulebook.factions
    taken = tuple(seats) if seats is not None else mixed[:size]
    try:
        return position(rulebook, taken, seed=seed, skip=skipped, when=when)
    except NoPosition:
        # Other seats may get there; where nobody else can be seated, the author should read why not.
        if seats is not None:
            raise
        reject()


@st.composite
def games(
    draw: st.DrawFn,
    rulebooks: Rulebooks,
    *,
    seats: Sequence[str] | None = None,
    start: st.SearchStrategy[Game] | None = None,
    most: int = MOST_CHOICES,
) -> Game:
    """Games of up to ``most`` drawn choices, from the beginning or from where ``start`` says."""
    if start is None:
        rulebook = draw(_rulebooks(rulebooks))
        taken = tuple(seats) if seats is not None else draw(seatings(rulebook))
        game = Game.start(rulebook, taken, seed=draw(st.integers(0, SEEDS - 1)))
    else:
        game = draw(start)
    for _ in range(most):
        move = draw(_moves(game, most)) if game.outcome is None else None
        if move is None:
            break
        go_on(game, *move)
    return game


@st.composite
def _moves(draw: st.DrawFn, game: Game, most: int) -> tuple[str, Any] | None:
    """A choice, or None to stop here.

    Whether to go on is drawn with each choice and not before all of them: so a choice can be taken out of the middle.
    """
    return draw(choices(game)) if draw(st.integers(0, most)) else None
