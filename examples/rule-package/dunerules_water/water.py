"""The water of the dead: spice for a leader that is killed."""

from __future__ import annotations

from dunerules.classic.leaders import LeaderKilled
from dunerules.classic.spice import BANK, pay
from dunerules.rules import Tx, on


@on(LeaderKilled)
def take_water(tx: Tx, event: LeaderKilled) -> None:
    """The faction that the leader belonged to gets the water, whoever it fought for."""
    pay(tx, BANK, event.seat, tx.whole("water.worth", seat=event.seat), "water")
