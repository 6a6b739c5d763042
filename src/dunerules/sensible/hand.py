"""What treachery cards are worth to whoever holds them."""

from __future__ import annotations

from collections.abc import Mapping

from dunerules.classic.karama import karama_cards
from dunerules.classic.treachery import DECK, Card, Treachery, hand_of
from dunerules.sensible.odds import WORTHLESS
from dunerules.sensible.sight import Sight

SPECIAL = 4.0
HERO = 3.5
FIRST_OF_ITS_KIND = 6.0
ANOTHER = 3.0
"""A weapon or defense of which a like one is in hand."""
USELESS = 0.2


def value_of(sight: Sight, card: str, hand: tuple[str, ...]) -> float:
    """What a card is worth beside a hand, in spice."""
    cards: Mapping[str, Card] = sight.look.rulebook.components["card"]
    found = cards[card]
    if found.kind == WORTHLESS:
        # Some may play even these for something.
        return SPECIAL if card in karama_cards(sight.look, sight.seat) else USELESS
    if found.weapon or found.defense:
        kinds = [cards[other].kind for other in hand]
        return ANOTHER if found.kind in kinds else FIRST_OF_ITS_KIND
    return SPECIAL if found.kind == "special" else HERO


def unseen(sight: Sight) -> dict[str, int]:
    """Cards of the deck that the seat has not seen: not in its hand, not discarded and not out of play."""
    treachery = sight[Treachery]
    left = dict(sight.look.deck(DECK))
    for card in (*hand_of(sight.look, sight.seat), *treachery.discard, *treachery.removed):
        left[card] = left.get(card, 0) - 1
    return {card: count for card, count in left.items() if count > 0}


def value_of_unknown(sight: Sight, hand: tuple[str, ...]) -> float:
    """What a card that nobody has seen is worth on average."""
    left = unseen(sight)
    total = sum(left.values())
    return sum(value_of(sight, card, hand) * count for card, count in left.items()) / total if total else 0.0
