"""Who may be where: strongholds that are closed, and allies who keep apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dunerules.classic.alliances import allies_of
from dunerules.classic.board import board_of
from dunerules.classic.forces import Forces, keepers, seats_in
from dunerules.rules import Look, fact, invariant


def is_closed(look: Look, seat: str, territory: str) -> bool:
    """Whether a territory is a stronghold that holds forces of too many others for a seat to come in."""
    if not board_of(look).territories[territory].stronghold:
        return False
    others = sum(other != seat for other in seats_in(look, territory))
    return others >= look.whole("stronghold.others", seat=seat, territory=territory)


def allies_there(look: Look, seat: str, territory: str) -> tuple[str, ...]:
    """The allies with forces in a territory that a seat may not share with them."""
    allies = allies_of(look, seat)
    if not allies:
        return ()
    found = look.derived(Forces, keepers).get(territory, ())
    there = tuple(other for other in look.seats if other in found and other in allies)
    return () if not there or look.may("territory.shared", seat=seat, territory=territory) else there


def some_occupy(look: Look, kinds: Iterable[str]) -> bool:
    """Whether forces of one of these kinds hold the territory in which they are."""
    forces = look.rulebook.components["force"]
    return any(forces[kind].occupies for kind in kinds)


@fact("closed", needs=("seat", "territory"), values="bool", exclusive=True)
def territory_is_closed(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether the territory in question is a stronghold that holds too many others for the seat."""
    return is_closed(look, ctx["seat"], ctx["territory"]) is value


@fact("with-ally", needs=("seat", "territory"), values="bool", exclusive=True)
def territory_has_ally(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether forces of an ally of the seat are in the territory in question, and they may not share it."""
    return bool(allies_there(look, ctx["seat"], ctx["territory"])) is value


@fact("occupying", needs=("kinds",), values="bool", exclusive=True)
def group_occupies(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether some force of the group in question would hold the territory it is in."""
    return some_occupy(look, ctx["kinds"]) is value


@fact("apart", needs=("kinds",), values="bool", exclusive=True)
def group_keeps_apart(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether some force of the group in question has to keep out of territories where allies are."""
    forces = look.rulebook.components["force"]
    return any(forces[kind].keeps_apart for kind in ctx["kinds"]) is value


@fact("with-kind", needs=("kinds",), values="force")
def group_has_kind(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether the group in question has a force of this kind."""
    return value in ctx["kinds"]


@invariant(
    "strongholds are not overcrowded",
    cites=("gf9.shipment.stronghold-limit", "ah79.shipment.stronghold-limit"),
    resting=True,  # forces that come in peace say so once they are there
)
def strongholds_have_room(look: Look) -> str | None:
    """Nobody came into a stronghold that was closed: for one of those who hold it, it is not."""
    for territory in board_of(look).territories:
        seats = seats_in(look, territory)
        if len(seats) > 1 and all(is_closed(look, seat, territory) for seat in seats):
            return f"{', '.join(seats)} are in {territory} together"
    return None
