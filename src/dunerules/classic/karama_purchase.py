"""Karama at the auction: bids beyond one's means, and a card that costs nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.auction import Auction, beyond_means
from dunerules.classic.karama import karama_cards, play_karama
from dunerules.classic.treachery import hand_of
from dunerules.rules import (
    Ask,
    Either,
    Just,
    Look,
    OneOf,
    Pass,
    Product,
    Space,
    Tx,
    Write,
    answer,
    choice,
    effect,
    event,
    forbid,
    reducer,
    space,
    step,
)

CITES = (
    "gf9.silence.karama-free-purchase-limit",
    "ah79.silence.karama-free-purchase-limit",
)


@choice("buy-with-karama", words="take the card for {card}")
class BuyWithKarama:
    """Play a karama instead of paying."""

    card: str


@event("purchase-freed", words="{seat} pays nothing.")
class PurchaseFreed:
    """The buyer of the card on sale need not pay."""

    seat: str


@reducer(PurchaseFreed)
def free_purchase(write: Write, event: PurchaseFreed) -> None:
    """Note that nothing is paid."""
    write(Auction).free = True


@effect(
    "bidding.limit",
    stage="min",
    title="With a karama any bid up to all the spice there is",
    cites=("gf9.karama.overbid",),
)
def any_bid(look: Look, ctx: Mapping[str, Any]) -> int | None:
    """Whoever holds a karama may bid beyond his spice."""
    return look.whole("bank.spice") if karama_cards(look, ctx["seat"]) else None


@step("auction.karama")
def ask_for_karama(tx: Tx) -> None:
    """Ask a buyer who holds a karama; without a choice it is played at once."""
    cards = karama_cards(tx, tx.seat)
    if len(cards) == 1 and beyond_means(tx, tx.seat):
        _play(tx, tx.seat, cards[0])
    elif cards:
        tx.ask(tx.seat, "karama-purchase")


@space("karama-purchase")
def purchase_space(look: Look, ask: Ask) -> Space[Pass | BuyWithKarama]:
    """Play a karama or pay; whoever has bid beyond his means cannot pay."""
    cards = Product(BuyWithKarama, card=OneOf(karama_cards(look, ask.seat)))
    if beyond_means(look, ask.seat):
        return cards
    return Either(Just(Pass()), cards)


@answer("karama-purchase")
def take_karama(tx: Tx, ask: Ask, choice: Pass | BuyWithKarama) -> None:
    """Play the karama, or go on to pay."""
    if isinstance(choice, BuyWithKarama):
        _play(tx, ask.seat, choice.card)


def _play(tx: Tx, seat: str, card: str) -> None:
    play_karama(tx, seat, card)
    tx.push("karama.purchase", seat=seat, card=card)


@step("karama.purchase.take")
def take_free(tx: Tx) -> None:
    """The card costs nothing, unless the karama was of no avail."""
    if tx.may("karama.purchase", seat=tx.seat, card=tx.arg("card")):
        tx.emit(PurchaseFreed(tx.seat))


@step("karama.purchase.again")
def ask_for_another(tx: Tx) -> None:
    """Whoever played a karama of no avail may play another: gf9.silence.karama-after-cancel."""
    if not tx[Auction].free:
        ask_for_karama(tx)


def needed_for_bid(look: Look, seat: str) -> bool:
    """Whether a seat has bid beyond its means and holds no more than one card that makes up for it."""
    if look[Auction].bidder != seat or not beyond_means(look, seat):
        return False
    cards = karama_cards(look, seat)
    return sum(card in cards for card in hand_of(look, seat)) == 1


@forbid("advantage.stop", reason="{seat} needs the karama for its bid", cites=CITES)
def no_stop(look: Look, ctx: Mapping[str, Any]) -> bool:
    """A karama that a bid rests on stops nothing."""
    return needed_for_bid(look, ctx["seat"])


@forbid("karama.special", reason="{seat} needs the karama for its bid", cites=CITES)
def no_special_power(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Nor is it spent on a special power."""
    return needed_for_bid(look, ctx["seat"])
