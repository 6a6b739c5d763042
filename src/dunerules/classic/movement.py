"""Movement: how far one group of forces goes, and where it may."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from dunerules.classic.board import board_of
from dunerules.classic.forces import Forces, spread, territories_of
from dunerules.classic.groups import Picked, groups_from
from dunerules.classic.movement_reach import Reach
from dunerules.classic.stepwise import Chosen, Explained, Stepwise
from dunerules.classic.storm_marker import in_storm
from dunerules.rules import Counts, Denial, Filter, Look, OneOf, Space, choice


@choice("move", words="move {forces} to {target}")
class Move:
    """Move forces out of one territory to one location."""

    source: str
    """The territory that they leave."""
    forces: Picked
    target: str
    """The location where they go."""


def can_move(look: Look, seat: str) -> bool:
    """Whether some force of a seat can go somewhere."""
    reach, territory_of = Reach(look, seat), board_of(look).territory_of
    return any(
        owner == seat and reach.can_go(place, territory_of[place], kind) for place, owner, kind in look[Forces].placed
    )


def move_space(look: Look, seat: str) -> Space[Move]:
    """The moves that a seat can make."""
    offer = _Offer(look, seat, Reach(look, seat))
    return Stepwise(Move, {"source": offer.sources, "forces": offer.forces, "target": offer.targets})


@frozen(eq=False)
class _Offer:
    """Each field of a move in the light of those before it."""

    look: Look
    seat: str
    reach: Reach

    def sources(self, chosen: Chosen) -> Space[str]:
        """The territories in which the seat has forces."""
        return OneOf(territories_of(self.look, self.seat))

    def forces(self, chosen: Chosen) -> Space[Picked] | Denial:
        """At least one force of the territory; those in storm stay."""
        source = chosen["source"]
        there = spread(self.look, source, self.seat)
        dry = {place: counts for place, counts in there.items() if not in_storm(self.look, place)}
        if not dry:
            return Denial(
                f"all forces in {source} are in storm",
                ("gf9.movement.storm", "ah79.movement.storm"),
            )
        groups = groups_from(self.look, self.seat, source, _by_place(dry))
        if len(dry) == len(there):
            return groups

        def why(value: object) -> Denial | None:
            in_part = Counts(_by_place(there), low=1).contains(value) and not Counts(_by_place(dry)).contains(value)
            return (
                Denial("forces in storm do not move", ("gf9.movement.storm", "ah79.movement.storm"))
                if in_part
                else None
            )

        return Explained(groups, why)

    def targets(self, chosen: Chosen) -> Space[str]:
        """Where all forces of the group can go."""
        source = chosen["source"]
        places = tuple(dict.fromkeys(place for (place, _), _ in chosen["forces"]))
        kinds = tuple(sorted({kind for (_, kind), _ in chosen["forces"]}))
        ends = OneOf(tuple(sorted(self.reach.of_group(places, kinds))))
        known = board_of(self.look).territory_of

        def why(value: object) -> Denial | None:
            if type(value) is not str or value not in known or value in places:
                return None
            return self.reach.why_not(value, places, kinds) or self.reach.into(value, source, kinds)

        return Explained(Filter(ends, lambda end: self.reach.into(end, source, kinds)), why)


def _by_place(there: Mapping[str, Mapping[str, int]]) -> dict[tuple[str, str], int]:
    return {(place, kind): count for place, counts in there.items() for kind, count in counts.items()}
