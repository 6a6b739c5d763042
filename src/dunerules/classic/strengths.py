"""What forces are worth on a battle wheel, which numbers they make up, and at the cost of which forces.

A force counts fully if the spice that it needs is spent on it, and otherwise as the rules say. Strengths are whole
numbers or exact fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm

from attrs import field, frozen

from dunerules.classic.fights import Fight, Number, fighting, opponent_of
from dunerules.rules import Look, Rulebook


@frozen
class Strength:
    """The forces of one kind in a battle."""

    kind: str
    count: int
    full: Number
    """What a supported force is worth."""
    bare: Number
    """What a force without support is worth."""
    cost: int
    """Spice that supports one force; if it needs none, all are supported."""

    def uses(self, spice: int) -> Iterator[tuple[int, Number, int]]:
        """How forces of this kind can be used with at most so much spice: how many, their worth, the spice."""
        if not self.cost:
            yield from ((count, self.full * count, 0) for count in range(self.count + 1))
            return
        for supported in range(min(self.count, spice // self.cost) + 1):
            for bare in range(self.count - supported + 1):
                yield supported + bare, self.full * supported + self.bare * bare, self.cost * supported


Strengths = tuple[Strength, ...]


@frozen(eq=False)
class Wheel:
    """Remembers what has been worked out: it depends on the forces and the spice only."""

    _dials: dict[tuple[Strengths, int, Number], Mapping[int, tuple[Number, ...]]] = field(factory=dict, repr=False)
    _losses: dict[tuple[Strengths, Number, int], tuple[tuple[int, ...], ...]] = field(factory=dict, repr=False)

    def dials(self, strengths: Strengths, spice: int, step: Number) -> Mapping[int, tuple[Number, ...]]:
        """The numbers that forces make up exactly: spice spent, then numbers, ascending."""
        most = min(spice, sum(one.count * one.cost for one in strengths))
        key = (strengths, most, step)
        if key not in self._dials:
            self._dials[key] = _dials(strengths, most, step)
        return self._dials[key]

    def losses(self, strengths: Strengths, dial: Number, spice: int) -> tuple[tuple[int, ...], ...]:
        """The numbers of forces of each kind that are worth exactly ``dial`` with exactly so much spice."""
        key = (strengths, dial, spice)
        if key not in self._losses:
            self._losses[key] = tuple(sorted(set(_losses(strengths, dial, spice))))
        return self._losses[key]


def wheel_of(look: Look) -> Wheel:
    """The wheel of the rulebook."""
    return look.rulebook.once(_new_wheel)


def _new_wheel(rulebook: Rulebook) -> Wheel:
    return Wheel()


def _dials(strengths: Strengths, spice: int, step: Number) -> dict[int, tuple[Number, ...]]:
    # Whole numbers are much faster than fractions: count in the smallest part that occurs.
    scale = lcm(*(Fraction(worth).denominator for one in strengths for worth in (one.full, one.bare)))
    reached = {(0, 0)}
    for one in strengths:
        uses = {(int(worth * scale), spent) for _, worth, spent in one.uses(spice)}
        reached = {(a + b, spent + more) for a, spent in reached for b, more in uses if spent + more <= spice}
    found: dict[int, list[Number]] = {}
    for total, spent in sorted(reached):
        dial = Fraction(total, scale)
        if dial % step == 0:
            found.setdefault(spent, []).append(whole_or_exact(dial))
    return {spent: tuple(found[spent]) for spent in sorted(found)}


def _losses(strengths: Sequence[Strength], dial: Number, spice: int) -> Iterator[tuple[int, ...]]:
    if not strengths:
        if dial == 0 and spice == 0:
            yield ()
        return
    first, *rest = strengths
    for count, worth, spent in first.uses(spice):
        if worth <= dial:
            for others in _losses(rest, dial - worth, spice - spent):
                yield (count, *others)


def whole_or_exact(number: Number) -> Number:
    """A number as plans write it: an int if it is whole."""
    return int(number) if isinstance(number, Fraction) and number.denominator == 1 else number


def strengths_of(look: Look, seat: str) -> Strengths:
    """What the forces of a seat are worth in the battle being fought, by kind."""
    counts: dict[str, int] = {}
    for (_, kind), count in fighting(look, seat).items():
        counts[kind] = counts.get(kind, 0) + count
    territory, opponent = look[Fight].territory, opponent_of(look, seat)
    found = []
    for kind in sorted(counts):
        ctx = {"seat": seat, "kind": kind, "opponent": opponent, "territory": territory}
        full = look.quantity("force.strength", **ctx)
        bare = whole_or_exact(full * look.quantity("force.unsupported", **ctx))
        found.append(Strength(kind, counts[kind], full, bare, look.whole("force.support", **ctx)))
    return tuple(found)
