"""Starting a game: seats are taken, a position is laid out, and the agenda is set to where play begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from dunerules.engine.agenda import _next_pass as next_pass
from dunerules.engine.errors import DunerulesError, nearest
from dunerules.engine.flow import Frame, GameBegan
from dunerules.engine.history import Header
from dunerules.engine.rulebook import Rulebook, known
from dunerules.engine.tables import State
from dunerules.engine.transaction import START, Tx

FEWEST, MOST = "seats.min", "seats.max"
"""Quantities that a rule module may declare to bound the number of seats."""


class SeatingError(DunerulesError):
    """These seats cannot play this ruleset."""


def begin(rulebook: Rulebook, header: Header) -> Tx:
    """A transaction that has taken the seats, laid out the position and set the agenda, ready to proceed."""
    tx = Tx(rulebook, State.fresh(rulebook.tables.values()))
    sides = {seat: _side(rulebook, seat) for seat in header.seats}
    persons = {seat: header.persons.get(seat, seat) for seat in header.seats}
    scripted = tuple((stream, tuple(outcomes)) for stream, outcomes in header.scripted.items())
    tx.emit(GameBegan(header.seats, tuple(sides.items()), tuple(persons.items()), header.seed, scripted))
    for word, value in header.given.items():
        known(rulebook.givens, word, "word for a position")(tx, value)
    if header.at:
        _go_to(tx, header.at, header.turn_of)
    else:
        tx.agenda.append(Frame(rulebook.root, START))
    return tx


def check_seats(rulebook: Rulebook, seats: Sequence[str], persons: Mapping[str, str]) -> None:
    """Refuse seats that are unknown, taken twice, too few or too many."""
    for seat in seats:
        if seat not in rulebook.factions:
            raise SeatingError(
                f'"{seat}" is not a faction of {rulebook.id}. {nearest(seat, rulebook.factions)}'.strip()
            )
    for seat in seats:
        if list(seats).count(seat) > 1:
            raise SeatingError(f'"{seat}" is seated twice; every faction can be seated once.')
    for seat in persons:
        if seat not in seats:
            raise SeatingError(f'"{seat}" has a person but no seat. {nearest(seat, seats)}'.strip())
    fewest = _bound(rulebook, FEWEST, 1)
    most = _bound(rulebook, MOST, len(rulebook.factions))
    if not fewest <= len(seats) <= most:
        span = f"{fewest} seats" if fewest == most else f"{fewest} to {most} seats"
        raise SeatingError(f"{rulebook.id} is for {span}, and {len(seats)} were taken.")


def _bound(rulebook: Rulebook, name: str, otherwise: int) -> int:
    if name not in rulebook.quantities:
        return otherwise
    return int(rulebook.quantities[name].value(None, {}))


def _side(rulebook: Rulebook, seat: str) -> str:
    return getattr(rulebook.components["faction"][seat], "side", "") or seat


def _go_to(tx: Tx, step: str, turn_of: str) -> None:
    """Set the agenda to a step, inside all the procedures that lead there."""
    path = _path(tx.rulebook, tx.rulebook.root, step)
    if path is None:
        steps = {entry for procedure in tx.rulebook.procedures.values() for entry in procedure.steps}
        raise DunerulesError(f'"{step}" is not a step of {tx.rulebook.id}. {nearest(step, steps)}'.strip())
    args: tuple[tuple[str, object], ...] = ()
    for depth, (procedure, index) in enumerate(path):
        tx.agenda.append(Frame(procedure, START, args))
        next_pass(tx, tx.agenda[-1])
        while len(tx.agenda) > depth and turn_of and dict(tx.agenda[-1].args).get("seat", turn_of) != turn_of:
            next_pass(tx, tx.agenda[-1])
        if len(tx.agenda) <= depth:
            raise DunerulesError(f'procedure "{procedure}" has no turn for the position at "{step}"')
        ran = depth < len(path) - 1
        tx.agenda[-1] = evolve(tx.agenda[-1], index=index, ran=ran)
        args = tx.agenda[-1].args


def _path(rulebook: Rulebook, procedure: str, step: str) -> list[tuple[str, int]] | None:
    """Procedures and indices from the root down to a step."""
    for index, entry in enumerate(rulebook.procedures[procedure].steps):
        if entry == step:
            return [(procedure, index)]
        if entry in rulebook.procedures:
            below = _path(rulebook, entry, step)
            if below is not None:
                return [(procedure, index), *below]
    return None
