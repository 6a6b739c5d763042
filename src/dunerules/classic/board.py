"""Territories, the locations they are made of, and the ways between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import field, frozen

from dunerules.rules import Look, Rulebook, component, fact, of_kind, told

NO_SECTOR = 0
"""The sector of a location that lies in none."""

MOST_KEPT = 4096
"""So many answers about ways are kept; a rulebook serves games by the thousand, and occupied territories differ."""


@component("territory", plural="Territories")
class Territory:
    """A territory of the map."""

    id: str
    title: str
    terrain: str = told("Ground")
    """``sand``, ``rock``, ``stronghold`` or ``polar-sink``."""
    sectors: tuple[int, ...] = told("Sectors", default=())
    """The sectors that it lies in."""
    shelter: str = ""
    """What keeps the storm off: its own ``terrain``, the ``shield-wall``, or nothing."""
    stronghold: bool = False
    """Whether it counts for victory, and closes when two others are in it."""
    city: bool = False
    """Whether it gives ornithopters and the better harvest."""
    blow_sector: int = told("Spice in sector", default=NO_SECTOR)
    """The sector of its spice blow icon."""
    blow: int = told("Spice", default=0)
    """Spice that its card puts there."""


@component("location")
class Location:
    """The part of a territory that lies in one sector."""

    id: str
    title: str
    territory: str = of_kind("territory")
    sector: int
    adjacent: tuple[str, ...] = of_kind("location")
    """The locations that a force can step to from here."""


@component("circle")
class Circle:
    """A player circle at the edge of the map."""

    id: str
    title: str
    sector: int


@frozen(eq=False)
class Board:
    """The map made ready: which locations belong together, and how far one can go."""

    territory_of: Mapping[str, str]
    sector_of: Mapping[str, int]
    adjacent: Mapping[str, tuple[str, ...]]
    locations_of: Mapping[str, tuple[str, ...]]
    """Territory, then its locations in order of sector."""
    in_sector: Mapping[int, tuple[str, ...]]
    territories: Mapping[str, Territory]
    strongholds: tuple[str, ...]
    circles: tuple[int, ...]
    """Sectors of the player circles, counterclockwise."""
    sectors: int
    _reached: dict[tuple[str, int, int, frozenset[str]], dict[str, int]] = field(factory=dict, repr=False)

    def reach(self, start: str, steps: int, storm: int, barred: frozenset[str]) -> Mapping[str, int]:
        """Locations that a group can get to, and through how many territories.

        It enters no location in the sector ``storm`` and no territory of ``barred``; sectors cost nothing. Its own
        location is among them, unless it is in storm: then the group goes nowhere.
        """
        key = (start, steps, storm, barred)
        found = self._reached.get(key)
        if found is None:
            if len(self._reached) >= MOST_KEPT:
                self._reached.clear()
            found = self._reached[key] = self._walk(*key)
        return found

    def _walk(self, start: str, steps: int, storm: int, barred: frozenset[str]) -> dict[str, int]:
        if storm != NO_SECTOR and self.sector_of[start] == storm:
            return {}
        found = {start: 0}
        edge = [start]
        while edge:
            further: list[str] = []
            # The list grows while a territory is crossed: its other sectors are as near as the first.
            for place in edge:
                for other in self.adjacent[place]:
                    inside = self.territory_of[other] == self.territory_of[place]
                    distance = found[place] + (not inside)
                    blocked = self.sector_of[other] == storm != NO_SECTOR or self.territory_of[other] in barred
                    if blocked or distance > steps or found.get(other, steps + 1) <= distance:
                        continue
                    found[other] = distance
                    (edge if inside else further).append(other)
            edge = further
        return found

    def distance(self, start: str, end: str) -> int:
        """Territories from one to another, the first not counted, storm or no storm."""
        found: dict[str, int] = {start: 0}
        edge = [start]
        while edge and end not in found:
            near = {
                self.territory_of[other]
                for territory in edge
                for place in self.locations_of[territory]
                for other in self.adjacent[place]
            }
            steps = found[edge[0]] + 1
            edge = sorted(near - found.keys())
            found |= dict.fromkeys(edge, steps)
        return found[end]

    def sectors_from(self, sector: int, count: int) -> tuple[int, ...]:
        """The next sectors counterclockwise after one; each once, however far it goes."""
        return tuple((sector + step - 1) % self.sectors + 1 for step in range(1, min(count, self.sectors) + 1))


def board_of(look: Look) -> Board:
    """The map of the rulebook."""
    return look.rulebook.once(make_board)


def make_board(rulebook: Rulebook) -> Board:
    """Prepare the map that a rulebook's components describe."""
    locations: Mapping[str, Location] = rulebook.components["location"]
    territories: Mapping[str, Territory] = rulebook.components["territory"]
    sectors = sorted({place.sector for place in locations.values()} - {NO_SECTOR})
    return Board(
        territory_of={place.id: place.territory for place in locations.values()},
        sector_of={place.id: place.sector for place in locations.values()},
        adjacent={place.id: place.adjacent for place in locations.values()},
        locations_of={name: _in_order(p for p in locations.values() if p.territory == name) for name in territories},
        in_sector={sector: _in_order(p for p in locations.values() if p.sector == sector) for sector in sectors},
        territories=territories,
        strongholds=tuple(name for name, territory in territories.items() if territory.stronghold),
        circles=tuple(sorted(circle.sector for circle in rulebook.components["circle"].values())),
        sectors=len(sectors),
    )


def _in_order(places: Iterable[Location]) -> tuple[str, ...]:
    return tuple(place.id for place in sorted(places, key=lambda place: (place.sector, place.id)))


def place_named(look: Look, name: str) -> str:
    """The location that a position means: a location itself, or the only or first one of a territory."""
    board = board_of(look)
    if name in board.sector_of:
        return name
    return board.locations_of[look.component("territory", name).id][0]


@fact("territory", needs=("territory",), values="territory", exclusive=True, fixed=True)
def territory_is(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether the territory in question is this one."""
    return bool(ctx["territory"] == value)


@fact("terrain", needs=("territory",), exclusive=True, fixed=True)
def terrain_is(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether the territory in question is of this terrain."""
    return board_of(look).territories[ctx["territory"]].terrain == value


@fact("shelter", needs=("territory",), exclusive=True, fixed=True)
def shelter_is(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether this is what keeps the storm off the territory."""
    return board_of(look).territories[ctx["territory"]].shelter == value


@fact("stronghold", needs=("territory",), values="bool", exclusive=True, fixed=True)
def is_stronghold(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether the territory in question is a stronghold."""
    return board_of(look).territories[ctx["territory"]].stronghold is value


@fact("city", needs=("territory",), values="bool", exclusive=True, fixed=True)
def is_city(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether the territory in question is a city."""
    return board_of(look).territories[ctx["territory"]].city is value
