"""The sensible player: for each decision the first choice of its judgement that is legal, or else a draw."""

from __future__ import annotations

from typing import Any

from dunerules.engine.chance import keyed
from dunerules.engine.game import Decision, Game
from dunerules.engine.players import Player
from dunerules.sensible import (
    aftermath,
    battle,
    bidding,
    moving,
    nexus,
    responses,
    revival,
    shipping,
    table_talk,
    weather,
)
from dunerules.sensible.offers import unasked
from dunerules.sensible.sight import Sight, by_kind

JUDGEMENTS = by_kind(
    aftermath.JUDGEMENTS,
    battle.JUDGEMENTS,
    bidding.JUDGEMENTS,
    moving.JUDGEMENTS,
    nexus.JUDGEMENTS,
    responses.JUDGEMENTS,
    revival.JUDGEMENTS,
    shipping.JUDGEMENTS,
    table_talk.JUDGEMENTS,
    weather.JUDGEMENTS,
)
"""How each kind of decision is judged; any other is drawn from its space."""


def sensible_player(seed: int = 0) -> Player:
    """A player for all seats, each of which judges by what its person may know.

    It remembers nothing: the same seed, view and decision give the same choice.
    """

    def choose(game: Game) -> tuple[str, Any]:
        decision = game.decisions[0]
        rng = keyed(seed, f"{decision.seat}:{decision.kind}:unasked", decision.number)
        return unasked(game, decision, rng) or (decision.seat, answer(game, decision, seed))

    return choose


def answer(game: Game, decision: Decision, seed: int = 0) -> Any:  # Any: the class of a choice is its decision's
    """What the asked seat chooses."""
    rng = keyed(seed, f"{decision.seat}:{decision.kind}", decision.number)
    judgement = JUDGEMENTS.get(decision.kind)
    if judgement is not None:
        sight = Sight.of(game, decision.seat, rng)
        if sight.knows(judgement.needs):
            for wanted in judgement.judge(sight, decision):
                if decision.space.contains(wanted):
                    return wanted
    return decision.space.sample(rng)
