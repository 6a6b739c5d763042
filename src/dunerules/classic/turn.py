"""Turns, phases and the order of players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dunerules.classic.board import board_of
from dunerules.engine.errors import DunerulesError
from dunerules.rules import (
    GameBegan,
    Look,
    Rulebook,
    Seat,
    Tx,
    Write,
    component,
    event,
    fact,
    given,
    invariant,
    loop,
    on,
    order,
    public,
    reducer,
    step,
    table,
)


@component("phase", titles_procedures=True)
class Phase:
    """A phase of a turn, and what players call the procedure of its name."""

    id: str
    title: str
    part_of: str = ""
    """The phase that it goes on with, for players: it has no heading of its own."""


@table("turn")
class Turn:
    """Which turn and phase it is, where everybody sits, and who plays before whom."""

    turn: int = public(default=0)
    phase: str = public(default="setup")
    circles: dict[str, int] = public(factory=dict)
    """The sector of each seat's player circle."""
    order: tuple[str, ...] = public(default=())
    """The seats, the first player of the turn first."""


@event("circles-taken", words="The players sit at the circles of these sectors: {circles}.")
class CirclesTaken:
    """Every seat took a player circle."""

    circles: tuple[tuple[str, int], ...]
    order: tuple[str, ...]


@event("turn-began", words="Turn {turn} begins.")
class TurnBegan:
    """A turn began."""

    turn: int


def _heading(event: PhaseBegan) -> str:
    """The title of a phase that players know as one."""
    return "" if event.goes_on else "{phase}"


@event("phase-began", words=_heading)
class PhaseBegan:
    """A phase began."""

    phase: str
    goes_on: bool = False
    """Whether players know it as a part of the phase before."""


@event("first-player-determined", words="Order of play: {order}.")
class FirstPlayerDetermined:
    """The storm decided who plays before whom."""

    order: tuple[str, ...]


@reducer(CirclesTaken)
def sit_down(write: Write, event: CirclesTaken) -> None:
    """Note the circles."""
    turn = write(Turn)
    turn.circles = dict(event.circles)
    turn.order = event.order


@reducer(TurnBegan)
def count_turn(write: Write, event: TurnBegan) -> None:
    """Advance the turn marker."""
    write(Turn).turn = event.turn


@reducer(PhaseBegan)
def enter_phase(write: Write, event: PhaseBegan) -> None:
    """Note the phase."""
    write(Turn).phase = event.phase


@reducer(FirstPlayerDetermined)
def keep_order(write: Write, event: FirstPlayerDetermined) -> None:
    """Note who plays before whom."""
    write(Turn).order = event.order


@on(GameBegan)
def take_circles(tx: Tx, event: GameBegan) -> None:
    """Give every seat a player circle: gf9.setup.player-dot."""
    circles = board_of(tx).circles
    if tx.option("classic.turn", "circles") == "random":
        taken = tx.shuffled("player-circles", circles)[: len(tx.seats)]
    else:
        taken = tuple(circles[place * len(circles) // len(tx.seats)] for place in range(len(tx.seats)))
    seated = dict(zip(tx.seats, taken, strict=True))
    tx.emit(CirclesTaken(tuple(seated.items()), tuple(sorted(tx.seats, key=seated.__getitem__))))


def order_from(look: Look, storm: int) -> tuple[str, ...]:
    """The seats from the circle that the storm reaches next; one that it stands on counts as passed, as a rule."""
    sectors = board_of(look).sectors
    circles = look[Turn].circles
    # gf9.silence.storm-on-marker: a distance of nothing is a whole round.
    nearest = storm + int(look.option("classic.turn", "marker_under_storm") == "passed")
    return tuple(sorted(circles, key=lambda seat: (circles[seat] - nearest) % sectors))


def begin_phase(tx: Tx, phase: str) -> None:
    """Say that a phase begins; what lasts for a phase ends."""
    tx.emit(PhaseBegan(phase, is_part(tx.rulebook, phase)))


def is_part(rulebook: Rulebook, phase: str) -> bool:
    """Whether a phase goes on with another one, as the edition tells players."""
    known: Mapping[str, Phase] = rulebook.components.get("phase", {})
    return phase in known and bool(known[phase].part_of)


@loop("turns")
def next_turn(look: Look, args: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Go on until the last turn is over."""
    return {} if look[Turn].turn < look.whole("turn.limit") else None


@step("turn.begin")
def begin_turn(tx: Tx) -> None:
    """Advance the turn marker."""
    tx.emit(TurnBegan(tx[Turn].turn + 1))


@order("turn")
@order("responses")
def in_turn(look: Look) -> Iterable[str]:
    """The seats from the first player on."""
    return look[Turn].order


@fact("turn", values="int", exclusive=True)
def turn_is(look: Look, ctx: Mapping[str, Any], value: int) -> bool:
    """Whether it is this turn."""
    return look[Turn].turn == value


@fact("phase", exclusive=True)
def phase_is(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether it is this phase."""
    return look[Turn].phase == value


@fact("seats", values="int", exclusive=True)
def seats_are(look: Look, ctx: Mapping[str, Any], value: int) -> bool:
    """Whether so many seats are taken."""
    return len(look.seats) == value


@given("turn")
def set_turn(tx: Tx, value: int) -> None:
    """Set the turn: a number."""
    tx.arrange(Turn, turn=value)


@given("phase")
def set_phase(tx: Tx, value: str) -> None:
    """Set the phase: its name."""
    tx.arrange(Turn, phase=value)


@given("circles")
def set_circles(tx: Tx, value: Mapping[Seat, int]) -> None:
    """Say where players sit: seat and the sector of its player circle."""
    circles = {**tx[Turn].circles, **value}
    if len(set(circles.values())) < len(circles):
        raise DunerulesError(f"two players sit at one circle: {circles}.")
    tx.arrange(Turn, circles=circles, order=tuple(sorted(tx.seats, key=circles.__getitem__)))


@given("order")
def set_order(tx: Tx, value: Iterable[Seat]) -> None:
    """Set who plays before whom: a list of seats, the first player first."""
    tx.arrange(Turn, order=tuple(value))


@invariant("turns are counted up to the last", cites=("gf9.general.turn-limit", "ah79.general.turn-limit"))
def turn_is_within_bounds(look: Look) -> str | None:
    """No turn comes after the last one, and everybody has one place in it."""
    turn, limit = look[Turn], look.whole("turn.limit")
    if not 0 <= turn.turn <= limit:
        return f"it is turn {turn.turn} of {limit}"
    return None if sorted(turn.order) == sorted(look.seats) else f"the order of play is {turn.order}"
