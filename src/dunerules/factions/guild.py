"""The Spacing Guild: the shipment that it stops."""

from __future__ import annotations

from dunerules.classic.karama import special_cards, use_special_power
from dunerules.classic.shipment import Shipment
from dunerules.rules import PREVENTED, Look, OneOf, Space, Tx, respond, response

GUILD = "guild"
STOP = "guild-stop"
"""The response by which a karama stops a shipment."""


# ------------------------------------------------------------------ the special power


@response(Shipment, STOP)
def offer_stop(look: Look, intent: Shipment, seat: str) -> Space[str] | None:
    """For a karama the Guild may stop a shipment of any other player, if it comes from off-planet."""
    if seat != GUILD or intent.seat == GUILD or not look.component("shipment-kind", intent.kind).off_planet:
        return None
    return OneOf(special_cards(look, GUILD))


@respond(STOP)
def stop_shipment(tx: Tx, intent: Shipment, seat: str, choice: str) -> object:
    """It is not made."""
    use_special_power(tx, seat, choice)
    return PREVENTED
