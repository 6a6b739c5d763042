"""Fremen: where they start and arrive, the worms that carry them, and how they win."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.advantages import has_active
from dunerules.classic.board import board_of
from dunerules.classic.forces import RESERVES, Group, move
from dunerules.classic.karama import special_cards, use_special_power
from dunerules.classic.victory import Victory
from dunerules.classic.worm_shelter import BLOCK as SHELTER
from dunerules.classic.worms import send_worm, worm_of
from dunerules.factions import fremen_affairs as affairs
from dunerules.factions.fremen_affairs import FREMEN, GUILD, OUTSIDERS
from dunerules.factions.fremen_spaces import Picked, Placed, by_kind, by_location, by_place, rides_from, starts_of
from dunerules.rules import (
    Ask,
    Either,
    Just,
    Look,
    OneOf,
    Pass,
    Product,
    Space,
    Tx,
    answer,
    choice,
    event,
    forbid,
    space,
    step,
)

FAR_SIDE = "from-far-side"
"""The way in which reserves arrive."""
SUMMONED = "summoned"
"""The origin of a worm that a karama has brought."""


@choice("place-forces", words="place forces: {regular} {starred}")
class PlaceForces:
    """Share out the forces that start on the map."""

    regular: Placed
    starred: Placed = ()


@choice("ride", words="ride with {forces} to {target}")
class Ride:
    """Ride a worm out of its territory."""

    forces: Picked
    target: str


@choice("summon-worm", words="play {card} to bring a worm to {territory}")
class SummonWorm:
    """Spend a karama on a worm."""

    card: str
    territory: str


@event("worm-ridden", words="{seat} rides the worm from {source} to {location}.")
class WormRidden:
    """A group rode a worm; the moves of its forces have been told."""

    seat: str
    source: str
    """The territory that it left."""
    territory: str
    location: str
    forces: Group


# ------------------------------------------------------------------ the start


@step("fremen.place")
def ask_for_places(tx: Tx) -> None:
    """Whoever starts with forces to share out, such as the Fremen, does so."""
    for seat in tx.seats:
        if tx.whole("setup.placed", seat=seat):
            tx.ask(seat, "place-forces")


@space("place-forces")
def place_space(look: Look, ask: Ask) -> Space[PlaceForces]:
    """All of the number that starts on the map, in the territories that are open."""
    return starts_of(look, ask.seat, PlaceForces)


@answer("place-forces")
def place(tx: Tx, ask: Ask, choice: PlaceForces) -> None:
    """Put them there."""
    for location, forces in by_location(choice.regular, choice.starred).items():
        move(tx, ask.seat, forces, RESERVES, location, "set-up")


# ------------------------------------------------------------------ shipment and movement


@forbid(
    "shipment.into",
    reason="{territory} is too far from the Great Flat",
    cites=(
        "gf9.faction.fremen.shipment",
        "ah79.faction.fremen.shipment",
        "gf9.ruling.fremen-great-flat-range",
        "ah79.ruling.fremen-great-flat-range",
    ),
)
def too_far_from_great_flat(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Reserves of the far side arrive on the Great Flat or near it."""
    if ctx["kind"] != FAR_SIDE:
        return False
    way = look.rulebook.once(affairs.way_from_great_flat)[ctx["territory"]]
    return way > look.whole("far-side.range", seat=ctx["seat"])


# ------------------------------------------------------------------ worms


@step("fremen.ride")
def ask_for_ride(tx: Tx) -> None:
    """Riders, such as the Fremen, may ride a worm that has spared them, with what is still there."""
    territory = tx.arg("territory")
    for seat in worm_of(tx, tx.arg("worm")).spared:
        if not tx.may("worm.ride", seat=seat) or not has_active(tx, SHELTER, seat):
            continue
        if not rides_from(tx, seat, territory, Ride).is_empty():
            tx.ask(seat, "ride", territory=territory)


@space("ride")
def ride_space(look: Look, ask: Ask) -> Space[object]:
    """Some or all forces, to one place; or stay."""
    return Either(Just(Pass()), rides_from(look, ask.seat, ask["territory"], Ride))


@answer("ride")
def ride(tx: Tx, ask: Ask, choice: Pass | Ride) -> None:
    """They ride; nobody is devoured where they arrive, and their move of the turn is still to come."""
    if isinstance(choice, Pass):
        return
    for place, forces in by_place(choice.forces).items():
        move(tx, ask.seat, forces, place, choice.target, "ride")
    territory = board_of(tx).territory_of[choice.target]
    tx.emit(WormRidden(ask.seat, ask["territory"], territory, choice.target, by_kind(choice.forces)))


# ------------------------------------------------------------------ a worm for a karama


def may_summon(look: Look) -> bool:
    """Whether the Fremen play, hold a karama, and may spend it on a worm now."""
    return FREMEN in look.seats and bool(special_cards(look, FREMEN)) and look.may("worm.summon", seat=FREMEN)


def summons(look: Look) -> Space[SummonWorm]:
    """The worms that the Fremen may bring: a karama and a territory."""
    cites = ("gf9.karama.special.fremen", "ah79.karama.special.fremen")
    territories = OneOf(affairs.worm_territories(look, FREMEN), cites=cites)
    return Product(SummonWorm, card=OneOf(special_cards(look, FREMEN)), territory=territories)


def bring_summoned(tx: Tx, choice: SummonWorm) -> None:
    """Let the worm come, and go at once: it waits for no nexus."""
    use_special_power(tx, FREMEN, choice.card)
    send_worm(tx, choice.territory, SUMMONED, at_once=True)


# ------------------------------------------------------------------ victory


@forbid(
    "fremen-victory.stand",
    reason="{seat} holds {territory}",
    cites=("gf9.faction.fremen.victory", "ah79.faction.fremen.victory"),
)
def outsiders_hold_sietch(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Some factions must not hold Tuek's Sietch, not even as allies: gf9.silence.fremen-victory-allies."""
    return ctx["seat"] in OUTSIDERS.get(ctx["territory"], ())


@step("victory.fremen")
def special_victory(tx: Tx) -> None:
    """The Fremen win at the end of play if their plans have succeeded; before anybody else."""
    if FREMEN in tx.seats and not tx[Victory].winners and affairs.plans_succeed(tx):
        affairs.win(
            tx,
            "Dune stays with the Fremen",
            ("gf9.faction.fremen.victory", "ah79.faction.fremen.victory"),
        )


@step("victory.fremen-default")
def default_victory(tx: Tx) -> None:
    """Without the Spacing Guild in the game the Fremen win at the end of play in any case."""
    if FREMEN in tx.seats and GUILD not in tx.seats and not tx[Victory].winners:
        cites = ("gf9.victory.end-of-play", "ah79.victory.end-of-play")
        affairs.win(tx, "Nobody has won, and the Spacing Guild does not play", cites)
