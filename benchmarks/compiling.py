"""How long a ruleset takes to compile."""

from __future__ import annotations

import dunerules
from benchmarks import dice
from benchmarks.figures import Figure
from benchmarks.timing import Effort, timed

REPEATS = 5


def measure(effort: Effort) -> tuple[Figure, ...]:
    """Compile with everything read already, and from files found and read anew."""
    dice.rulebook()
    packages = dunerules.Library.installed().packages

    def warm(repeats: int) -> None:
        for _ in range(repeats):
            dunerules.load(dice.RULESET)

    def anew(repeats: int) -> None:
        for _ in range(repeats):
            dunerules.load(dice.RULESET, library=dunerules.Library.of(*packages))

    repeats = effort.repeats(REPEATS)
    times = timed({"warm": (warm, repeats), "anew": (anew, repeats)}, effort)
    return (
        Figure("compile", "dice-feud compiled, its files read before", times["warm"].seconds * 1e3, "ms"),
        Figure("compile", "dice-feud compiled, its files found and read anew", times["anew"].seconds * 1e3, "ms"),
    )
