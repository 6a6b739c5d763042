"""The bidding phase: hands are counted, a row of cards is dealt, and what is not sold goes back."""

from __future__ import annotations

from collections import Counter

from dunerules.classic.auction import NO_CARD, NOBODY, Auction
from dunerules.classic.treachery import DECK, Treachery, all_cards, hand_of, has_room, refill
from dunerules.classic.turn import begin_phase
from dunerules.rules import Look, Tx, Write, event, invariant, reducer, secret, step


@event("hands-declared", words="Cards in hand: {counts}.")
class HandsDeclared:
    """Everybody stated the size of his hand, which stays open until bidding ends."""

    counts: tuple[tuple[str, int], ...]


@event("row-dealt", words="{count:card is|cards are} laid out.")
class RowDealt:
    """Cards from the top of the deck were laid out for sale."""

    count: int
    cards: tuple[str, ...] = secret(mask="length")


@event("cards-returned", words="{count:card goes|cards go} back on the deck.")
class CardsReturned:
    """Unsold cards went back on top of the deck in their order."""

    count: int
    cards: tuple[str, ...] = secret(mask="length")


@event("bidding-ended")
class BiddingEnded:
    """Bidding is over; the size of a hand is its owner's secret again."""


@reducer(HandsDeclared)
def open_counts(write: Write, event: HandsDeclared) -> None:
    """Everybody knows the sizes of the hands."""
    write(Treachery).counts = dict(event.counts)


@reducer(RowDealt)
def take_from_deck(write: Write, event: RowDealt) -> None:
    """From the top of the deck."""
    treachery = write(Treachery)
    treachery.deck = treachery.deck[event.count :]


@reducer(RowDealt)
def lay_out_row(write: Write, event: RowDealt) -> None:
    """To the end of the row."""
    auction = write(Auction)
    auction.row = auction.row + event.cards


@reducer(CardsReturned)
def put_on_deck(write: Write, event: CardsReturned) -> None:
    """On top of the deck, the first on top: gf9.silence.returned-card-order."""
    treachery = write(Treachery)
    treachery.deck = event.cards + treachery.deck


@reducer(CardsReturned)
def clear_row(write: Write, event: CardsReturned) -> None:
    """Nothing is on sale any more."""
    auction = write(Auction)
    auction.row, auction.card, auction.viewers = (), NO_CARD, ()


@reducer(BiddingEnded)
def close_counts(write: Write, event: BiddingEnded) -> None:
    """Hands are secret again."""
    write(Treachery).counts = {}


@reducer(BiddingEnded)
def clear_auction(write: Write, event: BiddingEnded) -> None:
    """The next bidding starts anew."""
    auction = write(Auction)
    auction.number, auction.bid, auction.refused = 0, 0, False
    auction.opener = auction.last = auction.bidder = NOBODY
    auction.passed = auction.dropped = ()


@step("bidding.begin")
def begin(tx: Tx) -> None:
    """The phase begins, and everybody declares the size of his hand."""
    begin_phase(tx, "bidding")
    tx.emit(HandsDeclared(tuple((seat, len(hand_of(tx, seat))) for seat in tx.seats)))


@step("bidding.deal")
def deal_row(tx: Tx) -> None:
    """Lay out a card for everybody with room; a deck that runs out is shuffled anew, and may still be short."""
    missing = sum(tx.whole("bidding.cards", seat=seat) for seat in tx.seats if has_room(tx, seat))
    while missing:
        refill(tx)
        cards = tx[Treachery].deck[:missing]
        if not cards:
            return
        tx.emit(RowDealt(len(cards), cards))
        missing -= len(cards)


@step("bidding.end")
def end(tx: Tx) -> None:
    """Unsold cards go back, and the hands are closed."""
    auction = tx[Auction]
    unsold = (auction.card, *auction.row) if auction.card else auction.row
    if unsold:
        tx.emit(CardsReturned(len(unsold), unsold))
    tx.emit(BiddingEnded())


@invariant(
    "every treachery card is in one place",
    cites=(
        "gf9.bidding.end-no-bid",
        "ah79.bidding.end-no-bid",
        "gf9.setup.treachery-deck",
        "ah79.setup.treachery-deck",
    ),
)
def cards_conserved(look: Look) -> str | None:
    """Deck, hands, row, discard pile and what is out of play hold all cards together."""
    treachery, auction = look[Treachery], look[Auction]
    places = (treachery.deck, treachery.discard, treachery.removed, auction.row, *treachery.hands.values())
    found = Counter(card for place in places for card in place)
    if auction.card:
        found[auction.card] += 1
    expected = Counter(all_cards(look, DECK))
    return None if found == expected else f"missing {dict(expected - found)}, too many {dict(found - expected)}"


@invariant("open counts are true", cites=("gf9.bidding.open-count", "ah79.bidding.open-count"))
def counts_are_true(look: Look) -> str | None:
    """Where the size of a hand is open, it is the size of the hand."""
    treachery = look[Treachery]
    wrong = {seat: count for seat, count in treachery.counts.items() if count != len(treachery.hands[seat])}
    return f"{wrong} are not the sizes of the hands" if wrong else None
