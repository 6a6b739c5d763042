"""Income from shipments: what others pay goes to a faction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.advantages import Advantages, built_of, end_stops, has_active, holders, propose_use
from dunerules.classic.alliances import allied
from dunerules.classic.ship_and_move import ShipAndMove
from dunerules.classic.shipment import ForcesShipped, ShipmentStopped, Shipping, ShippingEnded
from dunerules.classic.shipment_fees import receiver
from dunerules.classic.shipment_kinds import price_of
from dunerules.rules import Look, Tx, allow, forbid, invariant, on, step

BLOCK = "shipment-income"
INCOME = (
    "gf9.faction.guild.income",
    "ah79.faction.guild.income",
    "gf9.ruling.guild-allies-pay-guild",
    "ah79.ruling.guild-allies-pay-guild",
)


@allow("shipment.income", cites=INCOME)
def receives_fees(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Others pay the faction for shipments from off-planet, allies for any."""
    seat = ctx["seat"]
    if not built_of(look, BLOCK, seat):
        return False
    return look.component("shipment-kind", ctx["kind"]).off_planet or allied(look, seat, ctx["payer"])


@forbid("shipment.income", reason="{seat} is kept from being paid", cites=("gf9.karama.cancel.guild-income",))
def is_kept_from_it(look: Look, ctx: Mapping[str, Any]) -> bool:
    """A stop takes from the faction what somebody pays for a shipment."""
    return bool(built_of(look, BLOCK, ctx["seat"])) and not has_active(look, BLOCK, ctx["seat"])


@step("shipment-income.announce")
def propose_income(tx: Tx) -> None:
    """Somebody is about to pay the faction."""
    ship, payer = tx[Shipping].current, tx.seat
    if ship is None:
        return
    paid = receiver(tx, payer, ship.kind, ship.card)
    advantage, price = built_of(tx, BLOCK, paid), price_of(tx, payer, ship)
    if advantage and price:
        propose_use(tx, paid, advantage, f"{price} spice of {payer}")


@on(ForcesShipped)
@on(ShipmentStopped)
@on(ShippingEnded)
def shipment_is_over(tx: Tx, event: ForcesShipped | ShipmentStopped | ShippingEnded) -> None:
    """A stop holds for one shipment, however often it is planned anew."""
    for seat, advantage in holders(tx, BLOCK):
        end_stops(tx, "use", seat, advantage)


@invariant("a stopped income from shipments ends with the shipment", cites=("gf9.silence.karama-duration",))
def stop_ends_with_shipment(look: Look) -> str | None:
    """Only the faction that is paid is kept from it, and only while somebody ships."""
    shipper = look[ShipAndMove].acting
    for seat, name, lasts in look[Advantages].stopped:
        advantage = look.component("advantage", name)
        if lasts == "use" and advantage.block == BLOCK and (seat != advantage.faction or not shipper):
            return f"{seat} is kept from {name}, and {shipper or 'nobody'} ships"
    return None
