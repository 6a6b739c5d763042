"""Shipment: forces from the reserves onto the map, and whatever other ways a faction has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from dunerules.classic.alliances import allies_of
from dunerules.classic.board import board_of
from dunerules.classic.forces import Group, move
from dunerules.classic.pledges import end_pledges
from dunerules.classic.ship_and_move import PHASE, ShipAndMove
from dunerules.classic.shipment_fees import PURPOSE, pay_fee, purse_of, rich_purse
from dunerules.classic.shipment_kinds import Ship, all_forces, price_of, ship_space, taken_from
from dunerules.classic.treachery import CardPlayed, hand_of
from dunerules.classic.turn import PhaseBegan, Turn
from dunerules.rules import (
    Ask,
    Either,
    Just,
    Look,
    Pass,
    Rulebook,
    Seat,
    Space,
    Tx,
    Write,
    allow,
    answer,
    commit,
    event,
    given,
    intent,
    loop,
    on,
    order,
    prevented,
    public,
    reducer,
    space,
    step,
    table,
)

CAUSE = "shipment"


@table("shipping")
class Shipping:
    """Who has shipped in this phase, and the shipment that is on its way."""

    made: dict[str, int] = public(factory=dict)
    """Shipments of each seat, those that were stopped included."""
    finished: tuple[str, ...] = public(default=())
    """The seats that ship no more in this phase."""
    current: Ship | None = public(default=None)
    """What the acting seat has announced and not yet landed."""


@intent("shipment", title="A shipment is about to be paid for and to land")
class Shipment:
    """A shipment that is about to be made."""

    seat: str
    kind: str
    territory: str
    """Where it goes; empty if to the reserves."""
    location: str
    forces: Group


@event("shipment-declared")
class ShipmentDeclared:
    """A seat announced a shipment."""

    seat: str
    ship: Ship


@event("shipment-withdrawn", words="{seat} has to plan its shipment anew.")
class ShipmentWithdrawn:
    """An announced shipment turned out not to be possible any more; the seat chooses anew."""

    seat: str


@event("shipment-stopped", words="The shipment of {seat} is stopped.")
class ShipmentStopped:
    """A shipment was prevented: nothing is paid, the forces stay, and it was the seat's shipment of the turn."""

    seat: str


@event("forces-shipped")
class ForcesShipped:
    """A shipment landed; the moves of the forces have been told."""

    seat: str
    territory: str
    """Where it went; empty if to the reserves."""
    location: str
    forces: Group
    kind: str


@event("shipping-ended")
class ShippingEnded:
    """A seat does not ship any more in this phase."""

    seat: str


@reducer(PhaseBegan)
def start_afresh(write: Write, event: PhaseBegan) -> None:
    """Nobody has shipped in a new phase."""
    shipping = write(Shipping)
    shipping.made, shipping.finished, shipping.current = {}, (), None


@reducer(ShipmentDeclared)
def note_shipment(write: Write, event: ShipmentDeclared) -> None:
    """Note what is on its way."""
    write(Shipping).current = event.ship


@reducer(ShipmentWithdrawn)
def drop_shipment(write: Write, event: ShipmentWithdrawn) -> None:
    """Nothing is on its way."""
    write(Shipping).current = None


@reducer(ShipmentStopped)
@reducer(ForcesShipped)
def count_shipment(write: Write, event: ShipmentStopped | ForcesShipped) -> None:
    """Count the shipment; nothing is on its way."""
    shipping = write(Shipping)
    shipping.current = None
    shipping.made[event.seat] = shipping.made.get(event.seat, 0) + 1


@reducer(ShippingEnded)
def note_end(write: Write, event: ShippingEnded) -> None:
    """Note who ships no more."""
    shipping = write(Shipping)
    shipping.finished = (*shipping.finished, event.seat)


# ------------------------------------------------------------------ rules


