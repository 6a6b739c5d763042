"""The dead of the Bene Gesserit are advisors."""

from __future__ import annotations

from dunerules.classic.forces import TANKS, Forces, ForcesMoved
from dunerules.rules import Write, reducer


@reducer(ForcesMoved)
def break_it(write: Write, event: ForcesMoved) -> None:
    if event.target == TANKS:
        tanks = write(Forces).tanks
        for kind, _ in event.forces:
            tanks[event.seat, "advisor"] = tanks.pop((event.seat, kind), 0)
