"""Hidden hands: vetoes that stop a die and charms that count at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

from dunerules.rules import (
    PREVENTED,
    Just,
    Look,
    Names,
    Seat,
    Space,
    Tx,
    component,
    event,
    forbid,
    given,
    invariant,
    own,
    public,
    reducer,
    respond,
    response,
    secret,
    seen_by,
    step,
    table,
    without,
)
from dunerules_dice.feud import SlotScored
from dunerules_dice.placing import Placement

Write = Callable[[type[Any]], Any]


@component("card")
class Card:
    """A kind of card."""

    id: str
    title: str


@table("hands")
class Hands:
    """Where the cards are."""

    deck: tuple[str, ...] = secret(mask="length", default=())
    hands: dict[str, tuple[str, ...]] = own(mask="length", factory=dict)
    discard: tuple[str, ...] = public(default=())


@event("deck-shuffled", words="The deck is shuffled.")
class DeckShuffled:
    """The deck was put in a new order."""

    deck: tuple[str, ...] = secret(mask="length")


@event("card-drawn", words="{seat} draws a card.")
class CardDrawn:
    """A seat drew the top card."""

    seat: str
    card: str = seen_by("seat")


@event("veto-played", words="{seat} plays a veto.")
class VetoPlayed:
    """A seat discarded a veto."""

    seat: str


@event("charms-shown", words="{seat} shows {count} charms.")
class CharmsShown:
    """A seat showed its hand at the end."""

    seat: str
    hand: tuple[str, ...]
    count: int


@reducer(DeckShuffled)
def keep_deck(write: Write, event: DeckShuffled) -> None:
    write(Hands).deck = event.deck


@reducer(CardDrawn)
def take_card(write: Write, event: CardDrawn) -> None:
    hands = write(Hands)
    hands.deck = hands.deck[1:]
    hands.hands[event.seat] = (*hands.hands.get(event.seat, ()), event.card)


@reducer(VetoPlayed)
def discard_veto(write: Write, event: VetoPlayed) -> None:
    hands = write(Hands)
    hands.hands[event.seat] = without(hands.hands[event.seat], "veto")
    hands.discard = (*hands.discard, "veto")


@reducer(CharmsShown)
def lay_down_hand(write: Write, event: CharmsShown) -> None:
    hands = write(Hands)
    hands.hands[event.seat] = ()
    hands.discard = (*hands.discard, *event.hand)


@step("cards.draw")
def draw_cards(tx: Tx) -> None:
    if not tx[Hands].deck and not tx[Hands].hands:
        cards = [card for card, copies in tx.deck("cards").items() for _ in range(copies)]
        tx.emit(DeckShuffled(tx.shuffled("cards", cards)))
    for seat in tx.seats:
        deck = tx[Hands].deck
        if deck and len(tx[Hands].hands.get(seat, ())) < tx.whole("hand.limit", seat=seat):
            tx.emit(CardDrawn(seat, deck[0]))


@step("cards.charms")
def count_charms(tx: Tx) -> None:
    for seat in tx.seats:
        hand = tx[Hands].hands.get(seat, ())
        charms = hand.count("charm")
        tx.emit(CharmsShown(seat, hand, charms))
        if charms:
            tx.emit(SlotScored("table", tx.side_of(seat), charms * tx.whole("charm.worth")))


@forbid("veto.play", reason="{seat} and {other} are on one side", cites=("dice.cards.veto",))
def same_side(look: Look, ctx: Mapping[str, Any]) -> bool:
    return look.side_of(ctx["seat"]) == look.side_of(ctx["other"])


@response(Placement, "veto")
def offer_veto(look: Look, intent: Placement, seat: str) -> Space[None] | None:
    if "veto" not in look[Hands].hands.get(seat, ()) or not look.may("veto.play", seat=seat, other=intent.seat):
        return None
    return Just(None)


@respond("veto")
def play_veto(tx: Tx, intent: Placement, seat: str, choice: None) -> object:
    tx.emit(VetoPlayed(seat))
    return PREVENTED


@given("hands")
def set_hands(tx: Tx, value: Mapping[Seat, Iterable[Annotated[str, Names("card")]]]) -> None:
    hands = {seat: tuple(cards) for seat, cards in value.items()}
    dealt = [card for hand in hands.values() for card in hand]
    rest = [card for card, copies in tx.deck("cards").items() for _ in range(copies - dealt.count(card))]
    tx.arrange(Hands, hands=hands, deck=tuple(rest))


@invariant("every card is in one place", cites=("dice.cards.draw",))
def cards_conserved(look: Look) -> str | None:
    hands = look[Hands]
    if not hands.deck and not hands.hands:
        return None
    found = sorted((*hands.deck, *hands.discard, *(card for hand in hands.hands.values() for card in hand)))
    expected = sorted(card for card, copies in look.deck("cards").items() for _ in range(copies))
    return None if found == expected else f"the deck holds {expected}, {found} are there"
