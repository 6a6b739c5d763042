"""Starting a game: seats are taken, a position is laid out, and the agenda is set to where play begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve

from dunerules.engine.agenda import next_pass
from dunerules.engine.errors import DunerulesError, nearest
from dunerules.engine.flow import Frame, GameBegan
from dunerules.engine.history import Header
from dunerules.engine.positions import check_given, check_laws
from dunerules.engine.rulebook import Rulebook, known
from dunerules.engine.tables import State
from dunerules.engine.transaction import START, Tx

FEWEST, MOST, MOST_OF_ONE = "seats.min", "seats.max", "seats.per-person"
"""Quantities that a rule module may declare to bound the number of seats, of all persons and of each."""

MOST_PASSES = 1000
"""A seat whose turn has not come after so many passes of a procedure has none in it."""


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
        lay_out = known(rulebook.givens, word, "word for a position")
        check_given(rulebook, word, value, header.seats)
        lay_out(tx, value)
    if header.given:
        check_laws(rulebook, tx.state)
    if header.turn_of:
        _check_turn(header)
    if header.at:
        _go_to(tx, header.at, header.turn_of)
    else:
        tx.agenda.append(Frame(rulebook.root, START))
    return tx


def check_seats(rulebook: Rulebook, seats: Sequence[str], persons: Mapping[str, str]) -> None:
    """Refuse seats that are unknown, taken twice, too few or too many, for the game or for one person."""
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
    if not rulebook.factions:
        raise SeatingError(f"{rulebook.id} has no factions, so nobody can play it.")
    fewest = _bound(rulebook, FEWEST, 1)
    most = _bound(rulebook, MOST, len(rulebook.factions))
    if not fewest <= len(seats) <= most:
        span = f"{fewest} seats" if fewest == most else f"{fewest} to {most} seats"
        raise SeatingError(f"{rulebook.id} is for {span}, and {len(seats)} were taken.")
    _check_persons(rulebook, Counter(persons.get(seat, seat) for seat in seats))


def _check_persons(rulebook: Rulebook, held: Mapping[str, int]) -> None:
    most = _bound(rulebook, MOST_OF_ONE, len(rulebook.factions))
    for person, count in held.items():
        if count > most:
            span = "1 seat" if most == 1 else f"at most {most} seats"
            raise SeatingError(f'{rulebook.id} gives every person {span}, and "{person}" took {count}.')


def _bound(rulebook: Rulebook, name: str, otherwise: int) -> int:
    if name not in rulebook.quantities:
        return otherwise
    return int(rulebook.quantities[name].value(None, {}))


def _side(rulebook: Rulebook, seat: str) -> str:
    return getattr(rulebook.components["faction"][seat], "side", "") or seat


def _check_turn(header: Header) -> None:
    if not header.at:
        raise SeatingError(f'it is the turn of "{header.turn_of}", but nothing says at which step.')
    if header.turn_of not in header.seats:
        raise SeatingError(
            f'"{header.turn_of}" has the turn but no seat. {nearest(header.turn_of, header.seats)}'.strip()
        )


def _go_to(tx: Tx, step: str, turn_of: str) -> None:
    """Set the agenda to a step, inside all the procedures that lead there."""
    path = _path(tx.rulebook, tx.rulebook.root, step)
    if path is None:
        steps = _reachable(tx.rulebook, tx.rulebook.root)
        raise DunerulesError(f'"{step}" is not a step of {tx.rulebook.id}. {nearest(step, steps)}'.strip())
    args: tuple[tuple[str, object], ...] = ()
    for depth, (procedure, index) in enumerate(path):
        tx.agenda.append(Frame(procedure, START, args))
        next_pass(tx, tx.agenda[-1])
        if len(tx.agenda) == depth and tx.rulebook.procedures[procedure].repeat and not turn_of:
            tx.agenda.append(Frame(procedure, 0, args))  # a position inside the last pass, after which none comes
        if not _comes_to(tx, depth, turn_of):
            whose = f" of {turn_of}" if turn_of else ""
            raise DunerulesError(f'procedure "{procedure}" has no turn{whose} for the position at "{step}".')
        ran = depth < len(path) - 1
        tx.agenda[-1] = evolve(tx.agenda[-1], index=index, ran=ran)
        args = tx.agenda[-1].args


def _comes_to(tx: Tx, depth: int, turn_of: str) -> bool:
    """Let turns pass until it is that of a seat; whether it came."""
    for _ in range(MOST_PASSES):
        if len(tx.agenda) <= depth:
            return False
        if not turn_of or dict(tx.agenda[-1].args).get("seat", turn_of) == turn_of:
            return True
        next_pass(tx, tx.agenda[-1])
    return False


def _reachable(rulebook: Rulebook, procedure: str) -> set[str]:
    """Every step and procedure that a procedure leads to without being pushed."""
    entries = rulebook.procedures[procedure].steps
    below = [_reachable(rulebook, entry) for entry in entries if entry in rulebook.procedures]
    return set(entries).union(*below)


def _path(rulebook: Rulebook, procedure: str, step: str) -> list[tuple[str, int]] | None:
    """Procedures and indices of their operations from the root down to a step."""
    for entry, index in _entries(rulebook, procedure, 0):
        if entry == step:
            return [(procedure, index)]
        if index < len(rulebook.operations[procedure]):
            operation = rulebook.operations[procedure][index]
            below = _path(rulebook, entry, step) if operation.run is None and operation.name == entry else None
            if below is not None:
                return [(procedure, index), *below]
    return None


def _entries(rulebook: Rulebook, procedure: str, index: int) -> Iterator[tuple[str, int]]:
    """Everything a procedure names, with the place of its first operation; what is written out inside it included."""
    for entry in rulebook.procedures[procedure].steps:
        yield entry, index
        inner = rulebook.procedures.get(entry)
        if inner is None or inner.each or inner.repeat:
            index += 1
        else:
            yield from _entries(rulebook, entry, index)
            index += len(rulebook.operations[entry])
