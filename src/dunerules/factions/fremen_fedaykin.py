"""Fedaykin: others may see to it that they are ordinary forces in a battle."""

from __future__ import annotations

from dunerules.classic.advantages import propose_use
from dunerules.factions.fremen_affairs import FREMEN, strengthens
from dunerules.rules import Tx, step

FEDAYKIN = "fremen-fedaykin"


@step("fremen.fight")
def before_fight(tx: Tx) -> None:
    """Others may take them from the Fremen if they make a difference in this battle."""
    if strengthens(tx, FEDAYKIN):
        propose_use(tx, FREMEN, FEDAYKIN)
