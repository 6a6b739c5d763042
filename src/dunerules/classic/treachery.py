"""Treachery cards: the deck, the hands and the discard pile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from dunerules.engine.errors import nearest
from dunerules.rules import (
    Finding,
    GameBegan,
    Look,
    Names,
    Rulebook,
    Seat,
    Tx,
    Write,
    check,
    component,
    event,
    fact,
    given,
    invariant,
    left_over,
    of_kind,
    on,
    own,
    public,
    reducer,
    secret,
    seen_by,
    step,
    table,
    told,
    without,
)

DECK = "treachery"

CardName = Annotated[str, Names("card")]
"""A word of a position that names a card."""


@component("card-kind")
class CardKind:
    """A kind of treachery card, as players speak of it."""

    id: str
    title: str


@component("card")
class Card:
    """A card of any deck."""

    id: str
    title: str
    kind: str
    """``projectile``, ``poison``, ``lasgun``, ``shield``, ``snooper``, ``cheap-hero``, ``worthless``, ``special``; of
    other decks ``territory``, ``shai-hulud``, ``storm``."""
    text: str = ""
    like: str = of_kind("card", title="Works like", default="")
    """The special card that it works like; empty: it works like no other."""
    weapon: bool = False
    """Whether it goes into the weapon place of a battle plan."""
    defense: bool = False
    """Whether it goes into the defense place of a battle plan."""
    territory: str = of_kind("territory", title="Spice comes up in", default="")
    """Of a spice card: where the spice comes up."""
    value: int = told("Sectors that the storm moves:", default=0)
    """Of a storm card: how far the storm moves."""


@table("treachery")
class Treachery:
    """Where the treachery cards are."""

    deck: tuple[str, ...] = secret(mask="length", default=())
    hands: dict[str, tuple[str, ...]] = own(factory=dict)
    counts: dict[str, int] = public(factory=dict)
    """Sizes of hands while they are open: during bidding."""
    discard: tuple[str, ...] = public(default=())
    removed: tuple[str, ...] = public(default=())
    """Out of play."""


@event("treachery-shuffled", words="The treachery deck is shuffled.")
class TreacheryShuffled:
    """A new deck was made of cards and the discard pile."""

    deck: tuple[str, ...] = secret(mask="length")


@event("card-drawn", words="{seat} takes a treachery card.")
class CardDrawn:
    """A seat took the top card of the deck."""

    seat: str
    card: str = seen_by("seat")


@event("card-discarded", words="{seat} discards {card}.")
class CardDiscarded:
    """A card went from a hand to the discard pile."""

    seat: str
    card: str


@event("card-played", words="{seat} plays {card}.")
class CardPlayed:
    """A card outside a battle plan was played; it goes to the discard pile."""

    seat: str
    card: str


@event("card-removed", words="{card} is put out of play.")
class CardRemoved:
    """A card left the game."""

    seat: str
    card: str


@event("cards-handed-over", words="{seat} hands cards to {to}.")
class CardsHandedOver:
    """Cards went from hand to hand; which, only the two know."""

    seat: str
    to: str
    between: tuple[str, ...]
    cards: tuple[str, ...] = seen_by("between", mask="length")


@reducer(TreacheryShuffled)
def new_deck(write: Write, event: TreacheryShuffled) -> None:
    """The deck lies there anew; the discards are in it."""
    treachery = write(Treachery)
    treachery.deck = event.deck
    treachery.discard = ()


@reducer(CardDrawn)
def take_top_card(write: Write, event: CardDrawn) -> None:
    """From the deck to the hand."""
    treachery = write(Treachery)
    treachery.deck = treachery.deck[1:]
    put_in_hand(treachery, event.seat, (event.card,))


@reducer(CardDiscarded)
@reducer(CardPlayed)
def discard(write: Write, event: CardDiscarded | CardPlayed) -> None:
    """From the hand to the pile."""
    treachery = write(Treachery)
    take_from_hand(treachery, event.seat, (event.card,))
    treachery.discard = (*treachery.discard, event.card)


@reducer(CardRemoved)
def remove(write: Write, event: CardRemoved) -> None:
    """From the hand out of play."""
    treachery = write(Treachery)
    take_from_hand(treachery, event.seat, (event.card,))
    treachery.removed = (*treachery.removed, event.card)


@reducer(CardsHandedOver)
def hand_over(write: Write, event: CardsHandedOver) -> None:
    """From hand to hand."""
    treachery = write(Treachery)
    take_from_hand(treachery, event.seat, event.cards)
    put_in_hand(treachery, event.to, event.cards)


def put_in_hand(treachery: Treachery, seat: str, cards: tuple[str, ...]) -> None:
    """Add cards to a hand; for reducers."""
    treachery.hands[seat] = treachery.hands[seat] + cards
    if seat in treachery.counts:
        treachery.counts[seat] += len(cards)


def take_from_hand(treachery: Treachery, seat: str, cards: Iterable[str]) -> None:
    """Take cards out of a hand; for reducers."""
    for card in cards:
        treachery.hands[seat] = without(treachery.hands[seat], card)
        if seat in treachery.counts:
            treachery.counts[seat] -= 1


@event("hands-dealt")
class HandsDealt:
    """Every seat has a hand, empty at first."""

    seats: tuple[str, ...]


@reducer(HandsDealt)
def open_hands(write: Write, event: HandsDealt) -> None:
    """Give every seat an empty hand."""
    write(Treachery).hands = dict.fromkeys(event.seats, ())


def all_cards(look: Look, deck: str) -> tuple[str, ...]:
    """Every copy of every card of a deck."""
    return tuple(card for card, copies in look.deck(deck).items() for _ in range(copies))


@on(GameBegan)
def lay_out_deck(tx: Tx, event: GameBegan) -> None:
    """Shuffle the deck."""
    tx.emit(HandsDealt(tx.seats))
    tx.emit(TreacheryShuffled(tx.shuffled(DECK, all_cards(tx, DECK))))


@step("setup.cards")
def deal_cards(tx: Tx) -> None:
    """Deal the first treachery cards."""
    for seat in tx.seats:
        for _ in range(tx.whole("setup.cards", seat=seat)):
            draw(tx, seat)


def hand_of(look: Look, seat: str) -> tuple[str, ...]:
    """A seat's treachery cards."""
    return look[Treachery].hands[seat]


