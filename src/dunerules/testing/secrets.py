"""Secrets in play: two games that differ in what strangers cannot know, played side by side."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from dunerules.engine.chance import Rng
from dunerules.engine.flow import Pass
from dunerules.engine.game import Decision, Game
from dunerules.engine.knowledge import persons
from dunerules.testing.laws import LawBroken

WINDOWS = "windows and their passes are invisible"
MOST_PASSES = 100
"""What asks the same seat more often never ends."""


def assert_nobody_can_tell(one: Game, other: Game, seat: str, *, seed: int = 0, choices: int = 30) -> int:
    """Strangers are told the same in two games that differ only in what ``seat`` knows, if it passes what that opens.

    Both games are gone on with by the same random choices, as many as that, none of which the seat could make in one
    of them only; what a stranger may choose must be the same in both. Gives how often the seat was asked in one
    of them only, so that a test can see that it was. Lay out games in which the difference stays hidden so long.
    """
    mine, theirs, rng = one.fork(), other.fork(), Rng(seed)
    strangers = [person for person in persons(one) if seat not in one.seats_of(person)]
    extra = _after_windows(mine, theirs, seat, strangers)
    _compare(mine, theirs, strangers)
    for _ in range(choices):
        step = _common(mine, theirs, seat, rng)
        if step is None:
            break
        mine.submit(*step)
        theirs.submit(*step)
        extra += _after_windows(mine, theirs, seat, strangers)
        if mine.outcome is not None or theirs.outcome is not None:
            break
        _compare(mine, theirs, strangers)
    return extra


def _after_windows(one: Game, other: Game, seat: str, strangers: list[str]) -> int:
    """Let the seat pass whatever only one of the games asks it, as windows do; how often it did."""
    for passes in range(MOST_PASSES):
        told = [sum(len(game.events_for(person)) for person in strangers) for game in (one, other)]
        kinds = [{decision.kind for decision in game.decisions if decision.seat == seat} for game in (one, other)]
        # A game that waits for the seat is behind the other, even if that one asks the seat later on.
        first = kinds[0] if told[0] < told[1] else kinds[0] - kinds[1]
        second = kinds[1] if told[1] < told[0] else kinds[1] - kinds[0]
        if not (_passed(one, seat, first) or _passed(other, seat, second)):
            return passes
    raise LawBroken({WINDOWS: f"{seat} is asked again and again in one of the games only"}, one)


def _passed(game: Game, seat: str, kinds: set[str]) -> bool:
    """Let the seat pass a question of these kinds, if it is asked one that can be passed."""
    for decision in game.decisions:
        if decision.seat == seat and decision.kind in kinds and decision.space.contains(Pass()):
            game.submit(seat, Pass())
            return True
    return False


def _common(one: Game, other: Game, seat: str, rng: Rng) -> tuple[str, Any] | None:
    """A choice that can be made in both games; None if the seat alone is asked and has none."""
    for decision in rng.shuffled(one.decisions):
        space = next((found.space for found in other.decisions if _same(decision, found, seat)), None)
        if space is None:
            if decision.seat != seat:
                raise _told(one, f'only one of the games asks {decision.seat} for "{decision.kind}"')
            continue
        for _ in range(MOST_PASSES):
            choice = decision.space.sample(rng)
            if space.contains(choice):
                return decision.seat, choice
            if decision.seat != seat:
                raise _told(one, f"{decision.seat} may choose {choice!r} in one of the games only")
    return None


def _same(one: Decision, other: Decision, seat: str) -> bool:
    # A seat counts its own questions, and in one of the games it was asked more of them.
    number = one.seat == seat or one.number == other.number
    return number and (one.seat, one.kind) == (other.seat, other.kind)


def _compare(one: Game, other: Game, strangers: list[str]) -> None:
    for person in strangers:
        for mine, theirs in zip_longest(one.events_for(person), other.events_for(person)):
            if mine != theirs:
                raise _told(one, f"{person} is told {mine!r} in one of them and {theirs!r} in the other")
        if one.view(person) != other.view(person):
            raise _told(one, f"{person} sees a difference")


def _told(game: Game, what: str) -> LawBroken:
    return LawBroken({WINDOWS: f"the games differ only in what strangers cannot know, and {what}"}, game)
