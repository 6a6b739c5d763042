"""Hands whose sizes stay open."""

from __future__ import annotations

from dunerules.classic.bidding import BiddingEnded
from dunerules.classic.treachery import HandsDealt, Treachery, hand_of
from dunerules.rules import Tx, Write, event, on, reducer


@event("hands-left-open")
class HandsLeftOpen:
    """The sizes of the hands stay known to everybody."""

    counts: tuple[tuple[str, int], ...]


@reducer(HandsLeftOpen)
def keep_counts(write: Write, event: HandsLeftOpen) -> None:
    """From here on every card that comes or goes is counted."""
    write(Treachery).counts = dict(event.counts)


@on(HandsDealt)
@on(BiddingEnded)
def leave_open(tx: Tx, event: HandsDealt | BiddingEnded) -> None:
    """Hands are open from the first, and bidding does not close them."""
    tx.emit(HandsLeftOpen(tuple((seat, len(hand_of(tx, seat))) for seat in tx.seats)))
