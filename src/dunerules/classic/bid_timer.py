"""The clock at the auction: a bidder who takes too long has passed."""

from __future__ import annotations

from dunerules.classic.auction import BidPassed
from dunerules.engine.flow import Flow, Withdrawn
from dunerules.rules import Ask, Just, Look, Space, Tx, answer, choice, event, interjection


@choice("call-time", words="call time on {bidder}")
class CallTime:
    """Say that a bidder's seconds are over."""

    bidder: str


@event("time-called", words="The time of {bidder} is up.")
class TimeCalled:
    """Time was called on a bidder."""

    seat: str
    bidder: str


def _open_bid(look: Look) -> Ask | None:
    return next((ask for ask in look[Flow].asks.values() if ask.kind == "bid"), None)


@interjection("call-time")
def time_space(look: Look, seat: str) -> Space[CallTime] | None:
    """Anybody but the bidder may call time, once the clock of the table says so."""
    ask = _open_bid(look)
    if ask is None or ask.seat == seat or not look.may("bidding.call-time", seat=seat, other=ask.seat):
        return None
    return Just(CallTime(ask.seat))


@answer("call-time")
def time_is_up(tx: Tx, ask: Ask, choice: CallTime) -> None:
    """The question lapses, and the bidder has passed."""
    late = _open_bid(tx)
    if late is not None:
        tx.emit(TimeCalled(ask.seat, late.seat))
        tx.emit(Withdrawn(late.seat, late.number))
        tx.emit(BidPassed(late.seat))
