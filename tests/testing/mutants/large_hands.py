"""Whoever draws a card draws half of the deck."""

from __future__ import annotations

from dunerules.classic.treachery import CardDrawn, Treachery
from dunerules.rules import Write, reducer


@reducer(CardDrawn)
def break_it(write: Write, event: CardDrawn) -> None:
    treachery = write(Treachery)
    treachery.hands[event.seat] += treachery.deck[:9]
    treachery.deck = treachery.deck[9:]