@allow("pledge.make", cites=("gf9.alliance.pay-shipments", "ah79.alliance.pay-shipments"))
def help_with_shipment(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Allies may help with a shipment that has not been announced."""
    to, shipping = ctx["to"], look[Shipping]
    if ctx["purpose"] != PURPOSE or look[Turn].phase != PHASE or shipments_left(look, to) <= 0:
        return False
    return shipping.current is None or look[ShipAndMove].acting != to


# ------------------------------------------------------------------ a shipment, stage by stage


def shipments_left(look: Look, seat: str) -> int:
    """How many shipments a seat has left in this phase."""
    shipping = look[Shipping]
    if seat in shipping.finished:
        return 0
    return look.whole("shipment.shipments", seat=seat) - shipping.made.get(seat, 0)


@loop("shipments")
def next_shipment(look: Look, args: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Go on until the acting seat has shipped or does not want to."""
    return {} if shipments_left(look, look[ShipAndMove].acting) > 0 else None


@order("shipping")
def shipping_seat(look: Look) -> Iterable[str]:
    """The acting seat, if it has announced a shipment."""
    return () if look[Shipping].current is None else (look[ShipAndMove].acting,)


@step("ship.choose")
def choose(tx: Tx) -> None:
    """Ask for a shipment, if there is any that the seat, or an ally, could pay for."""
    seat = tx.seat
    # An ally can help only at a stable point, so a seat that is short of spice is asked if it has an ally.
    purse = rich_purse(tx) if allies_of(tx, seat) else purse_of(tx, seat)
    if not ship_space(tx, seat, purse).is_empty():
        tx.ask(seat, "ship")
    else:
        tx.emit(ShippingEnded(seat))


@space("ship")
def shipments(look: Look, ask: Ask) -> Space[Pass | Ship]:
    """Pass, or a shipment."""
    return Either(Just(Pass()), ship_space(look, ask.seat, purse_of(look, ask.seat)))


@answer("ship")
def shipment_chosen(tx: Tx, ask: Ask, choice: Pass | Ship) -> None:
    """Announce the shipment, or be done."""
    tx.emit(ShippingEnded(ask.seat) if isinstance(choice, Pass) else ShipmentDeclared(ask.seat, choice))


@step("shipment.declared")
def declared(tx: Tx) -> None:
    """Nothing by itself: the place for what may still change the shipment, such as an advantage that is stopped."""


@step("shipment.confirm")
def confirm(tx: Tx) -> None:
    """Let the seat choose anew if the shipment is not possible any more."""
    ship = tx[Shipping].current
    if ship is None or tx.rulebook.once(is_certain):
        return
    if ship_space(tx, tx.seat, purse_of(tx, tx.seat)).denial(ship) is not None:
        tx.emit(ShipmentWithdrawn(tx.seat))


def is_certain(rulebook: Rulebook) -> bool:
    """Whether nothing comes between the announcement of a shipment and its confirmation."""
    steps = rulebook.procedures["shipment.carry-out"].steps
    return ("shipment.declared", "shipment.confirm") in pairwise(steps)


@step("shipment.propose")
def propose(tx: Tx) -> None:
    """Let others prevent it."""
    ship = tx[Shipping].current
    if ship is not None:
        territory = board_of(tx).territory_of.get(ship.location, "")
        tx.propose(Shipment(tx.seat, ship.kind, territory, ship.location, all_forces(ship)))


@commit(Shipment)
def go_on(tx: Tx, intent: Shipment) -> None:
    """Nothing by itself: the shipment is paid for and lands in the next steps."""


@prevented(Shipment)
def stop(tx: Tx, intent: Shipment) -> None:
    """The shipment is not made."""
    tx.emit(ShipmentStopped(intent.seat))


@step("shipment.pay")
def pay_for_shipment(tx: Tx) -> None:
    """Play the card that reduces the fee, and pay; whoever has spent either meanwhile chooses anew."""
    ship, seat = tx[Shipping].current, tx.seat
    if ship is None:
        return
    price = price_of(tx, seat, ship)
    if not can_still_pay(tx, seat, ship, price):
        tx.emit(ShipmentWithdrawn(seat))
        return
    if ship.card:
        tx.emit(CardPlayed(ship.lender or seat, ship.card))
    pay_fee(tx, seat, ship.kind, ship.card, price, ship.ally_pays)


def can_still_pay(look: Look, seat: str, ship: Ship, price: int) -> bool:
    """Whether the spice and the card for an announced shipment are still there."""
    purse = purse_of(look, seat)
    if ship.card and ship.card not in hand_of(look, ship.lender or seat):
        return False
    return ship.ally_pays <= min(price, purse.pledged) and price - ship.ally_pays <= purse.own


@step("shipment.land")
def land(tx: Tx) -> None:
    """Put the forces where they go."""
    ship, seat = tx[Shipping].current, tx.seat
    if ship is None:
        return
    for place, forces in taken_from(ship).items():
        move(tx, seat, forces, place, ship.location, CAUSE)
    territory = board_of(tx).territory_of.get(ship.location, "")
    tx.emit(ForcesShipped(seat, territory, ship.location, all_forces(ship), ship.kind))
    tx.push("shipment.landed", territory=territory, location=ship.location, kind=ship.kind)


@step("shipment.settle")
def settle(tx: Tx) -> None:
    """Nothing by itself: the place for what follows a shipment."""


@on(ForcesShipped)
@on(ShipmentStopped)
@on(ShippingEnded)
def free_pledges(tx: Tx, event: ForcesShipped | ShipmentStopped | ShippingEnded) -> None:
    """What was pledged for the shipment is free again."""
    end_pledges(tx, event.seat, PURPOSE)


@given("shipped")
def set_shipped(tx: Tx, value: Mapping[Seat, int]) -> None:
    """Say how often seats have shipped already in this phase: seat and number."""
    tx.arrange(Shipping, made=dict(value))
