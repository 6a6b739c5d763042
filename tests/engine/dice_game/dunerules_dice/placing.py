"""Turns: a die into a slot, unless somebody stops it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dunerules.rules import (
    Ask,
    Denial,
    Either,
    Filter,
    Just,
    Look,
    OneOf,
    Pass,
    Product,
    Space,
    Tx,
    answer,
    choice,
    commit,
    event,
    forbid,
    intent,
    prevented,
    reducer,
    space,
    step,
    without,
)
from dunerules_dice.feud import Feud

Write = Callable[[type[Any]], Any]


@choice("place", words="put a {die} into the {slot}")
class Place:
    """Put a die into a slot."""

    die: int
    slot: str


@intent("placement", title="A die is about to go into a slot")
class Placement:
    """A die that is about to go into a slot."""

    seat: str
    die: int
    slot: str


@event("die-placed", words="{seat} puts a {die} into the {slot}.")
class DiePlaced:
    """A die went into a slot."""

    seat: str
    die: int
    slot: str


@event("die-lost", words="{seat} loses a {die}.")
class DieLost:
    """A die was lost."""

    seat: str
    die: int


@event("turn-passed", words="{seat} passes.")
class TurnPassed:
    """A seat is out for the round."""

    seat: str


@reducer(DiePlaced)
def put_die(write: Write, event: DiePlaced) -> None:
    feud = write(Feud)
    feud.rolled[event.seat] = without(feud.rolled[event.seat], event.die)
    place = (event.slot, event.seat)
    feud.placed[place] = (*feud.placed.get(place, ()), event.die)


@reducer(DieLost)
def lose_die(write: Write, event: DieLost) -> None:
    feud = write(Feud)
    feud.rolled[event.seat] = without(feud.rolled[event.seat], event.die)


@reducer(TurnPassed)
def go_out(write: Write, event: TurnPassed) -> None:
    feud = write(Feud)
    feud.out = (*feud.out, event.seat)


@forbid("place.into", reason="{slot} takes no die as low as {die}", cites=("dice.place.minimum",))
def too_low(look: Look, ctx: Mapping[str, Any]) -> bool:
    return bool(ctx["die"] < look.component("slot", ctx["slot"]).minimum)


@step("place.turn")
def take_turn(tx: Tx) -> None:
    tx.ask(tx.seat, "turn")


@space("turn")
def turn_space(look: Look, ask: Ask) -> Space[Pass | Place]:
    def test(place: Place) -> Denial | None:
        return look.denial("place.into", seat=ask.seat, slot=place.slot, die=place.die)

    dice = OneOf(tuple(sorted(set(look[Feud].rolled[ask.seat]))))
    slots = OneOf(tuple(look.rulebook.components["slot"]))
    return Either(Just(Pass()), Filter(Product(Place, die=dice, slot=slots), test))


@answer("turn")
def turn_taken(tx: Tx, ask: Ask, choice: Pass | Place) -> None:
    if isinstance(choice, Pass):
        tx.emit(TurnPassed(ask.seat))
    else:
        tx.propose(Placement(ask.seat, choice.die, choice.slot))


@commit(Placement)
def place_die(tx: Tx, intent: Placement) -> None:
    tx.emit(DiePlaced(intent.seat, intent.die, intent.slot))


@prevented(Placement)
def die_is_lost(tx: Tx, intent: Placement) -> None:
    tx.emit(DieLost(intent.seat, intent.die))
