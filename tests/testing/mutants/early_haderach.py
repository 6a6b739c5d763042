"""The Kwisatz Haderach comes in the first turn."""

from __future__ import annotations

from dunerules.classic.turn import TurnBegan
from dunerules.factions.atreides_kwisatz import KwisatzHaderach
from dunerules.rules import Write, reducer


@reducer(TurnBegan)
def break_it(write: Write, event: TurnBegan) -> None:
    write(KwisatzHaderach).awake["atreides"] = event.turn
