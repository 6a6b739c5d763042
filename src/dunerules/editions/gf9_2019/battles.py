"""Whoever has nobody to lead the forces says so."""

from __future__ import annotations

from dunerules.classic.fights import sides
from dunerules.classic.plans import leads
from dunerules.rules import Tx, event, step


@event("leaderless-announced", words="{seat} has neither a leader nor a cheap hero.")
class LeaderlessAnnounced:
    """A player said that nobody leads the forces."""

    seat: str


@step("fight.leaderless")
def announce_leaderless(tx: Tx) -> None:
    """Before the plans are made."""
    for seat in sides(tx):
        if not leads(tx, seat):
            tx.emit(LeaderlessAnnounced(seat))
