"""Whoever allies is its own ally."""

from __future__ import annotations

from dunerules.classic.alliances import AllianceFormed, Alliances
from dunerules.rules import Write, reducer


@reducer(AllianceFormed)
def break_it(write: Write, event: AllianceFormed) -> None:
    write(Alliances).allies = {seat: (seat,) for seat in event.members}
