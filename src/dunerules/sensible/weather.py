"""Storm and worms: sent where they do more harm to others than to oneself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dunerules.classic.alliances import members
from dunerules.classic.board import board_of
from dunerules.classic.forces import Forces
from dunerules.classic.storm import DialStorm
from dunerules.classic.storm_marker import Storm, storm_sector
from dunerules.engine.game import Decision
from dunerules.sensible.sight import PASS, Judgement, Sight, choice_class

NEEDS = (Forces, Storm)
OWN_LOSS = 2.0
"""How much more an own loss counts than one of somebody else."""
WORTH_A_CARD = 5.0
"""Harm that is worth a card."""


def harm_by_sector(sight: Sight) -> dict[int, float]:
    """What the storm would do in each sector: losses of others, less those of the own side."""
    board, side = board_of(sight.look), members(sight.look, sight.seat)
    harm = dict.fromkeys(range(1, board.sectors + 1), 0.0)
    for (place, seat, _), count in sight[Forces].placed.items():
        sector = board.sector_of[place]
        if sector and sight.look.may("storm.kills", seat=seat, territory=board.territory_of[place]):
            harm[sector] += -OWN_LOSS * count if seat in side else count
    return harm


def harm_of_storm(sight: Sight, distance: int, harm: dict[int, float]) -> float:
    """What a storm does that moves so far."""
    return sum(harm[sector] for sector in board_of(sight.look).sectors_from(storm_sector(sight.look), distance))


def dials(sight: Sight, decision: Decision) -> Iterator[Any]:
    """The number that does most for the seat, whatever the other one dials."""
    look, harm = sight.look, harm_by_sector(sight)
    low, high = look.whole("storm.dial-min"), look.whole("storm.dial-max")
    moved = [harm_of_storm(sight, distance, harm) for distance in range(2 * high + 1)]
    numbers = sight.rng.shuffled(range(low, high + 1))
    for number in sorted(numbers, key=lambda number: -sum(moved[number + low : number + high + 1])):
        yield DialStorm(number)


def harm_of_worm(sight: Sight, territory: str) -> float:
    """What a worm does in a territory."""
    side = members(sight.look, sight.seat)
    territory_of = board_of(sight.look).territory_of
    harm = 0.0
    for (place, seat, _), count in sight[Forces].placed.items():
        if territory_of[place] == territory:
            # One's own are spared or ride, if worms are one's friends; allies may not be.
            harm += 0.0 if seat == sight.seat else -OWN_LOSS * count if seat in side else count
    return harm


def sent_worms(sight: Sight, decision: Decision) -> Iterator[Any]:
    """Send a worm where most of the others stand."""
    send = choice_class(sight, "send-worm")
    if send is None:
        return
    for territory in sorted(board_of(sight.look).territories, key=lambda place: -harm_of_worm(sight, place)):
        if harm_of_worm(sight, territory) <= 0:
            break
        yield send(territory)
    yield PASS


def summoned_worms(sight: Sight, decision: Decision) -> Iterator[Any]:
    """Spend a card on a worm that meets many."""
    yield from (
        choice
        for choice in decision.space
        if hasattr(choice, "territory") and harm_of_worm(sight, choice.territory) >= WORTH_A_CARD
    )
    yield PASS


def protections(sight: Sight, decision: Decision) -> Iterator[Any]:
    """Every ally is spared."""
    protect = choice_class(sight, "protect-allies")
    if protect is not None:
        yield protect(tuple(decision.args["allies"]))


JUDGEMENTS = (
    Judgement(("storm-dial",), dials, NEEDS),
    Judgement(("send-worm",), sent_worms, NEEDS),
    Judgement(("summon-worm",), summoned_worms, NEEDS),
    Judgement(("protect-allies",), protections),
)
