"""The bank finds a spice whenever somebody pays."""

from __future__ import annotations

from dunerules.classic.spice import Spice, SpiceMoved
from dunerules.rules import Write, reducer


@reducer(SpiceMoved)
def break_it(write: Write, event: SpiceMoved) -> None:
    write(Spice).bank += 1