def card_kind(look: Look, card: str) -> str:
    """The kind of a card."""
    kind: str = look.component("card", card).kind
    return kind


def works_like(look: Look, card: str) -> str:
    """The card whose effect a card has: itself, or the one that it is like."""
    effect: str = look.component("card", card).like or card
    return effect


def card_like(look: Look, seat: str, effect: str) -> str:
    """A card in a seat's hand with the effect of a card, itself before others like it; empty if there is none."""
    hand = hand_of(look, seat)
    if effect in hand:
        return effect
    return next((card for card in hand if works_like(look, card) == effect), "")


def holds_kind(look: Look, seat: str, kind: str) -> bool:
    """Whether a seat holds a card of a kind."""
    return any(card_kind(look, card) == kind for card in hand_of(look, seat))


def has_room(look: Look, seat: str) -> bool:
    """Whether a seat's hand is below its limit."""
    return len(hand_of(look, seat)) < look.whole("hand.limit", seat=seat)


def refill(tx: Tx) -> None:
    """Shuffle the discards into a new deck if the deck has run out: gf9.silence.treachery-deck-short."""
    treachery = tx[Treachery]
    if not treachery.deck and treachery.discard:
        tx.emit(TreacheryShuffled(tx.shuffled(DECK, treachery.discard)))


def draw(tx: Tx, seat: str) -> bool:
    """Let a seat take the top card; whether there was one."""
    refill(tx)
    if not tx[Treachery].deck:
        return False
    tx.emit(CardDrawn(seat, tx[Treachery].deck[0]))
    return True


@given("hands")
def set_hands(tx: Tx, value: Mapping[Seat, Iterable[CardName]]) -> None:
    """Give seats their treachery cards: seat and list of cards, taken out of the deck."""
    treachery = tx[Treachery]
    deck = [*treachery.deck, *(card for hand in treachery.hands.values() for card in hand)]
    hands = {**dict.fromkeys(tx.seats, ()), **{seat: tuple(cards) for seat, cards in value.items()}}
    rest = left_over(deck, (card for hand in hands.values() for card in hand), "the treachery cards")
    counts = {seat: len(hands[seat]) for seat in treachery.counts}
    tx.arrange(Treachery, deck=rest, hands=hands, counts=counts)


@given("treachery_deck")
def set_deck(tx: Tx, value: Iterable[CardName]) -> None:
    """Put cards on top of the treachery deck: a list, the top card first."""
    top = tuple(value)
    tx.arrange(Treachery, deck=(*top, *left_over(tx[Treachery].deck, top, "the cards of the treachery deck")))


@check("kinds of treachery cards")
def unknown_kinds(rulebook: Rulebook) -> Iterator[Finding]:
    """A treachery card is of a kind that players can speak of, and works like a card that is like no other."""
    cards, kinds = rulebook.components["card"], rulebook.components.get("card-kind", {})
    for name in rulebook.decks.get(DECK, {}) if kinds else ():
        card = cards[name]
        if card.kind not in kinds:
            near = nearest(card.kind, kinds)
            new = f"Declare it with [components.card-kind.{card.kind}] and a title."
            hint = near if near.startswith("Did") else new
            yield Finding("card", name, f'"{card.kind}" is not a kind of treachery card.', "kind", hint)
        if card.like == name:
            yield Finding("card", name, f'"{name}" cannot work like itself.', "like", "Leave it out.")
        elif card.like and cards[card.like].like:
            message = f'"{card.like}" works like another card itself.'
            yield Finding("card", name, message, "like", f'Write  like = "{cards[card.like].like}".')


@fact("works-like", needs=("card",), values="card", exclusive=True, fixed=True)
def card_works_like(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether the card in question is this one, or works like it."""
    return works_like(look, ctx["card"]) == value


@invariant("nobody holds too many cards", cites=("gf9.bidding.hand-limit", "ah79.bidding.hand-limit"))
def hands_are_within_limits(look: Look) -> str | None:
    """No hand is larger than its limit, but for a moment that a rule allows."""
    for seat, hand in look[Treachery].hands.items():
        if len(hand) > look.whole("hand.limit", seat=seat) and not look.may("hand.overfull", seat=seat):
            return f"{seat} holds {len(hand)} cards"
    return None
