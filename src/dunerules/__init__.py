"""The rules of the Dune board games as composable rule modules.

>>> import dunerules
>>> rulebook = dunerules.load("dice-feud")            # doctest: +SKIP
>>> game = dunerules.Game.start(rulebook, seed=7)     # doctest: +SKIP

A name is loaded when it is first used, so that importing the package is quick for those who need little of it: rule
modules, editors, a command that prints its help.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dunerules.engine.check import Finding, check
    from dunerules.engine.compile import load, loads
    from dunerules.engine.derivation import Derivation
    from dunerules.engine.diff import RulesetDiff, diff
    from dunerules.engine.errors import (
        Denial,
        DunerulesError,
        IllegalChoice,
        LogError,
        Problem,
        RuleModuleError,
        RulesetError,
    )
    from dunerules.engine.explain import explain
    from dunerules.engine.explanations import Explanation, PermissionExplanation
    from dunerules.engine.flow import DropOrders, Outcome, Pass, Respond, SetOrder
    from dunerules.engine.game import Decision, Game
    from dunerules.engine.hidden import HIDDEN
    from dunerules.engine.library import Library
    from dunerules.engine.log import Log, read_log
    from dunerules.engine.players import play_out
    from dunerules.engine.printed_book import rulebook_text
    from dunerules.engine.replay import verify
    from dunerules.engine.rulebook import Rulebook
    from dunerules.engine.start import SeatingError
    from dunerules.engine.starter import new_ruleset
    from dunerules.engine.views import View

__all__ = [
    "HIDDEN",
    "Decision",
    "Denial",
    "Derivation",
    "DropOrders",
    "DunerulesError",
    "Explanation",
    "Finding",
    "Game",
    "IllegalChoice",
    "Library",
    "Log",
    "LogError",
    "Outcome",
    "Pass",
    "PermissionExplanation",
    "Problem",
    "Respond",
    "RuleModuleError",
    "Rulebook",
    "RulesetDiff",
    "RulesetError",
    "SeatingError",
    "SetOrder",
    "View",
    "check",
    "diff",
    "explain",
    "load",
    "loads",
    "new_ruleset",
    "play_out",
    "read_log",
    "rulebook_text",
    "verify",
]

if not TYPE_CHECKING:  # a type checker would take every misspelt name for a known one
    _HOMES = {
        name: f"dunerules.engine.{home}"
        for home, names in {
            "check": ("Finding", "check"),
            "compile": ("load", "loads"),
            "derivation": ("Derivation",),
            "diff": ("RulesetDiff", "diff"),
            "errors": (
                "Denial",
                "DunerulesError",
                "IllegalChoice",
                "LogError",
                "Problem",
                "RuleModuleError",
                "RulesetError",
            ),
            "explain": ("explain",),
            "explanations": ("Explanation", "PermissionExplanation"),
            "flow": ("DropOrders", "Outcome", "Pass", "Respond", "SetOrder"),
            "game": ("Decision", "Game"),
            "hidden": ("HIDDEN",),
            "library": ("Library",),
            "log": ("Log", "read_log"),
            "players": ("play_out",),
            "printed_book": ("rulebook_text",),
            "replay": ("verify",),
            "rulebook": ("Rulebook",),
            "start": ("SeatingError",),
            "starter": ("new_ruleset",),
            "views": ("View",),
        }.items()
        for name in names
    }

    def __getattr__(name):
        """Load a public name from where it is defined, once."""
        if name not in _HOMES:
            message = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(message, name=name, obj=sys.modules[__name__])  # Python suggests the nearest name
        value = getattr(import_module(_HOMES[name]), name)
        globals()[name] = value
        return value

    def __dir__():
        """The public names, loaded or not."""
        return sorted(__all__)
