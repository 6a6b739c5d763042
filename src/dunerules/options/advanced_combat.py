"""Advanced combat: the spice that supports forces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.fights import TREACHERY, Fight, sides
from dunerules.classic.plans import legal_plans
from dunerules.classic.spice import BANK, pay
from dunerules.rules import Look, Tx, effect, step


@step("fight.spice")
def spend_support(tx: Tx) -> None:
    """The spice of both plans goes to the bank, except that of a winner by treachery."""
    fight = tx[Fight]
    for seat in sides(tx):
        if not (fight.how == TREACHERY and seat == fight.winner):
            pay(tx, seat, BANK, fight.plans[seat].spice, "battle")


@effect(
    "spice.committed",
    stage="add",
    title="Spice put with the battle wheel",
    cites=("gf9.battle.adv-set-aside", "ah79.battle.adv-set-aside"),
)
def with_the_wheel(look: Look, ctx: Mapping[str, Any]) -> int | None:
    """The spice in the seat's plan, until the battle is decided."""
    fight = look[Fight]
    plan = fight.sealed.get(ctx["seat"]) or fight.plans.get(ctx["seat"])
    return None if plan is None or fight.how else plan.spice


@effect(
    "spice.committed",
    stage="add",
    title="Spice that a shown dial needs",
    cites=("gf9.silence.prescience-spice", "ah79.silence.prescience-spice"),
)
def keeps_dial_payable(look: Look, ctx: Mapping[str, Any]) -> int | None:
    """A dial that was shown must stay payable until the plan is made."""
    fight, seat = look[Fight], ctx["seat"]
    if seat in (*fight.sealed, *fight.plans):
        return None
    shown = any(owner == seat and binding[0] == "dial" for (owner, _), binding in fight.bindings.items())
    return min(legal_plans(look, seat).dials) if shown else None
