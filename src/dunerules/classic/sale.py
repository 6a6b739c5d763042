"""The sale of a card: the price, who receives it, and the card."""

from __future__ import annotations

from dunerules.classic.auction import Auction, BidLapsed, CardBought
from dunerules.classic.pledges import free_spice
from dunerules.classic.spice import BANK, pay
from dunerules.rules import Look, Tx, step


def price_due(look: Look, price: int) -> int:
    """What is to be paid for the card on sale: nothing if its buyer takes it free."""
    return 0 if look[Auction].free else price


def payee(look: Look, payer: str) -> str:
    """Who receives what a seat pays for a card."""
    return next((seat for seat in look.seats if look.may("bidding.income", seat=seat, payer=payer)), BANK)


@step("auction.settle")
def settle(tx: Tx) -> None:
    """Deliver the card, or put it up again if something that happened meanwhile took away what was bid with."""
    if price_due(tx, tx.arg("price")) <= free_spice(tx, tx.seat):
        tx.push("auction.delivery")
    else:
        tx.emit(BidLapsed(tx.seat))
        tx.push("auction.again")


@step("auction.pay")
def pay_price(tx: Tx) -> None:
    """The buyer pays the whole price; of a card that is taken free nobody receives anything."""
    pay(tx, tx.seat, payee(tx, tx.seat), price_due(tx, tx.arg("price")), "card")


@step("auction.take")
def take(tx: Tx) -> None:
    """The card goes to the buyer."""
    tx.emit(CardBought(tx.seat, price_due(tx, tx.arg("price")), tx[Auction].card))
