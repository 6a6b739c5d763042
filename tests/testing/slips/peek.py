"""The first seat looks at the top card, and nothing is wrong with that."""

from __future__ import annotations

from dunerules_dice.cards import Hands
from dunerules_dice.feud import RoundBegan

from dunerules.rules import Tx, event, on, seen_by


@event("card-peeked", words="{seat} looks at the top card.")
class CardPeeked:
    """A seat saw a card, which no table keeps."""

    seat: str
    card: str = seen_by("seat")


@on(RoundBegan)
def peek(tx: Tx, event: RoundBegan) -> None:
    if tx[Hands].deck:
        tx.emit(CardPeeked(tx.seats[0], tx[Hands].deck[0]))
