"""Whoever is denied an advantage waits."""

from __future__ import annotations

from dunerules.classic.advantages import Advantages
from dunerules.classic.ship_and_move import ShipAndMoveDeferred
from dunerules.rules import Write, reducer


@reducer(ShipAndMoveDeferred)
def break_it(write: Write, event: ShipAndMoveDeferred) -> None:
    write(Advantages).stopped += (("guild", "guild-timing", "phase"),)
