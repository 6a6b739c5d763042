"""The Fremen help everybody who ships."""

from __future__ import annotations

from dunerules.classic.ship_and_move import ShipAndMoveBegan
from dunerules.factions.fremen_2019 import Fremen
from dunerules.rules import Write, reducer


@reducer(ShipAndMoveBegan)
def break_it(write: Write, event: ShipAndMoveBegan) -> None:
    write(Fremen).helped = (event.seat,)
