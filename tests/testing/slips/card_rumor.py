"""Everybody hears which treachery card somebody takes."""

from __future__ import annotations

from dunerules.classic.treachery import CardDrawn
from dunerules.rules import Tx, event, on


@event("rumor-heard", words="They say that {seat} has {card}.")
class RumorHeard:
    """What they say, and no table keeps."""

    seat: str
    card: str


@on(CardDrawn)
def spread(tx: Tx, event: CardDrawn) -> None:
    tx.emit(RumorHeard(event.seat, event.card))
