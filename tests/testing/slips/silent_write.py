"""A secret count that a reaction writes by itself, where a reducer should."""

from __future__ import annotations

from dunerules_dice.cards import CardDrawn

from dunerules.rules import Tx, on, secret, table


@table("draws")
class Draws:
    """How many cards were drawn."""

    made: int = secret(default=0)


@on(CardDrawn)
def count(tx: Tx, event: CardDrawn) -> None:
    tx[Draws].made += 1
