"""The Bene Gesserit of the advanced game: fighters and advisors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dunerules.classic.advantages import is_active, may_use, propose_use
from dunerules.classic.board import board_of
from dunerules.classic.forces import RESERVES, Forces, ForcesMoved, ForcesTurned, group, move, spread
from dunerules.classic.moves import GroupMoved
from dunerules.classic.shipment import ForcesShipped
from dunerules.classic.storm_marker import in_storm
from dunerules.classic.turn import PhaseBegan, TurnBegan
from dunerules.factions.bene_gesserit import BENE_GESSERIT, ForceAccompanied
from dunerules.factions.bene_gesserit_sides import (
    ADVISOR,
    FIGHTER,
    MODULE,
    advisors_in,
    is_alone,
    lonely,
    may_fight,
    show_no_side,
    stands,
    territories_with,
    turn_all,
)
from dunerules.rules import (
    Ask,
    Either,
    Just,
    Look,
    OneOf,
    Pass,
    Product,
    Space,
    Subset,
    Tx,
    Write,
    answer,
    choice,
    event,
    fact,
    given,
    invariant,
    on,
    public,
    reducer,
    space,
    step,
    table,
)

AS_ADVISORS = "as-advisors"
ALONE = "advisors.alone"
FIGHTERS = "bene-gesserit-fighters"
INTRUSION = "bene-gesserit-intrusion"
ARMS = "bene-gesserit-arms"
LAID_OUT = ("set-up", "position")
"""Causes of moves that are no arrivals."""


@table("advisors")
class Advisors:
    """Where advisors may not become fighters in this turn."""

    locked: tuple[str, ...] = public(default=())
    """Territories."""


@choice("place-advisor", words="begin in {location}")
class PlaceAdvisor:
    """Place the first force."""

    location: str


@choice("turn-forces", words="turn the forces in {territories} into {side}")
class TurnForces:
    """Turn all forces in some territories to their other side."""

    territories: tuple[str, ...]
    side: str
    """``advisor``, or ``regular`` for fighters."""


@event("advisors-locked")
class AdvisorsLocked:
    """The advisors in a territory may not become fighters in this turn, unless they are alone."""

    territory: str


@reducer(AdvisorsLocked)
def lock(write: Write, event: AdvisorsLocked) -> None:
    """Note the territory."""
    advisors = write(Advisors)
    if event.territory not in advisors.locked:
        advisors.locked = (*advisors.locked, event.territory)


@reducer(TurnBegan)
def unlock(write: Write, event: TurnBegan) -> None:
    """A new turn, a new chance."""
    write(Advisors).locked = ()


@reducer(ForcesMoved)
def leave_map(write: Write, event: ForcesMoved) -> None:
    """In the reserves and in the tanks a force shows neither side."""
    show_no_side(write, event, ADVISOR)


# ------------------------------------------------------------------ the start


@step("advisors.place")
def place_first(tx: Tx) -> None:
    """The first force goes to any territory."""
    if BENE_GESSERIT in tx.seats:
        tx.ask(BENE_GESSERIT, "place-advisor")


@space("place-advisor")
def first_places(look: Look, ask: Ask) -> Space[PlaceAdvisor]:
    """Any place on the map."""
    return Product(PlaceAdvisor, location=OneOf(tuple(board_of(look).territory_of)))


@answer("place-advisor")
def placed_first(tx: Tx, ask: Ask, choice: PlaceAdvisor) -> None:
    """It is an advisor, and alone a fighter."""
    move(tx, ask.seat, group({ADVISOR: tx.whole("setup.advisors")}), RESERVES, choice.location, "set-up")
    tx.push(ALONE)


# ------------------------------------------------------------------ facts


@fact("bene-gesserit-side", needs=("territory",), values="force")
def side_there(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether Bene Gesserit forces that show this side are in the territory in question."""
    return stands(look, value, ctx["territory"])


