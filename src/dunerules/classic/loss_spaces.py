"""The losses that a winner may take, as a space: how many forces of each kind, and from which locations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from attrs import field, frozen

from dunerules.engine.chance import Rng
from dunerules.engine.spaces import EmptySpace, capped
from dunerules.rules import Counts, Denial

Group = tuple[tuple[tuple[str, str], int], ...]
"""Location and kind, and how many forces."""


@frozen
class Losses:
    """Groups of forces whose numbers of each kind are one of some combinations.

    A member lists location and kind in the order of ``forces``, without those that count 0.
    """

    forces: Mapping[tuple[str, str], int]
    """What is there."""
    kinds_lost: tuple[str, ...]
    ways: tuple[tuple[int, ...], ...]
    """How many of each of these kinds, in their order."""
    cites: tuple[str, ...] = field(default=(), kw_only=True)

    def denial(self, value: object) -> Denial | None:
        """Why a value is no such group, or None."""
        wrong = Counts(self.forces, cites=self.cites).denial(value)
        if wrong is not None or self.contains(value):
            return wrong
        ways = " or ".join(
            " and ".join(f"{count} {kind}" for kind, count in zip(self.kinds_lost, way, strict=True) if count)
            for way in self.ways[:SHOWN]
        )
        return Denial(f"the losses must be worth exactly what was dialed: {ways}", self.cites)

    def contains(self, value: object) -> bool:
        """Whether a value is such a group."""
        if not Counts(self.forces).contains(value):
            return False
        lost = dict.fromkeys(self.kinds_lost, 0)
        for (_, kind), count in value:  # type: ignore[attr-defined]  # a member of Counts is a tuple of pairs
            lost[kind] += count
        return tuple(lost.values()) in self.ways

    def sample(self, rng: Rng) -> Group:
        """Draw the numbers of each kind, and then the locations."""
        if not self.ways:
            raise EmptySpace(self)
        return self._joined(tuple(part.sample(rng) for part in self._parts(rng.pick(self.ways))))

    def count(self, limit: int | None = None) -> int:
        """How many groups there are."""
        total = 0
        for way in self.ways:
            groups = 1
            for part in self._parts(way):
                groups *= part.count()
            total += groups
        return capped(total, limit)

    def __iter__(self) -> Iterator[Group]:
        """The groups, by the numbers of each kind."""
        return (self._joined(groups) for way in self.ways for groups in product(*self._parts(way)))

    def is_empty(self) -> bool:
        """Whether there is no group."""
        return not self.ways

    def kinds(self) -> frozenset[type]:
        """Tuples."""
        return frozenset((tuple,))

    def _parts(self, way: tuple[int, ...]) -> tuple[Counts[tuple[str, str]], ...]:
        """For each kind, how its losses can be shared among the locations."""
        return tuple(
            Counts({place: count for place, count in self.forces.items() if place[1] == kind}, lost, lost)
            for kind, lost in zip(self.kinds_lost, way, strict=True)
        )

    def _joined(self, groups: tuple[Group, ...]) -> Group:
        lost = {place: count for group in groups for place, count in group}
        return tuple((place, lost[place]) for place in self.forces if place in lost)


SHOWN = 5
"""A refusal lists up to so many combinations."""
