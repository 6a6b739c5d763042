"""Battle plans: what may be in them, how they are made in secret and shown together."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from dunerules.classic.fights import ELEMENTS, PLAY, Fight, Plan, PlanMade, PlansRevealed, card_kinds, sides
from dunerules.classic.leaders import Leaders, available
from dunerules.classic.plan_spaces import Arms, Plans, extras_of
from dunerules.classic.spice import spice_of
from dunerules.classic.strengths import strengths_of, wheel_of
from dunerules.classic.treachery import card_kind, hand_of
from dunerules.classic.wheels import WheelsUsed
from dunerules.rules import (
    Ask,
    Denial,
    Look,
    Space,
    Tx,
    answers,
    component,
    space,
    step,
)

CARDS = (
    "gf9.battle.plan-cards",
    "ah79.battle.plan-cards",
)
NOBODY = (
    "gf9.battle.plan-no-leader",
    "ah79.battle.plan-no-leader",
)
LEADER = (
    "gf9.battle.plan-leader",
    "ah79.battle.plan-leader",
)
HERO = (
    "gf9.card.cheap-hero.substitute",
    "ah79.card.cheap-hero.substitute",
)
DIAL = (
    "gf9.battle.plan-dial",
    "ah79.battle.plan-dial",
    "gf9.silence.dial-not-reachable",
    "ah79.silence.dial-not-reachable",
)


@component("plan-extra")
class PlanExtra:
    """Something besides dial, leader and cards that a rule lets into a plan; it joins a leader or a cheap hero."""

    id: str
    title: str


# ------------------------------------------------------------------ what a plan may have


def heroes(look: Look, seat: str) -> tuple[str, ...]:
    """The cards in a seat's hand that can take a leader's place."""
    hand = dict.fromkeys(hand_of(look, seat))
    return tuple(card for card in hand if look.may("plan.hero", seat=seat, card=card))


def leads(look: Look, seat: str) -> tuple[str, ...]:
    """Who can lead the seat's forces: leaders and cheap heroes."""
    return (*available(look, seat, look[Fight].territory), *heroes(look, seat))


def arms_of(look: Look, seat: str) -> tuple[Arms, ...]:
    """Leader, weapon and defense as they can go together."""
    led = leads(look, seat)
    if not led:
        return (("", "", ""),)
    hand = hand_of(look, seat)
    cards = look.rulebook.components["card"]
    held = tuple(dict.fromkeys(hand))
    weapons = ("", *(card for card in held if cards[card].weapon))
    defenses = ("", *(card for card in held if cards[card].defense))
    pairs = [(one, two) for one, two in product(weapons, defenses) if not one or one != two or hand.count(one) > 1]
    arms = tuple((leader, weapon, defense) for leader in led for weapon, defense in pairs)
    return (*arms, ("", "", "")) if look.may("plan.leaderless", seat=seat) else arms


def free_plans(look: Look, seat: str) -> Plans:
    """The plans that a seat could make if nothing were bound."""
    territory = look[Fight].territory
    arms = arms_of(look, seat)
    offered = tuple(
        extra
        for extra in look.rulebook.components.get("plan-extra", ())
        if arms[0][0] and look.may("plan.also", seat=seat, extra=extra, territory=territory)
    )
    dials = wheel_of(look).dials(strengths_of(look, seat), spice_of(look, seat), look.quantity("battle.dial-step"))
    kinds = look.rulebook.once(card_kinds)
    return Plans(arms, dials, extras_of(offered), (), kinds, lambda plan: illegality(look, seat, plan))


def legal_plans(look: Look, seat: str) -> Plans:
    """The plans that a seat may make: what it has shown or promised binds it as far as it can be kept."""
    plans = free_plans(look, seat)
    for (owner, _), binding in sorted(look[Fight].bindings.items()):
        if owner == seat:
            plans = plans.bound(binding)
    return plans


def elements(look: Look, seat: str, element: str) -> tuple[Any, ...]:
    """The values of one element, such as ``weapon``, that a seat's legal plans have, each once."""
    plans = legal_plans(look, seat)
    if element == "dial":
        return tuple(sorted({dial for numbers in plans.dials.values() for dial in numbers}))
    if element == "spice":
        return tuple(plans.dials)
    if element == "also":
        return plans.extras
    place = ELEMENTS.index(element)
    return tuple(dict.fromkeys(arms[place] for arms in plans.arms))


def illegality(look: Look, seat: str, plan: Plan) -> Denial | None:
    """By which rule a plan is illegal, whatever else binds the seat; None if it is legal."""
    return (
        _wrong_leader(look, seat, plan)
        or _wrong_card(look, seat, plan.weapon, "weapon")
        or _wrong_card(look, seat, plan.defense, "defense")
        or _wrong_pair(look, seat, plan)
        or _wrong_dial(look, seat, plan)
        or _wrong_extra(look, seat, plan)
    )


