"""Bids: up to what the card is worth to the seat, and no more than it can spare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dunerules.classic.ally_bids import BID, DrawShare
from dunerules.classic.auction import Auction, Bid, least_bid
from dunerules.classic.karama_purchase import BuyWithKarama
from dunerules.classic.pledges import Pledge, free_spice
from dunerules.classic.spice import Spice, spice_of
from dunerules.classic.treachery import Treachery, hand_of
from dunerules.engine.game import Decision
from dunerules.sensible.hand import value_of, value_of_unknown
from dunerules.sensible.sight import PASS, Judgement, Sight

SPARED = 5
"""Spice that a seat keeps for shipments when it bids on a card that it could do without."""
RICH = 12
"""With so much spice a card may cost half as much again, and an ally is helped."""
EAGERNESS = 0.7
"""The part of a card's worth that is bid for it: spice also ships, and the card may be anything."""
CARD_FOR_CARD = 6
"""A karama buys a card that costs as much."""
NEEDS = (Auction, Spice, Treachery)


def bids(sight: Sight, decision: Decision) -> Iterator[Any]:
    """Raise by the least, as long as the card is worth it."""
    least = least_bid(sight.look)
    if least <= most_for_card(sight):
        yield Bid(least)
    yield PASS


def most_for_card(sight: Sight) -> float:
    """The most that the seat would pay for the card on sale."""
    auction, hand = sight[Auction], hand_of(sight.look, sight.seat)
    spice = free_spice(sight.look, sight.seat)
    is_seen = sight.seat in auction.viewers
    worth = value_of(sight, auction.card, hand) if is_seen else value_of_unknown(sight, hand)
    if not hand:
        worth += 1
    if spice >= RICH:
        worth *= 1.5
    # Nobody values a card exactly like the others.
    worth += sight.rng.below(3) - 1
    return min(worth * EAGERNESS, max(1, spice - SPARED))


def purchases(sight: Sight, decision: Decision) -> Iterator[Any]:
    """A karama pays for what is dear."""
    if sight[Auction].bid < CARD_FOR_CARD:
        yield PASS
    yield from (choice for choice in decision.space if isinstance(choice, BuyWithKarama))


def shares(sight: Sight, decision: Decision) -> Iterator[Any]:
    """Let the ally pay all that it has offered."""
    yield from (DrawShare(spice) for spice in range(decision.args["price"], -1, -1))


def help_with_bid(sight: Sight, decision: Decision) -> Iterator[Any]:
    """A rich seat makes up for what its ally lacks."""
    spice = spice_of(sight.look, sight.seat)
    if spice >= RICH:
        yield from (Pledge(decision.args["to"], BID, amount) for amount in range(1, spice - RICH + 1))
    yield PASS


JUDGEMENTS = (
    Judgement(("bid",), bids, NEEDS),
    Judgement(("karama-purchase",), purchases, NEEDS),
    Judgement(("share",), shares, NEEDS),
    Judgement(("help-bid",), help_with_bid, NEEDS),
)
