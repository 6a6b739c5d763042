"""A card that is turned up takes the next one along."""

from __future__ import annotations

from dunerules.classic.spice_deck import SpiceCardTurnedUp, SpiceDeck
from dunerules.rules import Write, reducer


@reducer(SpiceCardTurnedUp)
def break_it(write: Write, event: SpiceCardTurnedUp) -> None:
    cards = write(SpiceDeck)
    cards.deck = cards.deck[1:]
