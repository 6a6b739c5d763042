"""Allies at the auction: pledges that raise a bidder's limit, and the share that an ally pays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.alliances import allies_of
from dunerules.classic.auction import Auction, CardBought, CardRefused, can_raise, least_bid
from dunerules.classic.pledges import (
    Pledge,
    PledgeMade,
    Pledges,
    contribute,
    end_pledges,
    free_spice,
    pledges_to,
)
from dunerules.classic.sale import price_due
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
    allow,
    answer,
    choice,
    effect,
    on,
    space,
    step,
)

MODULE = "classic.ally-bids"
CHOSEN = "chosen"

BID = "bid"
"""The purpose of pledges for a treachery card."""
CITES = (
    "gf9.silence.alliance-bid-pledge",
    "ah79.silence.alliance-bid-pledge",
)


@choice("draw-share", words="let the ally pay {spice}")
class DrawShare:
    """Say how much of the price comes out of what allies have pledged."""

    spice: int


@allow("pledge.make", cites=("gf9.alliance.pay-bids", "ah79.alliance.pay-bids"))
def for_the_card_on_sale(look: Look, ctx: Mapping[str, Any]) -> bool:
    """While a card is on sale, to an ally who can bid; the highest bidder needs his spice himself."""
    auction = look[Auction]
    if ctx["purpose"] != BID or not auction.card or auction.bidder == ctx["seat"]:
        return False
    return look.may("bidding.bid", seat=ctx["to"])


@effect(
    "bidding.means",
    stage="add",
    title="What allies have pledged",
    cites=("gf9.alliance.pay-bids", "ah79.alliance.pay-bids"),
)
def pledged_by_allies(look: Look, ctx: Mapping[str, Any]) -> int | None:
    """What allies would give."""
    return sum(pledges_to(look, ctx["seat"], BID).values()) if look[Pledges].spice else None


# ------------------------------------------------------------------ help before a bid


def helpers(look: Look, seat: str) -> tuple[str, ...]:
    """The allies of a seat who could make it able to bid, if it is not."""
    allies = allies_of(look, seat)
    if not allies or can_raise(look, seat):
        return ()
    return tuple(ally for ally in allies if not pledge_range(look, ally, seat).is_empty())


def pledge_range(look: Look, ally: str, to: str) -> Range:
    """The pledges of an ally that would let a seat bid."""
    if not look.may("pledge.make", seat=ally, to=to, purpose=BID):
        return Range(1, 0)
    old = look[Pledges].spice.get((ally, to, BID), 0)
    lacking = least_bid(look) - look.whole("bidding.means", seat=to)
    if lacking < 1:
        return Range(1, 0)  # somebody has given it spice since its ally was asked
    return Range(old + lacking, old + free_spice(look, ally), noun="pledge", cites=CITES)


@step("auction.ask-ally")
def ask_ally(tx: Tx) -> None:
    """Before a seat passes for want of spice, its ally is asked whether he pledges what is lacking."""
    able = helpers(tx, tx.seat)
    if able:
        tx.ask(able[0], "help-bid", to=tx.seat, others=able[1:])


@space("help-bid")
def help_space(look: Look, ask: Ask) -> Space[Pass | Pledge]:
    """Pledge enough, or not."""
    amounts = pledge_range(look, ask.seat, ask["to"])
    if amounts.is_empty():
        return Just(Pass())
    return Either(Just(Pass()), Product(Pledge, to=Just(ask["to"]), purpose=Just(BID), spice=amounts))


@answer("help-bid")
def take_help(tx: Tx, ask: Ask, choice: Pass | Pledge) -> None:
    """Note the pledge, or ask the next ally."""
    if isinstance(choice, Pledge):
        tx.emit(PledgeMade(ask.seat, choice.to, BID, (ask.seat, choice.to), choice.spice))
        return
    able = [ally for ally in ask["others"] if ally in helpers(tx, ask["to"])]
    if able:
        tx.ask(able[0], "help-bid", to=ask["to"], others=tuple(able[1:]))


# ------------------------------------------------------------------ the share at the sale


def share_range(look: Look, seat: str, price: int) -> Range:
    """How much of a price allies may pay: at least what the buyer lacks, at most the price."""
    pledged = sum(pledges_to(look, seat, BID).values())
    return Range(max(0, price - free_spice(look, seat)), min(price, pledged), noun="share", cites=CITES)


@step("auction.share")
def settle_share(tx: Tx) -> None:
    """Allies give what the buyer lacks, or what he draws; he then pays the whole price."""
    price = price_due(tx, tx.arg("price"))
    shares = share_range(tx, tx.seat, price)
    if shares.low < shares.high and tx.option(MODULE, "share") == CHOSEN:
        tx.ask(tx.seat, "share", price=price)
    elif not shares.is_empty():  # too little does not help: the bid lapses, and the allies keep what they have
        contribute(tx, tx.seat, BID, shares.low)


@space("share")
def share_space(look: Look, ask: Ask) -> Space[DrawShare]:
    """From what is lacking to all of it."""
    return Product(DrawShare, spice=share_range(look, ask.seat, ask["price"]))


@answer("share")
def draw_share(tx: Tx, ask: Ask, choice: DrawShare) -> None:
    """The contribution goes to the buyer, who then pays the whole price."""
    contribute(tx, ask.seat, BID, choice.spice)


@on(CardBought)
@on(CardRefused)
def free_pledges(tx: Tx, event: CardBought | CardRefused) -> None:
    """Pledges end with the sale."""
    for seat in tx.seats:
        end_pledges(tx, seat, BID)
