"""A faction that does not play is at work whenever forces move."""

from __future__ import annotations

from dunerules.classic.forces import REGULAR, Forces, ForcesMoved
from dunerules.rules import Write, reducer


@reducer(ForcesMoved)
def break_it(write: Write, event: ForcesMoved) -> None:
    write(Forces).reserves["tleilaxu", REGULAR] = 1
