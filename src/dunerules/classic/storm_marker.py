"""The storm marker, and whether the Shield Wall stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.board import NO_SECTOR, board_of
from dunerules.classic.turn import FirstPlayerDetermined, order_from
from dunerules.rules import GameBegan, Look, Tx, Write, event, fact, given, invariant, on, public, reducer, table


@table("storm")
class Storm:
    """Where the storm stands, and what it can reach."""

    sector: int = public(default=NO_SECTOR)
    wall_destroyed: bool = public(default=False)


@event("storm-moved", words="The storm is in sector {sector}.")
class StormMoved:
    """The storm marker came to a sector."""

    sector: int


@event("wall-destroyed", words="The Shield Wall is destroyed.")
class WallDestroyed:
    """The Shield Wall shelters nothing any more."""


@reducer(StormMoved)
def move_marker(write: Write, event: StormMoved) -> None:
    """Note where the storm stands."""
    write(Storm).sector = event.sector


@reducer(WallDestroyed)
def destroy_wall(write: Write, event: WallDestroyed) -> None:
    """Note that the Wall is gone."""
    write(Storm).wall_destroyed = True


@on(GameBegan)
def lay_out_marker(tx: Tx, event: GameBegan) -> None:
    """The marker begins on the start sector."""
    tx.emit(StormMoved(tx.whole("storm.start")))


def storm_sector(look: Look) -> int:
    """The sector in which the storm stands."""
    return look[Storm].sector


def in_storm(look: Look, location: str) -> bool:
    """Whether a location is in storm; what lies in no sector never is."""
    return board_of(look).sector_of[location] == look[Storm].sector != NO_SECTOR


@fact("in-storm", needs=("location",), values="bool", exclusive=True)
def location_in_storm(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether the location in question is in storm."""
    return in_storm(look, ctx["location"]) is value


@fact("wall-destroyed", values="bool", exclusive=True)
def wall_is_destroyed(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether the Shield Wall is gone."""
    return look[Storm].wall_destroyed is value


@given("storm")
def set_storm(tx: Tx, value: int) -> None:
    """Put the storm into a sector, which also decides who plays before whom: a number."""
    tx.emit(StormMoved(value))
    tx.emit(FirstPlayerDetermined(order_from(tx, value)))


@given("wall_destroyed")
def set_wall(tx: Tx, value: bool) -> None:
    """Say whether the Shield Wall is gone: true or false."""
    if value:
        tx.emit(WallDestroyed())


@invariant("the storm is on the map", cites=("gf9.general.map", "ah79.general.map"))
def storm_is_on_the_map(look: Look) -> str | None:
    """It stands in one of the sectors."""
    sector, sectors = look[Storm].sector, board_of(look).sectors
    return None if 1 <= sector <= sectors else f"it stands in sector {sector}, and there are {sectors}"
