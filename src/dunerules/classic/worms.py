"""Shai-Hulud: worms that come up, devour and go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.board import board_of
from dunerules.classic.forces import Forces, kill_all
from dunerules.classic.spice import clear_spice
from dunerules.classic.spice_blow import PileOpened
from dunerules.classic.spice_deck import SpiceCardLaidAside, SpiceDeck
from dunerules.classic.treachery import card_kind
from dunerules.classic.turn import PhaseBegan, Turn
from dunerules.rules import Look, Tx, Write, event, forbid, loop, public, record, reducer, step, table

CARD_KIND = "shai-hulud"

CARD = "card"
"""The origin of a worm that comes where its card sends it."""
PLACED = "placed"
"""The origin of a worm whose card somebody sent elsewhere."""


@record("worm")
class Worm:
    """A worm that has devoured and is still there."""

    number: int
    territory: str
    origin: str
    """``card``, ``placed``, or what else has brought it."""
    spared: tuple[str, ...]
    """The seats that had forces there when it had devoured."""


@table("worms")
class Worms:
    """The worms of this spice blow."""

    in_phase: int = public(default=0)
    """Shai-Hulud cards with an effect that came up in this phase."""
    in_blow: int = public(default=0)
    """Those among them that came up in the blow of this pile."""
    is_placed: bool = public(default=False)
    """Whether the worm of the card that was turned up last was sent elsewhere."""
    number: int = public(default=0)
    """Worms that have come in this game."""
    waiting: tuple[Worm, ...] = public(default=())
    """Worms that have devoured, and go when the nexus is over."""


@event("worm-card-came")
class WormCardCame:
    """A Shai-Hulud card with an effect came up."""

    pile: str


@event("worm-placed", words="{seat} sends the worm to {territory}.")
class WormPlaced:
    """A seat sent the worm of the card that was turned up to a territory of its choice."""

    seat: str
    territory: str


@event("worm-appeared", words="Shai-Hulud comes to {territory}.")
class WormAppeared:
    """A worm came to a territory and has not devoured yet."""

    worm: int
    territory: str
    origin: str


@event("worm-devoured")
class WormDevoured:
    """A worm has taken what it takes."""

    worm: int
    territory: str
    origin: str
    spared: tuple[str, ...]


@event("worm-departed")
class WormDeparted:
    """A worm went."""

    worm: int


@reducer(PhaseBegan)
def forget_phase(write: Write, event: PhaseBegan) -> None:
    """The next worm is a first one."""
    write(Worms).in_phase = 0


@reducer(PileOpened)
def forget_blow(write: Write, event: PileOpened) -> None:
    """The next worm is the first of its blow."""
    write(Worms).in_blow = 0


@reducer(WormCardCame)
def count_card(write: Write, event: WormCardCame) -> None:
    """Count the card."""
    worms = write(Worms)
    worms.in_phase += 1
    worms.in_blow += 1
    worms.is_placed = False


@reducer(WormPlaced)
def note_place(write: Write, event: WormPlaced) -> None:
    """It does not come where the card sends it."""
    write(Worms).is_placed = True


@reducer(WormAppeared)
def number_worm(write: Write, event: WormAppeared) -> None:
    """Note its number."""
    write(Worms).number = event.worm


@reducer(WormDevoured)
def wait(write: Write, event: WormDevoured) -> None:
    """It stays until the nexus is over."""
    worms = write(Worms)
    worms.waiting = (*worms.waiting, Worm(event.worm, event.territory, event.origin, event.spared))


@reducer(WormDeparted)
def go(write: Write, event: WormDeparted) -> None:
    """It is gone."""
    worms = write(Worms)
    worms.waiting = tuple(worm for worm in worms.waiting if worm.number != event.worm)


# ------------------------------------------------------------------ what others may call


def is_additional(look: Look) -> bool:
    """Whether the Shai-Hulud card that was turned up last is not the first: gf9.silence.second-pile-worm."""
    worms = look[Worms]
    within = look.option("classic.worms", "additional_within")
    return (worms.in_phase if within == "phase" else worms.in_blow) > 1


def send_worm(tx: Tx, territory: str, origin: str, *, at_once: bool = False) -> None:
    """Let a worm come to a territory; ``at_once``: it waits for no nexus before it goes."""
    number = tx[Worms].number + 1
    if not tx.may("worm.strikes", territory=territory):
        tx.emit(WormAppeared(number, territory, origin))
        return
    tx.push("worm", worm=number, territory=territory, origin=origin)
    if at_once:
        tx.push("worm.after-nexus", worm=number, territory=territory, origin=origin)


def place_worm(tx: Tx, seat: str, territory: str) -> None:
    """Let a seat send the worm of the card that was turned up to a territory, and nowhere else."""
    tx.emit(WormPlaced(seat, territory))
    send_worm(tx, territory, PLACED)


def worm_of(look: Look, number: int) -> Worm:
    """A worm that has devoured and is still there."""
    return next(worm for worm in look[Worms].waiting if worm.number == number)


# ------------------------------------------------------------------ the card


@step("spice-blow.worm")
def judge_worm(tx: Tx) -> None:
    """A Shai-Hulud card is laid aside if worms have no effect yet."""
    if _is_turned_up(tx) and not tx.may("worm.comes", pile=tx.arg("pile")):
        tx.emit(SpiceCardLaidAside(tx[SpiceDeck].turned))


def _is_turned_up(look: Look) -> bool:
    """Whether the card that is turned up is a Shai-Hulud."""
    card = look[SpiceDeck].turned
    return bool(card) and card_kind(look, card) == CARD_KIND


@loop("worm-card")
def worm_card(look: Look, args: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Once, if a Shai-Hulud card with an effect is turned up."""
    return {} if args is None and _is_turned_up(look) else None


