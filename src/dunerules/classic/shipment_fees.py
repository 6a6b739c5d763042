"""What a shipment costs, who pays it and who receives it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from attrs import frozen

from dunerules.classic.pledges import contribute, free_spice, pledges_to
from dunerules.classic.spice import BANK, pay
from dunerules.rules import Look, Tx, effect, fact

PURPOSE = "shipment"
"""What allies pledge spice for, and the cause of the payment."""


@frozen
class Purse:
    """What can be spent on a shipment."""

    own: int
    pledged: int
    """The most that allies give."""

    @property
    def total(self) -> int:
        """All of it."""
        return self.own + self.pledged


def purse_of(look: Look, seat: str) -> Purse:
    """What a seat and its allies can spend on its shipment."""
    return Purse(free_spice(look, seat), sum(pledges_to(look, seat, PURPOSE).values()))


def rich_purse(look: Look) -> Purse:
    """As much as there is: for what a seat could ship if somebody helped."""
    return Purse(look.whole("bank.spice"), 0)


@effect(
    "shipment.fee",
    stage="set",
    title="For each force its cost, at the rate",
    cites=("gf9.shipment.cost", "ah79.shipment.cost"),
)
def fee_for_all(look: Look, ctx: Mapping[str, Any]) -> int | Fraction:
    """The exact fee; the total is rounded, not the fee of each force."""
    seat, territory, kind = ctx["seat"], ctx["territory"], ctx["kind"]
    cost = look.quantity("shipment.cost", seat=seat, territory=territory, kind=kind)
    rate = look.quantity("shipment.rate", seat=seat, territory=territory, kind=kind, card=ctx["card"])
    count: int = ctx["count"]
    return count * cost * rate


def fee(look: Look, seat: str, territory: str, kind: str, card: str, count: int) -> int:
    """Spice to ship so many forces to a territory; to the reserves, from a territory."""
    return look.whole("shipment.fee", seat=seat, territory=territory, kind=kind, card=card, count=count)


def affordable(price: Callable[[int], int], most: int, spice: int) -> int:
    """The most forces, up to a number, that so much spice pays for; no group costs less than a part of it."""
    low, high, tried = 0, most, most
    while low < high:
        if price(tried) <= spice:
            low = tried
        else:
            high = tried - 1
        tried = (low + high + 1) // 2
    return low


def receiver(look: Look, payer: str, kind: str, card: str) -> str:
    """Who is paid for a shipment: the first other seat that is entitled to it, or the bank."""
    for seat in look.seats:
        if seat != payer and look.may("shipment.income", seat=seat, payer=payer, kind=kind, card=card):
            return seat
    return BANK


def pay_fee(tx: Tx, payer: str, kind: str, card: str, amount: int, from_allies: int) -> None:
    """Pay for a shipment; what allies give goes to the shipper first: gf9.alliance.payment-route."""
    contribute(tx, payer, PURPOSE, from_allies)
    pay(tx, payer, receiver(tx, payer, kind, card), amount, PURPOSE)


@fact("reserves", needs=("seat",), exclusive=True, fixed=True)
def reserves_are(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether the reserves of the seat in question are there: off-planet or far-side."""
    return bool(look.component("faction", ctx["seat"]).reserves == value)