@fact("occupied-by-others", needs=("territory",), values="bool", exclusive=True)
def others_there(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether anybody but the Bene Gesserit has forces in the territory in question."""
    return is_alone(look, ctx["territory"]) is not value


@fact("advisors-locked", needs=("territory",), values="bool", exclusive=True)
def is_locked(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether advisors in the territory in question have to stay advisors in this turn."""
    return (ctx["territory"] in look[Advisors].locked) is value


@fact("advisors-in-storm", needs=("territory",), values="bool", exclusive=True)
def is_in_storm(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether the storm is over Bene Gesserit forces in the territory in question."""
    return any(in_storm(look, place) for place in spread(look, ctx["territory"], BENE_GESSERIT)) is value


# ------------------------------------------------------------------ alone


@on(ForcesMoved)
def look_for_lonely(tx: Tx, event: ForcesMoved) -> None:
    """Advisors whom others have left, or who have come to an empty territory, become fighters.

    Not in the middle of a step, which may have counted them as advisors already, but before anything else happens.
    """
    pending = any(frame.procedure == ALONE for frame in tx.pending)
    if not pending and tx.option(MODULE, "alone") == "any-time" and any(lonely(tx, ADVISOR)):
        tx.push(ALONE)


@on(PhaseBegan)
def look_before_battles(tx: Tx, event: PhaseBegan) -> None:
    """By the other reading advisors who are alone become fighters before the battles."""
    if event.phase == "battle" and any(lonely(tx, ADVISOR)):
        tx.push(ALONE)


@step("advisors.alone.turn")
def turn_lonely(tx: Tx) -> None:
    """They become fighters; nobody can stop that."""
    for territory in tuple(lonely(tx, ADVISOR)):
        turn_all(tx, territory, FIGHTER)


# ------------------------------------------------------------------ shipment


@on(ForceAccompanied)
def lock_with_shipment(tx: Tx, event: ForceAccompanied) -> None:
    """Where an advisor has followed a shipment, advisors stay advisors in this turn."""
    if event.kind == ADVISOR and event.location == event.shipment:
        tx.emit(AdvisorsLocked(board_of(tx).territory_of[event.location]))


@on(ForcesShipped)
def take_sides(tx: Tx, event: ForcesShipped) -> None:
    """What they ship lands as fighters, unless it was announced otherwise."""
    if event.seat != BENE_GESSERIT or not event.territory:
        return
    source, target = (FIGHTER, ADVISOR) if event.kind == AS_ADVISORS else (ADVISOR, FIGHTER)
    for kind, count in event.forces:
        if kind == source:
            tx.emit(ForcesTurned(BENE_GESSERIT, event.location, source, target, count))


# ------------------------------------------------------------------ turning sides


@on(GroupMoved)
def advisors_arrive(tx: Tx, event: GroupMoved) -> None:
    """Advisors who come to another territory settle there."""
    count = dict(event.forces).get(ADVISOR, 0)
    if event.seat == BENE_GESSERIT and count and event.source != event.territory:
        tx.push("advisors.arrive", territory=event.territory, count=count)


@step("advisors.arrive.settle")
def settle(tx: Tx) -> None:
    """Alone, or beside fighters, they must become fighters; beside others they may, unless advisors stand there."""
    territory = tx.arg("territory")
    joins_fighters = stands(tx, FIGHTER, territory) and not tx.option(MODULE, "mixed_sides")
    if is_alone(tx, territory) or joins_fighters:
        turn_all(tx, territory, FIGHTER)
    elif advisors_in(tx, territory) == tx.arg("count") and may_fight(tx, territory):
        _offer(tx, "advisors-enter", FIGHTERS, (territory,), FIGHTER)


@on(ForcesMoved)
def others_arrive(tx: Tx, event: ForcesMoved) -> None:
    """When forces of others come to a territory of fighters, these may become advisors."""
    if event.seat == BENE_GESSERIT or BENE_GESSERIT not in tx.seats or event.cause in LAID_OUT:
        return
    territory_of = board_of(tx).territory_of
    territory = territory_of.get(event.target, "")
    if not territory or territory_of.get(event.source) == territory or not stands(tx, FIGHTER, territory):
        return
    # A group that comes from several sectors is told as several moves.
    if not any(frame.procedure == "intrusion" and ("territory", territory) in frame.args for frame in tx.pending):
        tx.push("intrusion", territory=territory)


@step("intrusion.ask")
def ask_about_intrusion(tx: Tx) -> None:
    """They decide at once."""
    _offer(tx, "intrusion", INTRUSION, (tx.arg("territory"),), ADVISOR)


@step("arms.ask")
def ask_for_arms(tx: Tx) -> None:
    """Before the first shipment they may announce fighters."""
    able = tuple(territory for territory in territories_with(tx, ADVISOR) if may_fight(tx, territory))
    if able:
        _offer(tx, "take-up-arms", ARMS, able, FIGHTER)


def _offer(tx: Tx, kind: str, advantage: str, territories: tuple[str, ...], side: str) -> None:
    if is_active(tx, BENE_GESSERIT, advantage):
        tx.ask(BENE_GESSERIT, kind, advantage=advantage, territories=territories, side=side)


@space("advisors-enter")
@space("intrusion")
@space("take-up-arms")
def turning_space(look: Look, ask: Ask) -> Space[Pass | TurnForces]:
    """Some of the territories, or none."""
    cites = look.component("advantage", ask["advantage"]).cites
    territories = Subset(ask["territories"], 1, cites=cites)
    return Either(Just(Pass()), Product(TurnForces, territories=territories, side=Just(ask["side"])))


@answer("advisors-enter")
@answer("intrusion")
@answer("take-up-arms")
def announce_turn(tx: Tx, ask: Ask, choice: Pass | TurnForces) -> None:
    """Announce where forces turn."""
    if isinstance(choice, TurnForces):
        tx.push("sides", advantage=ask["advantage"], territories=choice.territories, side=choice.side)


@step("sides.propose")
def propose_turn(tx: Tx) -> None:
    """Others may stop it."""
    propose_use(tx, BENE_GESSERIT, tx.arg("advantage"), ", ".join(tx.arg("territories")))


@step("sides.turn")
def turn_forces(tx: Tx) -> None:
    """All forces there turn; fighters who become advisors stay so for the rest of the turn."""
    if not may_use(tx, BENE_GESSERIT, tx.arg("advantage")):
        return
    for territory in tx.arg("territories"):
        turn_all(tx, territory, tx.arg("side"))
        if tx.arg("side") == ADVISOR:
            tx.emit(AdvisorsLocked(territory))


# ------------------------------------------------------------------ positions and laws


@given("locked_advisors")
def set_locked(tx: Tx, value: Iterable[str]) -> None:
    """Say where advisors may not become fighters in this turn: a list of territories."""
    tx.arrange(Advisors, locked=tuple(value))


@invariant("only Bene Gesserit on the map are advisors", cites=("gf9.faction.bene-gesserit.two-sides",))
def advisors_are_on_the_map(look: Look) -> str | None:
    """Nobody else has advisors, and off the map no force shows a side."""
    forces = look[Forces]
    kept = [key for table in (forces.reserves, forces.tanks) for key in table if key[1] == ADVISOR]
    found = [*kept, *(key for key in forces.placed if key[2] == ADVISOR and key[1] != BENE_GESSERIT)]
    return f"advisors where there are none: {found}" if found else None
