"""What the carrier does at each stage of shipment and movement."""

from __future__ import annotations

from dunerules.classic.advantages import propose_use
from dunerules.classic.forces import REGULAR, ForcesTurned
from dunerules.classic.ship_and_move import ShipAndMove, act_now, defer, others_to_come
from dunerules.classic.shipment import Shipment, Shipping
from dunerules.rules import (
    PREVENTED,
    Ask,
    Just,
    Look,
    OneOf,
    Product,
    Space,
    Tx,
    Write,
    answer,
    choice,
    event,
    given,
    public,
    reducer,
    respond,
    response,
    space,
    step,
    table,
)

CARRIER = "emperor"


@table("carrier")
class Carrier:
    """Whether the carrier may stop a shipment, and who is told that it has landed."""

    stops: bool = public(default=False)
    chooses: bool = public(default=False)


@choice("timing", words="{act}")
class Timing:
    """Act now, or wait."""

    act: bool


@event("landing-noted")
class LandingNoted:
    """A shipment was seen to land."""

    seat: str
    territory: str
    location: str
    kind: str


@event("arrival-noted")
class ArrivalNoted:
    """A group was seen to arrive."""

    seat: str
    source: str
    territory: str


@reducer(LandingNoted)
@reducer(ArrivalNoted)
def note(write: Write, event: LandingNoted | ArrivalNoted) -> None:
    """Nothing to keep."""


@given("carrier_stops")
def set_stops(tx: Tx, value: bool) -> None:
    """Whether the carrier may stop shipments."""
    tx.arrange(Carrier, stops=value)


@given("carrier_chooses")
def set_chooses(tx: Tx, value: bool) -> None:
    """Whether the carrier chooses when to act."""
    tx.arrange(Carrier, chooses=value)


@step("carrier.before")
def before(tx: Tx) -> None:
    """Ask the carrier before every turn, as long as it has not acted and others are to come."""
    if tx[Carrier].chooses and CARRIER not in tx[ShipAndMove].acted and others_to_come(tx, CARRIER):
        tx.ask(CARRIER, "timing")


@space("timing")
def timing_space(look: Look, ask: Ask) -> Space[Timing]:
    """Now or later."""
    return Product(Timing, act=OneOf((False, True)))


@answer("timing")
def time_chosen(tx: Tx, ask: Ask, choice: Timing) -> None:
    """Act out of the order, or let the regular place go by."""
    if tx.seat != CARRIER and choice.act:
        act_now(tx, CARRIER)
    elif tx.seat == CARRIER and not choice.act:
        defer(tx, CARRIER)


@step("carrier.half-fee")
def half_fee(tx: Tx) -> None:
    """Others may stop the half fee."""
    if tx.seat == CARRIER:
        propose_use(tx, CARRIER, "carrier-half-fee")


@step("carrier.income")
def income(tx: Tx) -> None:
    """Others may stop the income, if there is any."""
    ship = tx[Shipping].current
    if ship is None or tx.seat == CARRIER:
        return
    if tx.may("shipment.income", seat=CARRIER, payer=tx.seat, kind=ship.kind, card=ship.card):
        propose_use(tx, CARRIER, "carrier-income")


@step("carrier.landed")
def landed(tx: Tx) -> None:
    """Say what the step is told."""
    tx.emit(LandingNoted(tx.seat, tx.arg("territory"), tx.arg("location"), tx.arg("kind")))


@step("carrier.march")
def march(tx: Tx) -> None:
    """Others may stop the long march."""
    if tx.seat == "harkonnen":
        propose_use(tx, tx.seat, "long-march")


@step("carrier.arrived")
def arrived(tx: Tx) -> None:
    """Say what the step is told."""
    tx.emit(ArrivalNoted(tx.seat, tx.arg("source"), tx.arg("territory")))


@response(Shipment, "stop-shipment")
def offer_stop(look: Look, intent: Shipment, seat: str) -> Space[None] | None:
    """The carrier may stop a shipment from off-planet."""
    off_planet = look.component("shipment-kind", intent.kind).off_planet
    return Just(None) if seat == CARRIER != intent.seat and off_planet and look[Carrier].stops else None


@respond("stop-shipment")
def stop(tx: Tx, intent: Shipment, seat: str, choice: None) -> object:
    """The shipment is not made."""
    return PREVENTED


@given("observers")
def set_observers(tx: Tx, value: dict[str, int]) -> None:
    """Turn forces of the carrier into observers: location and number."""
    for place, count in value.items():
        tx.emit(ForcesTurned(CARRIER, place, REGULAR, "observer", count))
