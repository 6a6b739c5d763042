"""Alliances: who is allied with whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dunerules.rules import (
    GameBegan,
    Look,
    Seat,
    Seating,
    Tx,
    Write,
    event,
    fact,
    given,
    invariant,
    on,
    public,
    reducer,
    table,
)


@table("alliances")
class Alliances:
    """Who is allied with whom."""

    allies: dict[str, tuple[str, ...]] = public(factory=dict)
    """The other members of each seat's alliance; a seat without one is not there."""


@event("alliance-formed", words="{members} are allied.")
class AllianceFormed:
    """These seats are one alliance now; whoever of them was in a smaller one has brought it along."""

    members: tuple[str, ...]


@event("alliance-left", words="{seat} leaves its alliance.")
class AllianceLeft:
    """A seat left its alliance; the others stay together."""

    seat: str


@reducer(AllianceFormed)
def join(write: Write, event: AllianceFormed) -> None:
    """Note each member's allies."""
    allies = write(Alliances).allies
    for seat in event.members:
        allies[seat] = tuple(other for other in event.members if other != seat)


@reducer(AllianceLeft)
def leave(write: Write, event: AllianceLeft) -> None:
    """Take the seat out; one that is left alone has no alliance."""
    allies = write(Alliances).allies
    for other in allies.pop(event.seat, ()):
        allies[other] = tuple(seat for seat in allies[other] if seat != event.seat)
        if not allies[other]:
            del allies[other]


def allies_of(look: Look, seat: str) -> tuple[str, ...]:
    """The allies of a seat."""
    return look[Alliances].allies.get(seat, ())


def allied(look: Look, seat: str, other: str) -> bool:
    """Whether two seats are allied with each other."""
    return other in look[Alliances].allies.get(seat, ())


def members(look: Look, seat: str) -> tuple[str, ...]:
    """A seat and its allies, in the order of the table."""
    allies = allies_of(look, seat)
    return tuple([other for other in look.seats if other == seat or other in allies]) if allies else (seat,)


def persons(look: Look) -> dict[str, tuple[str, ...]]:
    """The persons who play, and the seats that each holds."""
    held: dict[str, tuple[str, ...]] = {}
    for seat, person in look[Seating].persons.items():
        held[person] = (*held.get(person, ()), seat)
    return held


@on(GameBegan)
def ally_own_factions(tx: Tx, event: GameBegan) -> None:
    """When two persons hold several seats each, each person's seats are allied for the whole game."""
    held = persons(tx)
    if tx.may("alliance.permanent") and all(len(seats) > 1 for seats in held.values()):
        for seats in held.values():
            tx.emit(AllianceFormed(seats))


@fact("persons", values="int", exclusive=True)
def persons_are(look: Look, ctx: Mapping[str, Any], value: int) -> bool:
    """Whether so many persons play, whatever number of seats they hold."""
    return len(set(look[Seating].persons.values())) == value


@fact("ally", needs=("seat",), values="faction")
def has_ally(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether the seat in question is allied with this faction."""
    return allied(look, ctx["seat"], value)


@fact("allied", needs=("seat",), values="bool", exclusive=True)
def is_allied(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether the seat in question has an ally."""
    return bool(allies_of(look, ctx["seat"])) is value


@given("alliances")
def set_alliances(tx: Tx, value: Iterable[Iterable[Seat]]) -> None:
    """Form alliances: a list of lists of seats."""
    for alliance in value:
        tx.emit(AllianceFormed(tuple(seat for seat in tx.seats if seat in alliance)))


@invariant("alliances agree", cites=("gf9.alliance.one-each", "ah79.alliance.one-each"))
def alliances_agree(look: Look) -> str | None:
    """Whoever is somebody's ally has the same alliance, and nobody is allied alone or with itself."""
    allies = look[Alliances].allies
    for seat, others in allies.items():
        if seat in others or not others:
            return f"{seat} is allied with {', '.join(others) or 'nobody'}"
        if any({other, *allies.get(other, ())} != {seat, *others} for other in others):
            return f"the alliance of {seat} is {others}, and they see it otherwise"
    return None
