"""The Harkonnen: traitors for an ally, and their special karama power."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from dunerules.classic.advantages import end_stops, is_active, propose_use
from dunerules.classic.alliances import allied
from dunerules.classic.auction import beyond_means
from dunerules.classic.fights import Fight
from dunerules.classic.karama import karama_cards, special_cards, use_special_power
from dunerules.classic.treachery import CardsHandedOver, hand_of
from dunerules.classic.turn import Turn
from dunerules.rules import (
    Ask,
    Counts,
    Denial,
    Filter,
    Look,
    OneOf,
    Product,
    Range,
    Space,
    Tx,
    Write,
    allow,
    answer,
    choice,
    event,
    fact,
    interjection,
    public,
    reducer,
    space,
    step,
    table,
)

MODULE = "faction.harkonnen"
SEAT = "harkonnen"
ALLY_TRAITOR = "harkonnen-ally-traitor"
EXCHANGE = (
    "gf9.karama.special.harkonnen",
    "ah79.karama.special.harkonnen",
    "gf9.silence.karama-harkonnen-exchange",
    "ah79.silence.karama-harkonnen-exchange",
)
STAKED = (
    "gf9.silence.karama-free-purchase-limit",
    "ah79.silence.karama-free-purchase-limit",
)


# ------------------------------------------------------------------ traitors for an ally


@allow(
    "traitor.call",
    reason="Harkonnen use traitors for an ally",
    cites=("gf9.faction.harkonnen.alliance", "ah79.faction.harkonnen.alliance"),
)
def calls_for_ally(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Their traitors betray the opponent of an ally too."""
    return ctx["seat"] == SEAT and allied(look, SEAT, ctx["fighter"]) and is_active(look, SEAT, ALLY_TRAITOR)


@step("harkonnen.lend-traitor")
def announce_traitor(tx: Tx) -> None:
    """Where the table has agreed that it can be stopped, those who can are asked first."""
    lent = tx.seat == SEAT != tx.arg("fighter")
    if lent and tx.option(MODULE, "ally_traitor_stoppable"):
        propose_use(tx, SEAT, ALLY_TRAITOR, f"for {tx.arg('fighter')}", agreed=True)


@step("harkonnen.traitor-lent")
def traitor_is_over(tx: Tx) -> None:
    """A stop holds for one call."""
    end_stops(tx, "use", SEAT, ALLY_TRAITOR)


# ------------------------------------------------------------------ the special power


@table("exchange")
class Exchange:
    """An exchange of cards that is going on."""

    of: str = public(default="")
    """Whose hand it is about; empty when there is none."""
    owed: int = public(default=0)
    """Cards taken and not given for yet."""


@choice("exchange-cards", words="spend a karama to take cards of {of}")
class ExchangeCards:
    """Spend a karama to exchange cards with a player."""

    of: str
    card: str


@choice("take-cards", words="take {count} cards")
class TakeCards:
    """Take so many cards unseen."""

    count: int


@choice("give-cards", words="give {cards}")
class GiveCards:
    """Give cards for those that were taken."""

    cards: tuple[tuple[str, int], ...]
    """Cards and how many of each."""


@event("exchange-began", words="{seat} reaches for the hand of {of}.")
class ExchangeBegan:
    """An exchange of cards began."""

    seat: str
    of: str


@event("exchange-ended")
class ExchangeEnded:
    """An exchange of cards is over."""

    seat: str


@reducer(ExchangeBegan)
def begin_exchange(write: Write, event: ExchangeBegan) -> None:
    """Note whose hand it is about."""
    write(Exchange).of = event.of


@reducer(CardsHandedOver)
def count_debt(write: Write, event: CardsHandedOver) -> None:
    """What comes from that hand is owed until the exchange is over."""
    exchange = write(Exchange)
    if exchange.of == event.seat:
        exchange.owed = len(event.cards)


@reducer(ExchangeEnded)
def end_exchange(write: Write, event: ExchangeEnded) -> None:
    """Nobody owes anything."""
    exchange = write(Exchange)
    exchange.of, exchange.owed = "", 0


