"""A player with simple judgement: it bids, ships, fights, defends and allies itself so that games look like games."""

from dunerules.sensible.player import sensible_player

__all__ = ["sensible_player"]
