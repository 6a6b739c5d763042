"""Coexistence: the Bene Gesserit say in which territories they live beside others in peace."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dunerules.classic.alliances import allies_of
from dunerules.classic.board import board_of
from dunerules.classic.forces import REGULAR, Forces, ForcesMoved, Group, keepers, size, spread
from dunerules.classic.moves import GroupMoved
from dunerules.classic.shipment import ForcesShipped
from dunerules.classic.turn import TurnBegan
from dunerules.factions.bene_gesserit import BENE_GESSERIT, ForceAccompanied
from dunerules.factions.bene_gesserit_sides import (
    is_alone,
    lonely,
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

RULES = ("ah79.faction.bene-gesserit.coexist-end", "ah79.faction.bene-gesserit.coexist-contact")
COEXISTING = "coexisting"
ALONE = "coexistence.alone"
CONTACT = "contact"
SET_UP = "set-up"
LAID_OUT = (SET_UP, "position")
"""Causes of moves that are no arrivals."""


@table("coexistence")
class Coexistence:
    """What the Bene Gesserit have said in this turn."""

    kept: tuple[str, ...] = public(default=())
    """Territories in which they coexist for the rest of the turn."""
    ended: tuple[str, ...] = public(default=())
    """Territories in which they do not."""


@choice("end-coexistence", words="do not coexist in {territories}")
class EndCoexistence:
    """Say where one does not coexist."""

    territories: tuple[str, ...]


@event("coexistence-kept")
class CoexistenceKept:
    """They coexist in a territory for the rest of the turn."""

    territory: str


@event("coexistence-ended", words="{seat} does not coexist in {territory}.")
class CoexistenceEnded:
    """They do not coexist in a territory in this turn."""

    seat: str
    territory: str


@reducer(CoexistenceKept)
def note_kept(write: Write, event: CoexistenceKept) -> None:
    """Note the territory."""
    said = write(Coexistence)
    said.kept = _with(said.kept, event.territory)
    said.ended = tuple(territory for territory in said.ended if territory != event.territory)


@reducer(CoexistenceEnded)
def note_ended(write: Write, event: CoexistenceEnded) -> None:
    """Note the territory."""
    said = write(Coexistence)
    said.ended = _with(said.ended, event.territory)


def _with(territories: tuple[str, ...], territory: str) -> tuple[str, ...]:
    return territories if territory in territories else (*territories, territory)


@reducer(TurnBegan)
def forget(write: Write, event: TurnBegan) -> None:
    """What was said holds for one turn."""
    said = write(Coexistence)
    said.kept, said.ended = (), ()


@reducer(ForcesMoved)
def leave_map(write: Write, event: ForcesMoved) -> None:
    """Nobody coexists in the reserves or in the tanks."""
    show_no_side(write, event, COEXISTING)


# ------------------------------------------------------------------ facts


@fact("coexistence-kept", needs=("territory",), values="bool", exclusive=True)
def is_kept(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether the Bene Gesserit coexist in the territory in question for the rest of the turn."""
    return (ctx["territory"] in look[Coexistence].kept) is value


