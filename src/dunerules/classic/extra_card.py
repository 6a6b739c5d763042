"""An extra treachery card with every one that a faction buys."""

from __future__ import annotations

from dunerules.classic.advantages import built_of, may_use, propose_use
from dunerules.classic.treachery import Treachery, draw, has_room
from dunerules.rules import Look, Tx, step

BLOCK = "extra-card"


def is_due(look: Look, seat: str) -> bool:
    """Whether there is a card to take, and room for it."""
    treachery = look[Treachery]
    return has_room(look, seat) and bool(treachery.deck or treachery.discard)


@step("extra-card.announce")
def announce_card(tx: Tx) -> None:
    """A faction has bought a card and is about to take another."""
    advantage = built_of(tx, BLOCK, tx.seat)
    if advantage and is_due(tx, tx.seat):
        propose_use(tx, tx.seat, advantage, "with a purchase")


@step("extra-card.take")
def take_card(tx: Tx) -> None:
    """It comes from the top of the deck, and nobody else sees it: gf9.silence.free-card-source."""
    advantage = built_of(tx, BLOCK, tx.seat)
    if advantage and may_use(tx, tx.seat, advantage):
        for _ in range(tx.whole("purchase.extra-cards", seat=tx.seat)):
            if is_due(tx, tx.seat):
                draw(tx, tx.seat)
