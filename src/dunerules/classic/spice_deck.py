"""The spice deck and its discard piles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from dunerules.classic.board import Territory, board_of
from dunerules.classic.treachery import CardName, all_cards
from dunerules.rules import (
    GameBegan,
    Look,
    Tx,
    Write,
    event,
    given,
    invariant,
    left_over,
    on,
    public,
    reducer,
    secret,
    table,
)

DECK = "spice"
FIRST_PILE = "A"
CARDS = "the cards of the spice deck"


@table("spice-deck")
class SpiceDeck:
    """Where the spice cards are."""

    deck: tuple[str, ...] = secret(mask="length", default=())
    turned: str = public(default="")
    """The card that was turned up and is not discarded yet; empty: none."""
    piles: dict[str, tuple[str, ...]] = public(factory=dict)
    """The discards of each pile, face up, the top card last."""
    targets: dict[str, str] = public(factory=dict)
    """The territory that each pile showed last: where its next worm comes up."""
    aside: tuple[str, ...] = public(default=())
    """Cards laid aside until the phase is over."""


@event("spice-deck-shuffled", words="The spice deck is shuffled.")
class SpiceDeckShuffled:
    """All discards were shuffled into a new deck."""

    deck: tuple[str, ...] = secret(mask="length")


@event("spice-card-turned-up", words="{card} is turned up for pile {pile}.")
class SpiceCardTurnedUp:
    """The top card of the deck was turned up for a pile."""

    pile: str
    card: str


@event("spice-card-discarded")
class SpiceCardDiscarded:
    """The card that was turned up went on a pile."""

    pile: str
    card: str
    territory: str = ""
    """The territory that it shows; empty: none."""


@event("spice-card-laid-aside", words="{card} is laid aside.")
class SpiceCardLaidAside:
    """The card that was turned up was laid aside."""

    card: str


@event("spice-cards-returned", words="The cards laid aside are shuffled into the spice deck.")
class SpiceCardsReturned:
    """The cards laid aside were shuffled into the deck."""

    deck: tuple[str, ...] = secret(mask="length")


@reducer(SpiceDeckShuffled)
def new_deck(write: Write, event: SpiceDeckShuffled) -> None:
    """The piles are in the deck; what they showed last is remembered."""
    cards = write(SpiceDeck)
    cards.deck = event.deck
    cards.piles = {}


@reducer(SpiceCardTurnedUp)
def turn_up(write: Write, event: SpiceCardTurnedUp) -> None:
    """From the deck into the open."""
    cards = write(SpiceDeck)
    cards.deck = cards.deck[1:]
    cards.turned = event.card


@reducer(SpiceCardDiscarded)
def discard(write: Write, event: SpiceCardDiscarded) -> None:
    """On the pile; a territory is what its next worm strikes."""
    cards = write(SpiceDeck)
    cards.turned = ""
    cards.piles[event.pile] = (*cards.piles.get(event.pile, ()), event.card)
    if event.territory:
        cards.targets[event.pile] = event.territory


@reducer(SpiceCardLaidAside)
def lay_aside(write: Write, event: SpiceCardLaidAside) -> None:
    """Beside the deck."""
    cards = write(SpiceDeck)
    cards.turned = ""
    cards.aside = (*cards.aside, event.card)


@reducer(SpiceCardsReturned)
def return_cards(write: Write, event: SpiceCardsReturned) -> None:
    """Nothing is laid aside any more."""
    cards = write(SpiceDeck)
    cards.deck = event.deck
    cards.aside = ()


@on(GameBegan)
def lay_out_deck(tx: Tx, event: GameBegan) -> None:
    """Shuffle all spice cards: gf9.setup.spice-deck."""
    tx.emit(SpiceDeckShuffled(tx.shuffled(DECK, all_cards(tx, DECK))))


def refill(tx: Tx) -> None:
    """Make a new deck of all discards if the deck has run out."""
    cards = tx[SpiceDeck]
    discards = tuple(card for _, pile in sorted(cards.piles.items()) for card in pile)
    if not cards.deck and discards:
        tx.emit(SpiceDeckShuffled(tx.shuffled(DECK, discards)))


def turn_up_card(tx: Tx, pile: str) -> None:
    """Turn up the top card for a pile; without any card nothing happens."""
    refill(tx)
    if tx[SpiceDeck].deck:
        tx.emit(SpiceCardTurnedUp(pile, tx[SpiceDeck].deck[0]))


def discard_card(tx: Tx, pile: str) -> None:
    """Put the card that was turned up on a pile; when it was the last one, the discards are the new deck at once."""
    card = tx[SpiceDeck].turned
    tx.emit(SpiceCardDiscarded(pile, card, territory_on(tx, card)))
    refill(tx)


def return_aside(tx: Tx) -> None:
    """Shuffle the cards that are laid aside into the deck."""
    cards = tx[SpiceDeck]
    if cards.aside:
        tx.emit(SpiceCardsReturned(tx.shuffled(DECK, (*cards.deck, *cards.aside))))


def territory_on(look: Look, card: str) -> str:
    """The territory that a spice card shows; empty for other cards."""
    territory: str = look.component("card", card).territory
    return territory


def territory_to_come(look: Look) -> bool:
    """Whether the deck, or the new one that its discards will make, has a territory card."""
    cards = look[SpiceDeck]
    return any(territory_on(look, card) for pile in (cards.deck, *cards.piles.values()) for card in pile)


def blow_location(look: Look, territory: str) -> str:
    """The location of a territory's spice blow icon."""
    board = board_of(look)
    icon: Territory = board.territories[territory]
    return next(place for place in board.locations_of[territory] if board.sector_of[place] == icon.blow_sector)


@given("spice_deck")
def set_deck(tx: Tx, value: Iterable[CardName]) -> None:
    """Put cards on top of the spice deck: a list, the top card first."""
    top = tuple(value)
    tx.arrange(SpiceDeck, deck=(*top, *left_over(tx[SpiceDeck].deck, top, CARDS)))


@given("spice_piles")
def set_piles(tx: Tx, value: Mapping[str, Iterable[CardName]]) -> None:
    """Lay out the discard piles: pile (A, B) and list of cards, the top card last; they are taken out of the deck."""
    piles = {pile: tuple(cards) for pile, cards in value.items()}
    deck = left_over(tx[SpiceDeck].deck, (card for cards in piles.values() for card in cards), CARDS)
    shown = {pile: [territory_on(tx, card) for card in cards] for pile, cards in piles.items()}
    targets = {pile: [name for name in names if name][-1] for pile, names in shown.items() if any(names)}
    tx.arrange(SpiceDeck, deck=deck, piles=piles, targets=targets)


@given("spice_cards_left")
def leave_cards(tx: Tx, value: Iterable[CardName]) -> None:
    """Leave only these cards in the spice deck, the top card first; the others are on the first pile."""
    cards = tx[SpiceDeck]
    deck = tuple(value)
    used = (*left_over(cards.deck, deck, CARDS), *cards.piles.get(FIRST_PILE, ()))
    tx.arrange(SpiceDeck, deck=deck, piles={**cards.piles, FIRST_PILE: used})


@invariant("every spice card is in one place", cites=("gf9.setup.spice-deck",))
def spice_cards_conserved(look: Look) -> str | None:
    """Deck, piles, the card turned up and those laid aside are the whole deck."""
    cards = look[SpiceDeck]
    there = Counter((*cards.deck, *(card for pile in cards.piles.values() for card in pile), *cards.aside))
    if cards.turned:
        there[cards.turned] += 1
    if there == Counter(look.deck(DECK)):
        return None
    return f"the spice cards are {dict(there)}"