def _wrong_leader(look: Look, seat: str, plan: Plan) -> Denial | None:
    led, leaders = leads(look, seat), look[Leaders]
    if plan.leader in led:
        return None
    if plan.leader in (*leaders.living[seat], *leaders.captives[seat]):
        return look.denial("leader.lead", seat=seat, leader=plan.leader, territory=look[Fight].territory)
    if plan.leader:
        return Denial(f"{plan.leader} is not available to {seat}", LEADER if led else NOBODY)
    denial = look.denial("plan.leaderless", seat=seat) if led else None
    if denial is not None:
        return denial
    return Denial("without a leader or a cheap hero no card can be played", NOBODY) if plan.cards else None


def _wrong_card(look: Look, seat: str, card: str, place: str) -> Denial | None:
    if not card:
        return None
    if card not in hand_of(look, seat):
        return Denial(f"{seat} does not hold {card}", CARDS)
    if look.may("plan.hero", seat=seat, card=card):
        return Denial(f"{card} stands in for a leader and for nothing else", HERO)
    return None if getattr(look.component("card", card), place) else Denial(f"{card} is no {place}", CARDS)


def _wrong_pair(look: Look, seat: str, plan: Plan) -> Denial | None:
    if plan.weapon and plan.weapon == plan.defense and hand_of(look, seat).count(plan.weapon) < len(plan.cards):
        return Denial(f"{plan.weapon} cannot be in both places", CARDS)
    return None


def _wrong_dial(look: Look, seat: str, plan: Plan) -> Denial | None:
    dials = free_plans(look, seat).dials
    if plan.dial in dials.get(plan.spice, ()):
        return None
    return Denial(f"no forces of {seat} here are worth exactly {plan.dial} with {plan.spice} spice", DIAL)


def _wrong_extra(look: Look, seat: str, plan: Plan) -> Denial | None:
    for extra in plan.also:
        denial = look.denial("plan.also", seat=seat, extra=extra, territory=look[Fight].territory)
        if denial is not None:
            return denial
    if plan.also not in free_plans(look, seat).extras_with(plan.leader):
        return Denial(f"{', '.join(plan.also)} cannot be in this plan")
    return None


# ------------------------------------------------------------------ making and showing plans


@step("fight.plans")
def ask_for_plans(tx: Tx) -> None:
    """Both sides make their plans in secret."""
    tx.ask_sealed("plan", [seat for seat in sides(tx) if not tx.may("plan.wait", seat=seat)])


@step("fight.late-plans")
def ask_for_late_plans(tx: Tx) -> None:
    """Whoever may wait makes his plan when the other one is ready."""
    tx.ask_sealed("plan", [seat for seat in sides(tx) if seat not in tx[Fight].sealed])


@space("plan")
def plan_space(look: Look, ask: Ask) -> Space[Plan]:
    """The plans that the seat may make."""
    return legal_plans(look, ask.seat)


@answers("plan")
def keep_plans(tx: Tx, asks: Mapping[str, Ask], choices: Mapping[str, Plan]) -> None:
    """Plans are ready: both, or the one that the other side waits for."""
    for seat in sides(tx):
        if seat in choices:
            tx.emit(PlanMade(seat, choices[seat]))


@step("fight.reveal")
def reveal_plans(tx: Tx) -> None:
    """Both plans are shown."""
    sealed = tx[Fight].sealed
    tx.emit(PlansRevealed(tuple((seat, sealed[seat]) for seat in sides(tx))))
    tx.emit(WheelsUsed(sides(tx)))


def is_committed(look: Look, seat: str, card: str) -> bool:
    """Whether all copies of a card that a seat holds lie in its plan, so that it has none for anything else.

    A rule that lets cards of plans serve in another way, such as a worthless card as a karama, asks this first.
    """
    fight = look[Fight]
    plan = fight.sealed.get(seat) or fight.plans.get(seat)
    if plan is not None:
        in_plan = (plan.leader, *plan.cards).count(card)
    else:
        # What a seat has shown of a plan that it has still to make is as good as in it.
        shown = [binding for (owner, _), binding in fight.bindings.items() if owner == seat]
        if shown and _is_promised(look, seat, card):
            return True
        in_plan = sum(1 for what, value, _ in shown if what in ELEMENTS and value == card)
    return in_plan > 0 and in_plan >= hand_of(look, seat).count(card)


def _is_promised(look: Look, seat: str, card: str) -> bool:
    """Whether a card is the last with which a seat can keep a promise to play a card of its kind."""
    kind = card_kind(look, card)
    held = [other for other in hand_of(look, seat) if card_kind(look, other) == kind]
    # A promise that cannot be kept anyway binds nothing: gf9.silence.voice-details
    kept = legal_plans(look, seat).bindings
    return held == [card] and any((what, value) == (PLAY, kind) for what, value, _ in kept)
