"""Moves that only an advantage allows, and that others may stop."""

from __future__ import annotations

from dunerules.classic.advantages import built_of, if_stopped, is_active, propose_use
from dunerules.classic.movement import move_space
from dunerules.classic.moves import Moving
from dunerules.rules import Tx, step

BLOCK = "march"


@step("move.announce")
def propose_march(tx: Tx) -> None:
    """A move that others could not make may be stopped; the faction then chooses anew."""
    current, seat = tx[Moving].current, tx.seat
    advantage = built_of(tx, BLOCK, seat)
    if current is None or not advantage or not is_active(tx, seat, advantage):
        return
    if move_space(if_stopped(tx, seat, advantage), seat).denial(current) is not None:
        propose_use(tx, seat, advantage, f"from {current.source} to {current.target}")
