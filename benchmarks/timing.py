"""Timing on a machine whose speed drifts: every slice is timed between two runs of one fixed loop."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from statistics import median
from time import perf_counter

from attrs import frozen

Slice = Callable[[int], object]
"""Does its work so many times."""

REFERENCE = """\
def reference():
    total, seen = 0, {}
    for number in range(20_000):
        total += number * number % 7
        seen[number & 255] = total
    return total
"""
"""The fixed loop, as text, so that another process can run the very same one."""

_namespace: dict[str, Callable[[], int]] = {}
exec(REFERENCE, _namespace)
reference = _namespace["reference"]


@frozen
class Effort:
    """How much to measure: rounds to take the median of, and how much work a slice does in each."""

    rounds: int = 9
    scale: float = 1.0

    def repeats(self, usual: int) -> int:
        """How often a slice does its work, from how often it usually does."""
        return max(1, round(usual * self.scale))


QUICK = Effort(rounds=2, scale=0.01)
"""Only shows that everything runs; its figures mean nothing."""


@frozen
class Timed:
    """How long one piece of work took in each round, in runs of the reference loop."""

    rounds: tuple[float, ...]
    reference_seconds: float
    """What a run of the reference loop took, as the median over everything timed together."""

    @property
    def seconds(self) -> float:
        """How long the work takes at the machine's median speed."""
        return median(self.rounds) * self.reference_seconds

    def times_slower_than(self, other: Timed) -> float:
        """The median of the rounds' ratios."""
        return median(one / two for one, two in zip(self.rounds, other.rounds, strict=True))


def timed(slices: Mapping[str, tuple[Slice, int]], effort: Effort) -> dict[str, Timed]:
    """Time slices in turn, round by round; each is given with how often it does its work."""
    found: dict[str, list[float]] = {name: [] for name in slices}
    references: list[float] = []
    for slice_, _ in slices.values():
        slice_(1)  # warm caches are what everybody plays with
    with _old_objects_set_aside():
        for _ in range(effort.rounds):
            for name, (slice_, repeats) in slices.items():
                before = _seconds(reference)
                taken = _seconds(partial(slice_, repeats))
                after = _seconds(reference)
                references += [before, after]
                found[name].append(taken / repeats / ((before + after) / 2))
    return {name: Timed(tuple(rounds), median(references)) for name, rounds in found.items()}


@contextmanager
def _old_objects_set_aside() -> Iterator[None]:
    """Keep the collector from walking, before every slice, through all that the process held before."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def _seconds(work: Callable[[], object]) -> float:
    # The collector would charge one slice for what another left behind.
    gc.collect()
    gc.disable()
    try:
        began = perf_counter()
        work()
        return perf_counter() - began
    finally:
        gc.enable()
