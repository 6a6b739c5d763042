"""Deals only between players who are not allied."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.alliances import allied
from dunerules.rules import Look, forbid


@forbid(
    "bribe.give",
    reason="{seat} and {to} are allied, and there are no bribes between allies",
    cites=("gf9.bribery.deals", "gf9.silence.alliance-spice-transfer"),
)
def no_bribe(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Bribes are for players who are not allied."""
    return allied(look, ctx["seat"], ctx["to"])


@forbid(
    "deal.offer",
    reason="{seat} and {to} are allied, and there are no deals between allies",
    cites=("gf9.bribery.deals",),
)
def no_deal(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Deals are for players who are not allied."""
    return allied(look, ctx["seat"], ctx["to"])
