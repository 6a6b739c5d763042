"""Spice: behind shields, in front of them, on the map and in the bank."""

from __future__ import annotations

from collections.abc import Mapping

from dunerules.classic.board import board_of, place_named
from dunerules.rules import (
    GameBegan,
    Look,
    Seat,
    Tx,
    Write,
    event,
    given,
    invariant,
    on,
    own,
    public,
    reducer,
    secret,
    seen_by,
    step,
    table,
)

BANK = "bank"
FRONT = "front:"
"""Before the name of a seat: the spice in front of its shield."""
OPEN = "classic.spice/open"
"""The option that opens the shields."""


@table("spice")
class Spice:
    """Where all spice is."""

    held: dict[str, int] = own(open_if=OPEN, factory=dict)
    """Behind the shields."""
    in_front: dict[str, int] = public(factory=dict)
    """In front of the shields: bribes that are not collected yet."""
    on_map: dict[str, int] = public(factory=dict)
    """By location."""
    bank: int = secret(default=0)


@event("bank-filled", unseen=True)
class BankFilled:
    """The bank was laid out."""

    spice: int


@event("shields-raised")
class ShieldsRaised:
    """Every seat has a shield, with nothing behind it."""

    seats: tuple[str, ...]


@event("spice-dealt", words="{seat} takes its first spice.")
class SpiceDealt:
    """A seat took the spice it begins with."""

    seat: str
    spice: int = seen_by("seat", open_if=OPEN)


def _movement(event: SpiceMoved) -> str:
    """The sentence for spice that changes its place."""
    if event.source == f"{FRONT}{event.target}":
        return "{target} takes {amount} spice from in front of its shield ({cause})."
    source = "the bank" if event.source == BANK else "{owner}"
    if event.target.startswith(FRONT):
        return f"{{amount}} spice from {source} to {{taker}}, in front of the shield ({{cause}})."
    return f"{{amount}} spice from {source} to {'the bank' if event.target == BANK else '{target}'} ({{cause}})."


@event("spice-moved", words=_movement)
class SpiceMoved:
    """Spice changed its place: the bank, a seat, in front of a seat, or a location of the map."""

    amount: int
    source: str
    target: str
    cause: str

    @property
    def owner(self) -> str:
        """The place it comes from; of spice in front of a shield, whose shield it is."""
        return self.source.removeprefix(FRONT)

    @property
    def taker(self) -> str:
        """The place it goes to; of spice in front of a shield, whose shield it is."""
        return self.target.removeprefix(FRONT)


@event("spice-given", words="{seat} gives {to} spice ({cause}).")
class SpiceGiven:
    """Spice went from shield to shield; how much, only the two know."""

    seat: str
    to: str
    cause: str
    between: tuple[str, ...] = ()
    amount: int = seen_by("between", open_if=OPEN, default=0)


@reducer(BankFilled)
def fill_bank(write: Write, event: BankFilled) -> None:
    """Note what is in the bank."""
    write(Spice).bank = event.spice


@reducer(ShieldsRaised)
def raise_shields(write: Write, event: ShieldsRaised) -> None:
    """Nobody owns anything."""
    write(Spice).held = dict.fromkeys(event.seats, 0)


@reducer(SpiceDealt)
def take_first_spice(write: Write, event: SpiceDealt) -> None:
    """From the bank behind the shield."""
    spice = write(Spice)
    spice.bank = spice.bank - event.spice
    spice.held[event.seat] = spice.held[event.seat] + event.spice


@reducer(SpiceMoved)
def move_spice(write: Write, event: SpiceMoved) -> None:
    """Take it from one place and put it in the other."""
    spice = write(Spice)
    _add(spice, event.source, -event.amount)
    _add(spice, event.target, event.amount)


@reducer(SpiceGiven)
def give_spice(write: Write, event: SpiceGiven) -> None:
    """From shield to shield."""
    held = write(Spice).held
    held[event.seat] = held[event.seat] - event.amount
    held[event.to] = held[event.to] + event.amount


def _add(spice: Spice, place: str, amount: int) -> None:
    if place == BANK:
        spice.bank = spice.bank + amount
    elif place.startswith(FRONT):
        seat = place.removeprefix(FRONT)
        _count(spice.in_front, seat, amount)
    elif place in spice.held:
        spice.held[place] = spice.held[place] + amount
    else:
        _count(spice.on_map, place, amount)


def _count(table: dict[str, int], key: str, amount: int) -> None:
    left = table.get(key, 0) + amount
    if left:
        table[key] = left
    else:
        table.pop(key, None)


@on(GameBegan)
def lay_out_bank(tx: Tx, event: GameBegan) -> None:
    """Fill the bank; nobody owns anything before set-up."""
    tx.emit(BankFilled(tx.whole("bank.spice")))
    tx.emit(ShieldsRaised(tx.seats))


@step("setup.spice")
def deal_spice(tx: Tx) -> None:
    """Give every seat the spice it begins with."""
    for seat in tx.seats:
        tx.emit(SpiceDealt(seat, tx.whole("setup.spice", seat=seat)))


def spice_of(look: Look, seat: str) -> int:
    """The spice that a seat can spend."""
    return look[Spice].held[seat]


def pay(tx: Tx, source: str, target: str, amount: int, cause: str) -> None:
    """Move spice, if there is any to move; a bank that is not unlimited pays no more than it has."""
    if source == BANK and not tx.option("classic.spice", "unlimited"):
        amount = min(amount, max(0, tx[Spice].bank))
    if amount:
        tx.emit(SpiceMoved(amount, source, target, cause))


def clear_spice(tx: Tx, locations: tuple[str, ...], cause: str) -> None:
    """Return all spice that lies in these locations to the bank."""
    for place in locations:
        pay(tx, place, BANK, tx[Spice].on_map.get(place, 0), cause)


@given("spice")
def set_spice(tx: Tx, value: Mapping[Seat, int]) -> None:
    """Give seats their spice: seat and amount."""
    for seat, amount in value.items():
        missing = amount - spice_of(tx, seat)
        pay(tx, BANK, seat, max(missing, 0), "position")
        pay(tx, seat, BANK, max(-missing, 0), "position")


@given("spice_on_map")
def set_spice_on_map(tx: Tx, value: Mapping[str, int]) -> None:
    """Put spice on the map: territory (its spice blow sector) or location, and amount."""
    board = board_of(tx)
    for name, amount in value.items():
        blow = board.territories[name].blow_sector if name in board.territories else 0
        pay(tx, BANK, f"{name}:{blow}" if blow else place_named(tx, name), amount, "position")


@invariant("spice is conserved", cites=("gf9.setup.spice-bank", "ah79.setup.spice-bank"))
def spice_conserved(look: Look) -> str | None:
    """What seats, map and bank hold is what the bank began with, and nobody owes."""
    spice = look[Spice]
    total = spice.bank + sum(spice.held.values()) + sum(spice.in_front.values()) + sum(spice.on_map.values())
    if total != look.whole("bank.spice"):
        return f"there is {total} spice instead of {look.whole('bank.spice')}"
    places = [*spice.held.items(), *spice.in_front.items(), *spice.on_map.items()]
    owing = [place for place, amount in places if amount < 0]
    return f"{owing} have less than nothing" if owing else None
