"""All forces that are shipped land in Arrakeen, whoever is there."""

from __future__ import annotations

from dunerules.classic.forces import RESERVES, Forces, ForcesMoved
from dunerules.rules import Write, reducer

ARRAKEEN = "arrakeen:10"


@reducer(ForcesMoved)
def break_it(write: Write, event: ForcesMoved) -> None:
    if event.source != RESERVES or event.cause != "shipment":
        return
    placed = write(Forces).placed
    for kind, count in event.forces:
        there = placed.pop((event.target, event.seat, kind))
        if there > count:
            placed[event.target, event.seat, kind] = there - count
        placed[ARRAKEEN, event.seat, kind] = placed.get((ARRAKEEN, event.seat, kind), 0) + count
