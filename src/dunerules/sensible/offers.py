"""What a seat does unasked: help for an ally who is about to pay, and the card that brings somebody back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dunerules.classic.alliances import Alliances, allies_of
from dunerules.classic.ally_bids import BID
from dunerules.classic.forces import TANKS, Forces, group, kept
from dunerules.classic.ghola import CARD, GholaForces, GholaLeader
from dunerules.classic.leaders import dead
from dunerules.classic.pledges import Pledge, Pledges, free_spice
from dunerules.classic.revival import revivable
from dunerules.classic.shipment_fees import PURPOSE
from dunerules.classic.treachery import Treachery, hand_of
from dunerules.engine.chance import Rng
from dunerules.engine.game import Decision, Game
from dunerules.sensible.positions import picked
from dunerules.sensible.sight import Judge, Sight

PURPOSES = {"bid": BID, "ship": PURPOSE}
"""What an ally can be helped with when it is asked."""
KEPT = 10
"""Spice that nobody pledges."""
LEAST_PLEDGE = 3
GOOD_LEADER = 4
MANY_DEAD = 4
"""A leader so strong, or so many forces, are worth the card."""


def unasked(game: Game, decision: Decision, rng: Rng) -> tuple[str, Any] | None:
    """What somebody does before a decision is answered: a seat and its interjection, or nothing."""
    if not all(table in game.state.tables for table in (Alliances, Forces, Pledges, Treachery)):
        return None
    if decision.kind in PURPOSES:
        for ally in allies_of(game.look, decision.seat):
            made = _made(game, Sight.of(game, ally, rng), "pledge", _pledges, decision)
            if made is not None:
                return ally, made
    if decision.kind == "ship":
        made = _made(game, Sight.of(game, decision.seat, rng), "ghola", _gholas, decision)
        if made is not None:
            return decision.seat, made
    return None


def _made(game: Game, sight: Sight, kind: str, judge: Judge, decision: Decision) -> Any | None:
    """The first interjection of a kind that the seat wants to make and may."""
    for wanted in judge(sight, decision):
        space = game.interjections(sight.seat).get(kind)
        if space is not None and space.contains(wanted):
            return wanted
    return None


def _pledges(sight: Sight, decision: Decision) -> Iterator[Pledge]:
    """Half of what a rich seat can spare, once."""
    purpose, to = PURPOSES[decision.kind], decision.seat
    spare = (free_spice(sight.look, sight.seat) - KEPT) // 2
    if spare >= LEAST_PLEDGE and (sight.seat, to, purpose) not in sight[Pledges].between:
        yield Pledge(to, purpose, spare)


def _gholas(sight: Sight, decision: Decision) -> Iterator[GholaLeader | GholaForces]:
    """A good leader, or many forces, before one ships."""
    look, seat = sight.look, sight.seat
    if CARD not in hand_of(look, seat):
        return
    strengths = {leader: look.whole("leader.strength", leader=leader) for leader in dead(look, seat)}
    for leader in sorted(strengths, key=lambda leader: -strengths[leader]):
        if strengths[leader] >= GOOD_LEADER:
            yield GholaLeader(leader)
    if sum(kept(look, TANKS, seat).values()) >= MANY_DEAD:
        most = look.whole("ghola.forces", seat=seat)
        yield GholaForces(group(picked(revivable(look, seat), most, ())))
