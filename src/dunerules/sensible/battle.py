"""Battle plans: leader, cards and a dial that are worth what they risk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import frozen

from dunerules.classic.fights import Fight, Number, Plan
from dunerules.classic.leaders import Leaders
from dunerules.classic.plan_spaces import Arms, Plans
from dunerules.classic.plans import legal_plans
from dunerules.classic.strengths import strengths_of
from dunerules.classic.traitors import Traitors, in_pay
from dunerules.classic.treachery import Treachery, hand_of
from dunerules.engine.game import Decision
from dunerules.sensible.foresight import Foresight, foresee
from dunerules.sensible.ground import FORCE, NEEDS, Ground, ground_of, secure
from dunerules.sensible.hand import value_of
from dunerules.sensible.positions import price_of_spice
from dunerules.sensible.sight import Judgement, Sight

MOST_ARMS = 10
MOST_SPICES = 5
MOST_DIALS = 9
"""So many leaders with cards, amounts of spice, and dials for each, are compared at most."""
FALLBACK_PLANS = 60
"""So many plans are drawn from a space of another make."""
TREASON = 0.06
"""How likely a leader of unknown loyalty is a traitor in the opponent's pay."""
LEADER = 0.8
"""What a point of a leader's strength is worth to its owner."""
ALWAYS = 1.0

BATTLE_NEEDS = (*NEEDS, Fight, Leaders, Traitors, Treachery)


@frozen(eq=False)
class Stakes:
    """What a battle is about."""

    sight: Sight
    foresight: Foresight
    prize: float
    """What it is worth to hold the territory afterwards."""
    forces: int
    spice_price: float
    wins_ties: bool


@frozen(eq=False)
class Weapons:
    """What a weapon and a defense are likely to do."""

    kills: float
    dies: float
    explodes: float


def stakes_of(sight: Sight, ground: Ground) -> Stakes:
    """What the battle being fought is about for the seat."""
    fight, look, seat = sight[Fight], sight.look, sight.seat
    forces = sum(one.count for one in strengths_of(look, seat))
    spice = sum(ground.harvest(location, forces) for location in fight.locations)
    foresight = foresee(sight)
    ties = fight.aggressor == seat or look.may(
        "battle.wins-ties", seat=seat, other=foresight.opponent, territory=fight.territory
    )
    prize = ground.worth(fight.territory) + 0.5 * spice + 1
    return Stakes(sight, foresight, prize, forces, price_of_spice(sight, ground), ties)


def weigh_arms(stakes: Stakes, weapon: str, defense: str) -> Weapons:
    """What a weapon and a defense are likely to do against what the opponent may have."""
    look, foresight = stakes.sight.look, stakes.foresight

    def meets(name: str, one: str, other: str) -> bool:
        return bool(one) and look.may(name, weapon=one, defense=other)

    kills = sum(likely for card, likely in foresight.defenses.items() if meets("weapon.kills", weapon, card))
    dies = sum(likely for card, likely in foresight.weapons.items() if meets("weapon.kills", card, defense))
    explodes = sum(
        likely for card, likely in foresight.defenses.items() if card and meets("weapon.explodes", weapon, card)
    )
    if defense:
        explodes += sum(likely for card, likely in foresight.weapons.items() if meets("weapon.explodes", card, defense))
        if meets("weapon.explodes", weapon, defense):
            explodes = ALWAYS
    return Weapons(kills, dies, min(ALWAYS, explodes))


def loyalty(sight: Sight, leader: str, opponent: str) -> float:
    """How likely a leader betrays the seat."""
    traitors = sight[Traitors]
    if leader in in_pay(traitors, sight.seat) or leader not in sight.look.rulebook.components["leader"]:
        return 0.0
    return ALWAYS if leader in traitors.shown.get(opponent, ()) else TREASON


def leader_points(sight: Sight, leader: str) -> float:
    """What a leader, or whoever takes a leader's place, adds to the dial."""
    if not leader:
        return 0.0
    territory = sight[Fight].territory
    return float(sight.look.quantity("battle.leader-strength", seat=sight.seat, leader=leader, territory=territory))