@step("worm-card.count")
def count(tx: Tx) -> None:
    """The card has an effect."""
    tx.emit(WormCardCame(tx.arg("pile")))


@step("worm-card.strike")
def strike(tx: Tx) -> None:
    """The worm comes to the territory of its pile, if it is one that strikes and nobody has sent it elsewhere."""
    worms = tx[Worms]
    target = tx[SpiceDeck].targets.get(tx.arg("pile"), "")
    if target and not worms.is_placed and worms.in_blow <= tx.whole("worm.per-blow"):
        send_worm(tx, target, CARD)


@forbid(
    "worm.comes",
    reason="worms have no effect yet",
    cites=(
        "gf9.spice-blow.first-turn-worms",
        "ah79.spice-blow.first-turn-worms",
        "gf9.spice-blow.adv-first-turn-worms",
        "ah79.spice-blow.adv-first-turn-worms",
    ),
)
def too_early(look: Look, ctx: Mapping[str, Any]) -> bool:
    """In the first turn worms do nothing."""
    return look[Turn].turn < look.whole("worm.first-turn")


# ------------------------------------------------------------------ the worm


@step("worm.appear")
def appear(tx: Tx) -> None:
    """The worm is there."""
    tx.emit(WormAppeared(tx.arg("worm"), tx.arg("territory"), tx.arg("origin")))


@step("worm.devour")
def devour(tx: Tx) -> None:
    """It takes the spice, and the forces of everybody whom it may devour."""
    territory = tx.arg("territory")
    locations = board_of(tx).locations_of[territory]
    there = _seats_there(tx, locations)
    spared = [seat for seat in there if not tx.may("worm.devours", seat=seat, territory=territory)]
    kill_all(tx, locations, "worm", spare=spared)
    clear_spice(tx, locations, "worm")
    tx.emit(WormDevoured(tx.arg("worm"), territory, tx.arg("origin"), _seats_there(tx, locations)))


def _seats_there(look: Look, locations: tuple[str, ...]) -> tuple[str, ...]:
    """The seats with forces of any kind in these locations, in the order of the table."""
    found = {seat for place, seat, _ in look[Forces].placed if place in locations}
    return tuple(seat for seat in look.seats if seat in found)


@loop("waiting-worms")
def next_worm(look: Look, args: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The worms in the order in which they came."""
    waiting = look[Worms].waiting
    if not waiting:
        return None
    return {"worm": waiting[0].number, "territory": waiting[0].territory, "origin": waiting[0].origin}


@step("worm.depart")
def depart(tx: Tx) -> None:
    """The worm goes."""
    tx.emit(WormDeparted(tx.arg("worm")))
