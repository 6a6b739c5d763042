"""Spaces of several items at once: some of a set, or how many of each kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, combinations
from math import comb, prod
from typing import Generic, TypeVar

from attrs import field, frozen

from dunerules.engine.chance import Rng
from dunerules.engine.errors import Denial, shown
from dunerules.engine.spaces import EmptySpace, between, capped, distinct, not_among, place_of

T = TypeVar("T")
K = TypeVar("K")


def _unrepeated(items: Iterable[T]) -> tuple[T, ...]:
    items = items if isinstance(items, (set, frozenset)) else tuple(items)
    once = distinct(items)
    if len(once) < len(items):
        raise ValueError(f"items repeat in {shown(items)}: say how many of each with Counts")
    return once


@frozen
class Subset(Generic[T]):
    """Some of the items, at least ``low`` and at most ``high`` of them (all, if None).

    A member is a tuple of distinct items in the order of ``items``.
    """

    items: tuple[T, ...] = field(converter=_unrepeated)
    low: int = field(default=0)
    high: int | None = field(default=None)
    cites: tuple[str, ...] = field(default=(), kw_only=True)

    def member(self, chosen: Iterable[T]) -> tuple[T, ...]:
        """Some items in the form of a member; anything unknown stays, at the end, for `denial` to name."""
        chosen = tuple(chosen)
        places = [place_of(item, self.items) for item in chosen]
        known = sorted(place for place in places if place >= 0)
        unknown = [item for item, place in zip(chosen, places, strict=True) if place < 0]
        return (*(self.items[place] for place in known), *unknown)

    def denial(self, value: object) -> Denial | None:
        """Why a value is not such a tuple, or None."""
        reason = self._wrong(value)
        return Denial(reason, self.cites) if reason else None

    def contains(self, value: object) -> bool:
        """Whether a value is such a tuple."""
        return not self._wrong(value)

    def sample(self, rng: Rng) -> tuple[T, ...]:
        """Draw a selection, each equally likely."""
        size = self.count()
        if not size:
            raise EmptySpace(self)
        return self._at(rng.below(size))

    def count(self, limit: int | None = None) -> int:
        """How many selections there are."""
        return capped(sum(comb(len(self.items), size) for size in self._sizes()), limit)

    def __iter__(self) -> Iterator[tuple[T, ...]]:
        """The selections, small ones first."""
        return chain.from_iterable(combinations(self.items, size) for size in self._sizes())

    def is_empty(self) -> bool:
        """Whether no size is possible."""
        return not self._sizes()

    def kinds(self) -> frozenset[type]:
        """Tuples."""
        return frozenset((tuple,))

    def _sizes(self) -> range:
        most = len(self.items)
        return range(max(self.low, 0), (most if self.high is None else min(self.high, most)) + 1)

    def _at(self, index: int) -> tuple[T, ...]:
        """The selection at a place of the iteration, found without the ones before it."""
        after = len(self.items)
        size = 0
        for size in self._sizes():
            ways = comb(after, size)
            if index < ways:
                break
            index -= ways
        chosen = []
        for item in self.items:
            if not size:
                break
            after -= 1
            ways = comb(after, size - 1)
            if index < ways:
                chosen.append(item)
                size -= 1
            else:
                index -= ways
        return tuple(chosen)

    def _wrong(self, value: object) -> str:
        if type(value) is not tuple:
            return f"the choice must be a tuple of distinct items, not {shown(value)}"
        last = -1
        unordered = False
        seen = set()
        for item in value:
            place = place_of(item, self.items)
            if place < 0:
                return not_among(self.items, item)
            if place in seen:
                return f"{shown(item)} is chosen twice"
            seen.add(place)
            unordered = unordered or place < last
            last = place
        sizes = self._sizes()
        if not sizes:
            return "no selection is possible"
        if len(value) not in sizes:
            return f"the number of items must be {between(sizes[0], sizes[-1])}, not {len(value)}"
        if unordered:
            return f"the items must be in this order: {shown(self.member(value))}"
        return ""


def _pairs(limits: Mapping[K, int]) -> tuple[tuple[K, int], ...]:
    return tuple([(key, limit if limit > 0 else 0) for key, limit in limits.items()])


@frozen
class Counts(Generic[K]):
    """How many of each key: no more than its limit, and in all from ``low`` to ``high`` (no bound, if None).

    A member is a tuple of ``(key, count)`` pairs in the order of the limits, without those that count 0.
    """

    limits: tuple[tuple[K, int], ...] = field(converter=_pairs)
    low: int = field(default=0)
    high: int | None = field(default=None)
    cites: tuple[str, ...] = field(default=(), kw_only=True)

    def member(self, counts: Mapping[K, int]) -> tuple[tuple[K, int], ...]:
        """A mapping in the form of a member; anything unknown stays, at the end, for `denial` to name."""
        keys = tuple(key for key, _ in self.limits)
        known = {place_of(key, keys): (key, count) for key, count in counts.items() if place_of(key, keys) >= 0}
        unknown = [pair for pair in counts.items() if place_of(pair[0], keys) < 0]
        return tuple(pair for pair in (*(known[place] for place in sorted(known)), *unknown) if pair[1] != 0)

    def denial(self, value: object) -> Denial | None:
        """Why a value is not such a tuple, or None."""
        reason = self._wrong(value)
        return Denial(reason, self.cites) if reason else None

    def contains(self, value: object) -> bool:
        """Whether a value is such a tuple."""
        return not self._wrong(value)

    def sample(self, rng: Rng) -> tuple[tuple[K, int], ...]:
        """Draw a total, each equally likely, and deal it out to the keys in random order."""
        totals = self._totals()
        if not totals:
            raise EmptySpace(self)
        left = rng.pick(totals)
        room = sum(limit for _, limit in self.limits)
        counts = [0] * len(self.limits)
        for place in rng.shuffled(range(len(counts))):
            limit = self.limits[place][1]
            room -= limit
            least = max(0, left - room)
            counts[place] = count = least + rng.below(min(limit, left) - least + 1)
            left -= count
        return tuple((key, count) for (key, _), count in zip(self.limits, counts, strict=True) if count)

    def count(self, limit: int | None = None) -> int:
        """How many ways there are, by the ways to reach each total with more and more keys."""
        totals = self._totals()
        if not totals:
            return 0
        most = sum(limit for _, limit in self.limits)
        if len(totals) == most + 1:
            return capped(prod(limit + 1 for _, limit in self.limits), limit)
        ways = [1] + [0] * totals[-1]
        for _, top in self.limits:
            before, running = ways, 0
            ways = []
            for total, way in enumerate(before):
                running += way - (before[total - top - 1] if total > top else 0)
                ways.append(running)
        return capped(sum(ways[totals[0] :]), limit)

    def __iter__(self) -> Iterator[tuple[tuple[K, int], ...]]:
        """The ways, small counts of early keys first."""
        totals = self._totals()
        return self._from(0, totals[0], totals[-1]) if totals else iter(())

    def is_empty(self) -> bool:
        """Whether no total is possible."""
        return not self._totals()

    def kinds(self) -> frozenset[type]:
        """Tuples."""
        return frozenset((tuple,))

    def _totals(self) -> range:
        most = sum([limit for _, limit in self.limits])
        return range(max(self.low, 0), (most if self.high is None else min(self.high, most)) + 1)

    def _from(self, place: int, low: int, high: int) -> Iterator[tuple[tuple[K, int], ...]]:
        if place == len(self.limits):
            yield ()
            return
        key, limit = self.limits[place]
        room = sum(limit for _, limit in self.limits[place + 1 :])
        for count in range(max(0, low - room), min(limit, high) + 1):
            pairs = ((key, count),) if count else ()
            for rest in self._from(place + 1, low - count, high - count):
                yield pairs + rest

    def _wrong(self, value: object) -> str:
        if type(value) is not tuple:
            return f"the choice must be a tuple of (key, count) pairs, not {shown(value)}"
        keys = tuple(key for key, _ in self.limits)
        last, total = -1, 0
        unordered = False
        seen = set()
        for pair in value:
            if type(pair) is not tuple or len(pair) != 2:
                return f"{shown(pair)} is not a (key, count) pair"
            key, count = pair
            place = place_of(key, keys)
            if place < 0:
                return not_among(keys, key)
            if type(count) is not int:
                return f"the count of {shown(key)} must be a whole number, not {shown(count)}"
            if count == 0:
                return f"{shown(key)} counts 0 and must be left out"
            if not 0 < count <= self.limits[place][1]:
                return f"the count of {shown(key)} must be {between(0, self.limits[place][1])}, not {shown(count)}"
            if place in seen:
                return f"{shown(key)} is counted twice"
            seen.add(place)
            unordered = unordered or place < last
            last = place
            total += count
        totals = self._totals()
        if not totals:
            return "no total is possible"
        if total not in totals:
            return f"the total must be {between(totals[0], totals[-1])}, not {total}"
        if unordered:
            return f"the pairs must be in this order: {shown(self.member(dict(value)))}"
        return ""
