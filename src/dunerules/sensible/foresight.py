"""What an opponent may do in a battle: likely totals, weapons and defenses, as far as a seat can tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from dunerules.classic.fights import AVOID, PLAY, Fight, card_kinds, opponent_of
from dunerules.classic.strengths import strengths_of
from dunerules.classic.treachery import Card
from dunerules.engine.hidden import HIDDEN
from dunerules.sensible.hand import unseen
from dunerules.sensible.odds import UNKNOWN_SUPPORT, WORTHLESS, leaders_known
from dunerules.sensible.sight import Sight

HAS_WEAPON = 0.6
HAS_DEFENSE = 0.55
"""How likely somebody has a weapon, or a defense, that does something."""
DIALS = ((1.0, 0.25), (0.75, 0.3), (0.5, 0.3), (0.2, 0.15))
"""Parts of one's strength that people dial, and how often."""
LEADERS = ((0.0, 0.5), (0.5, 0.35), (1.0, 0.15))
"""Which leaders people choose, from the strongest (0) to the weakest (1), and how often."""

NOTHING = ""

Likely = Mapping[str, float]
"""A card for each kind, or nothing, and how likely it is."""


@frozen(eq=False)
class Foresight:
    """What is to be expected of the other side."""

    opponent: str
    totals: tuple[tuple[float, float, float], ...]
    """Likelihood, dial and strength of the leader."""
    weapons: Likely
    defenses: Likely

    def beaten_by(self, total: float, *, leaderless: bool, wins_ties: bool) -> float:
        """How likely a total beats the other side, whose leader may be dead."""
        won = 0.0
        for likely, dial, leader in self.totals:
            other = dial if leaderless else dial + leader
            if total > other or (wins_ties and total == other):
                won += likely
        return won


def foresee(sight: Sight) -> Foresight:
    """What the opponent of the battle being fought may do."""
    opponent = opponent_of(sight.look, sight.seat)
    bound = bindings_of(sight, opponent)
    return Foresight(
        opponent,
        tuple(_totals(sight, opponent, bound)),
        _cards(sight, bound, "weapon", HAS_WEAPON),
        _cards(sight, bound, "defense", HAS_DEFENSE),
    )


def bindings_of(sight: Sight, opponent: str) -> dict[tuple[str, Any], Any]:
    """What the seat knows of the opponent's plan: an element and its value, or a kind to play or to avoid."""
    known: dict[tuple[str, Any], Any] = {}
    binding: Any  # Any: in a view it may be HIDDEN
    for (owner, _), binding in sight[Fight].bindings.items():
        if owner == opponent and binding is not HIDDEN:
            what, value, _ = binding
            known[(what, value) if what in (PLAY, AVOID) else (what, None)] = value
    return known


def _totals(sight: Sight, opponent: str, bound: Mapping[tuple[str, Any], Any]) -> list[tuple[float, float, float]]:
    look = sight.look
    most = sum(
        one.count * (float(one.full) if not one.cost else _between(float(one.bare), float(one.full)))
        for one in strengths_of(look, opponent)
    )
    dials = [(likely, round(2 * part * most) / 2) for part, likely in DIALS]
    if ("dial", None) in bound:
        dials = [(1.0, float(bound["dial", None]))]
    strengths = sorted(
        (look.whole("leader.strength", leader=leader) for leader in leaders_known(look, opponent, False)), reverse=True
    )
    leaders = [
        (likely, float(strengths[round(place * (len(strengths) - 1))]) if strengths else 0.0)
        for place, likely in LEADERS
    ]
    if ("leader", None) in bound:
        leader = bound["leader", None]
        known = leader in look.rulebook.components["leader"]
        leaders = [(1.0, float(look.whole("leader.strength", leader=leader)) if known else 0.0)]
    return [(one * other, dial, leader) for one, dial in dials for other, leader in leaders]


def _between(bare: float, full: float) -> float:
    return bare + UNKNOWN_SUPPORT * (full - bare)


def _cards(sight: Sight, bound: Mapping[tuple[str, Any], Any], place: str, likely: float) -> Likely:
    """Which kinds of card may be in a place of the opponent's plan, by those that the seat has not seen."""
    cards: Mapping[str, Card] = sight.look.rulebook.components["card"]
    kinds = sight.look.rulebook.once(card_kinds)
    if (place, None) in bound:
        return {bound[place, None]: 1.0}
    found: dict[str, tuple[str, int]] = {}
    for card, count in unseen(sight).items():
        kind = kinds[card]
        if getattr(cards[card], place) and kind != WORTHLESS and (AVOID, kind) not in bound:
            found[kind] = (card, found.get(kind, ("", 0))[1] + count)
    ordered = [kind for what, kind in bound if what == PLAY and kind in found]
    if ordered:
        # It is played if it is there at all, and otherwise the place is as uncertain as ever.
        found = {kind: found[kind] for kind in ordered}
    total = sum(count for _, count in found.values())
    if not total:
        return {NOTHING: 1.0}
    return {NOTHING: 1 - likely, **{card: likely * count / total for card, count in found.values()}}
