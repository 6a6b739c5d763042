"""The auction of a card: who opens, who bids, and when the last bid stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.pledges import free_spice
from dunerules.classic.treachery import Treachery, has_room, put_in_hand
from dunerules.classic.turn import Turn
from dunerules.rules import (
    Ask,
    Either,
    Just,
    Look,
    Pass,
    Product,
    Range,
    Space,
    Tx,
    Write,
    answer,
    choice,
    effect,
    event,
    forbid,
    loop,
    public,
    reducer,
    secret,
    seen_by,
    space,
    step,
    table,
)

NOBODY = ""
NO_CARD = ""


@table("auction")
class Auction:
    """The row of cards, the card on sale and the bids for it."""

    row: tuple[str, ...] = secret(mask="length", default=())
    """Cards that come up after the one on sale."""
    number: int = public(default=0)
    """Which card of the phase is on sale."""
    viewers: tuple[str, ...] = public(default=())
    """Seats that have seen the card on sale."""
    card: str = seen_by("viewers", default=NO_CARD)
    opener: str = public(default=NOBODY)
    """Who opened the card on sale, or the last one."""
    last: str = public(default=NOBODY)
    """Who bid or passed last."""
    bid: int = public(default=0)
    bidder: str = public(default=NOBODY)
    passed: tuple[str, ...] = public(default=())
    """Seats that have passed since the last bid."""
    dropped: tuple[str, ...] = public(default=())
    """Seats that have passed on this card at all."""
    free: bool = public(default=False)
    """Whether the buyer takes the card without paying."""
    refused: bool = public(default=False)
    """Whether everybody passed on the card."""


@choice("bid", words="bid {amount}")
class Bid:
    """Bid spice for the card on sale."""

    amount: int


@event("card-offered", words="Card {number} is on sale; {opener} opens.")
class CardOffered:
    """The next card of the row came up."""

    number: int
    opener: str
    card: str = secret()


@event("card-shown", words="{to} looks at the card on sale.")
class CardShown:
    """A seat saw the card on sale."""

    to: str
    card: str = seen_by("to")


@event("bid-made", words="{seat} bids {amount}.")
class BidMade:
    """A seat made the highest bid."""

    seat: str
    amount: int


@event("bid-passed", words="{seat} passes.")
class BidPassed:
    """A seat did not raise the bid."""

    seat: str


@event("bid-lapsed", words="{seat} cannot pay its bid, and the card is on sale again.")
class BidLapsed:
    """The highest bidder could no longer pay when the card was knocked down to it."""

    seat: str


@event("card-refused", words="Nobody wants the card.")
class CardRefused:
    """Everybody passed on the card on sale."""


@event("card-bought", words="{seat} takes the card for {price} spice.")
class CardBought:
    """The card on sale went to the buyer's hand; ``price`` is what was paid."""

    seat: str
    price: int
    card: str = seen_by("seat")


@reducer(CardOffered)
def put_up(write: Write, event: CardOffered) -> None:
    """From the row on sale, with nobody's bid and unseen."""
    auction = write(Auction)
    auction.row = auction.row[1:]
    auction.card, auction.viewers = event.card, ()
    auction.number, auction.opener = event.number, event.opener
    auction.dropped, auction.free, auction.refused = (), False, False
    _forget_bids(auction)


@reducer(CardShown)
def let_see(write: Write, event: CardShown) -> None:
    """One seat more knows the card."""
    auction = write(Auction)
    auction.viewers = (*auction.viewers, event.to)
    # An earlier viewer does not learn the card a second time, and knows it all the same.
    if isinstance(event.card, str):
        auction.card = event.card


@reducer(BidMade)
def raise_bid(write: Write, event: BidMade) -> None:
    """The bid stands until somebody bids more."""
    auction = write(Auction)
    auction.bid, auction.bidder, auction.last = event.amount, event.seat, event.seat
    auction.passed = ()


@reducer(BidPassed)
def pass_by(write: Write, event: BidPassed) -> None:
    """Note who passed."""
    auction = write(Auction)
    auction.last = event.seat
    auction.passed = (*auction.passed, event.seat)
    if event.seat not in auction.dropped:
        auction.dropped = (*auction.dropped, event.seat)


@reducer(BidLapsed)
def forget_bid(write: Write, event: BidLapsed) -> None:
    """The card is on sale as if nobody had bid."""
    auction = write(Auction)
    auction.dropped = ()
    _forget_bids(auction)


def _forget_bids(auction: Auction) -> None:
    auction.bid, auction.bidder, auction.last, auction.passed = 0, NOBODY, NOBODY, ()


@reducer(CardRefused)
def end_sales(write: Write, event: CardRefused) -> None:
    """No card is sold any more."""
    write(Auction).refused = True


@reducer(CardBought)
def take_off_sale(write: Write, event: CardBought) -> None:
    """The card is not on sale any more."""
    auction = write(Auction)
    auction.card, auction.viewers, auction.free = NO_CARD, (), False


@reducer(CardBought)
def take_card(write: Write, event: CardBought) -> None:
    """Into the buyer's hand."""
    put_in_hand(write(Treachery), event.seat, (event.card,))


