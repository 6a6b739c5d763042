"""Procedures: the order of play, composed from declared lists and the changes that modules make to them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from attrs import frozen

from dunerules.engine.declarations import ProcedureDeclaration, StepChange
from dunerules.engine.errors import Problem, nearest
from dunerules.engine.ordering import cycles, in_order, place
from dunerules.engine.origin import Origin, Precedence
from dunerules.engine.quantities import declared_once
from dunerules.engine.slots import Change, changes_of, compose_steps


@frozen
class Procedure:
    """An ordered list of steps; an entry that names another procedure runs it."""

    id: str
    title: str
    steps: tuple[str, ...]
    each: str = ""
    repeat: str = ""
    cites: tuple[str, ...] = ()


def compose_procedures(
    declared: Sequence[tuple[Origin, ProcedureDeclaration]],
    changes: Sequence[tuple[Origin, StepChange]],
    *,
    precedence: Precedence,
    steps: Collection[str],
    orders: Collection[str],
    loops: Collection[str],
) -> tuple[dict[str, Procedure], list[Problem]]:
    """Compose all procedures; the order of the arguments' entries does not matter.

    ``steps``, ``orders`` and ``loops`` are the names that the selected modules' Python defines.
    """
    problems: list[Problem] = []
    owners: dict[str, tuple[Origin, ProcedureDeclaration]] = declared_once("procedure", declared, precedence, problems)
    known = {*steps, *owners}
    by_procedure: dict[str, list[Change]] = {name: [] for name in owners}
    for origin, change in sorted(changes, key=lambda pair: place(pair[0], precedence)):
        wrong = list(_malformed(origin, change)) + list(_unknown_words(origin, change, owners, known))
        problems.extend(wrong)
        if not wrong:
            by_procedure[change.procedure].extend(changes_of(origin, change))
    composed = {}
    for name in sorted(owners):
        origin, procedure = owners[name]
        problems.extend(_unknown_entries(origin, procedure, known, orders, loops))
        problems.extend(_unknown_kept(origin, procedure))
        entries = compose_steps(name, procedure, by_procedure[name], precedence, problems)
        composed[name] = Procedure(
            name, procedure.title, entries, procedure.each, procedure.repeat, _cites(procedure, by_procedure[name])
        )
    circles = list(_recursions(owners, composed, by_procedure))
    problems.extend(circles or _too_deep(owners, composed))
    return composed, in_order(problems)


def _cites(procedure: ProcedureDeclaration, changes: Iterable[Change]) -> tuple[str, ...]:
    """The rules that the declaration cites and those that its changes cite, each once."""
    return tuple(dict.fromkeys([*procedure.cites, *(cited for change in changes for cited in change.step.cites)]))


def _malformed(origin: Origin, change: StepChange) -> Iterator[Problem]:
    kinds = [kind for kind in ("insert", "move", "replace", "remove") if getattr(change, kind)]
    moved = change.insert or change.move
    if len(kinds) != 1:
        yield origin.problem('A [[step]] needs exactly one of "insert", "move", "replace" and "remove".')
    elif moved and bool(change.after) == bool(change.before):
        verb = "inserted" if change.insert else "moved"
        yield origin.problem(f'"{moved}" is {verb}, but needs exactly one of "after" and "before".')
    elif change.move and change.move in (change.after, change.before):
        yield origin.problem(f'"{change.move}" cannot be put beside itself.')
    elif kinds == ["replace"] and not change.by:
        yield origin.problem(f'"{change.replace}" is replaced, but "by" does not say by what.')


def _unknown_words(
    origin: Origin, change: StepChange, procedures: Collection[str], known: Collection[str]
) -> Iterator[Problem]:
    if change.procedure not in procedures:
        hint = nearest(change.procedure, procedures)
        yield _below(origin, "procedure").problem(f'"{change.procedure}" is not a procedure.', hint)
    for key, word in (("insert", change.insert), ("by", change.by)):
        if word and word not in known:
            yield _below(origin, key).problem(f'"{word}" is not a step or procedure.', nearest(word, known))


def _unknown_entries(
    origin: Origin,
    procedure: ProcedureDeclaration,
    known: Collection[str],
    orders: Collection[str],
    loops: Collection[str],
) -> Iterator[Problem]:
    for index, entry in enumerate(procedure.steps):
        if entry not in known:
            place_of_entry = _below(origin, f"steps[{index}]")
            yield place_of_entry.problem(f'"{entry}" is not a step or procedure.', nearest(entry, known))
    if procedure.each and procedure.repeat:
        yield _below(origin, "repeat").problem('A procedure has "each" or "repeat", not both.')
    if procedure.each and procedure.each not in orders:
        yield _below(origin, "each").problem(f'"{procedure.each}" is not an order.', nearest(procedure.each, orders))
    if procedure.repeat and procedure.repeat not in loops:
        yield _below(origin, "repeat").problem(f'"{procedure.repeat}" is not a loop.', nearest(procedure.repeat, loops))


def _unknown_kept(origin: Origin, procedure: ProcedureDeclaration) -> Iterator[Problem]:
    for step in procedure.keep:
        if step not in procedure.steps:
            yield _below(origin, "keep").problem(f'"{step}" is not in the procedure.', nearest(step, procedure.steps))


def _recursions(
    owners: Mapping[str, tuple[Origin, ProcedureDeclaration]],
    composed: Mapping[str, Procedure],
    changes: Mapping[str, Sequence[Change]],
) -> Iterator[Problem]:
    graph = {name: [entry for entry in procedure.steps if entry in composed] for name, procedure in composed.items()}
    for way in cycles(graph):
        # Of the changes that close the circle the last is told, for without it there would be none.
        closing = [
            _below(change.origin, key)
            for procedure, entry in pairwise(way)
            for change in changes[procedure]
            for key, word in (("insert", change.step.insert), ("by", change.step.by))
            if word == entry
        ]
        at = max(closing, key=lambda origin: origin.height) if closing else owners[way[0]][0]
        yield at.problem(f"These procedures run each other in a circle: {' -> '.join(way)}.")


DEEPEST = 100
"""So many procedures never stand around another one; the deepest game that is known has a tenth of them."""


def _too_deep(
    owners: Mapping[str, tuple[Origin, ProcedureDeclaration]], composed: Mapping[str, Procedure]
) -> Iterator[Problem]:
    inside = set(composed)
    for _ in range(DEEPEST):
        inside = {entry for name in inside for entry in composed[name].steps if entry in composed}
    if inside:
        deepest = min(inside)
        yield owners[deepest][0].problem(f'"{deepest}" stands {DEEPEST} procedures deep, which is too deep.')


def _below(origin: Origin, key: str) -> Origin:
    return origin.at(f"{origin.path}.{key}" if origin.path else key)
