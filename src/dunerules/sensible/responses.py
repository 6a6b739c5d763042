"""Windows: cards that stop or change what somebody else is about to do, played when it matters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from dunerules.classic.advantages import AdvantageUse
from dunerules.classic.alliances import members
from dunerules.classic.fights import Fight, opponent_of
from dunerules.classic.shipment import Shipment
from dunerules.classic.storm import StormAnnounced, StormDue
from dunerules.classic.victory import needed, strongholds_of
from dunerules.engine.flow import Respond
from dunerules.engine.game import Decision
from dunerules.sensible.ground import NEEDS, STRONGHOLD, THREATENING, ground_of
from dunerules.sensible.sight import PASS, Judgement, Sight, some_of
from dunerules.sensible.weather import WORTH_A_CARD, harm_by_sector, harm_of_storm

Answers = Iterable[Any]  # Any: responses of all kinds


def responses(sight: Sight, decision: Decision) -> Iterator[Any]:
    """Judge by what is about to happen; what is not known is answered now and then."""
    intent = decision.args.get("intent")
    judge = _JUDGES.get(type(intent))
    if judge is not None and sight.knows((*NEEDS, Fight)):
        yield from judge(sight, intent, decision)
    elif sight.once_in(3):
        yield from _made(sight, decision)
    yield PASS


def _made(sight: Sight, decision: Decision) -> list[Respond]:
    return [choice for choice in some_of(decision, sight) if isinstance(choice, Respond)]


def _to_advantage(sight: Sight, intent: AdvantageUse, decision: Decision) -> Answers:
    """Stop what an opponent in battle, or somebody about to win, would profit from; anything else hardly ever."""
    side = members(sight.look, intent.seat)
    about_to_win = needed(sight.look, side) - len(strongholds_of(sight.look, side)) <= 1
    if opponent_of(sight.look, sight.seat) == intent.seat or about_to_win:
        return _made(sight, decision) if sight.once_in(2) else ()
    return _made(sight, decision) if sight.once_in(20) else ()


def _to_shipment(sight: Sight, intent: Shipment, decision: Decision) -> Answers:
    """Stop a shipment that goes for one's own, or for the victory."""
    ground = ground_of(sight)
    side = members(sight.look, intent.seat)
    missing = needed(sight.look, side) - len(strongholds_of(sight.look, side))
    wins = missing <= 1 and ground.worth(intent.territory) > 0
    attacks = intent.territory in ground.held and ground.worth(intent.territory) > STRONGHOLD + THREATENING
    return _made(sight, decision) if wins or attacks else ()


def _to_storm_due(sight: Sight, intent: StormDue, decision: Decision) -> Answers:
    """Decide about the weather if that does the others much harm."""
    harm = harm_by_sector(sight)

    def gain(made: Respond) -> float:
        return harm_of_storm(sight, made.choice, harm) if isinstance(made.choice, int) else 0.0

    made = sorted(_made(sight, decision), key=lambda made: -gain(made))
    return [one for one in made if gain(one) >= WORTH_A_CARD]


def _to_storm_announced(sight: Sight, intent: StormAnnounced, decision: Decision) -> Answers:
    """Overrule a storm that does oneself much harm; what else can be done is done now and then."""
    harm = harm_by_sector(sight)
    now = harm_of_storm(sight, intent.distance, harm)
    overruling = [one for one in _made(sight, decision) if isinstance(one.choice, int)]
    better = [one for one in overruling if harm_of_storm(sight, one.choice, harm) - now >= WORTH_A_CARD]
    if better:
        return better
    others = [one for one in _made(sight, decision) if not isinstance(one.choice, int)]
    return others if sight.once_in(6) else ()


_JUDGES: Mapping[Any, Callable[[Sight, Any, Decision], Answers]] = {
    AdvantageUse: _to_advantage,
    Shipment: _to_shipment,
    StormDue: _to_storm_due,
    StormAnnounced: _to_storm_announced,
}

JUDGEMENTS = (Judgement(("response",), responses),)
