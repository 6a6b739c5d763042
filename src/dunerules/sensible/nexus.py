"""Alliances: with whom together victory is nearest, as long as one is not nearer to it alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from dunerules.classic.alliances import Alliances, allies_of, members
from dunerules.classic.forces import Forces
from dunerules.classic.nexus import AcceptAlliance, LeaveAlliance, Nexus, ProposeAlliance, strangers, union
from dunerules.classic.victory import needed, strongholds_of
from dunerules.engine.game import Decision
from dunerules.sensible.sight import PASS, Judgement, Sight

FORCES_OF_A_STRONGHOLD = 12
"""So many forces on the map make an ally as welcome as a stronghold does."""
NEEDS = (Alliances, Forces, Nexus)


def missing(sight: Sight, side: Iterable[str]) -> int:
    """How many strongholds a side lacks."""
    seats = tuple(side)
    return needed(sight.look, seats) - len(strongholds_of(sight.look, seats))


def on_map(sight: Sight, seat: str) -> int:
    """How many forces of a seat are on the map."""
    return sum(count for (_, owner, _), count in sight[Forces].placed.items() if owner == seat)


def attraction(sight: Sight, other: str) -> float:
    """How welcome somebody is as an ally."""
    together = union(sight.look, sight.seat, other)
    return on_map(sight, other) / FORCES_OF_A_STRONGHOLD - missing(sight, together)


def acts(sight: Sight, decision: Decision) -> Iterator[Any]:
    """Leave when one is nearer to victory alone, propose when one is alone, and otherwise let things be."""
    if allies_of(sight.look, sight.seat):
        alone, together = missing(sight, (sight.seat,)), missing(sight, members(sight.look, sight.seat))
        if alone <= 0 or (alone < together and sight.once_in(2)):
            yield LeaveAlliance()
    elif not stands_better_alone(sight) and not sight.once_in(3):
        free = [other for other in strangers(sight.look, sight.seat) if not allies_of(sight.look, other)]
        liked = sorted(free, key=lambda other: -attraction(sight, other))
        # The first choice may have refused before: now and then somebody else is asked.
        if len(liked) > 1 and sight.once_in(3):
            liked = liked[1:]
        yield from map(ProposeAlliance, liked)
    yield PASS


def stands_better_alone(sight: Sight) -> bool:
    """Whether the seat is about to win by itself."""
    return missing(sight, (sight.seat,)) <= 1


def consents(sight: Sight, decision: Decision) -> Iterator[Any]:
    """Accept, unless one is about to win alone or gets no nearer to victory than one is."""
    closer = missing(sight, decision.args["members"]) <= missing(sight, (sight.seat,)) + 1
    if allies_of(sight.look, sight.seat) or stands_better_alone(sight) or not closer or sight.once_in(5):
        yield PASS
    yield AcceptAlliance()
    yield PASS


JUDGEMENTS = (
    Judgement(("nexus",), acts, NEEDS),
    Judgement(("alliance-consent",), consents, NEEDS),
)
