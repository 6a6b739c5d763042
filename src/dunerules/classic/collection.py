"""The spice harvest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.board import board_of
from dunerules.classic.forces import Forces, occupies
from dunerules.classic.spice import Spice, pay
from dunerules.classic.turn import Turn, begin_phase
from dunerules.rules import Look, Tx, fact, step


@step("collection.begin")
def begin(tx: Tx) -> None:
    """The phase begins."""
    begin_phase(tx, "collection")


@step("collection.harvest")
def harvest(tx: Tx) -> None:
    """Everybody collects, from the first player on; of forces in one sector at most one seat's can collect."""
    for seat in tx[Turn].order:
        for location in tuple(tx[Spice].on_map):
            pay(tx, location, seat, collected(tx, seat, location), "collection")


def collected(look: Look, seat: str, location: str) -> int:
    """What a seat's forces in a location collect there now."""
    kinds = look.rulebook.components["force"]
    forces = sum(
        count
        for (place, owner, kind), count in look[Forces].placed.items()
        if (place, owner) == (location, seat) and kinds[kind].occupies
    )
    territory = board_of(look).territory_of[location]
    if not forces or not look.may("collection.collect", seat=seat, territory=territory, location=location):
        return 0
    return min(forces * look.whole("collection.rate", seat=seat, territory=territory), look[Spice].on_map[location])


def holds_city(look: Look, seat: str) -> bool:
    """Whether a seat occupies a city itself; an ally's city does not count: gf9.silence.collection-city-of-ally."""
    territories = board_of(look).territories
    return any(territory.city and occupies(look, name, seat) for name, territory in territories.items())


@fact("holds-city", needs=("seat",), values="bool", exclusive=True)
def seat_holds_city(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether the seat in question occupies a city."""
    return holds_city(look, ctx["seat"]) is value
