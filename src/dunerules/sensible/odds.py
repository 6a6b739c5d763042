"""How a battle is likely to go, as far as a seat can tell before any plan is made."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from dunerules.classic.leaders import Leaders, leaders_of
from dunerules.classic.spice import spice_of
from dunerules.classic.treachery import Card, Treachery, hand_of
from dunerules.engine.look import Look
from dunerules.sensible.ground import Ground
from dunerules.sensible.sight import Sight

NEEDS = (Leaders, Treachery)

SPREAD = 2.6
"""Points by which plans differ from what is expected of them."""
WEAPON = 2.0
DEFENSE = 1.5
"""What a card in hand is worth in a battle, in points."""
UNKNOWN_CARDS = 1.0
"""What the unknown hand of somebody else is worth."""
UNKNOWN_SUPPORT = 0.5
"""The part of somebody else's forces that spice is expected to support."""
WORTHLESS = "worthless"


def power(
    look: Look, seat: str, counts: Mapping[str, int], territory: str, foe: str, spice: int | None = None
) -> float:
    """What forces are worth against somebody; ``spice`` is what can support them, None if that is unknown."""
    total, left = 0.0, spice
    for kind, count in counts.items():
        ctx = {"seat": seat, "kind": kind, "opponent": foe, "territory": territory}
        full = float(look.quantity("force.strength", **ctx))
        bare = full * float(look.quantity("force.unsupported", **ctx))
        cost = look.whole("force.support", **ctx)
        if not cost:
            supported = float(count)
        elif left is None:
            supported = count * UNKNOWN_SUPPORT
        else:
            supported = float(min(count, left // cost))
            left -= int(supported) * cost
        total += full * supported + bare * (count - supported)
    return total


def leaders_known(look: Look, seat: str, mine: bool) -> tuple[str, ...]:
    """The leaders that a seat may have: its own are known, of others' only who lies face up in the tanks."""
    leaders = look[Leaders]
    if mine:
        return (*leaders.living[seat], *leaders.captives[seat])
    dead = leaders.tanks.get(seat, ())
    return tuple(leader for leader in leaders_of(look, seat) if leader not in dead)


def best_leader(look: Look, seat: str, mine: bool) -> int:
    """The strength of the best leader that a seat may have."""
    return max((look.whole("leader.strength", leader=one) for one in leaders_known(look, seat, mine)), default=0)


def arms(look: Look, seat: str) -> float:
    """What the cards in a seat's own hand are worth in a battle."""
    cards: Mapping[str, Card] = look.rulebook.components["card"]
    held = [cards[card] for card in hand_of(look, seat) if cards[card].kind != WORTHLESS]
    return WEAPON * any(card.weapon for card in held) + DEFENSE * any(card.defense for card in held)


def likelihood(ahead: float) -> float:
    """How likely it is to win if one is expected to be so many points ahead."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, ahead / SPREAD))))


def chance(sight: Sight, ground: Ground, territory: str, counts: Mapping[str, int], spice: int | None = None) -> float:
    """How likely forces of the seat are to prevail in a territory against all who stand there."""
    look, seat = sight.look, sight.seat
    own_spice = spice_of(look, seat) if spice is None else spice
    won = 1.0
    for foe, theirs in ground.foes(territory).items():
        mine = power(look, seat, counts, territory, foe, max(0, own_spice)) + best_leader(look, seat, True)
        other = power(look, foe, theirs, territory, seat) + best_leader(look, foe, False)
        won *= likelihood(mine + arms(look, seat) - other - UNKNOWN_CARDS)
    return won
