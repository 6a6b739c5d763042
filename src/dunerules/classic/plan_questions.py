"""Questions about battle plans, whose answers fix a part of the plan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.fights import ANSWERED, AVOID, PLAY, Binding, Fight, Plan, bind_plan, sides
from dunerules.classic.plans import legal_plans
from dunerules.classic.treachery import card_kind
from dunerules.classic.truthtrance import TruthAnswered
from dunerules.rules import Look, Tx, forbid, on

QUESTION = "plays-kind"
PLAN = "plan"
"""The decision in which plans are made."""
INTENT = (
    "gf9.silence.truthtrance-intent",
    "ah79.silence.truthtrance-intent",
)


@forbid(
    "truth.ask",
    reason="{of} makes no battle plan now",
    cites=("gf9.ruling.truthtrance-in-battle", "ah79.ruling.truthtrance-in-battle"),
)
def no_plan_to_ask_about(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Only the two sides of a battle can be asked about plans, until these are shown."""
    return ctx["question"] == QUESTION and not _plans(look, ctx["of"])


def _plans(look: Look, seat: str) -> bool:
    fight = look[Fight]
    return bool(fight.territory) and seat in sides(look) and not fight.plans


@forbid("truth.answer", reason="a plan of {seat} cannot be like that", cites=INTENT)
def cannot_be_kept(look: Look, ctx: Mapping[str, Any]) -> bool:
    """A plan that is ready answers for itself; before, the answer must leave the player a plan."""
    if ctx["question"] != QUESTION:
        return False
    ready = _ready_plan(look, ctx["seat"])
    if ready is not None:
        return _plays(look, ready, ctx["value"]) is not ctx["yes"]
    plans = legal_plans(look, ctx["seat"])
    # Plans that cannot be bound so come back as they are.
    return plans.bound(_binding(ctx["value"], ctx["yes"])) is plans


def _ready_plan(look: Look, seat: str) -> Plan | None:
    """The plan that an answer must be true of.

    One that waits for the other side's plan counts only if it may be changed afterwards whatever was answered;
    otherwise the answer decides, and the plan follows it.
    """
    ready: Plan | None = look[Fight].sealed.get(seat)
    if ready is None and look.may("plan.change", seat=seat, cause=ANSWERED):
        ready = look.sealed_answer(seat, PLAN)
    return ready


def _binding(kind: str, yes: bool) -> Binding:
    return PLAY if yes else AVOID, kind, INTENT


def _plays(look: Look, plan: Plan, kind: str) -> bool:
    cards = look.rulebook.components["card"]
    return any(card in cards and card_kind(look, card) == kind for card in (plan.leader, *plan.cards))


@on(TruthAnswered)
def fix_plan(tx: Tx, event: TruthAnswered) -> None:
    """What was answered about a plan binds it, for everybody to know, or the whole plan may be made anew."""
    if event.question != QUESTION or event.seat in tx[Fight].sealed:
        return
    bind_plan(tx, event.seat, _binding(str(event.value), event.yes), by=ANSWERED, viewers=tx.seats)
    if tx.may("plan.change", seat=event.seat, cause=ANSWERED):
        tx.hand_back(event.seat, PLAN)