def value_of_plan(stakes: Stakes, plan: Plan, weapons: Weapons, most: Number) -> float:
    """What a plan is expected to bring; ``most`` is what all forces could dial with its spice."""
    sight, foresight = stakes.sight, stakes.foresight
    strength = leader_points(sight, plan.leader)
    betrayed = loyalty(sight, plan.leader, foresight.opponent) if plan.leader else 0.0
    dial = float(plan.dial)
    won = 0.0
    for dead, dead_likely in ((True, weapons.dies), (False, 1 - weapons.dies)):
        for killed, killed_likely in ((True, weapons.kills), (False, 1 - weapons.kills)):
            total = dial if dead else dial + strength
            likely = dead_likely * killed_likely
            won += likely * foresight.beaten_by(total, leaderless=killed, wins_ties=stakes.wins_ties)
    won *= (1 - betrayed) * (1 - weapons.explodes)
    lost = stakes.forces * dial / float(most) if most else 0.0
    hand = hand_of(sight.look, sight.seat)
    cards = sum(value_of(sight, card, hand) for card in plan.cards)
    value = won * (stakes.prize * secure(stakes.forces - lost) - FORCE * lost) - (1 - won) * (
        FORCE * stakes.forces + cards
    )
    value += won * weapons.kills * 2 - (weapons.dies + betrayed) * LEADER * strength
    return value - stakes.spice_price * plan.spice + 0.5 * len(plan.also)


def arms_to_weigh(stakes: Stakes, arms: tuple[Arms, ...]) -> list[tuple[Arms, Weapons]]:
    """The most promising leaders with cards: strong, loyal, deadly and safe."""
    sight = stakes.sight
    weighed = {
        pair: weigh_arms(stakes, *pair) for pair in dict.fromkeys((weapon, defense) for _, weapon, defense in arms)
    }

    def promise(one: Arms) -> float:
        weapons, points = weighed[one[1], one[2]], leader_points(sight, one[0])
        doubt = loyalty(sight, one[0], stakes.foresight.opponent)
        return (1 - weapons.dies) * points + 3 * weapons.kills - 8 * weapons.explodes - 10 * doubt

    ordered = sorted(arms, key=lambda one: -promise(one))
    # A weak leader may be good enough for a battle that is as good as lost, or won.
    chosen = [*ordered[: MOST_ARMS - 2], *ordered[-2:]]
    return [(one, weighed[one[1], one[2]]) for one in dict.fromkeys(chosen)]


def some(values: tuple[Any, ...], most: int) -> tuple[Any, ...]:
    """Some of the values, spread evenly, the first and the last among them."""
    if len(values) <= most:
        return values
    return tuple(values[round(place * (len(values) - 1) / (most - 1))] for place in range(most))


def plans_to_weigh(stakes: Stakes, plans: Plans) -> Iterator[tuple[float, Plan]]:
    """Plans with what they are expected to bring."""
    also = max(plans.extras, key=len)
    for (leader, weapon, defense), weapons in arms_to_weigh(stakes, plans.arms):
        for spice in some(tuple(plans.dials), MOST_SPICES):
            dials = plans.dials[spice]
            for dial in some(dials, MOST_DIALS):
                plan = Plan(dial, leader, weapon, defense, spice, also)
                yield value_of_plan(stakes, plan, weapons, dials[-1]), plan


def best_plans(sight: Sight, plans: Plans) -> list[Plan]:
    """Plans, the best first."""
    stakes = stakes_of(sight, ground_of(sight))
    weighed = sorted(plans_to_weigh(stakes, plans), key=lambda pair: -pair[0])
    return [plan for _, plan in weighed]


def plans(sight: Sight, decision: Decision) -> Iterable[Any]:
    """The plan that is expected to bring most."""
    if isinstance(decision.space, Plans):
        return best_plans(sight, decision.space)
    stakes = stakes_of(sight, ground_of(sight))
    drawn = [decision.space.sample(sight.rng) for _ in range(FALLBACK_PLANS)]
    most = max((plan.dial for plan in drawn), default=0)
    return sorted(
        drawn, key=lambda plan: -value_of_plan(stakes, plan, weigh_arms(stakes, plan.weapon, plan.defense), most)
    )


def shown_elements(sight: Sight, decision: Decision) -> Iterator[Any]:
    """Show what the best plan has, since it stays in the plan."""
    show = sight.look.rulebook.choices["show-element"]
    for plan in best_plans(sight, legal_plans(sight.look, sight.seat)):
        yield show(getattr(plan, decision.args["element"]))


JUDGEMENTS = (
    Judgement(("plan",), plans, BATTLE_NEEDS),
    Judgement(("show-element",), shown_elements, BATTLE_NEEDS),
)
