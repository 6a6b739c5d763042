"""Whoever begins has acted before."""

from __future__ import annotations

from dunerules.classic.ship_and_move import ShipAndMove, ShipAndMoveBegan
from dunerules.rules import Write, reducer


@reducer(ShipAndMoveBegan)
def break_it(write: Write, event: ShipAndMoveBegan) -> None:
    write(ShipAndMove).acted += (event.seat,)
