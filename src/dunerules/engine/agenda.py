"""The loop: run the top step until decisions are open, take an answer, go on."""

from __future__ import annotations

from typing import Any

from dunerules.engine.errors import RuleModuleError
from dunerules.engine.flow import (
    Answered,
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
from dunerules.engine.look import Look
from dunerules.engine.spaces import Space
from dunerules.engine.transaction import START, Tx, merged

DONE = object()
"""What a repeating step returns when it has nothing more to do."""

MOST_STEPS = 100_000
"""A single choice never sets off as many steps; more means that a rule module goes round in circles."""

Spaces = dict[tuple[str, int], Space[Any]]


def proceed(tx: Tx) -> Spaces:
    """Run the agenda to the next stable point and give the spaces of the decisions that are open there."""
    for _ in range(MOST_STEPS):
        _push_pending(tx)
        flow = tx[Flow]
        if flow.outcome is not None:
            return _end(tx)
        if not tx.agenda:
            tx.finish((), "The order of play has run out.")
            continue
        waiting = open_asks(flow, len(tx.agenda))
        if not waiting:
            _advance(tx)
            continue
        spaces = _spaces_of(tx, waiting)
        if spaces is not None and not _follow_orders(tx, waiting, spaces):
            tx.emit(Paused(tuple(tx.agenda)))
            return spaces
    place = tx.agenda[-1].procedure if tx.agenda else ""
    raise RuleModuleError(f'the game goes round in circles in procedure "{place}": no decision and no end')


def open_asks(flow: Flow, depth: int) -> list[Ask]:
    """The decisions that can be answered now: those at the top of the agenda that are not sealed yet."""
    asks = [ask for ask in flow.asks.values() if ask.depth == depth]
    return [ask for ask in asks if (ask.seat, ask.number) not in flow.sealed] if flow.sealed else asks


def space_of(look: Look, ask: Ask) -> Space[Any]:
    """The legal choices of a decision, built from the rulebook and the state."""
    (build,) = look.rulebook.hooks["decision_space"][ask.kind]
    space: Space[Any] = build(look, ask)
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
    spaces = {(ask.seat, ask.number): space_of(look, ask) for ask in waiting}
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
    if not standing:
        return False
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


def _push_pending(tx: Tx) -> None:
    if tx.pending:
        tx.agenda.extend(reversed(tx.pending))
        tx.pending.clear()


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
    if frame.index == START:
        _next_pass(tx, frame)
    elif frame.ran and not operations[frame.index].repeat:
        _move_on(tx, frame, len(operations))
    else:
        _run(tx, frame)


def _run(tx: Tx, frame: Frame) -> None:
    operation = tx.rulebook.operations[frame.procedure][frame.index]
    place = len(tx.agenda) - 1
    tx.agenda[place] = Frame(frame.procedure, frame.index, frame.args, frame.rest, True)
    if operation.run is None:
        tx.pending.append(Frame(operation.name, START, frame.args))
        return
    happened = len(tx.events)
    result = operation.run(tx)
    if operation.repeat:
        if result is DONE:
            _move_on(tx, tx.agenda[place], len(tx.rulebook.operations[frame.procedure]))
        elif len(tx.events) == happened and not tx.pending:
            raise RuleModuleError(f'step "{operation.name}" repeats although nothing happened; it must return DONE')


def _move_on(tx: Tx, frame: Frame, steps: int) -> None:
    if frame.index + 1 < steps:
        tx.agenda[-1] = Frame(frame.procedure, frame.index + 1, frame.args, frame.rest)
    else:
        _next_pass(tx, frame)


def _next_pass(tx: Tx, frame: Frame) -> None:
    """Start a procedure's first or next pass, or take it off the agenda when there is none."""
    procedure = tx.rulebook.procedures[frame.procedure]
    args, rest = frame.args, frame.rest
    if procedure.each:
        if frame.index == START:
            rest = tuple(tx.rulebook.hooks["orders"][procedure.each][0](tx))
        more = bool(rest)
        if more:
            args, rest = merged(args, {"seat": rest[0]}), rest[1:]
    elif procedure.repeat:
        given = tx.rulebook.hooks["loops"][procedure.repeat][0](tx, dict(args) if frame.index != START else None)
        more = given is not None
        if more:
            args = merged(args, given)
    else:
        more = frame.index == START
    if more and tx.rulebook.operations[frame.procedure]:
        tx.agenda[-1] = Frame(frame.procedure, 0, args, rest)
    else:
        tx.agenda.pop()
