"""Forces: on the map, in reserves and in the tanks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from dunerules.classic.board import board_of, make_board, place_named
from dunerules.rules import (
    GameBegan,
    Look,
    Names,
    Rulebook,
    Seat,
    Tx,
    Write,
    component,
    event,
    given,
    invariant,
    on,
    public,
    reducer,
    table,
)

RESERVES = "reserves"
TANKS = "tanks"
REGULAR = "regular"
STARRED = "starred"

KindName = Annotated[str, Names("force")]
"""A word of a position that names a kind of forces."""

Group = tuple[tuple[str, int], ...]
"""Kinds of force and how many of each."""


@component("force")
class ForceKind:
    """A kind of force."""

    id: str
    title: str
    plural: str = ""
    occupies: bool = True
    """Whether such forces hold a territory, fight and collect; those that do not live beside others in peace."""
    apart: bool = False
    """Whether such forces keep apart from allies even though they do not hold a territory."""

    @property
    def keeps_apart(self) -> bool:
        """Whether such forces keep out of territories where allies are, and allies out of theirs."""
        return self.occupies or self.apart


@table("forces")
class Forces:
    """Where all forces are."""

    placed: dict[tuple[str, str, str], int] = public(factory=dict)
    """On the map: by location, seat and kind."""
    reserves: dict[tuple[str, str], int] = public(factory=dict)
    """By seat and kind."""
    tanks: dict[tuple[str, str], int] = public(factory=dict)
    """By seat and kind."""


@event("forces-mustered")
class ForcesMustered:
    """A faction's forces were laid out as its reserves."""

    seat: str
    forces: Group


def _movement(event: ForcesMoved) -> str:
    """The sentence for forces that change their place."""
    source = f"the {event.source}" if event.source in (RESERVES, TANKS) else "{source}"
    target = f"the {event.target}" if event.target in (RESERVES, TANKS) else "{target}"
    return f"{{seat}}: {{forces}} from {source} to {target} ({{cause}})."


@event("forces-moved", words=_movement)
class ForcesMoved:
    """Forces went from one place to another: a location, the reserves, the tanks."""

    seat: str
    forces: Group
    source: str
    target: str
    cause: str
    """What moved them: ``set-up``, ``shipment``, ``movement``, ``storm``, ``worm``, ``battle``, ``revival``, ..."""


@event("forces-turned", words="{seat} turns {before} into {after} in {location}.")
class ForcesTurned:
    """Forces in a location became another kind."""

    seat: str
    location: str
    source: str
    target: str
    count: int

    @property
    def before(self) -> Group:
        """The forces as they were."""
        return ((self.source, self.count),)

    @property
    def after(self) -> Group:
        """The forces as they are now."""
        return ((self.target, self.count),)


@reducer(ForcesMustered)
def muster(write: Write, event: ForcesMustered) -> None:
    """Put them into the reserves."""
    reserves = write(Forces).reserves
    for kind, count in event.forces:
        reserves[event.seat, kind] = count


@reducer(ForcesMoved)
def move_forces(write: Write, event: ForcesMoved) -> None:
    """Take them from one place and put them in the other."""
    forces = write(Forces)
    for kind, count in event.forces:
        _add(forces, event.source, event.seat, kind, -count)
        _add(forces, event.target, event.seat, kind, count)


@reducer(ForcesTurned)
def turn_forces(write: Write, event: ForcesTurned) -> None:
    """Exchange the kinds."""
    forces = write(Forces)
    _add(forces, event.location, event.seat, event.source, -event.count)
    _add(forces, event.location, event.seat, event.target, event.count)


def _add(forces: Forces, place: str, seat: str, kind: str, count: int) -> None:
    if place == RESERVES:
        _count(forces.reserves, (seat, kind), count)
    elif place == TANKS:
        _count(forces.tanks, (seat, kind), count)
    else:
        _count(forces.placed, (place, seat, kind), count)


def _count(table: dict[Any, int], key: Any, count: int) -> None:
    left = table.get(key, 0) + count
    if left:
        table[key] = left
    else:
        table.pop(key, None)


@on(GameBegan)
def lay_out_forces(tx: Tx, event: GameBegan) -> None:
    """Every faction begins with all its forces in reserve; set-up takes them from there."""
    for seat in tx.seats:
        starred = tx.whole("forces.starred", seat=seat)
        total = tx.whole("forces.total", seat=seat)
        tx.emit(ForcesMustered(seat, group({REGULAR: total - starred, STARRED: starred})))


# ------------------------------------------------------------------ questions


def group(counts: Mapping[str, int]) -> Group:
    """Counts as a group, without kinds of which there are none."""
    return tuple((kind, count) for kind, count in counts.items() if count)


def size(forces: Group) -> int:
    """How many forces a group has, of whatever kind."""
    return sum(count for _, count in forces)


def at(look: Look, location: str, seat: str) -> dict[str, int]:
    """A seat's forces in a location, by kind."""
    placed = look[Forces].placed
    return {kind: count for (place, owner, kind), count in placed.items() if (place, owner) == (location, seat)}


def spread(look: Look, territory: str, seat: str) -> dict[str, dict[str, int]]:
    """A seat's forces in a territory: location, then kind."""
    found: dict[str, dict[str, int]] = {}
    territory_of = board_of(look).territory_of
    for (place, owner, kind), count in look[Forces].placed.items():
        if owner == seat and territory_of[place] == territory:
            found.setdefault(place, {})[kind] = count
    return found


