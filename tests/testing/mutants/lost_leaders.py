"""A killed leader is not put into the tanks."""

from __future__ import annotations

from dunerules.classic.leaders import LeaderKilled, Leaders
from dunerules.rules import Write, reducer


@reducer(LeaderKilled)
def break_it(write: Write, event: LeaderKilled) -> None:
    tanks = write(Leaders).tanks
    tanks[event.seat] = tuple(leader for leader in tanks[event.seat] if leader != event.leader)
