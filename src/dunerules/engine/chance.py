"""Chance: a generator of our own, so that the same seed gives the same game on every machine and Python version."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

_WORD = 0xFFFFFFFFFFFFFFFF
_STEP = 0x9E3779B97F4A7C15


class Rng:
    """A stream of random numbers (splitmix64); `state` is all there is to save."""

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        """Start from any whole number; only its low 64 bits count."""
        self.state = state & _WORD

    def __repr__(self) -> str:
        """The call that makes this generator again."""
        return f"Rng({self.state})"

    def word(self) -> int:
        """The next 64 bits, as a whole number."""
        self.state = z = (self.state + _STEP) & _WORD
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _WORD
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A number from 0 to ``n - 1``, each equally likely; ``n`` may be of any size from 1."""
        if not 0 < n <= _WORD:
            return self._below_any(n)
        # The body of `word`, repeated here because most of a simulation's chance passes through this line.
        self.state = z = (self.state + _STEP) & _WORD
        if n == 1:
            return 0
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _WORD
        # Lemire's method: the high word of the product is fair once the lowest 2**64 % n low words are rejected.
        product = (z ^ (z >> 31)) * n
        if product & _WORD < n:
            unfair = (_WORD + 1) % n
            while product & _WORD < unfair:
                product = self.word() * n
        return product >> 64

    def pick(self, sequence: Sequence[T]) -> T:
        """One item of a sequence, each equally likely; an empty one is a ValueError."""
        return sequence[self.below(len(sequence))]

    def shuffled(self, sequence: Sequence[T]) -> tuple[T, ...]:
        """The items in a new order, each order equally likely; the sequence stays as it is."""
        items = list(sequence)
        below = self.below
        for last in range(len(items) - 1, 0, -1):
            place = below(last + 1)
            items[last], items[place] = items[place], items[last]
        return tuple(items)

    def _below_any(self, n: int) -> int:
        if n < 1:
            raise ValueError(f"there is no number from 0 to {n - 1} to draw")
        bits = (n - 1).bit_length()
        while True:
            drawn = 0
            for _ in range(-(-bits // 64)):
                drawn = drawn << 64 | self.word()
            drawn >>= -bits % 64
            if drawn < n:
                return drawn


def keyed(seed: int, stream: str, counter: int) -> Rng:
    """The generator of the ``counter``-th draw of a named stream; streams do not disturb each other."""
    # Hexadecimal has no limit of digits, and the name stands last, so no two keys are written alike.
    key = f"{seed:x}\n{counter:x}\n{stream}".encode("utf-8", "surrogatepass")
    return Rng(int.from_bytes(blake2b(key, digest_size=8, person=b"dunerules").digest(), "big"))
