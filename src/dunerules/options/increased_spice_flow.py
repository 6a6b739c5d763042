"""Income of strongholds at the harvest."""

from __future__ import annotations

from dunerules.classic.board import board_of
from dunerules.classic.forces import seats_in
from dunerules.classic.spice import BANK, pay
from dunerules.rules import Tx, step


@step("collection.income")
def take_income(tx: Tx) -> None:
    """Each occupant takes the income, also two whom the storm keeps from fighting."""
    for territory in board_of(tx).territories:
        income = tx.whole("stronghold.income", territory=territory)
        if income:
            for seat in seats_in(tx, territory):
                pay(tx, BANK, seat, income, "stronghold")
