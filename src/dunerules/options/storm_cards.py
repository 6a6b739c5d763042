"""Storm cards, drawn a turn ahead, that move the storm; whoever foresees the storm knows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.advantages import may_use, propose_use
from dunerules.classic.storm import StormDistanceKnown, StormMovement
from dunerules.classic.treachery import all_cards
from dunerules.rules import (
    Look,
    Tx,
    Write,
    event,
    fact,
    given,
    invariant,
    own,
    public,
    reducer,
    secret,
    seen_by,
    step,
    table,
)

DECK = "storm"
WEATHER = "fremen-weather"


@table("storm-card")
class StormCard:
    """The storm card that lies face down at the edge of the board."""

    is_laid: bool = public(default=False)
    card: str = secret(default="")
    known: dict[str, str] = own(mask="absent", factory=dict)
    """The card, by the seat that has looked at it."""


@event("storm-card-laid", words="A storm card is laid face down.")
class StormCardLaid:
    """A storm card for the next turn was drawn; nobody has looked at it yet."""

    card: str = secret()


@event("storm-card-seen", words="{seat} looks at the storm card.")
class StormCardSeen:
    """A seat looked at the storm card."""

    seat: str
    card: str = seen_by("seat")


@event("storm-card-shown", words="The storm card is shown: {card}.")
class StormCardShown:
    """The storm card was turned up and went back to the others."""

    card: str


@reducer(StormCardLaid)
def lay_out_card(write: Write, event: StormCardLaid) -> None:
    """It lies there, unknown."""
    storm = write(StormCard)
    storm.is_laid, storm.card, storm.known = True, event.card, {}


@reducer(StormCardSeen)
def remember_card(write: Write, event: StormCardSeen) -> None:
    """Keep it in mind."""
    write(StormCard).known[event.seat] = event.card


@reducer(StormCardShown)
def return_card(write: Write, event: StormCardShown) -> None:
    """No card lies there."""
    storm = write(StormCard)
    storm.is_laid, storm.card, storm.known = False, "", {}


@step("storm-card.show")
def show_card(tx: Tx) -> None:
    """The card that was laid out moves the storm, unless weather control does; either way it is shown and goes back.

    In the first storm phase none lies there, and the storm is dialed.
    """
    card = tx[StormCard].card
    if not card:
        return
    tx.emit(StormCardShown(card))
    if tx[StormMovement].distance is None:
        tx.emit(StormDistanceKnown(tx.component("card", card).value))


@step("storm-card.draw")
def draw_card(tx: Tx) -> None:
    """The card of the next turn is laid out; whoever foresees the storm is about to look at it."""
    seat = forecaster(tx)
    if seat or tx.may("storm-card.unforeseen"):
        tx.emit(StormCardLaid(tx.pick(DECK, all_cards(tx, DECK))))
    if seat and WEATHER in tx.rulebook.components["advantage"]:
        propose_use(tx, seat, WEATHER)


@step("storm-card.look")
def look_at_card(tx: Tx) -> None:
    """The seat looks at it; if that was stopped, it is valid all the same."""
    seat = forecaster(tx)
    if seat and may_use(tx, seat, WEATHER):
        tx.emit(StormCardSeen(seat, tx[StormCard].card))


def forecaster(look: Look) -> str:
    """The seat that draws the storm cards and looks at them; empty if nobody does."""
    return next((seat for seat in look.seats if look.may("storm-card.draw", seat=seat)), "")


@fact("knows-storm-card", needs=("seat",), values="card")
def knows_storm_card(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether the seat in question knows that this is the storm card of the next turn."""
    return look[StormCard].known.get(ctx["seat"]) == value


@given("storm_card")
def set_storm_card(tx: Tx, value: str) -> None:
    """Lay out the storm card, which whoever draws them has seen: its id."""
    tx.component("card", value)
    tx.emit(StormCardLaid(value))
    if seat := forecaster(tx):
        tx.emit(StormCardSeen(seat, value))


@invariant(
    "only who draws the storm card knows it", cites=("gf9.faction.fremen.weather", "ah79.faction.fremen.weather")
)
def storm_card_is_known(look: Look) -> str | None:
    """What is remembered is the card that lies there, one of the storm cards."""
    storm = look[StormCard]
    if storm.is_laid is not bool(storm.card) or (storm.is_laid and storm.card not in look.deck(DECK)):
        return f"the storm card is {storm.card!r}"
    wrong = {seat: card for seat, card in storm.known.items() if (seat, card) != (forecaster(look), storm.card)}
    return f"{wrong} is known of the storm card {storm.card!r}" if wrong else None
