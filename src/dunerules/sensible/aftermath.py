"""Around a battle: which comes first, what is asked and commanded, treachery, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dunerules.classic.battle_losses import KeepCards, TakeLosses, keepable_places
from dunerules.classic.battles import Attack
from dunerules.classic.fights import Fight, card_kinds, opponent_of
from dunerules.classic.forces import STARRED
from dunerules.classic.traitor_calls import CallTreachery
from dunerules.classic.treachery import hand_of
from dunerules.engine.game import Decision
from dunerules.sensible.battle import BATTLE_NEEDS, stakes_of, weigh_arms
from dunerules.sensible.ground import ground_of
from dunerules.sensible.odds import WORTHLESS, chance
from dunerules.sensible.sight import PASS, Judgement, Sight, best, choice_class


def attacks(sight: Sight, decision: Decision) -> Iterator[Any]:
    """The battle that is most likely won comes first, as long as all leaders are free."""
    ground = ground_of(sight)

    def promise(attack: Any) -> float:
        if not isinstance(attack, Attack):
            return 0.0
        return (
            chance(sight, ground, attack.territory, ground.mine(attack.territory))
            + ground.worth(attack.territory) / 100
        )

    return best(decision, sight, promise)


def treachery(sight: Sight, decision: Decision) -> Iterator[Any]:
    """A traitor is always called."""
    yield CallTreachery()


def losses(sight: Sight, decision: Decision) -> Iterator[Any]:
    """Lose few forces, and of those the weaker."""

    def price(choice: Any) -> float:
        if not isinstance(choice, TakeLosses):
            return 0.0
        return -sum(count * (2.1 if kind == STARRED else 1.0) for (_, kind), count in choice.forces)

    return best(decision, sight, price)


def storm_losses(sight: Sight, decision: Decision) -> Iterator[Any]:
    """Lose the weaker forces."""
    return best(decision, sight, lambda choice: -dict(choice.forces).get(STARRED, 0))


def keep_cards(sight: Sight, decision: Decision) -> Iterator[Any]:
    """Keep whatever does something."""
    look, seat = sight.look, sight.seat
    plan, kinds = sight[Fight].plans[seat], look.rulebook.once(card_kinds)
    places = keepable_places(look, seat)
    yield KeepCards(tuple(place for place in places if kinds.get(getattr(plan, place)) != WORTHLESS))


def questions(sight: Sight, decision: Decision) -> Iterator[Any]:
    """Ask for the weapon if there is a choice of defenses, for the defense if there is one of weapons, or the dial."""
    ask = choice_class(sight, "ask-element")
    if ask is None:
        return
    cards = sight.look.rulebook.components["card"]
    held = [cards[card] for card in hand_of(sight.look, sight.seat) if cards[card].kind != WORTHLESS]
    defenses = {card.kind for card in held if card.defense}
    weapons = {card.kind for card in held if card.weapon}
    if len(defenses) > 1:
        yield ask("weapon")
    if len(weapons) > 1:
        yield ask("defense")
    yield from map(ask, ("dial", "weapon", "defense", "leader"))


def commands(sight: Sight, decision: Decision) -> Iterator[Any]:
    """Forbid the defense against one's own weapon, or else the weapon that one has no defense against."""
    command = choice_class(sight, "command")
    if command is None or not opponent_of(sight.look, sight.seat):
        return
    stakes = stakes_of(sight, ground_of(sight))
    look, kinds = sight.look, sight.look.rulebook.once(card_kinds)
    cards = look.rulebook.components["card"]
    held = [card for card in dict.fromkeys(hand_of(look, sight.seat)) if kinds[card] != WORTHLESS]
    foresight = stakes.foresight
    for weapon in (card for card in held if cards[card].weapon):
        for defense in (card for card in foresight.defenses if card):
            if weigh_arms(stakes, weapon, "").kills and not look.may("weapon.kills", weapon=weapon, defense=defense):
                yield command(kinds[defense], False)
    defenses = ["", *(card for card in held if cards[card].defense)]
    for weapon in (card for card in foresight.weapons if card):
        if all(look.may("weapon.kills", weapon=weapon, defense=defense) for defense in defenses):
            yield command(kinds[weapon], False)
    yield PASS


def whole_plans(sight: Sight, decision: Decision) -> Iterator[Any]:
    """See the plan of the opponent now and then, never that of anybody else."""
    opponent = opponent_of(sight.look, sight.seat)
    if opponent and sight.once_in(2):
        yield from (choice for choice in decision.space if getattr(choice, "of", "") == opponent)
    yield PASS


def captives(sight: Sight, decision: Decision) -> Iterator[Any]:
    """A captive is kept if it is a good one."""
    strength = sight.look.whole("leader.strength", leader=decision.args["leader"])
    wanted = "keep-captive" if strength >= 4 else "kill-captive"
    found = choice_class(sight, wanted)
    if found is not None:
        yield found()


JUDGEMENTS = (
    Judgement(("battle",), attacks, BATTLE_NEEDS),
    Judgement(("treachery",), treachery, BATTLE_NEEDS),
    Judgement(("losses",), losses, BATTLE_NEEDS),
    Judgement(("storm-losses",), storm_losses),
    Judgement(("keep-cards",), keep_cards, BATTLE_NEEDS),
    Judgement(("prescience",), questions, BATTLE_NEEDS),
    Judgement(("voice",), commands, BATTLE_NEEDS),
    Judgement(("see-plan",), whole_plans, BATTLE_NEEDS),
    Judgement(("captive",), captives, BATTLE_NEEDS),
)
