"""A roll of equal dice scores at once."""

from __future__ import annotations

from dunerules_dice.feud import DiceRolled, SlotScored

from dunerules.rules import Tx, event, on


@event("luck-struck", words="{seat} is lucky.")
class LuckStruck:
    """All dice of a seat showed the same pips."""

    seat: str


@on(DiceRolled)
def score_luck(tx: Tx, event: DiceRolled) -> None:
    if len(event.dice) > 1 and len(set(event.dice)) == 1:
        tx.emit(LuckStruck(event.seat))
        tx.emit(SlotScored("table", tx.side_of(event.seat), tx.whole("lucky.points")))
