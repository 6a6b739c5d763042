"""Orders of play that two rulesets share and go through differently."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dunerules.engine.declarations import ModuleFile, ProcedureDeclaration
from dunerules.engine.diff_words import Book, Difference, Line, earliest_phase, said
from dunerules.engine.phases import capital, either, in_words
from dunerules.engine.procedures import Procedure


def order_differences(left: Book, right: Book) -> Iterator[Difference]:
    """The steps that come elsewhere, or in one ruleset only, in procedures that both have."""
    ours, theirs = left.rulebook.procedures, right.rulebook.procedures
    for name in sorted(ours.keys() & theirs.keys()):
        one, other = ours[name], theirs[name]
        kept = _common(one.steps, other.steps)
        lines, others = _steps(left, one, kept), _steps(right, other, kept)
        if lines or others:
            yield Difference(
                phase=earliest_phase(left, right, _declaration(left, name)[0], _declaration(right, name)[0]),
                part="order",
                about=(name,),
                title=either(_title(one), _title(other)),
                left=lines,
                right=others,
            )


def step_words(book: Book, name: str) -> str:
    """A step as its code describes it, a procedure by its title."""
    procedure = book.rulebook.procedures.get(name)
    return _title(procedure) if procedure else said(book.rulebook.hooks["run_step"][name][0], in_words(name))


def _title(procedure: Procedure) -> str:
    return procedure.title or capital(in_words(procedure.id))


def _declaration(book: Book, procedure: str) -> tuple[str, ProcedureDeclaration]:
    """The module that declares a procedure, and how."""
    declared = (
        (name, one)
        for name, file in book.files.items()
        if isinstance(file, ModuleFile)
        for one in file.procedure
        if one.id == procedure
    )
    return next(declared)


def _steps(book: Book, procedure: Procedure, kept: frozenset[str]) -> tuple[Line, ...]:
    """The steps that are not in their place on the other side, each with what it follows."""
    return tuple(
        book.line(f"{step_words(book, step)}: {_place(book, procedure.steps, at)}", _cites(book, procedure.id, step))
        for at, step in enumerate(procedure.steps)
        if step not in kept
    )


def _cites(book: Book, procedure: str, step: str) -> tuple[str, ...]:
    """The rules that put a step into a procedure: those of the change that did, or of the procedure itself."""
    changes = [change for file in book.files.values() for change in file.step if change.procedure == procedure]
    by_change = [change.cites for change in changes if step in (change.insert, change.by)]
    return by_change[-1] if by_change else _declaration(book, procedure)[1].cites


def _place(book: Book, steps: Sequence[str], at: int) -> str:
    if at:
        return f'after "{step_words(book, steps[at - 1])}"'
    return f'before "{step_words(book, steps[1])}"' if len(steps) > 1 else "alone"


def _common(one: Sequence[str], other: Sequence[str]) -> frozenset[str]:
    """The most steps that both go through in the same order, whichever is named first."""
    first, second = sorted((tuple(one), tuple(other)))
    longest: dict[tuple[int, int], tuple[str, ...]] = {}
    for i in range(len(first) - 1, -1, -1):
        for j in range(len(second) - 1, -1, -1):
            if first[i] == second[j]:
                longest[i, j] = (first[i], *longest.get((i + 1, j + 1), ()))
            else:
                longest[i, j] = max(longest.get((i + 1, j), ()), longest.get((i, j + 1), ()), key=len)
    return frozenset(longest.get((0, 0), ()))
