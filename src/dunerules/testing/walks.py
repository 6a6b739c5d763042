"""Positions: games in the middle of play, legal because they were played there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice

from dunerules.engine.chance import keyed
from dunerules.engine.errors import DunerulesError, nearest
from dunerules.engine.game import Game
from dunerules.engine.players import random_player
from dunerules.engine.rulebook import Rulebook

Facts = Mapping[str, str | int | bool]
"""Facts of the rulebook, as conditions name them, and what they must be."""

MOST_CHOICES = 5000
"""A random game is not followed any longer."""
MOST_GAMES = 16
"""A position is looked for in so many random games."""

_GAP = 16
"""A random game is kept at every so many choices, to be gone on with from there."""
_KEPT_GAMES = 128


class NoPosition(DunerulesError):  # noqa: N818 - the public name says what is the case
    """No such position came up in a game."""


def position(
    rulebook: Rulebook, seats: tuple[str, ...] | None = None, *, seed: int = 0, skip: int = 0, when: Facts | None = None
) -> Game:
    """A random game that has come to where the facts of ``when`` hold, and ``skip`` choices on while they do.

    Where they hold for fewer choices, counting begins again at the first of them. The same arguments give the same
    position. If the game of this seed does not come to such a place, others are tried; raises NoPosition if none does.
    """
    taken = rulebook.factions if seats is None else tuple(seats)
    facts = tuple((when or {}).items())
    _check(rulebook, facts)
    for number in range(MOST_GAMES):
        walk = _walk(rulebook, taken, keyed(seed, "game", number).word() if number else seed)
        stretch = list(islice(walk.stretch(facts), skip + 1))
        if stretch:
            return walk.at(stretch[skip % len(stretch)])
    raise NoPosition(_not_found(rulebook, taken, seed, facts))


def _check(rulebook: Rulebook, facts: tuple[tuple[str, str | int | bool], ...]) -> None:
    free = sorted(fact for fact, declared in rulebook.facts.items() if not declared.needs)
    for name, _ in facts:
        if name not in free:
            raise NoPosition(f'"{name}" is not a fact that a whole position has. {nearest(name, free)}'.rstrip())


def _not_found(
    rulebook: Rulebook, seats: tuple[str, ...], seed: int, facts: tuple[tuple[str, str | int | bool], ...]
) -> str:
    """What never came up, and which of the facts alone did not."""
    wanted = " and ".join(f"{name} is {value}" for name, value in facts)
    walk = _walk(rulebook, seats, seed)
    never = [f"{name} was never {value}" for name, value in facts if not any(walk.stretch(((name, value),)))]
    why = f": {', '.join(never)}" if never else ""
    return f"In {MOST_GAMES} random games of {rulebook.id} there is no position in which {wanted}{why}."


class _Walk:
    """One random game; each choice has chance of its own, so that it can be gone on with from any place."""

    def __init__(self, rulebook: Rulebook, seats: tuple[str, ...], seed: int) -> None:
        self.seed = seed
        self.kept = [Game.start(rulebook, seats, seed=seed)]

    def games(self, first: int = 0) -> Iterator[tuple[int, Game]]:
        """The game before each of its choices, from a number on; always the same object, gone on."""
        start = min(first // _GAP, len(self.kept) - 1)
        game = self.kept[start].fork()
        for number in range(start * _GAP, MOST_CHOICES):
            if game.outcome is not None:
                return
            if number == len(self.kept) * _GAP:
                self.kept.append(game.fork())
            if number >= first:
                yield number, game
            game.submit(*random_player(keyed(self.seed, "position", number).word())(game))

    def stretch(self, facts: tuple[tuple[str, str | int | bool], ...]) -> Iterator[int]:
        """The numbers of the first positions in a row in which the facts hold."""
        begun = False
        for number, game in self.games():
            look = game.look
            if all(look.holds(name, value) for name, value in facts):
                begun = True
                yield number
            elif begun:
                return

    def at(self, number: int) -> Game:
        """The game before a choice."""
        return next(self.games(number))[1].fork()


@lru_cache(maxsize=_KEPT_GAMES)
def _walk(rulebook: Rulebook, seats: tuple[str, ...], seed: int) -> _Walk:
    return _Walk(rulebook, seats, seed)


def forget_games() -> None:
    """Drop the games that are kept, as at the start of a test run."""
    _walk.cache_clear()
