"""Worthless cards that the Bene Gesserit play as a karama."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.advantages import is_active, may_use, propose_use
from dunerules.classic.plans import is_committed
from dunerules.classic.shipment import ShipmentWithdrawn, Shipping
from dunerules.classic.treachery import CardPlayed, card_kind
from dunerules.factions.bene_gesserit import BENE_GESSERIT
from dunerules.rules import Look, Tx, allow, step

WORTHLESS = "bene-gesserit-worthless"


def is_worthless(look: Look, seat: str, card: str) -> bool:
    """Whether a card would serve a seat as a karama only by this advantage."""
    return seat == BENE_GESSERIT and bool(card) and card_kind(look, card) == "worthless"


def worthless_rate(look: Look, seat: str) -> str:
    """The worthless card that is announced for a cheap shipment, their own or an ally's; empty if there is none."""
    ship = look[Shipping].current
    return ship.card if ship is not None and is_worthless(look, ship.lender or seat, ship.card) else ""


@allow("card.as-karama", cites=("gf9.faction.bene-gesserit.worthless-karama", "ah79.karama.special.bene-gesserit"))
def worthless_as_karama(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Any worthless card, if it does not lie in a battle plan."""
    seat, card = ctx["seat"], ctx["card"]
    return is_worthless(look, seat, card) and is_active(look, seat, WORTHLESS) and not is_committed(look, seat, card)


@step("worthless.propose")
def announce_worthless(tx: Tx) -> None:
    """A genuine karama may stop it."""
    if is_worthless(tx, tx.seat, tx.arg("card")):
        propose_use(tx, tx.seat, WORTHLESS, tx.arg("card"))


@step("worthless.done")
def end_use(tx: Tx) -> None:
    """The use is over, stopped or not."""
    if is_worthless(tx, tx.seat, tx.arg("card")):
        may_use(tx, tx.seat, WORTHLESS)


@step("worthless.shipment.propose")
def announce_rate(tx: Tx) -> None:
    """A genuine karama may stop it."""
    card = worthless_rate(tx, tx.seat)
    if card:
        propose_use(tx, BENE_GESSERIT, WORTHLESS, card)


@step("worthless.shipment.settle")
def settle_rate(tx: Tx) -> None:
    """If it was stopped the card is gone, and the shipment is chosen anew."""
    card = worthless_rate(tx, tx.seat)
    if card and not may_use(tx, BENE_GESSERIT, WORTHLESS):
        tx.emit(CardPlayed(BENE_GESSERIT, card))
        tx.emit(ShipmentWithdrawn(tx.seat))
