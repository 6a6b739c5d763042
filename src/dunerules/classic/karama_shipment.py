"""A karama that is played for a cheap shipment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.pledges import lent_cards
from dunerules.classic.shipment_fees import PURPOSE
from dunerules.rules import Look, allow, fact

MODULE = "classic.karama-shipment"


@fact("karama-rate", needs=("card",), values="bool", exclusive=True, fixed=True)
def at_karama_rate(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether a karama is played for the shipment in question."""
    return bool(ctx["card"]) is value


@allow("shipment.card", cites=("gf9.karama.guild-rate", "ah79.karama.guild-rate"))
def karama_for_shipment(look: Look, ctx: Mapping[str, Any]) -> bool:
    """A karama serves for a shipment from off-planet: one's own card, or the card that an ally lends."""
    seat, card = ctx["seat"], ctx["card"]
    if not look.component("shipment-kind", ctx["kind"]).off_planet:
        return False
    lenders = (ally for ally, lent in lent_cards(look, seat, PURPOSE).items() if lent == card)
    return any(look.may("card.as-karama", seat=holder, card=card) for holder in (seat, *lenders))


@allow("pledge.card", cites=("gf9.silence.karama-guild-rate-details", "ah79.silence.karama-guild-rate-details"))
def karama_for_ally(look: Look, ctx: Mapping[str, Any]) -> bool:
    """An ally may lend a karama for a shipment, if the table plays it so."""
    if ctx["purpose"] != PURPOSE or not look.option(MODULE, "for_ally"):
        return False
    return look.may("card.as-karama", seat=ctx["seat"], card=ctx["card"])
