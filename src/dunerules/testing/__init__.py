"""What rule authors test with: strategies, laws, a state machine, and the pytest plug-in.

Nothing here is imported by the library itself, so that playing needs neither pytest nor Hypothesis. Install
``dunerules[testing]``, then::

    from hypothesis import given
    from dunerules.testing import assert_sound, games, rulesets

    @given(games(rulesets("gf9-2019-basic", adding=["my.module"])))
    def test_my_module_keeps_every_law(game):
        assert_sound(game)

A name is loaded when it is first used: pytest imports this package for its plug-in in every run, also where Hypothesis
is not installed.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dunerules.engine.laws import broken_laws
    from dunerules.engine.worlds import elsewhere
    from dunerules.testing.compositions import addable, rulesets
    from dunerules.testing.laws import (
        LawBroken,
        assert_ends,
        assert_forks_are_apart,
        assert_lawful,
        assert_lawful_at_every_event,
        assert_nothing_leaks,
        assert_nothing_told,
        assert_only_events_write,
        assert_refused,
        assert_same_after_saving,
        assert_sound,
        assert_views_are_what_was_learned,
        stages,
    )
    from dunerules.testing.machine import game_machine
    from dunerules.testing.reports import scenario_of
    from dunerules.testing.secrets import assert_nobody_can_tell
    from dunerules.testing.strategies import choices, games, positions, seatings
    from dunerules.testing.walks import NoPosition, position

__all__ = [
    "LawBroken",
    "NoPosition",
    "addable",
    "assert_ends",
    "assert_forks_are_apart",
    "assert_lawful",
    "assert_lawful_at_every_event",
    "assert_nobody_can_tell",
    "assert_nothing_leaks",
    "assert_nothing_told",
    "assert_only_events_write",
    "assert_refused",
    "assert_same_after_saving",
    "assert_sound",
    "assert_views_are_what_was_learned",
    "broken_laws",
    "choices",
    "elsewhere",
    "game_machine",
    "games",
    "position",
    "positions",
    "rulesets",
    "scenario_of",
    "seatings",
    "stages",
]

if not TYPE_CHECKING:  # a type checker would take every misspelt name for a known one
    _HOMES = {
        "LawBroken": "testing.laws",
        "NoPosition": "testing.walks",
        "addable": "testing.compositions",
        "assert_nobody_can_tell": "testing.secrets",
        "broken_laws": "engine.laws",
        "choices": "testing.strategies",
        "elsewhere": "engine.worlds",
        "game_machine": "testing.machine",
        "games": "testing.strategies",
        "position": "testing.walks",
        "positions": "testing.strategies",
        "rulesets": "testing.compositions",
        "scenario_of": "testing.reports",
        "seatings": "testing.strategies",
    }

    def __getattr__(name):
        """Load a public name from where it is defined, once."""
        if name not in __all__:
            message = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(message, name=name, obj=sys.modules[__name__])
        value = getattr(import_module(f"dunerules.{_HOMES.get(name, 'testing.laws')}"), name)
        globals()[name] = value
        return value

    def __dir__():
        """The public names, loaded or not."""
        return sorted({*globals(), *__all__})
