"""Revival: all that is free, more for whoever is rich, and the best leader."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dunerules.classic.forces import REGULAR, STARRED, Forces, group, size
from dunerules.classic.leader_revival import ReviveLeader
from dunerules.classic.revival import Revivals, Revive, free_left, limit_left, price_of, revivable
from dunerules.classic.spice import Spice, spice_of
from dunerules.engine.flow import Pass
from dunerules.engine.game import Decision
from dunerules.sensible.positions import picked
from dunerules.sensible.sight import PASS, Judgement, Sight, best

KEPT = 5
"""Spice that is not spent on forces."""
KEPT_FOR_ALLY = 12
"""Spice that is not spent on an ally's forces."""
NEEDS = (Forces, Revivals, Spice)


def revivals(sight: Sight, decision: Decision) -> Iterator[Any]:
    """As many as are free or can be spared for, the better forces first."""
    look, seat = sight.look, sight.seat
    there, free = revivable(look, seat), free_left(look, seat)
    spare = max(0, spice_of(look, seat) - KEPT)
    for count in range(min(limit_left(look, seat), sum(there.values())), 0, -1):
        forces = group(picked(there, count, (STARRED, REGULAR)))
        if price_of(look, seat, forces, free) <= spare:
            yield Revive(forces)
    yield PASS


def leaders(sight: Sight, decision: Decision) -> Iterator[Any]:
    """The strongest leader that can be paid for."""

    def strength(choice: Any) -> float:
        if isinstance(choice, ReviveLeader):
            return float(sight.look.whole("revival.leader-cost", seat=sight.seat, leader=choice.leader))
        return 0.0

    return best(decision, sight, strength)


def ally_revivals(sight: Sight, decision: Decision) -> Iterator[Any]:
    """A rich seat pays for its ally, as much as it can spare."""
    spare = spice_of(sight.look, sight.seat) - KEPT_FOR_ALLY

    def count(choice: Any) -> float:
        if isinstance(choice, Pass):
            return 0.0
        price = price_of(sight.look, decision.args["ally"], choice.forces)
        return float(size(choice.forces)) if price <= spare else -1.0

    return best(decision, sight, count)


JUDGEMENTS = (
    Judgement(("revive",), revivals, NEEDS),
    Judgement(("revive-leader",), leaders, NEEDS),
    Judgement(("pay-revivals",), ally_revivals, NEEDS),
)
