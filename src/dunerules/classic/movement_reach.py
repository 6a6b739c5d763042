"""How far a group can go, and why it cannot go further."""

from __future__ import annotations

from attrs import field, frozen

from dunerules.classic.board import NO_SECTOR, Board, board_of
from dunerules.classic.storm_marker import in_storm, storm_sector
from dunerules.rules import Denial, Look

NOTHING_BARRED: frozenset[str] = frozenset()

Kinds = tuple[str, ...]


@frozen(eq=False)
class Reach:
    """Where the groups of a seat can go now; what was found is kept, so it serves for one state."""

    look: Look
    seat: str
    _found: dict[tuple[str, Kinds], frozenset[str]] = field(factory=dict)

    def of_group(self, places: tuple[str, ...], kinds: Kinds) -> frozenset[str]:
        """The locations that forces of these kinds can get to from all of these places; not where some of them are."""
        together = frozenset.intersection(*(self._from(place, kinds) for place in places))
        return together.difference(places)

    def into(self, location: str, source: str, kinds: Kinds) -> Denial | None:
        """Why a group may not end its move in a location; within its own territory it enters nothing."""
        territory = board_of(self.look).territory_of[location]
        if territory == source:
            return None
        return self.look.denial("movement.into", seat=self.seat, territory=territory, location=location, kinds=kinds)

    def can_go(self, place: str, source: str, kind: str) -> bool:
        """Whether a force of this kind can leave a place for another."""
        kinds = (kind,)
        return any(self.into(other, source, kinds) is None for other in self.of_group((place,), kinds))

    def range_of(self, kinds: Kinds) -> int:
        """Through how many territories a group of these kinds can move."""
        return self.look.whole("movement.range", seat=self.seat, kinds=kinds)

    def _from(self, place: str, kinds: Kinds) -> frozenset[str]:
        key = (place, kinds)
        if key not in self._found:
            self._found[key] = self._search(place, kinds)
        return self._found[key]

    def _search(self, place: str, kinds: Kinds) -> frozenset[str]:
        board, storm = board_of(self.look), storm_sector(self.look)
        steps = self.range_of(kinds)
        barred = self._barred(board, place, steps, storm, kinds)
        found = self._ends(board, place, steps, storm, barred)
        # Where one may not go through one may still arrive.
        for territory in barred:
            ends = self._ends(board, place, steps, storm, barred - {territory})
            found |= {end for end in ends if board.territory_of[end] == territory}
        return found

    def _ends(self, board: Board, place: str, steps: int, storm: int, barred: frozenset[str]) -> frozenset[str]:
        """Where a group gets to; into the storm, if it may go there, with its last step only."""
        dry = board.reach(place, steps, storm, barred)
        wet = {
            other
            for other in board.in_sector.get(storm, ())
            if board.territory_of[other] not in barred
            and any(dry[near] + _enters(board, near, other) <= steps for near in board.adjacent[other] if near in dry)
            and self.look.may("movement.into-storm", seat=self.seat, location=other)
        }
        return frozenset(dry) | wet

    def _barred(self, board: Board, place: str, steps: int, storm: int, kinds: Kinds) -> frozenset[str]:
        """The territories on the way through which the group may not go."""
        if steps <= 1:
            return NOTHING_BARRED
        near = board.reach(place, steps - 1, storm, NOTHING_BARRED)
        on_the_way = {board.territory_of[other] for other in near} - {board.territory_of[place]}
        return frozenset(
            territory
            for territory in on_the_way
            if not self.look.may("movement.through", seat=self.seat, territory=territory, kinds=kinds)
        )

    def why_not(self, location: str, places: tuple[str, ...], kinds: Kinds) -> Denial | None:
        """Why a group does not reach a location; None: it is where the group comes from."""
        board, steps = board_of(self.look), self.range_of(kinds)
        if in_storm(self.look, location):
            denial = self.look.denial("movement.into-storm", seat=self.seat, location=location)
            if denial is not None:
                return denial
        for place in places:
            if location in self._from(place, kinds):
                continue
            if location not in board.reach(place, steps, NO_SECTOR, NOTHING_BARRED):
                return Denial(f"{location} is more than {steps} away from {place}", self._range_cites(kinds))
            if location not in board.reach(place, steps, storm_sector(self.look), NOTHING_BARRED):
                return Denial(
                    f"the storm is between {place} and {location}",
                    ("gf9.movement.storm", "ah79.movement.storm"),
                )
            return self._bar(board, place, steps, kinds)
        return None

    def _bar(self, board: Board, place: str, steps: int, kinds: Kinds) -> Denial | None:
        """What keeps a group from going through a territory on its way."""
        for territory in sorted(self._barred(board, place, steps, storm_sector(self.look), kinds)):
            return self.look.denial("movement.through", seat=self.seat, territory=territory, kinds=kinds)
        return None

    def _range_cites(self, kinds: Kinds) -> tuple[str, ...]:
        explained = self.look.rulebook.quantity("movement.range").explain(
            self.look, {"seat": self.seat, "kinds": kinds}
        )
        return tuple(dict.fromkeys(cite for line in explained.lines for cite in line.cites))


def _enters(board: Board, place: str, other: str) -> bool:
    """Whether a step from one location to another enters another territory."""
    return board.territory_of[place] != board.territory_of[other]
