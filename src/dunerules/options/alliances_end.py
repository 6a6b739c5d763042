"""Alliances that are over as a nexus begins."""

from __future__ import annotations

from dunerules.classic.alliances import AllianceLeft
from dunerules.classic.nexus import may_leave
from dunerules.rules import Tx, step


@step("nexus.part")
def part(tx: Tx) -> None:
    """Everybody who may leave an alliance does; the last of one is alone without leaving it."""
    for seat in tx.seats:
        if may_leave(tx, seat):
            tx.emit(AllianceLeft(seat))
