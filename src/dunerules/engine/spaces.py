"""Spaces of legal choices: tested for membership, sampled, counted and iterated lazily, never one flat list.

Here: the protocol and the spaces of single values. `selections` has the spaces of several items at once, `compound`
those that are made of other spaces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Generic, Protocol, TypeVar

from attrs import field, frozen

from dunerules.engine.chance import Rng
from dunerules.engine.errors import Denial, DunerulesError, shown

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Space(Protocol[T_co]):
    """A set of legal choices. Values are equal only if their classes are: ``True`` is no ``1``."""

    def denial(self, value: object) -> Denial | None:
        """Why a value is not a member, or None if it is; raises for no value whatsoever."""

    def contains(self, value: object) -> bool:
        """Whether a value is a member; the same as having no denial, without the cost of the sentence."""

    def sample(self, rng: Rng) -> T_co:
        """Draw a member; each has some probability, not always the same. Raises `EmptySpace` if there is none."""

    def count(self, limit: int | None = None) -> int:
        """The exact number of members, or ``limit`` if there are at least so many."""

    def __iter__(self) -> Iterator[T_co]:
        """Each member once, lazily, always in the same order."""

    def is_empty(self) -> bool:
        """Whether there is no member."""

    def kinds(self) -> frozenset[type]:
        """The classes of values that the space judges one by one; any other is refused for its class alone."""


class EmptySpace(DunerulesError):  # noqa: N818 - the public name says what is the case
    """A member was wanted of a space that has none; ``space`` is that space."""

    def __init__(self, space: object) -> None:
        """Say that ``space`` is empty."""
        self.space = space
        super().__init__(space)

    def __str__(self) -> str:
        # Written out only when it is read: most are caught by a space that looks elsewhere.
        return f"there is nothing to choose from: {shown(self.space)}"


@frozen
class Range:
    """The whole numbers ``low``, ``low + step``, ... up to ``high``, which is included."""

    low: int
    high: int
    step: int = field(default=1)
    cites: tuple[str, ...] = field(default=(), kw_only=True)
    noun: str = field(default="number", kw_only=True)
    """What is chosen, for refusals: "the bid must be from 1 to 5, not 7"."""

    @step.validator
    def _step_is_positive(self, _attribute: object, step: int) -> None:
        if step < 1:
            raise ValueError(f"the step of a range must be at least 1, not {step}")

    def denial(self, value: object) -> Denial | None:
        """Why a value is not one of the numbers, or None."""
        if self.contains(value):
            return None
        if self.is_empty():
            reason = f"no {self.noun} is possible"
        elif type(value) is not int:
            reason = f"the {self.noun} must be a whole number, not {shown(value)}"
        else:
            reason = f"the {self.noun} must be {between(self.low, self.high, self.step)}, not {shown(value)}"
        return Denial(reason, self.cites)

    def contains(self, value: object) -> bool:
        """Whether a value is one of the numbers."""
        return type(value) is int and self.low <= value <= self.high and (value - self.low) % self.step == 0

    def sample(self, rng: Rng) -> int:
        """Draw a number, each equally likely."""
        low = self.low
        size = (self.high - low) // self.step + 1
        if size < 1:
            raise EmptySpace(self)
        return low + self.step * rng.below(size)

    def count(self, limit: int | None = None) -> int:
        """How many numbers there are."""
        return capped(max(0, (self.high - self.low) // self.step + 1), limit)

    def __iter__(self) -> Iterator[int]:
        """The numbers, ascending."""
        return iter(range(self.low, self.high + 1, self.step))

    def is_empty(self) -> bool:
        """Whether ``high`` is below ``low``."""
        return self.high < self.low

    def kinds(self) -> frozenset[type]:
        """Whole numbers."""
        return frozenset((int,))


def distinct(values: Iterable[T]) -> tuple[T, ...]:
    """The values in their order, equal ones once. A set is a TypeError: its order changes from run to run."""
    if isinstance(values, (set, frozenset)):
        raise TypeError("a set has no order, so its choices would not be the same in every run: sort it first")
    return tuple(dict.fromkeys(values))


@frozen
class OneOf(Generic[T]):
    """One of some hashable values; equal values count once."""

    values: tuple[T, ...] = field(converter=distinct)
    denials: Mapping[Any, Denial] | None = None  # Any: a refused value may be of any class
    """Why values that one might expect are refused; a value that is among ``values`` is not."""
    cites: tuple[str, ...] = field(default=(), kw_only=True)
    """The rules that refuse every other value."""

    def denial(self, value: object) -> Denial | None:
        """Why a value is not among the choices, or None."""
        if self.contains(value):
            return None
        for refused, denial in (self.denials or {}).items():
            if same(refused, value):
                return denial
        return Denial(not_among(self.values, value), self.cites)

    def contains(self, value: object) -> bool:
        """Whether a value is one of the choices."""
        return place_of(value, self.values) >= 0

    def sample(self, rng: Rng) -> T:
        """Draw a value, each equally likely."""
        values = self.values
        if not values:
            raise EmptySpace(self)
        return values[rng.below(len(values))]

    def count(self, limit: int | None = None) -> int:
        """How many values there are."""
        return capped(len(self.values), limit)

    def __iter__(self) -> Iterator[T]:
        """The values in the order given."""
        return iter(self.values)

    def is_empty(self) -> bool:
        """Whether no value is left."""
        return not self.values

    def kinds(self) -> frozenset[type]:
        """The classes of the values, and of those refused with a reason of their own."""
        return frozenset(map(type, (*self.values, *(self.denials or ()))))


@frozen
class Just(Generic[T]):
    """One value and no other."""

    value: T
    cites: tuple[str, ...] = field(default=(), kw_only=True)

    def denial(self, value: object) -> Denial | None:
        """Why a value is not the one, or None."""
        return None if same(self.value, value) else Denial(not_among((self.value,), value), self.cites)

    def contains(self, value: object) -> bool:
        """Whether a value is the one."""
        return same(self.value, value)

    def sample(self, rng: Rng) -> T:
        """The value; nothing is drawn."""
        return self.value

    def count(self, limit: int | None = None) -> int:
        """One."""
        return capped(1, limit)

    def __iter__(self) -> Iterator[T]:
        """The value."""
        yield self.value

    def is_empty(self) -> bool:
        """Never."""
        return False

    def kinds(self) -> frozenset[type]:
        """The class of the value."""
        return frozenset((type(self.value),))


_PLAIN = frozenset((str, int, bool, float, bytes, type(None)))
_NOTHING = object()


def same(member: object, value: object) -> bool:
    """Whether two values are equal and of equal class, in all their parts; never raises for any ``value``.

    The parts of tuples, frozensets and attrs classes are compared one by one, so nothing foreign is ever asked.
    """
    if member is value:
        return True
    kind = type(member)
    if kind is not type(value):
        return False
    if kind in _PLAIN:
        return bool(member == value)
    if kind is tuple and isinstance(member, tuple) and isinstance(value, tuple):
        return len(member) == len(value) and all(map(same, member, value))
    if kind is frozenset and isinstance(member, frozenset) and isinstance(value, frozenset):
        return len(member) == len(value) and all(any(same(one, other) for other in value) for one in member)
    fields = getattr(kind, "__attrs_attrs__", None)
    if fields is not None:
        by_identity: object = object.__eq__
        return kind.__eq__ is not by_identity and all(
            same(getattr(member, part.name, _NOTHING), getattr(value, part.name, _NOTHING))
            for part in fields
            if part.eq
        )
    try:
        return bool(member == value)
    except Exception:  # a foreign container compares its parts, and those may refuse
        return False


def place_of(value: object, values: tuple[object, ...]) -> int:
    """The place of a value among others, or -1."""
    kind = type(value)
    if kind is str or kind is int:
        for place, member in enumerate(values):
            if type(member) is kind and member == value:
                return place
        return -1
    for place, member in enumerate(values):
        if same(member, value):
            return place
    return -1


def capped(number: int, limit: int | None) -> int:
    """The number, or the limit if that is less."""
    return number if limit is None or number < limit else limit


def between(low: int, high: int, step: int = 1) -> str:
    """Two bounds in words: "3", "from 1 to 3", "from 0 to 10 in steps of 5"."""
    high -= (high - low) % step
    if low == high:
        return str(low)
    return f"from {low} to {high}" + (f" in steps of {step}" if step > 1 else "")


def not_among(values: tuple[object, ...], value: object) -> str:
    """The sentence that refuses a value because it is none of some others, with the nearest of them."""
    if not values:
        return f"nothing can be chosen here, not even {shown(value)}"
    if len(values) == 1:
        return f"the only choice is {shown(values[0])}, not {shown(value)}"
    if len(values) <= MOST_SHOWN:
        return f"{shown(value)} is not one of {', '.join(map(shown, values))}"
    reason = f"{shown(value)} is not one of the {len(values)} choices"
    if type(value) is str and len(value) <= LONGEST_MISSPELT:
        for near in get_close_matches(value, [word for word in values if type(word) is str], n=1):
            return f"{reason}: did you mean {shown(near)}?"
    return reason


MOST_SHOWN = 12
"""A refusal lists up to so many choices."""
LONGEST_MISSPELT = 100
"""Looking for the nearest word takes time that grows with its length."""
