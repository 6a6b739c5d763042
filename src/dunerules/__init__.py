"""The rules of the Dune board games as composable rule modules.

>>> import dunerules
>>> rulebook = dunerules.load("dice-feud")            # doctest: +SKIP
>>> game = dunerules.Game.start(rulebook, seed=7)     # doctest: +SKIP
"""

from __future__ import annotations

from dunerules.engine.compile import load, loads
from dunerules.engine.errors import (
    Denial,
    DunerulesError,
    IllegalChoice,
    LogError,
    Problem,
    RuleModuleError,
    RulesetError,
)
from dunerules.engine.flow import DropOrders, Outcome, Pass, Respond, SetOrder
from dunerules.engine.game import Decision, Game
from dunerules.engine.hidden import HIDDEN
from dunerules.engine.library import Library
from dunerules.engine.log import Log, read_log
from dunerules.engine.players import play_out
from dunerules.engine.replay import verify
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.start import SeatingError
from dunerules.engine.views import View

__all__ = [
    "HIDDEN",
    "Decision",
    "Denial",
    "DropOrders",
    "DunerulesError",
    "Game",
    "IllegalChoice",
    "Library",
    "Log",
    "LogError",
    "Outcome",
    "Pass",
    "Problem",
    "Respond",
    "RuleModuleError",
    "Rulebook",
    "RulesetError",
    "SeatingError",
    "SetOrder",
    "View",
    "load",
    "loads",
    "play_out",
    "read_log",
    "verify",
]
