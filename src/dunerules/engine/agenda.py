"""The loop: run the top step until decisions are open, take an answer, go on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.engine.errors import RuleModuleError, shown
from dunerules.engine.flow import (
    Answered,
    Args,
    Ask,
    Flow,
    Frame,
    Opened,
    Orders,
    Paused,
    StandingOrder,
    Unsealed,
    Withdrawn,
)
from dunerules.engine.look import Look, seats_in_order
from dunerules.engine.rulebook import StepOperation
from dunerules.engine.spaces import Space
from dunerules.engine.transaction import START, WINDOW, Tx, merged

DONE = object()
"""What a repeating step returns when it has nothing more to do."""

MOST_STEPS = 100_000
"""A single choice never sets off as many steps; more means that a rule module goes round in circles."""

Spaces = dict[tuple[str, int], Space[Any]]


def proceed(tx: Tx) -> Spaces:
    """Run the agenda to the next stable point and give the spaces of the decisions that are open there."""
    for _ in range(MOST_STEPS):
        if tx.pending:
            tx.agenda.extend(reversed(tx.pending))
            tx.pending.clear()
        flow: Flow = tx.state.tables[Flow]
        if flow.outcome is not None:
            return _end(tx)
        if not tx.agenda:
            tx.finish((), "The order of play has run out.")
            continue
        waiting = open_asks(flow, len(tx.agenda)) if flow.asks else None
        if not waiting:
            _advance(tx)
            continue
        spaces = _spaces_of(tx, waiting)
        ordered = tx.state.tables[Orders].standing
        if spaces is not None and not (ordered and _follow_orders(tx, waiting, spaces)):
            tx.emit(Paused(tuple(tx.agenda)))
            return spaces
    place = tx.agenda[-1].procedure if tx.agenda else ""
    raise RuleModuleError(f'the game goes round in circles in procedure "{place}": no decision and no end')


def open_asks(flow: Flow, depth: int) -> list[Ask]:
    """The decisions that can be answered now: those at the top of the agenda that are not sealed yet."""
    sealed = flow.sealed
    return [ask for place, ask in flow.asks.items() if ask.depth == depth and place not in sealed]


def space_of(look: Look, ask: Ask) -> Space[Any]:
    """The legal choices of a decision, built from the rulebook and the state."""
    (build,) = look.rulebook.hooks["decision_space"][ask.kind]
    space: Space[Any] = build(look, ask)
    if not hasattr(space, "denial"):
        raise RuleModuleError(f'the choices of "{ask.kind}" are {shown(space)}, which is no space')
    return space


def take_answer(tx: Tx, ask: Ask, choice: Any) -> None:
    """Carry out an answer that is known to be legal."""
    tx.emit(Answered(ask.seat, ask.number, choice, ask.mode != "single"))
    if ask.mode == "single":
        (handle,) = tx.rulebook.hooks["take_answer"][ask.kind]
        handle(tx, ask, choice)
        return
    _open_if_complete(tx, ask.kind, ask.depth)


def _open_if_complete(tx: Tx, kind: str, depth: int) -> None:
    flow = tx[Flow]
    group = [ask for ask in flow.asks.values() if (ask.depth, ask.kind) == (depth, kind) and ask.mode != "single"]
    if not group or any((ask.seat, ask.number) not in flow.sealed for ask in group):
        return
    stale = [ask for ask in group if space_of(tx, ask).denial(flow.sealed[ask.seat, ask.number]) is not None]
    if stale:
        # An interjection since it was sealed, such as a payment, made the answer impossible.
        for ask in stale:
            tx.emit(Unsealed(ask.seat, ask.number))
        return
    asks = {ask.seat: ask for ask in group}
    choices = {ask.seat: flow.sealed[ask.seat, ask.number] for ask in group}
    for ask in group:
        tx.emit(Opened(ask.seat, ask.number))
    (handle,) = tx.rulebook.hooks["take_answers"][kind]
    handle(tx, asks, choices)


def _spaces_of(tx: Tx, waiting: list[Ask]) -> Spaces | None:
    """The spaces of the open decisions; None after withdrawing one that an interjection left without a choice."""
    look = Look(tx.rulebook, tx.state)
    spaces: Spaces = {}
    for ask in waiting:
        spaces[ask.seat, ask.number] = space_of(look, ask)
    for ask in waiting:
        if spaces[ask.seat, ask.number].is_empty():
            if any(getattr(event, "ask", None) == ask for event in tx.events):
                raise RuleModuleError(f'{ask.seat} was asked "{ask.kind}" with nothing to choose from')
            tx.emit(Withdrawn(ask.seat, ask.number))
            _open_if_complete(tx, ask.kind, ask.depth)
            return None
    return spaces


def _follow_orders(tx: Tx, waiting: list[Ask], spaces: Spaces) -> bool:
    """Answer one open decision by a standing order; whether there was one."""
    standing = tx[Orders].standing
    for ask in waiting:
        order = _order_for(standing, ask)
        if order is not None and spaces[ask.seat, ask.number].denial(order.choice) is None:
            take_answer(tx, ask, order.choice)
            return True
    return False


def _order_for(standing: dict[tuple[str, int], StandingOrder], ask: Ask) -> StandingOrder | None:
    """The newest standing order of the asked seat for this kind of decision."""
    orders = [
        (number, order) for (seat, number), order in standing.items() if (seat, order.kind) == (ask.seat, ask.kind)
    ]
    return max(orders, key=lambda numbered: numbered[0])[1] if orders else None


def _end(tx: Tx) -> Spaces:
    for seat, number in tuple(tx[Flow].asks):
        tx.emit(Withdrawn(seat, number))
    tx.agenda.clear()
    tx.emit(Paused(()))
    return {}


def _advance(tx: Tx) -> None:
    """Run, or leave behind, the step at the top of the agenda."""
    frame = tx.agenda[-1]
    operations = tx.rulebook.operations[frame.procedure]
    index = frame.index
    if index == START or index == len(operations):
        next_pass(tx, frame)
    elif not frame.ran or operations[index].repeat:
        _run(tx, frame, index, operations)
    elif index + 1 == len(operations):
        next_pass(tx, frame)
    else:
        _run(tx, frame, index + 1, operations)


def _run(tx: Tx, frame: Frame, index: int, operations: tuple[StepOperation, ...]) -> None:
    """Run a step of the topmost frame, and those behind it in the same pass as long as nothing waits."""
    agenda = tx.agenda
    place = len(agenda) - 1
    while True:
        operation = operations[index]
        if operation.run is None:
            first = _pass(tx, operation.name, START, frame.args, ())
            if first is not None:
                agenda[place] = _at(frame, index, ran=True)
                agenda.append(first)
                return
        else:
            if operation.repeat or frame.procedure == WINDOW:
                # Of all frames whose step runs, only a window's is looked at: by what prevents or reopens it.
                frame = agenda[place] = _at(frame, index)
            if operation.repeat:
                _run_again(tx, frame, operation)
                return
            operation.run(tx)
            now = agenda[place]
            if now is not frame:
                if now.index != index:
                    return  # the step itself set the frame back, to run it anew
                frame = now
            flow: Flow = tx.state.tables[Flow]
            if tx.pending or (flow.asks and _asked_above(flow, place)):
                agenda[place] = _at(frame, index, ran=True)
                return
            if flow.outcome is not None:
                return
        index += 1
        if index == len(operations):
            next_pass(tx, frame, index)
            return


def _run_again(tx: Tx, frame: Frame, operation: StepOperation) -> None:
    """Run a step that repeats until it says that it is done."""
    place, happened = len(tx.agenda) - 1, len(tx.events)
    assert operation.run is not None, "only a step repeats"
    result = operation.run(tx)
    now = tx.agenda[place]
    if now.index != frame.index:
        return  # the step itself set the frame back
    if result is DONE:
        # What the step asked or pushed comes first, so a next pass is not looked for here.
        tx.agenda[place] = _at(now, now.index + 1)
    elif len(tx.events) == happened and not tx.pending:
        raise RuleModuleError(f'step "{operation.name}" repeats although nothing happened; it must return DONE')


def _asked_above(flow: Flow, place: int) -> bool:
    """Whether a question is open that the step at a place of the agenda, or one above it, has asked."""
    for ask in flow.asks.values():  # noqa: SIM110 - a plain loop costs half as much
        if ask.depth > place:
            return True
    return False


def _at(frame: Frame, index: int, *, ran: bool = False) -> Frame:
    """The frame at a step of its pass; ``ran``: it waits there for what the step has asked or pushed."""
    return Frame(frame.procedure, index, frame.args, frame.rest, ran)


def next_pass(tx: Tx, frame: Frame, index: int | None = None) -> None:
    """Start a procedure's first or next pass, or take it off the agenda when there is none.

    ``index`` is where the frame stands, if that is not what it says.
    """
    following = _pass(tx, frame.procedure, frame.index if index is None else index, frame.args, frame.rest)
    if following is not None:
        tx.agenda[-1] = following
    else:
        tx.agenda.pop()


def _pass(tx: Tx, name: str, index: int, args: Args, rest: tuple[str, ...]) -> Frame | None:
    """The frame at the beginning of a procedure's first or next pass; None: there is no other."""
    rulebook = tx.rulebook
    procedure = rulebook.procedures[name]
    if procedure.each:
        if index == START:
            rest = seats_in_order(tx, procedure.each)
        if not rest:
            return None
        args, rest = merged(args, {"seat": rest[0]}), rest[1:]
    elif procedure.repeat:
        given = rulebook.hooks["loops"][procedure.repeat][0](tx, dict(args) if index != START else None)
        if given is None:
            return None
        if given.__class__ is not dict and not isinstance(given, Mapping):
            raise RuleModuleError(f'the loop "{procedure.repeat}" gives {shown(given)}, not words for the next pass')
        args = merged(args, given)
    elif index != START:
        return None
    return Frame(name, 0, args, rest) if rulebook.operations[name] else None
