"""Fremen in 1979: a worm for a karama between any two actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.moves import Moving
from dunerules.classic.shipment import Shipping
from dunerules.engine.flow import Flow
from dunerules.factions.fremen import SummonWorm, bring_summoned, may_summon, summons
from dunerules.factions.fremen_affairs import FREMEN
from dunerules.rules import Ask, Look, Space, Tx, answer, forbid, interjection

STORM_LOSSES = "storm-losses"
"""The question which forces the storm kills: they are in the middle of it."""


@interjection("call-worm")
def offer_worm(look: Look, seat: str) -> Space[SummonWorm] | None:
    """A karama and a territory, as long as nothing else is being carried out."""
    return summons(look) if seat == FREMEN and may_summon(look) else None


@answer("call-worm")
def call_worm(tx: Tx, ask: Ask, choice: SummonWorm) -> None:
    """The worm comes at once."""
    bring_summoned(tx, choice)


@forbid("worm.summon", reason="something else is being done", cites=("ah79.silence.karama-fremen-worm-details",))
def in_the_middle_of_something(look: Look, ctx: Mapping[str, Any]) -> bool:
    """A worm comes between two actions: not while forces are on their way, or chosen for the storm."""
    under_way = look[Moving].current is not None or look[Shipping].current is not None
    return under_way or any(ask.kind == STORM_LOSSES for ask in look[Flow].asks.values())
