"""Sardaukar: a karama can make them fight like ordinary forces for a battle."""

from __future__ import annotations

from dunerules.classic.advantages import propose_use
from dunerules.classic.fights import fighting, opponent_of
from dunerules.classic.forces import REGULAR, STARRED
from dunerules.factions.emperor import SEAT
from dunerules.rules import Tx, step

ADVANTAGE = "emperor-sardaukar"


@step("emperor.sardaukar")
def propose_sardaukar(tx: Tx) -> None:
    """Before plans are made, if Sardaukar fight and count more than others."""
    opponent = opponent_of(tx, SEAT)
    if opponent and any(kind == STARRED for _, kind in fighting(tx, SEAT)):
        about = {"seat": SEAT, "opponent": opponent, "territory": tx.arg("territory")}
        if tx.quantity("force.strength", kind=STARRED, **about) != tx.quantity("force.strength", kind=REGULAR, **about):
            propose_use(tx, SEAT, ADVANTAGE, "a battle")
