"""Advantages of those who ship: others may stop them, and the shipment is then planned anew."""

from __future__ import annotations

from dunerules.classic.advantages import (
    Advantages,
    AdvantageStopped,
    built_of,
    end_stops,
    holders,
    if_stopped,
    propose_use,
)
from dunerules.classic.alliances import allied
from dunerules.classic.ship_and_move import ShipAndMove
from dunerules.classic.shipment import ForcesShipped, ShipmentStopped, ShipmentWithdrawn, Shipping, ShippingEnded
from dunerules.classic.shipment_kinds import Ship, price_of
from dunerules.rules import Look, Tx, invariant, on, step

WAYS, PRICE, ALLY = "ways-to-ship", "cheap-shipment", "ally-shipment"
BLOCKS = (WAYS, PRICE, ALLY)
"""What these advantages are made of; they belong to whoever ships."""


@step("shipment.announce-way")
def propose_way(tx: Tx) -> None:
    """Others may stop a shipment in a way that the faction would not have without its advantage."""
    ship, seat = tx[Shipping].current, tx.seat
    advantage = built_of(tx, WAYS, seat)
    if advantage and ship is not None and _is_open_by(tx, seat, ship, advantage):
        propose_use(tx, seat, advantage, _route(ship))


@step("shipment.announce-price")
def propose_price(tx: Tx) -> None:
    """Others may stop a low price, or what an ally has of a faction, if it makes a difference."""
    ship, seat = tx[Shipping].current, tx.seat
    if ship is None:
        return
    own = built_of(tx, PRICE, seat)
    if own and _is_cheaper(tx, seat, ship, own):
        propose_use(tx, seat, own, _route(ship))
        return
    for owner, lent in holders(tx, ALLY):
        if allied(tx, owner, seat) and (_is_open_by(tx, seat, ship, lent) or _is_cheaper(tx, seat, ship, lent)):
            propose_use(tx, seat, lent, _route(ship))
            return


def _is_open_by(look: Look, seat: str, ship: Ship, advantage: str) -> bool:
    """Whether a way to ship would be closed without an advantage."""
    return not if_stopped(look, seat, advantage).may("shipment.kind", seat=seat, kind=ship.kind)


def _is_cheaper(look: Look, seat: str, ship: Ship, advantage: str) -> bool:
    """Whether a shipment would cost more without an advantage; rounding, or a karama, may make it the same."""
    return price_of(look, seat, ship) < price_of(if_stopped(look, seat, advantage), seat, ship)


def _route(ship: Ship) -> str:
    return f"{ship.kind} {ship.source} {ship.location}" if ship.source else f"{ship.kind} {ship.location}"


@on(AdvantageStopped)
def choose_anew(tx: Tx, event: AdvantageStopped) -> None:
    """Whoever has to ship without the advantage chooses anew by the general rules."""
    if tx.component("advantage", event.advantage).block in BLOCKS:
        tx.emit(ShipmentWithdrawn(event.seat))


@on(ForcesShipped)
@on(ShipmentStopped)
@on(ShippingEnded)
def shipment_is_over(tx: Tx, event: ForcesShipped | ShipmentStopped | ShippingEnded) -> None:
    """A stop holds for one shipment, however often it is planned anew."""
    for block in BLOCKS:
        for _, advantage in holders(tx, block):
            end_stops(tx, "use", event.seat, advantage)


@invariant("a stop for one shipment ends with it", cites=("gf9.silence.karama-duration",))
def stops_end_with_their_shipment(look: Look) -> str | None:
    """Whoever is kept from an advantage for one shipment is shipping."""
    shipper = look[ShipAndMove].acting
    for seat, advantage, lasts in look[Advantages].stopped:
        if lasts == "use" and look.component("advantage", advantage).block in BLOCKS and seat != shipper:
            return f"{seat} is kept from {advantage}, and {shipper or 'nobody'} ships"
    return None
