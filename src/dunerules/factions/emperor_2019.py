"""The Emperor of 2019: gifts of spice to an ally."""

from __future__ import annotations

from dunerules.classic.advantages import end_stops, propose_use
from dunerules.factions.emperor import SEAT
from dunerules.rules import Tx, step

MODULE = "faction.emperor.gf9-2019"
GIFT = "emperor-gift"


# ------------------------------------------------------------------ gifts to an ally


@step("emperor.gift")
def announce_gift(tx: Tx) -> None:
    """Where the table has agreed that a gift can be stopped, those who can are asked first."""
    if tx.seat == SEAT and tx.option(MODULE, "gift_stoppable"):
        propose_use(tx, SEAT, GIFT, f"to {tx.arg('to')}", agreed=True)


@step("emperor.gift-over")
def gift_is_over(tx: Tx) -> None:
    """A stop holds for one gift."""
    end_stops(tx, "use", SEAT, GIFT)
