"""Fremen who move into the storm."""

from __future__ import annotations

from dunerules.classic.moves import GroupMoved
from dunerules.classic.storm import lose
from dunerules.classic.storm_marker import in_storm
from dunerules.rules import Tx, on, step


@on(GroupMoved)
def came_into_storm(tx: Tx, event: GroupMoved) -> None:
    """Those who come into the storm suffer before anything else happens."""
    if in_storm(tx, event.location) and tx.may("storm.kills", seat=event.seat, territory=event.territory):
        tx.push("moved-into-storm", seat=event.seat, location=event.location, forces=event.forces)


@step("moved-into-storm.lose")
def lose_in_storm(tx: Tx) -> None:
    """As many of them die as the storm takes."""
    lose(tx, tx.seat, {(tx.arg("location"), kind): count for kind, count in tx.arg("forces")}, "storm")
