"""A module that writes a table directly, which only a reducer may."""

from __future__ import annotations

from dunerules_dice.feud import Feud
from dunerules_dice.placing import TurnPassed

from dunerules.engine.flow import Answered
from dunerules.rules import Tx, on


@on(Answered)
def pocket_a_coin(tx: Tx, event: Answered) -> None:
    """Take a coin out of nowhere, out of a table that nobody has written yet: the last published one."""
    tx[Feud].coins[event.seat] = tx[Feud].coins[event.seat] + 1


@on(TurnPassed)
def turn_back_time(tx: Tx, event: TurnPassed) -> None:
    """Change the number of the round, in a table that the event's reducer has just written."""
    tx[Feud].round = 0