# ------------------------------------------------------------------ questions


def around(look: Look, seat: str) -> tuple[str, ...]:
    """All seats, going right from the one after a seat, which comes last itself; without one, from the first player."""
    order = look[Turn].order
    place = order.index(seat) + 1 if seat else 0
    return order[place:] + order[:place]


def next_opener(look: Look) -> str:
    """Who opens the next card; nobody, if all hands are full."""
    return next((seat for seat in around(look, look[Auction].opener) if look.may("bidding.bid", seat=seat)), NOBODY)


def next_bidder(look: Look) -> str:
    """Whose turn it is to bid; nobody, if the auction of the card is over."""
    auction = look[Auction]
    if not auction.last:
        return auction.opener
    for seat in around(look, auction.last):
        if seat == auction.bidder or seat in auction.passed:
            return NOBODY
        if _may_go_on(look, seat):
            return seat
    return NOBODY


def _may_go_on(look: Look, seat: str) -> bool:
    if not look.may("bidding.bid", seat=seat):
        return False
    return seat not in look[Auction].dropped or look.may("bidding.reenter", seat=seat)


def least_bid(look: Look) -> int:
    """The least that the next bidder must bid."""
    bid = look[Auction].bid
    return bid + look.whole("bidding.raise") if bid else look.whole("bidding.minimum")


def can_raise(look: Look, seat: str) -> bool:
    """Whether a seat could bid on the card now."""
    return look.may("bidding.bid", seat=seat) and least_bid(look) <= look.whole("bidding.limit", seat=seat)


def beyond_means(look: Look, seat: str) -> bool:
    """Whether a seat's standing bid is more than it can pay."""
    auction = look[Auction]
    return auction.bidder == seat and auction.bid > look.whole("bidding.means", seat=seat)


@forbid("bidding.bid", reason="{seat} has a full hand", cites=("gf9.bidding.hand-limit", "ah79.bidding.hand-limit"))
def full_hand(look: Look, ctx: Mapping[str, Any]) -> bool:
    """A full hand passes on every card."""
    return not has_room(look, ctx["seat"])


@effect(
    "bidding.means",
    stage="add",
    title="The spice behind the shield",
    cites=("gf9.bidding.bid-limit", "ah79.bidding.bid-limit"),
)
def own_spice(look: Look, ctx: Mapping[str, Any]) -> int:
    """Own spice that is not pledged to an ally; bribes in front of the shield do not count."""
    return free_spice(look, ctx["seat"])


# ------------------------------------------------------------------ the course of an auction


@loop("auction")
def next_card(look: Look, args: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Go on while there are cards, somebody wanted the last one, and somebody can bid."""
    auction = look[Auction]
    return {} if auction.row and not auction.refused and next_opener(look) else None


@step("auction.offer")
def offer_card(tx: Tx) -> None:
    """Put up the next card."""
    auction = tx[Auction]
    tx.emit(CardOffered(auction.number + 1, next_opener(tx), auction.row[0]))


@loop("bids")
def next_bid(look: Look, args: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Go on until all others have passed."""
    seat = next_bidder(look)
    return {"seat": seat} if seat else None


@step("auction.bid")
def ask_for_bid(tx: Tx) -> None:
    """Ask the bidder, or pass for one who has no choice."""
    if can_raise(tx, tx.seat):
        tx.ask(tx.seat, "bid")
    else:
        tx.emit(BidPassed(tx.seat))


@space("bid")
def bid_space(look: Look, ask: Ask) -> Space[Pass | Bid]:
    """Pass, bid what can be paid, or bid beyond it as far as the limit goes."""
    if not look.may("bidding.bid", seat=ask.seat):
        return Just(Pass())
    low = least_bid(look)
    means, limit = look.whole("bidding.means", seat=ask.seat), look.whole("bidding.limit", seat=ask.seat)
    spaces: list[Space[Pass | Bid]] = [Just(Pass()), _bids(low, min(means, limit))]
    if limit > means:
        spaces.append(_bids(max(low, means + 1), limit))
    return Either(*[one for one in spaces if not one.is_empty()]) if low <= limit else Just(Pass())


def _bids(low: int, high: int) -> Space[Bid]:
    cites = ("gf9.bidding.bid-limit", "ah79.bidding.bid-limit", "gf9.bidding.bid-or-pass", "ah79.bidding.bid-or-pass")
    return Product(Bid, amount=Range(low, high, noun="bid", cites=cites))


@answer("bid")
def take_bid(tx: Tx, ask: Ask, choice: Pass | Bid) -> None:
    """Note the bid or the pass."""
    tx.emit(BidMade(ask.seat, choice.amount) if isinstance(choice, Bid) else BidPassed(ask.seat))


@step("auction.close")
def close_auction(tx: Tx) -> None:
    """Knock the card down to the highest bidder, or end the sales."""
    auction = tx[Auction]
    if auction.bidder:
        tx.push("auction.sale", seat=auction.bidder, price=auction.bid)
    else:
        tx.emit(CardRefused())
