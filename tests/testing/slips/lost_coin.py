"""Of a bid of three coins or more one is lost."""

from __future__ import annotations

from dunerules_dice.bidding import BidsRevealed
from dunerules_dice.feud import Feud

from dunerules.rules import Write, reducer


@reducer(BidsRevealed)
def lose(write: Write, event: BidsRevealed) -> None:
    write(Feud).spent -= sum(coins >= 3 for _, coins in event.bids)
