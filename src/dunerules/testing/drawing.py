"""Chance that Hypothesis draws, so that what is sampled with it shrinks."""

from __future__ import annotations

from hypothesis import strategies as st

from dunerules.engine.chance import Rng

_WORDS = 1 << 64


class DrawnRng(Rng):
    """A generator whose numbers Hypothesis draws: what is sampled with it shrinks to earlier members of spaces."""

    __slots__ = ("_draw",)

    def __init__(self, draw: st.DrawFn) -> None:
        """Draw with the function that a composite strategy is given."""
        super().__init__(0)
        self._draw = draw

    def word(self) -> int:
        """A drawn number of 64 bits."""
        return self.below(_WORDS)

    def below(self, n: int) -> int:
        """A drawn number from 0 to ``n - 1``."""
        if n < 1:
            raise ValueError(f"there is no number from 0 to {n - 1} to draw")
        return self._draw(st.integers(0, n - 1)) if n > 1 else 0
