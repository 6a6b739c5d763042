"""Who plays when the command line plays: kinds of players by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dunerules.engine.players import Player, random_player

PlayerMaker = Callable[[int], Player]
"""Makes a player for all seats from a seed."""


def _random() -> PlayerMaker:
    return random_player


def _sensible() -> PlayerMaker:
    from dunerules.sensible import sensible_player

    return sensible_player


PLAYERS: Mapping[str, Callable[[], PlayerMaker]] = {"random": _random, "sensible": _sensible}
"""Each kind of player with the function that fetches its maker; it is called, and may import, only when it is asked
for."""
