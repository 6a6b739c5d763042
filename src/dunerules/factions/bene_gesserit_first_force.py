"""The first force of the Bene Gesserit, in any territory."""

from __future__ import annotations

from dunerules.classic.board import board_of
from dunerules.classic.forces import REGULAR, RESERVES, group, move
from dunerules.factions.bene_gesserit import BENE_GESSERIT
from dunerules.rules import Ask, Look, OneOf, Product, Space, Tx, answer, choice, space, step


@choice("place-first-force", words="begin in {location}")
class PlaceFirstForce:
    """Place the first force."""

    location: str


@step("first-force.place")
def place_first(tx: Tx) -> None:
    """The first force goes to any territory."""
    if BENE_GESSERIT in tx.seats:
        tx.ask(BENE_GESSERIT, "place-first-force")


@space("place-first-force")
def first_places(look: Look, ask: Ask) -> Space[PlaceFirstForce]:
    """Any place on the map."""
    return Product(PlaceFirstForce, location=OneOf(tuple(board_of(look).territory_of)))


@answer("place-first-force")
def placed_first(tx: Tx, ask: Ask, choice: PlaceFirstForce) -> None:
    """There it stands."""
    move(tx, ask.seat, group({REGULAR: tx.whole("setup.first-forces")}), RESERVES, choice.location, "set-up")
