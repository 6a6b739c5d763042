"""The map as a seat sees it: who stands where, what a territory is worth, and how far it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from dunerules.classic.alliances import members
from dunerules.classic.board import Board, board_of, make_board
from dunerules.classic.fights import occupying_kinds
from dunerules.classic.forces import Forces
from dunerules.classic.ship_and_move import ShipAndMove
from dunerules.classic.spice import Spice
from dunerules.classic.storm_marker import in_storm, storm_sector
from dunerules.classic.turn import Turn
from dunerules.classic.victory import needed, sides, strongholds_of
from dunerules.engine.look import Look
from dunerules.engine.rulebook import Rulebook
from dunerules.sensible.sight import Sight

Counts = Mapping[str, int]
"""Forces by kind."""

NEEDS = (Forces, ShipAndMove, Spice, Turn)
"""The tables without which there is no ground to read."""

# What things are worth, in spice.
STRONGHOLD = 9.0
CITY = 2.0
WINNING = 45.0
"""The stronghold that makes the victory."""
NEXT_TO_WINNING = 8.0
DENYING = 40.0
"""A stronghold without which somebody else does not win."""
THREATENING = 16.0
"""A stronghold of somebody who needs one more."""
GUARDING = 10.0
"""A stronghold that somebody needs who needs one more."""
FORCE = 0.8
"""A force that is lost."""

FAR = 9
"""More strongholds than anybody lacks."""
STORM_AHEAD = 6
"""Sectors that the storm is likely to cross next."""
SECURE_HALF = 3.0
"""So many forces keep what they hold every other time."""
PULL = 0.02
"""How much of a distant worth each force feels that could go there later."""
MOST_PULLED = 6


def standing(rulebook: Rulebook, forces: Forces) -> dict[str, dict[str, dict[str, int]]]:
    """The forces that hold ground: territory, seat, kind; for `Look.derived`."""
    territory_of = rulebook.once(make_board).territory_of
    kinds = rulebook.once(occupying_kinds)
    found: dict[str, dict[str, dict[str, int]]] = {}
    for (place, seat, kind), count in forces.placed.items():
        if kind in kinds:
            there = found.setdefault(territory_of[place], {}).setdefault(seat, {})
            there[kind] = there.get(kind, 0) + count
    return found


def distances(rulebook: Rulebook) -> dict[str, dict[str, int]]:
    """How many territories apart any two are, storm or no storm."""
    board = rulebook.once(make_board)
    near = {
        territory: sorted({board.territory_of[other] for place in places for other in board.adjacent[place]})
        for territory, places in board.locations_of.items()
    }
    return {territory: _steps_from(territory, near) for territory in near}


def _steps_from(start: str, near: Mapping[str, list[str]]) -> dict[str, int]:
    found, edge = {start: 0}, [start]
    while edge:
        further = []
        for territory in edge:
            for other in near[territory]:
                if other not in found:
                    found[other] = found[territory] + 1
                    further.append(other)
        edge = further
    return found


@frozen(eq=False)
class Ground:
    """The map in the eyes of one seat."""

    look: Look
    seat: str
    side: tuple[str, ...]
    board: Board
    present: Mapping[str, Mapping[str, Counts]]
    """Territory, seat, kind."""
    goal: int
    """Strongholds that the seat's side needs."""
    held: frozenset[str]
    """Strongholds that it has."""
    counting: Mapping[str, float]
    """Territories that count for victory, and what each is worth to the side."""
    storm_ahead: frozenset[int]

    def mine(self, territory: str) -> Counts:
        """The seat's own forces that hold a territory."""
        return self.present.get(territory, {}).get(self.seat, {})

    def foes(self, territory: str) -> dict[str, Counts]:
        """The forces of other sides there."""
        return {seat: counts for seat, counts in self.present.get(territory, {}).items() if seat not in self.side}

    def worth(self, territory: str) -> float:
        """What it is worth to hold a territory."""
        return self.counting.get(territory, 0.0)

    def spice_at(self, location: str) -> int:
        """Spice that lies in a location."""
        return self.look[Spice].on_map.get(location, 0)

    def harvest(self, location: str, forces: int) -> int:
        """What so many forces of the seat would collect in a location, if they were alone there."""
        spice = self.spice_at(location)
        territory = self.board.territory_of[location]
        if not spice or not self.look.may("collection.collect", seat=self.seat, territory=territory, location=location):
            return 0
        return min(spice, forces * self.look.whole("collection.rate", seat=self.seat, territory=territory))

    def is_exposed(self, location: str) -> bool:
        """Whether the storm is likely to come there next and to kill."""
        territory = self.board.territory_of[location]
        return self.board.sector_of[location] in self.storm_ahead and self.look.may(
            "storm.kills", seat=self.seat, territory=territory
        )

    def landing(self, territory: str) -> str:
        """The best location of a territory to be in: where spice lies, out of the storm, out of its way."""
        places = self.board.locations_of[territory]
        return min(
            places,
            key=lambda place: (in_storm(self.look, place), -self.spice_at(place), self.is_exposed(place)),
        )

    def pull(self, territory: str) -> float:
        """What draws forces in a territory further: the worth of what is near, the less the farther it is."""
        steps = self.look.rulebook.once(distances)[territory]
        goals = [*self.counting.items(), *self._spice_grounds()]
        return max(
            (worth / (1 + steps[goal]) for goal, worth in goals if goal not in self.held and goal in steps), default=0.0
        )

    def _spice_grounds(self) -> list[tuple[str, float]]:
        return [(self.board.territory_of[place], float(spice)) for place, spice in self.look[Spice].on_map.items()]

    def targets(self) -> tuple[str, ...]:
        """The territories that are worth something, by themselves or for their spice."""
        spicy = (self.board.territory_of[place] for place in self.look[Spice].on_map)
        return tuple(dict.fromkeys((*self.counting, *spicy)))

    def is_last_turn(self) -> bool:
        """Whether nothing comes after this turn."""
        return self.look[Turn].turn >= self.look.whole("turn.limit")