@fact("coexistence-ended", needs=("territory",), values="bool", exclusive=True)
def is_ended(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether the Bene Gesserit have said that they do not coexist in the territory in question."""
    return (ctx["territory"] in look[Coexistence].ended) is value


@fact("beside-ally", needs=("seat", "territory"), values="bool", exclusive=True)
def is_beside_ally(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether forces of an ally of the seat are in the territory in question, whether or not they may share it."""
    return bool(_allies_in(look, ctx["seat"], ctx["territory"])) is value


@fact("peace-with-allies", needs=("seat", "territory"), values="bool", exclusive=True)
def is_at_peace(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether the seat and its allies keep peace in a territory: only Bene Gesserit who coexist are beside an ally."""
    seat, territory = ctx["seat"], ctx["territory"]
    coexists = not stands(look, REGULAR, territory)
    apart = seat == BENE_GESSERIT or _allies_in(look, seat, territory) == (BENE_GESSERIT,)
    return (coexists and apart) is value


def _allies_in(look: Look, seat: str, territory: str) -> tuple[str, ...]:
    there = look.derived(Forces, keepers).get(territory, ())
    return tuple(ally for ally in allies_of(look, seat) if ally in there)


def shared_territories(look: Look) -> tuple[str, ...]:
    """The territories in which the Bene Gesserit are beside others, sorted."""
    theirs = {*territories_with(look, REGULAR), *territories_with(look, COEXISTING)}
    return tuple(sorted(territory for territory in theirs if not is_alone(look, territory)))


def may_end(look: Look, territory: str) -> bool:
    """Whether they may say that they do not coexist in a territory."""
    return look.may("coexistence.end", seat=BENE_GESSERIT, territory=territory)


# ------------------------------------------------------------------ what is said


@step("coexistence.announce")
def announce(tx: Tx) -> None:
    """Before anything has moved they name the territories in which they do not coexist."""
    if BENE_GESSERIT in tx.seats:
        _ask(tx, "coexistence", shared_territories(tx))


@step("contact.ask")
def meet(tx: Tx) -> None:
    """They say at once whether they coexist, if they are free to say no."""
    if not is_alone(tx, tx.arg("territory")):
        _ask(tx, CONTACT, (tx.arg("territory"),))


def _ask(tx: Tx, kind: str, shared: tuple[str, ...]) -> None:
    able = tuple(territory for territory in shared if may_end(tx, territory))
    if able:
        tx.ask(BENE_GESSERIT, kind, shared=shared, territories=able)
    else:
        settle(tx, shared)


@space("coexistence")
@space("contact")
def coexistence_space(look: Look, ask: Ask) -> Space[Pass | EndCoexistence]:
    """Silence, or some of the territories."""
    return Either(Just(Pass()), Product(EndCoexistence, territories=Subset(ask["territories"], 1, cites=RULES)))


@answer("coexistence")
@answer("contact")
def said(tx: Tx, ask: Ask, choice: Pass | EndCoexistence) -> None:
    """Where nothing is said they coexist."""
    settle(tx, ask["shared"], choice.territories if isinstance(choice, EndCoexistence) else ())


def settle(tx: Tx, shared: Iterable[str], ended: Iterable[str] = ()) -> None:
    """Let them coexist in shared territories, except where they said that they do not."""
    for territory in shared:
        if territory in ended:
            tx.emit(CoexistenceEnded(BENE_GESSERIT, territory))
            turn_all(tx, territory, REGULAR)
        else:
            tx.emit(CoexistenceKept(territory))
            # A card may have left them alone there while they were thinking.
            turn_all(tx, territory, REGULAR if is_alone(tx, territory) else COEXISTING)


# ------------------------------------------------------------------ alone


@on(ForcesMoved)
def look_for_lonely(tx: Tx, event: ForcesMoved) -> None:
    """Not in the middle of a step, which may have counted them as coexisting, but before anything else happens.

    That includes what is said about an arrival: others may leave one territory of theirs for another.
    """
    if any(lonely(tx, COEXISTING)) and not any(frame.procedure == ALONE for frame in tx.pending):
        tx.push(ALONE)


@step("coexistence.alone.turn")
def turn_lonely(tx: Tx) -> None:
    """Nobody is left to coexist with."""
    for territory in tuple(lonely(tx, COEXISTING)):
        turn_all(tx, territory, REGULAR)


# ------------------------------------------------------------------ arrivals


@on(ForcesMoved)
def others_come(tx: Tx, event: ForcesMoved) -> None:
    """When others come to a territory that is theirs alone, they say whether they coexist."""
    if event.seat == BENE_GESSERIT or BENE_GESSERIT not in tx.seats or event.cause in LAID_OUT:
        return
    territory = board_of(tx).territory_of.get(event.target, "")
    if not territory or not stands(tx, REGULAR, territory):
        return
    newcomers = size(event.forces)
    if newcomers == _others_in(tx, territory) and not _is_pending(tx, CONTACT, territory):
        tx.push(CONTACT, territory=territory)


def _others_in(look: Look, territory: str) -> int:
    territory_of = board_of(look).territory_of
    return sum(
        count
        for (place, owner, _), count in look[Forces].placed.items()
        if owner != BENE_GESSERIT and territory_of[place] == territory
    )


def _is_pending(tx: Tx, procedure: str, territory: str) -> bool:
    return any(frame.procedure == procedure and ("territory", territory) in frame.args for frame in tx.pending)


@on(GroupMoved)
def group_arrives(tx: Tx, event: GroupMoved) -> None:
    """A move of theirs has ended."""
    if event.seat == BENE_GESSERIT and event.source != event.territory and not joins(tx, event.territory, event.forces):
        tx.push(CONTACT, territory=event.territory)


@on(ForcesShipped)
def shipment_arrives(tx: Tx, event: ForcesShipped) -> None:
    """A shipment of theirs has landed."""
    if event.seat == BENE_GESSERIT and event.territory and not joins(tx, event.territory, event.forces):
        tx.push(CONTACT, territory=event.territory)


@on(ForceAccompanied)
def follower_arrives(tx: Tx, event: ForceAccompanied) -> None:
    """Whoever has gone along with a shipment says nothing, and so coexists, unless normal forces were there."""
    territory = board_of(tx).territory_of[event.location]
    followers = ((event.kind, tx.whole("accompany.forces")),)
    if not joins(tx, territory, followers) and not is_alone(tx, territory):
        settle(tx, (territory,))
    elif stands(tx, COEXISTING, territory):
        tx.emit(CoexistenceKept(territory))


@on(ForcesMoved)
def first_arrives(tx: Tx, event: ForcesMoved) -> None:
    """In the set-up nothing is said either."""
    if event.seat == BENE_GESSERIT and event.cause == SET_UP:
        territory = board_of(tx).territory_of.get(event.target, "")
        if territory and not is_alone(tx, territory):
            turn_all(tx, territory, COEXISTING)


def joins(tx: Tx, territory: str, arrived: Group) -> bool:
    """Let forces that have come to a territory become what those are that were there before, if there were any."""
    there: dict[str, int] = {}
    for counts in spread(tx, territory, BENE_GESSERIT).values():
        for kind, count in counts.items():
            there[kind] = there.get(kind, 0) + count
    for kind, count in arrived:
        there[kind] = there.get(kind, 0) - count
    before = next((kind for kind, count in there.items() if count > 0), "")
    if before:
        turn_all(tx, territory, before)
    return bool(before)


# ------------------------------------------------------------------ positions and laws


@given("coexistence")
def set_said(tx: Tx, value: Mapping[str, Iterable[str]]) -> None:
    """Say what was said in this turn: territories under ``kept`` and ``ended``."""
    tx.arrange(Coexistence, kept=tuple(value.get("kept", ())), ended=tuple(value.get("ended", ())))


@invariant(
    "only Bene Gesserit beside others coexist",
    cites=("ah79.faction.bene-gesserit.coexist", "ah79.silence.coexist-alone"),
    resting=True,
)
def coexisting_are_beside_others(look: Look) -> str | None:
    """Nobody else coexists, nobody does so alone or off the map, and a territory has one state."""
    forces = look[Forces]
    kept = [key for table in (forces.reserves, forces.tanks) for key in table if key[1] == COEXISTING]
    wrong = [*kept, *(key for key in forces.placed if key[2] == COEXISTING and key[1] != BENE_GESSERIT)]
    if wrong:
        return f"forces coexist where none do: {wrong}"
    found = territories_with(look, COEXISTING)
    odd = [territory for territory in found if is_alone(look, territory) or stands(look, REGULAR, territory)]
    return f"coexisting forces are alone or beside normal ones: {odd}" if odd else None
