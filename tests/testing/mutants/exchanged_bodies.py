"""A killed leader goes to the tanks of another faction."""

from __future__ import annotations

from dunerules.classic.leaders import LeaderKilled, Leaders
from dunerules.rules import Write, reducer


@reducer(LeaderKilled)
def break_it(write: Write, event: LeaderKilled) -> None:
    tanks = write(Leaders).tanks
    tanks[event.seat] = tuple(leader for leader in tanks[event.seat] if leader != event.leader)
    other = next(seat for seat in tanks if seat != event.seat)
    tanks[other] += (event.leader,)