def kept(look: Look, place: str, seat: str) -> dict[str, int]:
    """A seat's forces in the reserves or in the tanks, by kind."""
    table = look[Forces].reserves if place == RESERVES else look[Forces].tanks
    return {kind: count for (owner, kind), count in table.items() if owner == seat}


def occupants(rulebook: Rulebook, forces: Forces) -> dict[str, set[str]]:
    """The seats whose forces occupy each territory; for `Look.derived`."""
    territory_of = rulebook.once(make_board).territory_of
    kinds = rulebook.components["force"]
    found: dict[str, set[str]] = {}
    for place, owner, kind in forces.placed:
        if kinds[kind].occupies:
            found.setdefault(territory_of[place], set()).add(owner)
    return found


def keepers(rulebook: Rulebook, forces: Forces) -> dict[str, set[str]]:
    """The seats whose forces in each territory keep apart from allies; for `Look.derived`."""
    territory_of = rulebook.once(make_board).territory_of
    kinds = rulebook.components["force"]
    found: dict[str, set[str]] = {}
    for place, owner, kind in forces.placed:
        if kinds[kind].keeps_apart:
            found.setdefault(territory_of[place], set()).add(owner)
    return found


def seats_in(look: Look, territory: str) -> tuple[str, ...]:
    """The seats whose forces occupy a territory, in the order of the table."""
    found = look.derived(Forces, occupants).get(territory)
    return tuple(seat for seat in look.seats if seat in found) if found else ()


def occupies(look: Look, territory: str, seat: str) -> bool:
    """Whether a seat has forces in a territory that hold it."""
    return seat in look.derived(Forces, occupants).get(territory, ())


def territories_of(look: Look, seat: str) -> tuple[str, ...]:
    """The territories in which a seat has forces of any kind, sorted."""
    territory_of = board_of(look).territory_of
    return tuple(sorted({territory_of[place] for place, owner, _ in look[Forces].placed if owner == seat}))


def move(tx: Tx, seat: str, forces: Group, source: str, target: str, cause: str) -> None:
    """Move forces, if there are any to move."""
    if forces:
        tx.emit(ForcesMoved(seat, forces, source, target, cause))


def kill_all(tx: Tx, locations: Iterable[str], cause: str, *, spare: Iterable[str] = ()) -> None:
    """Send all forces in these locations to the tanks, except those of the seats in ``spare``."""
    wanted, spared = set(locations), set(spare)
    doomed: dict[tuple[str, str], dict[str, int]] = {}
    for (place, seat, kind), count in tx[Forces].placed.items():
        if place in wanted and seat not in spared:
            doomed.setdefault((place, seat), {})[kind] = count
    for (place, seat), counts in doomed.items():
        move(tx, seat, group(counts), place, TANKS, cause)


# ------------------------------------------------------------------ positions and laws


def _counts(value: int | Mapping[str, int]) -> dict[str, int]:
    return {REGULAR: value} if isinstance(value, int) else dict(value)


def _take_back(tx: Tx, seat: str, counts: Mapping[str, int], target: str) -> None:
    """Move forces of a position out of the reserves."""
    move(tx, seat, group(counts), RESERVES, target, "position")


@given("forces")
def set_forces(tx: Tx, value: Mapping[str, Mapping[Seat, int | Mapping[KindName, int]]]) -> None:
    """Put forces on the map: territory or location, seat, and a number or numbers by kind."""
    for place, seats in value.items():
        for seat, counts in seats.items():
            _take_back(tx, seat, _counts(counts), place_named(tx, place))


@given("tanks")
def set_tanks(tx: Tx, value: Mapping[Seat, int | Mapping[KindName, int]]) -> None:
    """Put forces into the tanks: seat, and a number or numbers by kind."""
    for seat, counts in value.items():
        _take_back(tx, seat, _counts(counts), TANKS)


@invariant("every force is in one place", cites=("gf9.general.faction-pieces", "ah79.general.faction-pieces"))
def forces_conserved(look: Look) -> str | None:
    """Each faction has as many forces, and starred ones, on the map, in reserve and in the tanks as it began with."""
    forces = look[Forces]
    places, kinds = board_of(look).territory_of, look.rulebook.components["force"]
    keys = [*forces.placed, *(("", *key) for table in (forces.reserves, forces.tanks) for key in table)]
    for place, seat, kind in keys:
        if seat not in look.seats or kind not in kinds or (place and place not in places):
            return (
                f"{kind} forces of {seat} are in {place or 'the reserves or the tanks'}, where there is no such thing"
            )
    for seat in look.seats:
        held = sum(count for (owner, _), count in [*forces.reserves.items(), *forces.tanks.items()] if owner == seat)
        held += sum(count for (_, owner, _), count in forces.placed.items() if owner == seat)
        if held != look.whole("forces.total", seat=seat):
            return f"{seat} has {held} forces"
        tables = (forces.reserves, forces.tanks, forces.placed)
        starred = sum(n for table in tables for key, n in table.items() if (key[-2], key[-1]) == (seat, STARRED))
        if starred != look.whole("forces.starred", seat=seat):
            return f"{seat} has {starred} starred forces"
    negative = [key for table in (forces.placed, forces.reserves, forces.tanks) for key, n in table.items() if n < 0]
    return f"fewer than no forces: {negative}" if negative else None
