"""The spice blow: cards are turned up until a territory brings spice."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_uppercase
from typing import Any

from dunerules.classic.board import board_of
from dunerules.classic.spice import BANK, pay
from dunerules.classic.spice_deck import (
    SpiceCardDiscarded,
    SpiceDeck,
    blow_location,
    discard_card,
    return_aside,
    territory_on,
    territory_to_come,
    turn_up_card,
)
from dunerules.classic.turn import begin_phase
from dunerules.rules import Look, Tx, Write, effect, event, loop, public, reducer, step, table


@table("spice-blow")
class SpiceBlow:
    """How far the spice blow of a pile has come."""

    pile: str = public(default="")
    """The pile whose blow is under way, or was last."""
    is_over: bool = public(default=False)
    """Whether its territory card has come up."""


@event("pile-opened")
class PileOpened:
    """The spice blow of a pile began."""

    pile: str


@event("spice-blow-lost", words="No spice comes up in {location}.")
class SpiceBlowLost:
    """A territory card brought nothing."""

    territory: str
    location: str


@reducer(PileOpened)
def open_pile(write: Write, event: PileOpened) -> None:
    """A territory card has still to come."""
    blow = write(SpiceBlow)
    blow.pile = event.pile
    blow.is_over = False


@reducer(SpiceCardDiscarded)
def end_blow(write: Write, event: SpiceCardDiscarded) -> None:
    """The blow is over with its territory card."""
    if event.territory:
        write(SpiceBlow).is_over = True


@step("spice-blow.begin")
def begin(tx: Tx) -> None:
    """The phase begins."""
    begin_phase(tx, "spice-blow")


@loop("spice-piles")
def next_pile(look: Look, args: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The piles in order."""
    names = ascii_uppercase[: look.whole("spice-blow.piles")]
    place = 0 if args is None else names.index(args["pile"]) + 1
    return {"pile": names[place]} if place < len(names) else None


@step("spice-blow.open")
def open_blow(tx: Tx) -> None:
    """The blow of a pile begins."""
    tx.emit(PileOpened(tx.arg("pile")))


@loop("spice-cards")
def next_card(look: Look, args: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Go on until a territory card has come up, if there is one at all."""
    return {} if not look[SpiceBlow].is_over and territory_to_come(look) else None


@step("spice-blow.turn-up")
def turn_up(tx: Tx) -> None:
    """Turn up the top card."""
    turn_up_card(tx, tx.arg("pile"))


@step("spice-blow.territory")
def bring_spice(tx: Tx) -> None:
    """A territory card brings its spice, if the sector is not in storm."""
    territory = territory_on(tx, tx[SpiceDeck].turned)
    if not territory:
        return
    location = blow_location(tx, territory)
    if tx.may("spice-blow.comes-up", territory=territory, location=location):
        pay(tx, BANK, location, tx.whole("spice-blow.amount", territory=territory), "spice blow")
    else:
        tx.emit(SpiceBlowLost(territory, location))


@step("spice-blow.discard")
def discard(tx: Tx) -> None:
    """The card goes on the pile, if it is not somewhere else by now."""
    if tx[SpiceDeck].turned:
        discard_card(tx, tx.arg("pile"))


@step("spice-blow.end")
def end(tx: Tx) -> None:
    """What was laid aside is shuffled in once the phase is over."""
    return_aside(tx)


@effect(
    "spice-blow.amount",
    stage="set",
    title="As the card says",
    cites=("gf9.spice-blow.territory-card", "ah79.spice-blow.territory-card"),
)
def printed_amount(look: Look, ctx: Mapping[str, Any]) -> int:
    """The amount printed for the territory."""
    return board_of(look).territories[ctx["territory"]].blow
