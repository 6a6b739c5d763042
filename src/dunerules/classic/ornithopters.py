"""Ornithopters: who has a city moves further."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.board import Territory
from dunerules.classic.forces import Forces, occupants
from dunerules.classic.ship_and_move import PHASE, ShipAndMoveBegan, ShipAndMoveEnded
from dunerules.classic.turn import PhaseBegan
from dunerules.rules import Look, Rulebook, Tx, Write, event, fact, on, public, reducer, table

MODULE = "classic.ornithopters"


@table("ornithopters")
class Ornithopters:
    """Who had a city when access was checked; used only if that is before the moves."""

    ready: tuple[str, ...] = public(default=())


@event("ornithopters-ready", words="{seat} has ornithopters this turn.")
class OrnithoptersReady:
    """A seat had a city before it shipped, or as the phase began."""

    seat: str


@reducer(OrnithoptersReady)
def note_ready(write: Write, event: OrnithoptersReady) -> None:
    """Note who may fly."""
    ornithopters = write(Ornithopters)
    ornithopters.ready = (*ornithopters.ready, event.seat)


@reducer(ShipAndMoveEnded)
def forget_ready(write: Write, event: ShipAndMoveEnded) -> None:
    """The seat's turn is over."""
    ornithopters = write(Ornithopters)
    ornithopters.ready = tuple(seat for seat in ornithopters.ready if seat != event.seat)


def cities(rulebook: Rulebook) -> frozenset[str]:
    """The territories that give ornithopters."""
    territories: Mapping[str, Territory] = rulebook.components["territory"]
    return frozenset(name for name, territory in territories.items() if territory.city)


def has_city(look: Look, seat: str) -> bool:
    """Whether a seat has a force in a city; those that do not occupy have no use of it."""
    held = look.derived(Forces, occupants)
    return any(seat in held.get(city, ()) for city in look.rulebook.once(cities))


@on(ShipAndMoveBegan)
def check_before_shipment(tx: Tx, event: ShipAndMoveBegan) -> None:
    """Note who has a city before the shipment, if that is what counts."""
    if tx.option(MODULE, "access_checked") == "before-shipment" and has_city(tx, event.seat):
        tx.emit(OrnithoptersReady(event.seat))


@on(PhaseBegan)
def check_before_phase(tx: Tx, event: PhaseBegan) -> None:
    """Note who has a city as shipment and movement begin, if that is what counts."""
    if event.phase == PHASE and tx.option(MODULE, "access_checked") == "before-phase":
        for seat in tx.seats:
            if has_city(tx, seat):
                tx.emit(OrnithoptersReady(seat))


@fact("ornithopters", needs=("seat",), values="bool", exclusive=True)
def has_ornithopters(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether the seat in question has ornithopters for its move."""
    if look.option(MODULE, "access_checked") == "before-movement":
        return has_city(look, ctx["seat"]) is value
    return (ctx["seat"] in look[Ornithopters].ready) is value
