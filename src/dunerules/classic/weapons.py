"""Weapons and defenses: which stops which, and which explode together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.fights import Plan, card_kinds
from dunerules.rules import Look, fact


@fact("weapon-kind", needs=("weapon",), exclusive=True, fixed=True)
def weapon_kind_is(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether the card in the weapon place is of this kind."""
    return look.rulebook.once(card_kinds).get(ctx["weapon"]) == value


@fact("defense-kind", needs=("defense",), exclusive=True, fixed=True)
def defense_kind_is(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether the card in the defense place is of this kind."""
    return look.rulebook.once(card_kinds).get(ctx["defense"]) == value


def kills(look: Look, plan: Plan, other: Plan) -> bool:
    """Whether the weapon of a plan kills the leader of the other."""
    return bool(plan.weapon) and look.may("weapon.kills", weapon=plan.weapon, defense=other.defense)


def explode(look: Look, plans: Mapping[str, Plan]) -> bool:
    """Whether a weapon and a defense of these plans, whoever played them, explode."""
    return any(
        look.may("weapon.explodes", weapon=one.weapon, defense=other.defense)
        for one in plans.values()
        if one.weapon
        for other in plans.values()
        if other.defense
    )
