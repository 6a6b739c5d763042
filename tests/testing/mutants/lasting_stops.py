"""The Guild is denied cheap shipments when somebody has shipped."""

from __future__ import annotations

from dunerules.classic.advantages import Advantages
from dunerules.classic.ship_and_move import ShipAndMoveEnded
from dunerules.rules import Write, reducer


@reducer(ShipAndMoveEnded)
def break_it(write: Write, event: ShipAndMoveEnded) -> None:
    write(Advantages).stopped += (("guild", "guild-half-fee", "use"),)
