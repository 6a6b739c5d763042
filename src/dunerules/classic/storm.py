"""The storm phase: how far the storm moves, and what it does on its way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic import forces as pieces
from dunerules.classic.board import board_of
from dunerules.classic.forces import TANKS, Forces, group
from dunerules.classic.spice import clear_spice
from dunerules.classic.storm_marker import StormMoved, storm_sector
from dunerules.classic.turn import FirstPlayerDetermined, Turn, begin_phase, order_from
from dunerules.classic.wheels import Wheels, WheelsUsed
from dunerules.rules import (
    Ask,
    Counts,
    Look,
    Product,
    Range,
    Space,
    Tx,
    Write,
    answer,
    answers,
    choice,
    effect,
    event,
    intent,
    public,
    reducer,
    space,
    step,
    table,
)


@table("storm-movement")
class StormMovement:
    """How far the storm moves in this phase."""

    distance: int | None = public(default=None)
    """Sectors; None as long as it is not known."""


@choice("dial-storm", words="dial {number} for the storm")
class DialStorm:
    """Dial a number for the storm."""

    number: int


@choice("lose-to-storm", words="lose {forces} to the storm")
class LoseToStorm:
    """Choose which forces the storm kills."""

    forces: tuple[tuple[tuple[str, str], int], ...]
    """Location and kind, and how many."""


@intent("storm-due", title="The storm is about to be determined")
class StormDue:
    """Nothing is known yet about how far the storm moves."""


@intent("storm-announced", title="The storm is about to move")
class StormAnnounced:
    """The distance is known, and the marker has not moved."""

    distance: int


@event("storm-dialed", words="The storm is dialed: {dials}.")
class StormDialed:
    """Two players showed what they had dialed."""

    dials: tuple[tuple[str, int], ...]


@event("storm-distance-known", words="The storm moves {distance:sector|sectors}.")
class StormDistanceKnown:
    """It is known how far the storm moves."""

    distance: int


@reducer(StormDistanceKnown)
def keep_distance(write: Write, event: StormDistanceKnown) -> None:
    """Note the distance."""
    write(StormMovement).distance = event.distance


@reducer(StormMoved)
def forget_distance(write: Write, event: StormMoved) -> None:
    """The storm has moved."""
    write(StormMovement).distance = None


@step("storm.begin")
def begin(tx: Tx) -> None:
    """The phase begins."""
    begin_phase(tx, "storm")


@step("storm.due")
def due(tx: Tx) -> None:
    """Whoever can determine the storm otherwise does so before it is dialed."""
    tx.propose(StormDue())


@step("storm.dial")
def dial(tx: Tx) -> None:
    """Two players dial, unless the distance is known by now."""
    if tx[StormMovement].distance is None:
        tx.ask_sealed("storm-dial", dialers(tx))


def dialers(look: Look) -> tuple[str, ...]:
    """The pair that used the wheels last; before that, those who sit nearest to the start on either side."""
    last = look[Wheels].last
    if last:
        return last
    start, sectors = storm_sector(look), board_of(look).sectors
    circles = look[Turn].circles
    # A circle in the start sector itself counts for the counterclockwise side: gf9.silence.storm-first-dialers.
    ahead = min(circles, key=lambda seat: (circles[seat] - start) % sectors)
    others = [seat for seat in circles if seat != ahead]
    behind = min(others, key=lambda seat: (start - 1 - circles[seat]) % sectors)
    return (ahead, behind)


@space("storm-dial")
def dial_space(look: Look, ask: Ask) -> Space[DialStorm]:
    """A number on the wheel."""
    low, high = look.whole("storm.dial-min"), look.whole("storm.dial-max")
    cites = ("gf9.storm.dial", "ah79.storm.dial", "gf9.storm.first-placement", "ah79.storm.first-placement")
    return Product(DialStorm, number=Range(low, high, noun="dial", cites=cites))


@answers("storm-dial")
def show_numbers(tx: Tx, asks: Mapping[str, Ask], choices: Mapping[str, DialStorm]) -> None:
    """Both numbers are shown at once, and the storm moves their sum."""
    tx.emit(StormDialed(tuple((seat, chosen.number) for seat, chosen in choices.items())))
    tx.emit(WheelsUsed(tuple(choices)))
    tx.emit(StormDistanceKnown(sum(chosen.number for chosen in choices.values())))


@step("storm.announced")
def announce(tx: Tx) -> None:
    """Whoever can act on the number does so before the marker moves."""
    tx.propose(StormAnnounced(tx[StormMovement].distance or 0))


@step("storm.move")
def move(tx: Tx) -> None:
    """Move the marker; every sector newly entered is struck once: gf9.silence.storm-full-circle."""
    board, start, distance = board_of(tx), storm_sector(tx), tx[StormMovement].distance or 0
    for sector in board.sectors_from(start, distance):
        strike(tx, sector)
    tx.emit(StormMoved((start + distance - 1) % board.sectors + 1))


def strike(tx: Tx, sector: int) -> None:
    """Kill what lies open in a sector, and take its spice away."""
    board = board_of(tx)
    locations = board.in_sector[sector]
    caught: dict[str, dict[tuple[str, str], int]] = {}
    for (location, seat, kind), count in tx[Forces].placed.items():
        if location in locations and tx.may("storm.kills", seat=seat, territory=board.territory_of[location]):
            caught.setdefault(seat, {})[location, kind] = count
    for seat, counts in caught.items():
        lose(tx, seat, counts, "storm")
    clear_spice(tx, locations, "storm")


def lose(tx: Tx, seat: str, counts: Mapping[tuple[str, str], int], cause: str) -> None:
    """Kill as many of a seat's forces in a sector, by location and kind, as the storm takes.

    The seat chooses which, if that makes a difference.
    """
    total = sum(counts.values())
    deaths = min(tx.whole("storm.deaths", seat=seat, count=total), total)
    if deaths == total or len(counts) == 1:
        _kill(tx, seat, dict(counts) if deaths == total else dict.fromkeys(counts, deaths), cause)
    elif deaths:
        tx.ask(seat, "storm-losses", deaths=deaths, counts=tuple(counts.items()), cause=cause)


def _kill(tx: Tx, seat: str, dying: Mapping[tuple[str, str], int], cause: str) -> None:
    by_place: dict[str, dict[str, int]] = {}
    for (location, kind), count in dying.items():
        by_place.setdefault(location, {})[kind] = count
    for location, counts in by_place.items():
        pieces.move(tx, seat, group(counts), location, TANKS, cause)


@space("storm-losses")
def losses_space(look: Look, ask: Ask) -> Space[LoseToStorm]:
    """So many of the forces caught, of whatever kind and wherever in the sector."""
    forces = Counts(
        dict(ask["counts"]),
        low=ask["deaths"],
        high=ask["deaths"],
        cites=("gf9.storm.kills-tokens", "ah79.storm.kills-tokens"),
    )
    return Product(LoseToStorm, forces=forces)


@answer("storm-losses")
def kill_chosen(tx: Tx, ask: Ask, choice: LoseToStorm) -> None:
    """Those chosen die."""
    _kill(tx, ask.seat, dict(choice.forces), ask["cause"])


@step("storm.order")
def set_order(tx: Tx) -> None:
    """The storm decides who plays first: gf9.general.first-player."""
    tx.emit(FirstPlayerDetermined(order_from(tx, storm_sector(tx))))


@effect(
    "storm.deaths",
    stage="set",
    title="Everybody caught in the open dies",
    cites=("gf9.storm.kills-tokens", "ah79.storm.kills-tokens"),
)
def all_die(look: Look, ctx: Mapping[str, Any]) -> int:
    """As many as there are."""
    count: int = ctx["count"]
    return count
