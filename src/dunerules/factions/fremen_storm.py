"""Fremen and the storm: half losses, and reserves that are brought into it."""

from __future__ import annotations

from dunerules.classic.advantages import if_stopped, propose_use
from dunerules.classic.board import board_of
from dunerules.classic.forces import Forces
from dunerules.classic.shipment import ForcesShipped, Shipping
from dunerules.classic.storm import StormMovement, lose
from dunerules.classic.storm_marker import in_storm, storm_sector
from dunerules.factions.fremen import FAR_SIDE
from dunerules.factions.fremen_affairs import FREMEN
from dunerules.rules import Look, Tx, on, step

MODULE = "faction.fremen.storm"
STORM_LOSSES, INTO_STORM = "fremen-storm-losses", "fremen-into-storm"


@step("fremen.storm")
def before_storm(tx: Tx) -> None:
    """Others may see to it that the storm takes all whom it catches, if that would be more."""
    if FREMEN in tx.seats and _toll(tx) != _toll(if_stopped(tx, FREMEN, STORM_LOSSES)):
        propose_use(tx, FREMEN, STORM_LOSSES)


def _toll(look: Look) -> int:
    """How many Fremen forces the storm is about to kill."""
    board = board_of(look)
    way = board.sectors_from(storm_sector(look), look[StormMovement].distance or 0)
    caught: dict[int, int] = {}
    for (location, seat, _), count in look[Forces].placed.items():
        sector, territory = board.sector_of[location], board.territory_of[location]
        if seat == FREMEN and sector in way and look.may("storm.kills", seat=FREMEN, territory=territory):
            caught[sector] = caught.get(sector, 0) + count
    return sum(look.whole("storm.deaths", seat=FREMEN, count=count) for count in caught.values())


@step("fremen.into-storm")
def before_arrival(tx: Tx) -> None:
    """Others may keep reserves out of the storm; the Fremen then choose anew."""
    ship = tx[Shipping].current
    if tx.seat == FREMEN and ship is not None and ship.kind == FAR_SIDE and in_storm(tx, ship.location):
        propose_use(tx, FREMEN, INTO_STORM, f"in {ship.location}")


@on(ForcesShipped)
def arrived(tx: Tx, event: ForcesShipped) -> None:
    """Reserves that come into storm suffer before anything else happens."""
    if event.kind == FAR_SIDE and in_storm(tx, event.location):
        tx.push("into-storm", seat=event.seat, territory=event.territory, location=event.location, forces=event.forces)


@step("into-storm.lose")
def lose_in_storm(tx: Tx) -> None:
    """Half of those who have come die, whatever the terrain, unless the table has agreed otherwise."""
    sheltered = not tx.may("storm.kills", seat=tx.seat, territory=tx.arg("territory"))
    if not (sheltered and tx.option(MODULE, "terrain_matters")):
        lose(tx, tx.seat, {(tx.arg("location"), kind): count for kind, count in tx.arg("forces")}, "storm")
