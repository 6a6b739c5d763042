"""Everybody joins the first alliance."""

from __future__ import annotations

from dunerules.classic.alliances import AllianceFormed, Alliances
from dunerules.classic.turn import Turn
from dunerules.rules import Write, reducer


@reducer(AllianceFormed)
def break_it(write: Write, event: AllianceFormed) -> None:
    seats = write(Turn).order
    write(Alliances).allies = {seat: tuple(other for other in seats if other != seat) for seat in seats}