def secure(forces: float) -> float:
    """How likely so many forces keep what they hold until the next turn."""
    return forces / (forces + SECURE_HALF)


def ground_of(sight: Sight) -> Ground:
    """Read the map."""
    look, seat = sight.look, sight.seat
    side = members(look, seat)
    board = board_of(look)
    present = look.derived(Forces, standing)
    held, goal = frozenset(strongholds_of(look, side)), needed(look, side)
    places = [place for place in board.territories if look.may("victory.count", seat=seat, territory=place)]
    rivals = _rivals(look, side, [present.get(place, {}) for place in places])
    counting = {
        place: _worth(board, rivals, goal - len(held - {place}), place, present.get(place, {})) for place in places
    }
    storm = storm_sector(look)
    ahead = frozenset(board.sectors_from(storm, STORM_AHEAD)) if storm else frozenset()
    return Ground(look, seat, side, board, present, goal, held, counting, ahead)


def _rivals(look: Look, side: tuple[str, ...], strongholds: Sequence[Mapping[str, Counts]]) -> dict[str, int]:
    """The seats of other sides, and how many strongholds each lacks if it wins all its battles.

    Who has still to ship and move in this turn is as good as one stronghold nearer.
    """
    turns = look[ShipAndMove]
    rivals: dict[str, int] = {}
    for others in sides(look):
        if others != side:
            claimed = sum(any(seat in there for seat in others) for there in strongholds)
            to_come = turns.acting and any(seat not in (turns.acting, *turns.acted) for seat in others)
            rivals |= dict.fromkeys(others, needed(look, others) - claimed - bool(to_come))
    return rivals


def _worth(board: Board, rivals: Mapping[str, int], missing: int, territory: str, there: Mapping[str, Counts]) -> float:
    """What a stronghold is worth to a side that lacks so many, this one included.

    It is worth more, the nearer anybody is to victory. ``rivals`` are the others, with how many strongholds each lacks.
    """
    worth = STRONGHOLD + (CITY if board.territories[territory].city else 0.0)
    worth += WINNING if missing <= 1 else NEXT_TO_WINNING if missing == 2 else 0.0
    foes = [rivals[seat] for seat in there if seat in rivals]
    if foes:
        worth += DENYING if min(foes) <= 0 else THREATENING if min(foes) == 1 else 0.0
    elif min(rivals.values(), default=FAR) <= 1:
        worth += GUARDING
    return worth
