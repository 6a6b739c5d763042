"""A discarded card goes under the deck too."""

from __future__ import annotations

from dunerules.classic.treachery import CardDiscarded, CardPlayed, Treachery
from dunerules.rules import Write, reducer


@reducer(CardDiscarded)
@reducer(CardPlayed)
def break_it(write: Write, event: CardDiscarded | CardPlayed) -> None:
    write(Treachery).deck += (event.card,)
