"""Everything else that a seat is asked: set-up, charity, deals, company, and cards that change hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dunerules.classic.charity import ClaimCharity
from dunerules.classic.deals import AgreeToCancel
from dunerules.classic.forces import REGULAR, Forces
from dunerules.classic.leaders import faction_of
from dunerules.classic.traitors import KeepTraitors, Traitors
from dunerules.classic.treachery import Treachery, hand_of
from dunerules.classic.turn import Turn
from dunerules.engine.game import Decision
from dunerules.sensible.ground import NEEDS, ground_of
from dunerules.sensible.hand import value_of
from dunerules.sensible.odds import NEEDS as BATTLE_NEEDS
from dunerules.sensible.odds import chance
from dunerules.sensible.sight import PASS, Judgement, Sight, acting, best, choice_class

FIRST_LIKELY_WIN = 3
"""Nobody is likely to win before this turn."""
GOOD_CHANCE = 0.55


def charity(sight: Sight, decision: Decision) -> Iterator[Any]:
    """Spice for nothing is taken."""
    yield ClaimCharity()


def traitors(sight: Sight, decision: Decision) -> Iterator[Any]:
    """Keep the strongest leaders of others: those are sent into battle."""

    def strength(choice: Any) -> float:
        if not isinstance(choice, KeepTraitors):
            return 0.0
        foreign = (leader for leader in choice.leaders if faction_of(sight.look, leader) != sight.seat)
        return float(sum(sight.look.whole("leader.strength", leader=leader) for leader in foreign))

    return best(decision, sight, strength)


def predictions(sight: Sight, decision: Decision) -> Iterator[Any]:
    """Anybody, in a turn in which somebody is likely to win."""
    predict = choice_class(sight, "predict")
    if predict is None:
        return
    others = [seat for seat in sight.look.seats if seat != sight.seat]
    last = sight.look.whole("turn.limit")
    likely = range(min(FIRST_LIKELY_WIN, last), last)
    yield predict(sight.rng.pick(others), sight.rng.pick(likely or range(1, last + 1)))


def never(sight: Sight, decision: Decision) -> Iterator[Any]:
    """Decline."""
    yield PASS


def gladly(sight: Sight, decision: Decision) -> Iterator[Any]:
    """What costs nothing is done."""
    return acting(decision)


def cancellations(sight: Sight, decision: Decision) -> Iterator[Any]:
    """A deal that one party regrets is off."""
    yield AgreeToCancel()


def taken_cards(sight: Sight, decision: Decision) -> Iterator[Any]:
    """As many as possible, to choose from."""
    return best(decision, sight, lambda choice: float(getattr(choice, "count", 0)))


def given_cards(sight: Sight, decision: Decision) -> Iterator[Any]:
    """Those that are worth least."""
    hand = hand_of(sight.look, sight.seat)

    def price(choice: Any) -> float:
        return -sum(value_of(sight, card, hand) for card in getattr(choice, "cards", ()))

    return best(decision, sight, price)


def is_promising(sight: Sight, territory: str) -> bool:
    """Whether a battle with all that one has in a territory is likely to be won, and worth it."""
    ground = ground_of(sight)
    territory_of = ground.board.territory_of
    count = sum(
        count
        for (place, seat, _), count in sight[Forces].placed.items()
        if seat == sight.seat and territory_of[place] == territory
    )
    return ground.worth(territory) > 0 and chance(sight, ground, territory, {REGULAR: count}) >= GOOD_CHANCE


def arming(sight: Sight, decision: Decision) -> Iterator[Any]:
    """Stand and fight where a battle is likely to be won and worth it, and live in peace elsewhere."""
    turn = choice_class(sight, "turn-forces")
    if turn is None:
        return
    side = decision.args["side"]
    to_fight = sight.look.rulebook.components["force"][side].occupies
    chosen = tuple(place for place in decision.args["territories"] if is_promising(sight, place) is to_fight)
    if chosen:
        yield turn(chosen, side)
    yield PASS


def peace(sight: Sight, decision: Decision) -> Iterator[Any]:
    """Coexist where a battle is not likely to be won, or not worth it."""
    end = choice_class(sight, "end-coexistence")
    chosen = tuple(place for place in decision.args["territories"] if is_promising(sight, place))
    if end is not None and chosen:
        yield end(chosen)
    yield PASS


JUDGEMENTS = (
    Judgement(("charity",), charity, (Turn,)),
    Judgement(("keep-traitors",), traitors, (Traitors,)),
    Judgement(("prediction",), predictions, (Turn,)),
    Judgement(("deal", "guild-timing"), never, (Turn,)),
    Judgement(("cancel-deal-answer",), cancellations),
    Judgement(("look", "accompany", "grant-revival", "capture"), gladly, (Turn,)),
    Judgement(("take-cards",), taken_cards, (Treachery,)),
    Judgement(("give-cards",), given_cards, (Treachery,)),
    Judgement(("take-up-arms", "advisors-enter", "intrusion"), arming, (*NEEDS, *BATTLE_NEEDS)),
    Judgement(("coexistence", "contact"), peace, (*NEEDS, *BATTLE_NEEDS)),
)
