"""What the Fremen choose from: where they start, and the rides that a worm offers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from dunerules.classic.board import board_of, make_board
from dunerules.classic.forces import REGULAR, RESERVES, STARRED, Group, group, kept, spread
from dunerules.classic.stepwise import Chosen, Explained, Stepwise
from dunerules.classic.storm_marker import in_storm
from dunerules.rules import Counts, Denial, Dependent, Filter, Look, OneOf, Rulebook, Space

T = TypeVar("T")

Placed = tuple[tuple[str, int], ...]
"""Locations, and how many forces in each."""
Picked = tuple[tuple[tuple[str, str], int], ...]
"""Forces on the map: location and kind, and how many."""

RIDE = ("gf9.faction.fremen.worm-ride", "ah79.faction.fremen.worm-ride")


# ------------------------------------------------------------------ the start


def starts_of(look: Look, seat: str, cls: type[T]) -> Space[T]:
    """The ways to share out the starting forces: ``starred`` ones as one likes, and ``regular`` ones for the rest."""
    places = [
        place
        for territory, parts in board_of(look).locations_of.items()
        if look.may("setup.territory", seat=seat, territory=territory)
        for place in parts
    ]
    reserves = kept(look, RESERVES, seat)
    regular, starred = reserves.get(REGULAR, 0), reserves.get(STARRED, 0)
    total = min(look.whole("setup.placed", seat=seat), regular + starred)

    def others(placed: Placed) -> dict[str, Space[Placed]]:
        rest = total - sum(count for _, count in placed)
        return {
            "regular": Counts(
                dict.fromkeys(places, rest), rest, rest, cites=("gf9.faction.fremen.start", "ah79.faction.fremen.start")
            )
        }

    least, most = max(0, total - regular), min(starred, total)
    stars = Counts(
        dict.fromkeys(places, most),
        least,
        most,
        cites=("gf9.silence.setup-starred-tokens", "ah79.silence.setup-starred-tokens"),
    )
    return Dependent(cls, ("starred", stars), others)


def by_location(regular: Placed, starred: Placed) -> dict[str, Group]:
    """The forces of both kinds by the location where they start."""
    found: dict[str, Group] = {}
    for kind, placed in ((REGULAR, regular), (STARRED, starred)):
        for location, count in placed:
            found[location] = (*found.get(location, ()), (kind, count))
    return found


# ------------------------------------------------------------------ rides


def rides_from(look: Look, seat: str, territory: str, cls: type[T]) -> Space[T]:
    """The rides out of a territory: ``forces`` that can leave it, as one group, to a ``target``."""
    makers = {"forces": _riders(look, seat, territory), "target": _ends(look, seat, territory)}
    return Stepwise(cls, makers)


def _riders(look: Look, seat: str, territory: str) -> Callable[[Chosen], Space[Picked]]:
    there = spread(look, territory, seat)
    everybody = {(place, kind): count for place, counts in there.items() for kind, count in counts.items()}
    dry = {picked: count for picked, count in everybody.items() if not in_storm(look, picked[0])}

    def why(value: object) -> Denial | None:
        cites = (
            "gf9.silence.worm-ride-out-of-storm",
            "ah79.silence.worm-ride-out-of-storm",
            "gf9.movement.storm",
            "ah79.movement.storm",
        )
        in_the_storm = value != () and Counts(everybody).contains(value)
        return Denial("forces in storm do not ride", cites) if in_the_storm else None

    riders = Explained(Counts(dry, low=1, cites=RIDE), why)
    return lambda chosen: riders


def _ends(look: Look, seat: str, territory: str) -> Callable[[Chosen], Space[str]]:
    territory_of = board_of(look).territory_of

    def ends(chosen: Chosen) -> Space[str]:
        kinds = tuple(sorted({kind for (_, kind), _ in chosen["forces"]}))

        def test(location: str) -> Denial | None:
            end = territory_of[location]
            if end == territory:
                return Denial(f"a ride leads out of {territory}", RIDE)
            return look.denial("ride.into", seat=seat, territory=end, location=location, kinds=kinds)

        return Filter(look.rulebook.once(_all_locations), test)

    return ends


def _all_locations(rulebook: Rulebook) -> Space[str]:
    return OneOf(tuple(rulebook.once(make_board).territory_of), cites=RIDE)


def by_place(forces: Picked) -> dict[str, Group]:
    """The forces of a group by the location that they leave."""
    found: dict[str, Group] = {}
    for (place, kind), count in forces:
        found[place] = (*found.get(place, ()), (kind, count))
    return found


def by_kind(forces: Picked) -> Group:
    """The forces of a group by kind, wherever they come from."""
    counts: dict[str, int] = {}
    for (_, kind), count in forces:
        counts[kind] = counts.get(kind, 0) + count
    return group(counts)
