"""Forces that die stay where they were as well."""

from __future__ import annotations

from dunerules.classic.forces import TANKS, Forces, ForcesMoved
from dunerules.rules import Write, reducer


@reducer(ForcesMoved)
def break_it(write: Write, event: ForcesMoved) -> None:
    if event.target == TANKS:
        for kind, count in event.forces:
            write(Forces).reserves[event.seat, kind] = count
