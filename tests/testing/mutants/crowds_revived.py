"""What comes back counts tenfold."""

from __future__ import annotations

from dunerules.classic.forces import TANKS, ForcesMoved
from dunerules.classic.revival import Revivals
from dunerules.rules import Write, reducer


@reducer(ForcesMoved)
def break_it(write: Write, event: ForcesMoved) -> None:
    if event.source == TANKS:
        write(Revivals).forces[event.seat] = 10
