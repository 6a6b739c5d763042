"""A bid of three coins crashes."""

from __future__ import annotations

from dunerules_dice.bidding import BidsRevealed

from dunerules.rules import Tx, on


@on(BidsRevealed)
def crash(tx: Tx, event: BidsRevealed) -> None:
    if any(coins == 3 for _, coins in event.bids):
        raise ZeroDivisionError("three coins")
