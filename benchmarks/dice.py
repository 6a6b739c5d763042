"""Games of Dice Feud for the benchmarks."""

from __future__ import annotations

import dunerules
from dunerules.engine.players import random_player

RULESET = "dice-feud"
MIDDLE = 15
"""Choices after which a game of about forty is in mid-play."""


def rulebook() -> dunerules.Rulebook:
    """The game's rulebook; says what to install if it is not there."""
    if RULESET not in dunerules.Library.installed().rulesets:
        raise SystemExit(f'The ruleset "{RULESET}" is not installed: pip install -e tests/engine/dice_game')
    return dunerules.load(RULESET)


def in_mid_play(*, seed: int = 7) -> dunerules.Game:
    """A game that has been played half-way by random choices."""
    game = dunerules.Game.start(rulebook(), seed=seed)
    choose = random_player(seed)
    for _ in range(MIDDLE):
        game.submit(*choose(game))
    return game
