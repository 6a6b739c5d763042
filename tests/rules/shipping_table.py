"""Positions in shipment and movement, for tests."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from typing import Any

import dunerules
from dunerules import Game, Library, Rulebook
from dunerules.classic.movement import Move
from dunerules.classic.shipment_kinds import Ship

CARRIER = "test.carrier"
SEATS = ("atreides", "harkonnen", "emperor")


@cache
def rulebook(*modules: str, house: str = "") -> Rulebook:
    """The basic game with more modules and house rules."""
    added = ", ".join(f'"{name}"' for name in modules)
    # The carrier has in one hand what these two have.
    replaced = ("faction.fremen.", "faction.guild.") if CARRIER in modules else ()
    removed = [name for name in dunerules.load("gf9-2019-basic").modules if f"{name}.".startswith(replaced)]
    head = '[ruleset]\nid = "shipping-table"\ntitle = "Shipping"\nextends = "gf9-2019-basic"\n'
    text = f"{head}\n[rules]\nadd = [{added}]\nremove = {json.dumps(removed)}\n{house}"
    return dunerules.loads(text, library=Library.installed().plus("carrier"))


def table(
    *modules: str,
    house: str = "",
    seats: Iterable[str] = SEATS,
    turn_of: str = "atreides",
    at: str = "ship-and-move.before",
    seed: int = 0,
    **given: Any,
) -> Game:
    """A game that starts with a seat's turn to ship and move."""
    position = {"phase": "shipment", "order": tuple(seats), **given}
    book = rulebook(*modules, house=house)
    return Game.start(book, tuple(seats), at=at, turn_of=turn_of, seed=seed, given=position)


def ship(location: str, count: int, **more: Any) -> Ship:
    """A shipment of regular forces."""
    return Ship(location, (("regular", count),), **more)


def taken(location: str, place: str, count: int, kind: str) -> Ship:
    """A shipment of regular forces that are on the map."""
    source = place.partition(":")[0]
    return Ship(location, kind=kind, source=source, taken=(((place, "regular"), count),))


def move(place: str, count: int, target: str, *, kind: str = "regular") -> Move:
    """A move of forces out of one location."""
    return Move(place.partition(":")[0], (((place, kind), count),), target)


def asked(game: Game) -> list[tuple[str, str]]:
    """Who is asked what."""
    return [(decision.seat, decision.kind) for decision in game.decisions]


def named(events: Iterable[Any], name: str) -> list[Any]:
    """The events whose class has a name."""
    return [event for event in events if type(event).__name__ == name]
