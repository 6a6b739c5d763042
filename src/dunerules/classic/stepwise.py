"""Spaces of choices whose fields are chosen one after the other, each in the light of those before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

import attrs
from attrs import frozen

from dunerules.engine.chance import Rng
from dunerules.engine.errors import shown
from dunerules.engine.spaces import EmptySpace
from dunerules.rules import Denial, Space

T = TypeVar("T")

Chosen = Mapping[str, Any]  # Any: the values of fields of any class
"""The fields that are chosen already, by name."""
Maker = Callable[[Chosen], Space[Any] | Denial]
"""The space of the next field, or why nothing can be chosen there."""

MOST_TRIES = 8
"""So many draws may come to a dead end before a member is searched for."""


def _in_order(makers: Mapping[str, Maker]) -> tuple[tuple[str, Maker], ...]:
    return tuple(makers.items())


@frozen(eq=False)
class Stepwise(Generic[T]):
    """The instances of a class whose fields are chosen in order; what was chosen decides the next field's space.

    Every field has a maker. A maker must answer alike whenever it is asked.
    """

    cls: type[T]
    makers: tuple[tuple[str, Maker], ...] = attrs.field(converter=_in_order)

    def denial(self, value: object) -> Denial | None:
        """Why a value is no such instance, by the first field that is wrong, or None."""
        if type(value) is not self.cls:
            return Denial(f"the choice must be a {self.cls.__name__}, not {shown(value)}")
        chosen: dict[str, Any] = {}
        for name, make in self.makers:
            part = getattr(value, name)
            space = make(chosen)
            denial = space if isinstance(space, Denial) else space.denial(part)
            if denial is not None:
                return Denial(f"{name}: {denial.reason}", denial.cites)
            chosen[name] = part
        return None

    def contains(self, value: object) -> bool:
        """Whether a value is such an instance."""
        return type(value) is self.cls and self.denial(value) is None

    def sample(self, rng: Rng) -> T:
        """Draw field by field; after some dead ends look for a member in random order."""
        for _ in range(MOST_TRIES):
            chosen: dict[str, Any] = {}
            try:
                for name, make in self.makers:
                    chosen[name] = _open(make, chosen).sample(rng)
            except EmptySpace:
                continue
            return self.cls(**chosen)
        for parts in self._members(0, {}, rng):
            return self.cls(**parts)
        raise EmptySpace(self)

    def count(self, limit: int | None = None) -> int:
        """How many members there are, found by going through all but the last field."""
        return self._count(0, {}, limit)

    def __iter__(self) -> Iterator[T]:
        """The members; the last field changes fastest."""
        return (self.cls(**parts) for parts in self._members(0, {}, None))

    def is_empty(self) -> bool:
        """Whether there is no member; looks no further than the first."""
        return not self._goes_on(0, {})

    def kinds(self) -> frozenset[type]:
        """The class."""
        return frozenset((self.cls,))

    def _goes_on(self, place: int, chosen: Chosen) -> bool:
        """Whether some member goes on from some chosen fields."""
        name, make = self.makers[place]
        space = make(chosen)
        if isinstance(space, Denial):
            return False
        if place == len(self.makers) - 1:
            return not space.is_empty()
        for value in space:  # noqa: SIM110 - a plain loop costs half as much
            if self._goes_on(place + 1, {**chosen, name: value}):
                return True
        return False

    def _members(self, place: int, chosen: Chosen, rng: Rng | None) -> Iterator[Chosen]:
        """The members that go on from some chosen fields, in the order of the spaces or in random order."""
        if place == len(self.makers):
            yield chosen
            return
        name, make = self.makers[place]
        space = make(chosen)
        if isinstance(space, Denial):
            return
        for value in space if rng is None else rng.shuffled(tuple(space)):
            yield from self._members(place + 1, {**chosen, name: value}, rng)

    def _count(self, place: int, chosen: Chosen, limit: int | None) -> int:
        name, make = self.makers[place]
        space = make(chosen)
        if isinstance(space, Denial):
            return 0
        if place == len(self.makers) - 1:
            return space.count(limit)
        total = 0
        for value in space:
            if limit is not None and total >= limit:
                return limit
            total += self._count(place + 1, {**chosen, name: value}, None if limit is None else limit - total)
        return total


def _open(make: Maker, chosen: Chosen) -> Space[Any]:
    space = make(chosen)
    if isinstance(space, Denial):
        raise EmptySpace(space)
    return space


@frozen(eq=False)
class Explained(Generic[T]):
    """A space that refuses values with a reason of its own where it has one."""

    space: Space[T]
    why: Callable[[object], Denial | None]
    """Why a value that is not a member is refused; None: as the space says. It must not raise for any value."""

    def denial(self, value: object) -> Denial | None:
        """The better reason, or that of the space; None for a member."""
        if self.space.contains(value):
            return None
        return self.why(value) or self.space.denial(value)

    def contains(self, value: object) -> bool:
        """Whether a value is a member."""
        return self.space.contains(value)

    def sample(self, rng: Rng) -> T:
        """Draw a member."""
        return self.space.sample(rng)

    def count(self, limit: int | None = None) -> int:
        """How many members there are."""
        return self.space.count(limit)

    def __iter__(self) -> Iterator[T]:
        """The members."""
        return iter(self.space)

    def is_empty(self) -> bool:
        """Whether there is no member."""
        return self.space.is_empty()

    def kinds(self) -> frozenset[type]:
        """The classes that the space judges."""
        return self.space.kinds()
