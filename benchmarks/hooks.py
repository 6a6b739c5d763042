"""A flattened hook against the same hook through pluggy, with three implementations that do nothing."""

from __future__ import annotations

from typing import Any

import pluggy

from benchmarks.figures import Figure
from benchmarks.timing import Effort, timed
from dunerules.engine.hooks import flatten, plugin_of
from dunerules.engine.hookspecs import PROJECT, HotHooks, hookimpl
from dunerules.rules import event, on

REPEATS = 20_000
IMPLEMENTATIONS = 3


@event("bell-rang")
class BellRang:
    """Something that happened."""


def measure(effort: Effort) -> tuple[Figure, ...]:
    """Call three observers of one event both ways.

    On pluggy's side the observers are plain implementations of the hook: what `plugin_of` puts around a rule module's
    functions would make pluggy look slower than it is.
    """
    flat = _flat()
    call = _manager().hook.event_happened
    happened = BellRang()

    def flattened(repeats: int) -> None:
        for _ in range(repeats):
            for react in flat.get("bell-rang", ()):
                react(None, happened)

    def through_pluggy(repeats: int) -> None:
        for _ in range(repeats):
            call(key="bell-rang", tx=None, event=happened)

    repeats = effort.repeats(REPEATS)
    times = timed({"flat": (flattened, repeats), "pluggy": (through_pluggy, repeats)}, effort)
    return (
        Figure(
            "hooks",
            "flattened hook with three implementations, times faster than through pluggy",
            times["pluggy"].times_slower_than(times["flat"]),
            "x",
            at_least=10,
        ),
        Figure("hooks", "flattened hook with three implementations", times["flat"].seconds * 1e6, "µs"),
    )


def _flat() -> Any:  # Any: functions by key, of any signature
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(HotHooks)
    for _ in range(IMPLEMENTATIONS):

        @on(BellRang)
        def hear(tx: Any, event: Any) -> None:
            """Do nothing."""

        manager.register(plugin_of([hear]))
    return flatten(manager)["event_happened"]


def _manager() -> pluggy.PluginManager:
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(HotHooks)
    for _ in range(IMPLEMENTATIONS):

        class Ear:
            @hookimpl
            def event_happened(self, tx: Any, event: Any) -> None:
                """Do nothing."""

        manager.register(Ear())
    return manager
