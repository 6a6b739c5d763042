"""The space of texts: what somebody writes in words of one's own."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from string import ascii_lowercase

from attrs import field, frozen

from dunerules.engine.chance import Rng
from dunerules.engine.errors import Denial, shown
from dunerules.engine.spaces import EmptySpace, capped

RANGES = (
    (0x20, 0x7E),
    (0xA0, 0x200D),
    (0x2010, 0x2027),
    (0x202F, 0x2065),
    (0x206A, 0xD7FF),
    (0xE000, 0xFDCF),
    (0xFDF0, 0xFFFD),
    *((plane << 16, plane << 16 | 0xFFFD) for plane in range(1, 17)),
)
"""First and last code points of what a text is made of.

Left out are controls, line breaks, changes of the direction of writing, surrogates and what is no character. The list
is our own: what Python calls printable grows with Unicode, and a log must read alike in every version.
"""
SIZES = tuple(accumulate(last - first + 1 for first, last in RANGES))
ALPHABET = SIZES[-1]
"""How many characters there are."""

LONGEST_WORD = 8
ODDS_OF_ANYTHING = 256
"""A sample is a short plain word, and about once in so many times any text at all."""


def is_printable(character: str) -> bool:
    """Whether a character can stand in a text."""
    return any(first <= ord(character) <= last for first, last in RANGES)


def character_at(place: int) -> str:
    """The printable character with this number, from 0, in the order of code points."""
    part = bisect_right(SIZES, place)
    return chr(RANGES[part][0] + place - (SIZES[part - 1] if part else 0))


@frozen
class Text:
    """Every printable text of 1 to ``most`` characters, in one line."""

    most: int
    cites: tuple[str, ...] = field(default=(), kw_only=True)
    noun: str = field(default="text", kw_only=True)
    """What is written, for refusals: "the text must have from 1 to 80 characters, not 93"."""

    def denial(self, value: object) -> Denial | None:
        """Why a value is no such text, or None."""
        reason = self._wrong(value)
        return Denial(reason, self.cites) if reason else None

    def contains(self, value: object) -> bool:
        """Whether a value is such a text."""
        return not self._wrong(value)

    def _wrong(self, value: object) -> str:
        if self.is_empty():
            return f"no {self.noun} is possible"
        if type(value) is not str:
            return f"the {self.noun} must be a text, not {shown(value)}"
        if not 1 <= len(value) <= self.most:
            return f"the {self.noun} must have from 1 to {self.most} characters, not {len(value)}"
        for character in value:
            if not is_printable(character):
                return f"the {self.noun} must be one line of printable characters, without {shown(character)}"
        return ""

    def sample(self, rng: Rng) -> str:
        """Draw a text, most likely a short word of plain letters."""
        if self.is_empty():
            raise EmptySpace(self)
        if rng.below(ODDS_OF_ANYTHING):
            return "".join(rng.pick(ascii_lowercase) for _ in range(rng.below(min(self.most, LONGEST_WORD)) + 1))
        return "".join(character_at(rng.below(ALPHABET)) for _ in range(rng.below(self.most) + 1))

    def count(self, limit: int | None = None) -> int:
        """How many texts there are."""
        total = 0
        for length in range(1, self.most + 1):
            total += ALPHABET**length
            if limit is not None and total >= limit:
                break
        return capped(total, limit)

    def __iter__(self) -> Iterator[str]:
        """The texts, the shortest first, by code points."""
        for length in range(1, self.most + 1):
            yield from map("".join, _words(length))

    def is_empty(self) -> bool:
        """Whether not even one character fits."""
        return self.most < 1

    def kinds(self) -> frozenset[type]:
        """Texts."""
        return frozenset((str,))


def _words(length: int) -> Iterator[tuple[str, ...]]:
    """Every row of characters of a length; unlike `itertools.product` nothing is stored."""
    if not length:
        yield ()
        return
    for head in _words(length - 1):
        for place in range(ALPHABET):
            yield (*head, character_at(place))
