"""A killed leader stays with its faction."""

from __future__ import annotations

from dunerules.classic.leaders import LeaderKilled, Leaders
from dunerules.rules import Write, reducer


@reducer(LeaderKilled)
def break_it(write: Write, event: LeaderKilled) -> None:
    write(Leaders).living[event.seat] += (event.leader,)
