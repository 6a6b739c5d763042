"""Shipment and movement: who does both when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dunerules.classic.turn import PhaseBegan, Turn, begin_phase
from dunerules.rules import Look, Seat, Tx, Write, event, given, invariant, loop, order, public, reducer, step, table

PHASE = "shipment"


@table("ship-and-move")
class ShipAndMove:
    """Whose turn it is to ship and move, and who has had it."""

    acting: str = public(default="")
    """The seat that ships and moves now; empty between turns."""
    acted: tuple[str, ...] = public(default=())
    """The seats that are done in this phase, in the order in which they were."""
    waiting: tuple[str, ...] = public(default=())
    """The seats that let their place in the order go by and come later."""


@event("ship-and-move-began")
class ShipAndMoveBegan:
    """A seat's turn to ship and move began."""

    seat: str


@event("ship-and-move-deferred", words="{seat} waits.")
class ShipAndMoveDeferred:
    """A seat let its place in the order go by."""

    seat: str


@event("ship-and-move-ended")
class ShipAndMoveEnded:
    """A seat has shipped and moved, or passed."""

    seat: str


@reducer(PhaseBegan)
def start_afresh(write: Write, event: PhaseBegan) -> None:
    """Nobody has acted in a new phase."""
    turns = write(ShipAndMove)
    turns.acting, turns.acted, turns.waiting = "", (), ()


@reducer(ShipAndMoveBegan)
def give_turn(write: Write, event: ShipAndMoveBegan) -> None:
    """Note whose turn it is."""
    turns = write(ShipAndMove)
    turns.acting = event.seat
    turns.waiting = tuple(seat for seat in turns.waiting if seat != event.seat)


@reducer(ShipAndMoveDeferred)
def let_wait(write: Write, event: ShipAndMoveDeferred) -> None:
    """Note who waits."""
    turns = write(ShipAndMove)
    turns.waiting = (*turns.waiting, event.seat)


@reducer(ShipAndMoveEnded)
def end_turn(write: Write, event: ShipAndMoveEnded) -> None:
    """Note who is done."""
    turns = write(ShipAndMove)
    turns.acting = ""
    turns.acted = (*turns.acted, event.seat)


@loop("ship-and-move")
def next_in_order(look: Look, args: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The next seat of the order that has not acted; whoever let its place go by comes round again."""
    seats = look[Turn].order
    if args is not None and args.get("seat") in seats:
        place = seats.index(args["seat"]) + 1
        seats = seats[place:] + seats[:place]
    acted = look[ShipAndMove].acted
    return next(({"seat": seat} for seat in seats if seat not in acted), None)


@order("acting")
def acting_seat(look: Look) -> Iterable[str]:
    """The seat whose turn it is to ship and move."""
    acting = look[ShipAndMove].acting
    return (acting,) if acting else ()


@step("shipment.begin")
def begin(tx: Tx) -> None:
    """The phase begins."""
    begin_phase(tx, PHASE)


@step("shipment.announce")
def announce(tx: Tx) -> None:
    """Nothing by itself: the place for what is announced before the first shipment."""


@step("shipment.look")
def look_ahead(tx: Tx) -> None:
    """Nothing by itself: the place for what is looked at before the first shipment."""


@step("ship-and-move.before")
def before_turn(tx: Tx) -> None:
    """Nothing by itself: the place for whoever may act before the next seat of the order, or let its place go by."""


@step("ship-and-move.call")
def call(tx: Tx) -> None:
    """Give the turn to the next seat, unless it waits and others are still to come."""
    turns = tx[ShipAndMove]
    if tx.seat not in turns.acted and not (tx.seat in turns.waiting and others_to_come(tx, tx.seat)):
        tx.emit(ShipAndMoveBegan(tx.seat))


@step("ship-and-move.start")
def start_of_turn(tx: Tx) -> None:
    """Nothing by itself: the place where a seat's turn begins."""


@step("ship-and-move.end")
def end_of_turn(tx: Tx) -> None:
    """The seat is done for this phase."""
    tx.emit(ShipAndMoveEnded(tx.seat))


@step("shipment.end")
def end(tx: Tx) -> None:
    """Nothing by itself: the place where the phase is over."""


def others_to_come(look: Look, seat: str) -> tuple[str, ...]:
    """The other seats that have neither acted in this phase nor wait."""
    turns = look[ShipAndMove]
    return tuple(other for other in look[Turn].order if other not in (seat, *turns.acted, *turns.waiting))


def act_now(tx: Tx, seat: str) -> None:
    """Let a seat ship and move at once, out of the order; only between the turns of others."""
    tx.emit(ShipAndMoveBegan(seat))
    tx.push("ship-and-move.turn")


def defer(tx: Tx, seat: str) -> None:
    """Let a seat's place in the order go by; it acts later, at the latest behind all others."""
    tx.emit(ShipAndMoveDeferred(seat))


@given("acted")
def set_acted(tx: Tx, value: Iterable[Seat]) -> None:
    """Say who has shipped and moved already in this phase: a list of seats."""
    tx.arrange(ShipAndMove, acted=tuple(value))


@invariant("nobody ships and moves twice in a phase", cites=("gf9.shipment.order", "ah79.shipment.order"))
def one_turn_each(look: Look) -> str | None:
    """Whoever acts has not acted."""
    turns = look[ShipAndMove]
    if len(set(turns.acted)) < len(turns.acted) or turns.acting in turns.acted:
        return f"{turns.acting or 'nobody'} acts and {turns.acted} have acted"
    return None