@fact("owes-cards", needs=("seat",), values="bool", exclusive=True)
def owes_cards(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether the seat in question has taken cards for which it has still to give others."""
    return (ctx["seat"] == SEAT and look[Exchange].owed > 0) is value


@interjection("harkonnen-special")
def exchange_space(look: Look, seat: str) -> Space[ExchangeCards] | None:
    """Any other player, outside a battle. The size of a hand is a secret, so that an empty one may be chosen too."""
    if seat != SEAT or look[Fight].territory or look[Exchange].of:
        return None
    if look.option(MODULE, "exchange_phase") not in ("any", look[Turn].phase):
        return None
    cards = special_cards(look, SEAT)
    others = tuple(other for other in look.seats if other != SEAT)
    return Product(ExchangeCards, of=OneOf(others, cites=EXCHANGE), card=OneOf(cards)) if cards else None


@answer("harkonnen-special")
def exchange(tx: Tx, ask: Ask, choice: ExchangeCards) -> None:
    """Spend the card, and see how many the other one holds."""
    use_special_power(tx, SEAT, choice.card)
    tx.emit(ExchangeBegan(SEAT, choice.of))
    tx.push("harkonnen.exchange", of=choice.of)


@step("exchange.take")
def ask_how_many(tx: Tx) -> None:
    """Ask how many cards are taken, if there is more than one."""
    size = len(hand_of(tx, tx.arg("of")))
    if size > 1:
        tx.ask(SEAT, "take-cards", of=tx.arg("of"))
    elif size:
        _take(tx, tx.arg("of"), size)


@space("take-cards")
def taking_space(look: Look, ask: Ask) -> Space[TakeCards]:
    """Some of the hand, or all of it: the cards taken can be given back, so that no number is too high."""
    return Product(TakeCards, count=Range(1, len(hand_of(look, ask["of"])), noun="number of cards", cites=EXCHANGE))


@answer("take-cards")
def take_cards(tx: Tx, ask: Ask, choice: TakeCards) -> None:
    """Take them unseen."""
    _take(tx, ask["of"], choice.count)


def _take(tx: Tx, of: str, count: int) -> None:
    taken = tx.shuffled("harkonnen-exchange", hand_of(tx, of))[:count]
    tx.emit(CardsHandedOver(of, SEAT, (of, SEAT), taken))


@step("exchange.give")
def ask_what_to_give(tx: Tx) -> None:
    """Ask for the cards owed; without a choice they are given at once."""
    cards = _givable(tx)
    if cards.count(2) > 1:
        tx.ask(SEAT, "give-cards")
    else:
        _give(tx, next(iter(cards)))


@space("give-cards")
def giving_space(look: Look, ask: Ask) -> Space[GiveCards]:
    """As many cards of the hand as were taken, these included."""
    return Product(GiveCards, cards=_givable(look))


@answer("give-cards")
def give_cards(tx: Tx, ask: Ask, choice: GiveCards) -> None:
    """They go to the other hand."""
    _give(tx, choice.cards)


def _givable(look: Look) -> Space[tuple[tuple[str, int], ...]]:
    owed, held = look[Exchange].owed, Counter(hand_of(look, SEAT))
    cards = Counts(held, owed, owed, cites=EXCHANGE)
    karamas = karama_cards(look, SEAT)
    if not karamas or not beyond_means(look, SEAT):
        return cards

    def keeps_the_bid(given: tuple[tuple[str, int], ...]) -> Denial | None:
        left = held - Counter(dict(given))
        kept = any(card in left for card in karamas)
        return None if kept else Denial(f"{SEAT} needs the karama for its bid", STAKED)

    return Filter(cards, keeps_the_bid)


def _give(tx: Tx, cards: tuple[tuple[str, int], ...]) -> None:
    of = tx[Exchange].of
    given = tuple(card for card, count in cards for _ in range(count))
    if given:
        tx.emit(CardsHandedOver(SEAT, of, (of, SEAT), given))


@step("exchange.end")
def exchange_is_over(tx: Tx) -> None:
    """As many cards went back as were taken."""
    tx.emit(ExchangeEnded(SEAT))
