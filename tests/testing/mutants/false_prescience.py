"""What is foreseen goes under the deck."""

from __future__ import annotations

from dunerules.classic.spice_deck import SpiceDeck
from dunerules.factions.atreides import SpiceCardForeseen
from dunerules.rules import Write, reducer


@reducer(SpiceCardForeseen)
def break_it(write: Write, event: SpiceCardForeseen) -> None:
    cards = write(SpiceDeck)
    cards.deck = (*cards.deck[1:], *cards.deck[:1])
