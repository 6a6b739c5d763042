"""The battle wheels: who used them last."""

from __future__ import annotations

from collections.abc import Iterable

from dunerules.rules import Seat, Tx, Write, event, given, public, reducer, table


@table("wheels")
class Wheels:
    """Who used the battle wheels last."""

    last: tuple[str, ...] = public(default=())


@event("wheels-used")
class WheelsUsed:
    """Two players used the battle wheels."""

    seats: tuple[str, ...]


@reducer(WheelsUsed)
def remember(write: Write, event: WheelsUsed) -> None:
    """Remember the pair."""
    write(Wheels).last = event.seats


@given("wheels")
def set_wheels(tx: Tx, value: Iterable[Seat]) -> None:
    """Say who used the battle wheels last: a list of two seats."""
    tx.emit(WheelsUsed(tuple(value)))
