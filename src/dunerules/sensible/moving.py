"""Moves on the map: towards a stronghold that is needed, or spice, without giving up what is held."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from dunerules.classic.forces import REGULAR, STARRED, Forces, spread, territories_of
from dunerules.classic.movement import Move
from dunerules.classic.movement_reach import Reach
from dunerules.classic.moves import Moving, PlayForMove, moves_left
from dunerules.classic.storm_marker import in_storm
from dunerules.engine.game import Decision
from dunerules.sensible.ground import MOST_PULLED, NEEDS, Ground, ground_of
from dunerules.sensible.odds import NEEDS as BATTLE_NEEDS
from dunerules.sensible.positions import joined, picked, position, sizes
from dunerules.sensible.sight import PASS, Judgement, Sight, best, choice_class

LEAST_GAIN = 0.3
"""A move that gains less stays undone."""
CARD_GAIN = 12.0
"""A card that gives another move is played for so much."""
MOST_ENDS = 8
"""So many ends of a move are compared, the most promising ones."""

Offer = tuple[float, Move]


def moves(sight: Sight, decision: Decision) -> Iterator[Any]:
    """The moves that gain most, and then none; a card for another move if that gains much."""
    ground = ground_of(sight)
    offers = sorted(_offers(sight, ground), key=lambda offer: -offer[0])
    if moves_left(sight.look, sight.seat) > 0:
        yield from (move for gain, move in offers if gain > LEAST_GAIN)
    elif offers and offers[0][0] > CARD_GAIN:
        yield from (choice for choice in decision.space if isinstance(choice, PlayForMove))
    yield PASS


def _offers(sight: Sight, ground: Ground) -> Iterable[Offer]:
    look, seat = sight.look, sight.seat
    reach = Reach(look, seat)
    for source in territories_of(look, seat):
        for place, there in spread(look, source, seat).items():
            if in_storm(look, place):
                continue
            kinds = tuple(sorted(there))
            ends = [end for end in reach.of_group((place,), kinds) if ground.board.territory_of[end] != source]
            for end in _promising(ground, ends):
                yield from _groups(sight, ground, source, place, there, end)


def _promising(ground: Ground, ends: Iterable[str]) -> list[str]:
    """One location for each of the best territories that can be reached."""
    by_territory: dict[str, str] = {}
    for end in sorted(ends):
        territory = ground.board.territory_of[end]
        if end == ground.landing(territory) or territory not in by_territory:
            by_territory[territory] = end

    def promise(end: str) -> float:
        territory = ground.board.territory_of[end]
        return ground.worth(territory) + ground.spice_at(end) + ground.pull(territory)

    return sorted(by_territory.values(), key=lambda end: (-promise(end), end))[:MOST_ENDS]


def _groups(sight: Sight, ground: Ground, source: str, place: str, there: dict[str, int], end: str) -> Iterable[Offer]:
    territory = ground.board.territory_of[end]
    at_end, at_source = ground.mine(territory), ground.mine(source)
    now = position(sight, ground, end, at_end) + position(sight, ground, place, at_source)
    for size in sizes(sum(there.values())):
        group = picked(there, size, ())
        gain = position(sight, ground, end, joined(at_end, group))
        gain += position(sight, ground, place, joined(at_source, group, -1))
        yield gain - now, Move(source, tuple(((place, kind), count) for kind, count in group.items()), end)


def rides(sight: Sight, decision: Decision) -> Iterator[Any]:
    """Ride with all to where they are worth most, if that is more than where they are."""
    ground = ground_of(sight)
    source = decision.args["territory"]
    ride = choice_class(sight, "ride")
    if ride is None:
        return
    there = spread(sight.look, source, sight.seat)
    group = tuple(
        ((place, kind), count)
        for place, counts in there.items()
        if not in_storm(sight.look, place)
        for kind, count in counts.items()
    )
    mine = ground.mine(source)
    stay = position(sight, ground, ground.landing(source), mine)

    def gain(territory: str) -> float:
        end, before = ground.landing(territory), ground.mine(territory)
        after = position(sight, ground, end, joined(before, mine))
        return after - position(sight, ground, end, before) - stay

    goals = sorted(((gain(goal), goal) for goal in ground.targets() if goal != source), reverse=True)
    yield from (ride(group, ground.landing(goal)) for better, goal in goals if better > LEAST_GAIN)
    yield PASS


def placements(sight: Sight, decision: Decision) -> Iterator[Any]:
    """Of some ways to place the first forces, the one nearest to what is worth having."""
    ground = ground_of(sight)

    def promise(choice: Any) -> float:
        return sum(
            min(count, MOST_PULLED) * (ground.worth(territory) + ground.pull(territory))
            for place, count in _placed(choice)
            for territory in (ground.board.territory_of[place],)
        )

    return best(decision, sight, promise)


def _placed(choice: Any) -> list[tuple[str, int]]:
    """Where a choice puts forces: one in its location, or so many of each kind in each."""
    location = getattr(choice, "location", "")
    groups = [getattr(choice, kind, ()) for kind in (REGULAR, STARRED)]
    return [(location, 1)] if location else [pair for group in groups for pair in group]


JUDGEMENTS = (
    Judgement(("move",), moves, (*NEEDS, *BATTLE_NEEDS, Forces, Moving)),
    Judgement(("ride",), rides, (*NEEDS, *BATTLE_NEEDS, Forces)),
    Judgement(("place-forces", "place-advisor", "place-first-force"), placements, (*NEEDS, *BATTLE_NEEDS)),
)
