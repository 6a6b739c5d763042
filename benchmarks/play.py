"""Decisions per second of Dice Feud, played to the end by random choices."""

from __future__ import annotations

import dunerules
from benchmarks import dice
from benchmarks.figures import Figure
from benchmarks.timing import Effort, timed

GAMES = 10


def measure(effort: Effort) -> tuple[Figure, ...]:
    """Play whole games, starting them included; every round plays the same ones."""
    rulebook = dice.rulebook()
    games = effort.repeats(GAMES)
    decisions = sum(len(_played(rulebook, seed).history) - 1 for seed in range(games)) / games

    def play(repeats: int) -> None:
        for seed in range(repeats):
            _played(rulebook, seed)

    seconds = timed({"play": (play, games)}, effort)["play"].seconds
    return (
        Figure("play", "decisions of dice-feud, random choices", decisions / seconds, "a second"),
        Figure("play", "a whole game of dice-feud, random choices", seconds * 1e3, "ms"),
    )


def _played(rulebook: dunerules.Rulebook, seed: int) -> dunerules.Game:
    return dunerules.play_out(dunerules.Game.start(rulebook, seed=seed))
