"""How long it takes to draw a position in the middle of a game of Dune, as tests with Hypothesis draw it."""

from __future__ import annotations

from statistics import median
from time import perf_counter

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import dunerules
from benchmarks.figures import Figure
from benchmarks.timing import Effort
from dunerules.testing import positions
from dunerules.testing.walks import Facts, forget_games

RULESET = "gf9-2019-advanced"
DRAWS = 200
MOST_MILLISECONDS = 50
PLACES: dict[str, Facts | None] = {"anywhere": None, "in a battle phase": {"phase": "battle"}}


def measure(effort: Effort) -> tuple[Figure, ...]:
    """Draw positions as one test run does: it begins with no game kept, and goes on with those it has kept."""
    rulebook = dunerules.load(RULESET)
    return tuple(
        Figure(
            "positions",
            f"a drawn position of {RULESET}, {title}",
            1000 * median(_draws(positions(rulebook, when=facts), effort.repeats(DRAWS))),
            "milliseconds",
            at_most=MOST_MILLISECONDS,
        )
        for title, facts in PLACES.items()
    )


def _draws(drawn: st.SearchStrategy[dunerules.Game], count: int) -> list[float]:
    """The seconds that each of some draws took."""
    seconds: list[float] = []
    forget_games()

    @settings(
        max_examples=count,
        phases=[Phase.generate],
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def draw(data: st.DataObject) -> None:
        began = perf_counter()
        data.draw(drawn)
        seconds.append(perf_counter() - began)

    draw()
    return seconds
