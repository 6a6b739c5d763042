"""Players that need no judgement: answers drawn from the spaces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dunerules.engine.chance import Rng
from dunerules.engine.errors import DunerulesError
from dunerules.engine.game import Game

Player = Callable[[Game], tuple[str, Any]]
"""Looks at a game and says which seat chooses what."""

INTERJECTION_ODDS = 8
"""A random player interjects about once in so many choices, where it may."""

MOST_CHOICES = 1_000_000
"""A game with more choices is taken to be endless."""


def random_player(seed: int = 0) -> Player:
    """A player for all seats that draws every choice from its space, and interjects now and then."""
    rng = Rng(seed)

    def choose(game: Game) -> tuple[str, Any]:
        decisions = game.decisions
        decision = decisions[0] if len(decisions) == 1 else rng.pick(decisions)
        if game.rulebook.hooks["offer_interjection"] and rng.below(INTERJECTION_ODDS) == 0:
            seat = rng.pick(game.header.seats)
            offers = tuple(game.interjections(seat).values())
            if offers:
                return seat, rng.pick(offers).sample(rng)
        return decision.seat, decision.space.sample(rng)

    return choose


def play_out(game: Game, player: Player | None = None, *, most: int = MOST_CHOICES) -> Game:
    """Play a game to its end, by random choices if no player is given; gives the same game back."""
    choose = player or random_player(game.header.seed)
    for _ in range(most):
        if game.outcome is not None:
            return game
        game.submit(*choose(game))
    if game.outcome is not None:
        return game
    raise DunerulesError(f"the game is not over after {most} choices")
