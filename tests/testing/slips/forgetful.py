"""A count of vetoes that only those who see the cards can make."""

from __future__ import annotations

from dunerules_dice.cards import CardDrawn

from dunerules.rules import Write, public, reducer, table


@table("vetoes")
class Vetoes:
    """How many vetoes were drawn."""

    drawn: int = public(default=0)


@reducer(CardDrawn)
def count(write: Write, event: CardDrawn) -> None:
    if event.card == "veto":
        write(Vetoes).drawn += 1
