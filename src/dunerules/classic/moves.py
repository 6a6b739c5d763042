"""The moves of a turn: the one that everybody has, and those that cards give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from dunerules.classic.board import board_of
from dunerules.classic.forces import Group, group, move
from dunerules.classic.movement import Move, can_move, move_space
from dunerules.classic.ship_and_move import ShipAndMove
from dunerules.classic.treachery import CardPlayed, hand_of
from dunerules.classic.turn import PhaseBegan
from dunerules.rules import (
    Ask,
    Either,
    Just,
    Look,
    OneOf,
    Pass,
    Product,
    Rulebook,
    Seat,
    Space,
    Tx,
    Write,
    answer,
    choice,
    event,
    given,
    loop,
    order,
    public,
    reducer,
    space,
    step,
    table,
)

CAUSE = "movement"


@choice("play-for-move", words="play {card} for another move")
class PlayForMove:
    """Play a card that gives another move."""

    card: str


@table("moving")
class Moving:
    """Who has moved in this phase, and the move that is under way."""

    made: dict[str, int] = public(factory=dict)
    """Moves of each seat."""
    gained: dict[str, int] = public(factory=dict)
    """Moves that cards gave each seat."""
    finished: tuple[str, ...] = public(default=())
    """The seats that move no more in this phase."""
    current: Move | None = public(default=None)
    """What the acting seat has announced and not yet done."""


@event("move-declared")
class MoveDeclared:
    """A seat announced a move."""

    seat: str
    move: Move


@event("move-withdrawn", words="{seat} has to plan its move anew.")
class MoveWithdrawn:
    """An announced move turned out not to be possible any more; the seat chooses anew."""

    seat: str


@event("move-gained", words="{seat} may move once more.")
class MoveGained:
    """A card gave a seat more moves."""

    seat: str
    moves: int


@event("group-moved")
class GroupMoved:
    """A group arrived; the moves of its forces have been told."""

    seat: str
    source: str
    """The territory that it left."""
    territory: str
    location: str
    forces: Group


@event("moving-ended")
class MovingEnded:
    """A seat does not move any more in this phase."""

    seat: str


@reducer(PhaseBegan)
def start_afresh(write: Write, event: PhaseBegan) -> None:
    """Nobody has moved in a new phase."""
    moving = write(Moving)
    moving.made, moving.gained, moving.finished, moving.current = {}, {}, (), None


@reducer(MoveDeclared)
def note_move(write: Write, event: MoveDeclared) -> None:
    """Note what is under way."""
    write(Moving).current = event.move


@reducer(MoveWithdrawn)
def drop_move(write: Write, event: MoveWithdrawn) -> None:
    """Nothing is under way."""
    write(Moving).current = None


@reducer(MoveGained)
def gain_move(write: Write, event: MoveGained) -> None:
    """Count the moves that a card gave."""
    gained = write(Moving).gained
    gained[event.seat] = gained.get(event.seat, 0) + event.moves


@reducer(GroupMoved)
def count_move(write: Write, event: GroupMoved) -> None:
    """Count the move; nothing is under way."""
    moving = write(Moving)
    moving.current = None
    moving.made[event.seat] = moving.made.get(event.seat, 0) + 1


@reducer(MovingEnded)
def note_end(write: Write, event: MovingEnded) -> None:
    """Note who moves no more."""
    moving = write(Moving)
    moving.finished = (*moving.finished, event.seat)


# ------------------------------------------------------------------ a move, stage by stage


def moves_left(look: Look, seat: str) -> int:
    """How many moves a seat has left in this phase."""
    moving = look[Moving]
    allowed = look.whole("movement.moves", seat=seat) + moving.gained.get(seat, 0)
    return allowed - moving.made.get(seat, 0)


def move_cards(look: Look, seat: str) -> tuple[str, ...]:
    """The cards that a seat may play for another move."""
    return tuple(card for card in dict.fromkeys(hand_of(look, seat)) if look.may("movement.card", seat=seat, card=card))


@loop("moves")
def next_move(look: Look, args: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Go on until the acting seat has moved, and has no card for another move, or does not want to."""
    seat = look[ShipAndMove].acting
    more = seat not in look[Moving].finished and (moves_left(look, seat) > 0 or move_cards(look, seat))
    return {} if more else None


@order("moving")
def moving_seat(look: Look) -> Iterable[str]:
    """The acting seat, if it has announced a move."""
    return () if look[Moving].current is None else (look[ShipAndMove].acting,)


@step("move.choose")
def choose(tx: Tx) -> None:
    """Ask for a move, or for a card that gives one, if there is anywhere to go."""
    if can_move(tx, tx.seat):
        tx.ask(tx.seat, "move")
    else:
        tx.emit(MovingEnded(tx.seat))


@space("move")
def moves(look: Look, ask: Ask) -> Space[Pass | Move | PlayForMove]:
    """Pass, a move, or a card that gives another."""
    seat = ask.seat
    spaces: list[Space[Any]] = [Just(Pass())]
    if moves_left(look, seat) > 0:
        spaces.append(move_space(look, seat))
    if cards := move_cards(look, seat):
        spaces.append(Product(PlayForMove, card=OneOf(cards)))
    return Either(*spaces)


@answer("move")
def move_chosen(tx: Tx, ask: Ask, choice: Pass | Move | PlayForMove) -> None:
    """Announce the move, play the card, or be done."""
    seat = ask.seat
    match choice:
        case Move():
            tx.emit(MoveDeclared(seat, choice))
        case PlayForMove(card):
            tx.emit(CardPlayed(seat, card))
            tx.emit(MoveGained(seat, tx.whole("movement.card-moves", seat=seat, card=card)))
        case Pass():
            tx.emit(MovingEnded(seat))


@step("move.declared")
def declared(tx: Tx) -> None:
    """Nothing by itself: the place for what may still change the move, such as an advantage that is stopped."""


@step("move.confirm")
def confirm(tx: Tx) -> None:
    """Let the seat choose anew if the move is not possible any more."""
    current = tx[Moving].current
    if current is None or tx.rulebook.once(is_certain):
        return
    if move_space(tx, tx.seat).denial(current) is not None:
        tx.emit(MoveWithdrawn(tx.seat))


def is_certain(rulebook: Rulebook) -> bool:
    """Whether nothing comes between the announcement of a move and its confirmation."""
    steps = rulebook.procedures["move.carry-out"].steps
    return ("move.declared", "move.confirm") in pairwise(steps)


@step("move.go")
def go(tx: Tx) -> None:
    """Take the forces where they go."""
    current, seat = tx[Moving].current, tx.seat
    if current is None:
        return
    leaving: dict[str, dict[str, int]] = {}
    whole: dict[str, int] = {}
    for (place, kind), count in current.forces:
        leaving.setdefault(place, {})[kind] = count
        whole[kind] = whole.get(kind, 0) + count
    for place, counts in leaving.items():
        move(tx, seat, group(counts), place, current.target, CAUSE)
    territory = board_of(tx).territory_of[current.target]
    tx.emit(GroupMoved(seat, current.source, territory, current.target, group(whole)))
    tx.push("move.arrived", source=current.source, territory=territory, location=current.target)


@step("move.settle")
def settle(tx: Tx) -> None:
    """Nothing by itself: the place for what follows the arrival of a group."""


@given("moved")
def set_moved(tx: Tx, value: Mapping[Seat, int]) -> None:
    """Say how often seats have moved already in this phase: seat and number."""
    tx.arrange(Moving, made=dict(value))
