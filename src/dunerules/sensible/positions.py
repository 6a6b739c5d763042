"""What forces in a place are worth: the measure by which shipments and moves are compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dunerules.classic.spice import spice_of
from dunerules.classic.storm_marker import in_storm
from dunerules.sensible.ground import FORCE, MOST_PULLED, PULL, Ground, secure
from dunerules.sensible.odds import chance
from dunerules.sensible.sight import Sight

SURVIVING = 0.5
"""The part of a group that is left after a battle that it wins."""
LOST_IN_STORM = 0.35
"""How likely the storm comes over what stands in its way."""
SPICE_AHEAD = 0.85
"""What spice that can be collected later in the turn is worth."""
PLENTY = 15
"""With so much spice a seat spends freely."""


def position(sight: Sight, ground: Ground, location: str, counts: Mapping[str, int], spice: int | None = None) -> float:
    """What it is worth to have forces by kind in a territory, most of them in this location, when all have moved.

    ``spice`` is what the seat has left to support them.
    """
    forces = sum(counts.values())
    if not forces:
        return 0.0
    territory = ground.board.territory_of[location]
    foes = not in_storm(sight.look, location) and bool(ground.foes(territory))
    won = chance(sight, ground, territory, counts, spice) if foes else 1.0
    left = forces * SURVIVING if foes else float(forces)
    value = won * (ground.worth(territory) * secure(left) + SPICE_AHEAD * ground.harvest(location, int(left + 1)))
    value -= FORCE * ((1 - won) * forces + won * (forces - left))
    if ground.is_exposed(location):
        value -= FORCE * LOST_IN_STORM * left
    return value + PULL * min(forces, MOST_PULLED) * ground.pull(territory)


def price_of_spice(sight: Sight, ground: Ground) -> float:
    """How dearly a seat parts with a spice: the more it has, the less, and at the very end not at all."""
    if ground.is_last_turn():
        return 0.05
    return 0.45 if spice_of(sight.look, sight.seat) >= PLENTY else 0.8


def picked(available: Mapping[str, int], size: int, first: tuple[str, ...]) -> dict[str, int]:
    """A group of a size out of what is there, of the kinds that come ``first`` as many as possible."""
    found: dict[str, int] = {}
    for kind in sorted(available, key=lambda kind: (first.index(kind) if kind in first else len(first), kind)):
        count = min(available[kind], size - sum(found.values()))
        if count > 0:
            found[kind] = count
    return {kind: found[kind] for kind in available if kind in found}


def joined(one: Mapping[str, int], other: Mapping[str, int], sign: int = 1) -> dict[str, int]:
    """Two groups together, or one without the other."""
    kinds = dict.fromkeys((*one, *other))
    counts = {kind: one.get(kind, 0) + sign * other.get(kind, 0) for kind in kinds}
    return {kind: count for kind, count in counts.items() if count > 0}


def sizes(most: int) -> Iterator[int]:
    """Some sizes of a group, up to the largest possible, which comes first."""
    yield from sorted({size for size in (most, most * 3 // 4, most // 2, 6, 4, 2, 1) if 0 < size <= most}, reverse=True)
