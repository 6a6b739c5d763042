"""Nobody counts the card that is bought."""

from __future__ import annotations

from dunerules.classic.auction import CardBought
from dunerules.classic.treachery import Treachery
from dunerules.rules import Write, reducer


@reducer(CardBought)
def break_it(write: Write, event: CardBought) -> None:
    write(Treachery).counts[event.seat] -= 1
