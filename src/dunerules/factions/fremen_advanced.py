"""Fremen, advanced: they fight without spice."""

from __future__ import annotations

from dunerules.classic.advantages import propose_use
from dunerules.factions.fremen_affairs import FREMEN, strengthens
from dunerules.rules import Tx, step

BATTLES = "fremen-battles"


@step("fremen.unpaid")
def before_fight(tx: Tx) -> None:
    """Others may make the Fremen pay for full strength, if that makes a difference in this battle."""
    if strengthens(tx, BATTLES):
        propose_use(tx, FREMEN, BATTLES)
