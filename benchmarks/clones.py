"""Going on from a game in mid-play on one's own, against `copy.deepcopy` of it."""

from __future__ import annotations

import copy

from benchmarks import dice
from benchmarks.figures import Figure
from benchmarks.timing import Effort, timed

REPEATS = 5_000
DEEP_REPEATS = 10


def measure(effort: Effort) -> tuple[Figure, ...]:
    """Copy a game, and its state, in the ways that there are.

    A fork shares everything with its game until it is written. The first figure therefore adds the clone that
    `Game.submit` makes, and the last one counts the dearest case: every table of the state is written.
    """
    game = dice.in_mid_play()
    tables = tuple(game.state.tables)

    def fork_and_clone(repeats: int) -> None:
        for _ in range(repeats):
            game.fork().state.clone()

    def fork(repeats: int) -> None:
        for _ in range(repeats):
            game.fork()

    def write_all(repeats: int) -> None:
        for _ in range(repeats):
            state = game.fork().state.clone()
            for table in tables:
                state.write(table)

    def deep_game(repeats: int) -> None:
        for _ in range(repeats):
            copy.deepcopy(game)

    def deep_state(repeats: int) -> None:
        for _ in range(repeats):
            copy.deepcopy(game.state)

    many, few = effort.repeats(REPEATS), effort.repeats(DEEP_REPEATS)
    times = timed(
        {
            "fork and clone": (fork_and_clone, many),
            "fork": (fork, many),
            "write all": (write_all, many),
            "deep game": (deep_game, few),
            "deep state": (deep_state, few),
        },
        effort,
    )
    game_copy, state_copy = times["deep game"], times["deep state"]
    return (
        Figure(
            "clones",
            "fork and clone for writing, times faster than deepcopy of the game",
            game_copy.times_slower_than(times["fork and clone"]),
            "x",
            at_least=50,
        ),
        Figure(
            "clones",
            "fork alone, times faster than deepcopy of the game",
            game_copy.times_slower_than(times["fork"]),
            "x",
        ),
        Figure(
            "clones",
            "fork, clone and every table written, times faster than deepcopy of the state",
            state_copy.times_slower_than(times["write all"]),
            "x",
        ),
        Figure("clones", "fork and clone for writing", times["fork and clone"].seconds * 1e6, "µs"),
    )
