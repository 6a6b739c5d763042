"""A killed leader has fought as a captive."""

from __future__ import annotations

from dunerules.classic.leaders import LeaderKilled
from dunerules.factions.harkonnen_captives import Captures
from dunerules.rules import Write, reducer


@reducer(LeaderKilled)
def break_it(write: Write, event: LeaderKilled) -> None:
    write(Captures).fought += (event.leader,)
