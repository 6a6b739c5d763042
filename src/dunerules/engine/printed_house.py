"""House rules in a printed rulebook: what differs from the book, a sentence for each difference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from dunerules.engine.diff_orders import step_words
from dunerules.engine.diff_words import Book, Difference
from dunerules.engine.diff_words import Line as DiffLine
from dunerules.engine.effects import Change
from dunerules.engine.figures import exceptions, figure, is_assumed
from dunerules.engine.passages import written
from dunerules.engine.permissions import BY_DEFAULT
from dunerules.engine.printed import Entry, Items, Paragraph, Section, plain, section, sentence
from dunerules.engine.printed_marks import Telling
from dunerules.engine.quantities import Quantity

TITLE = "House rules of this table"


def house_section(telling: Telling) -> Section:
    """What is not as in the book, phase by phase."""
    if telling.book is None or not telling.differences:
        return section(TITLE)
    blocks: list[Paragraph | Items] = [
        Paragraph(plain(f"We play {telling.book.title}, and this is what differs. What the book says is in brackets."))
    ]
    for title, found in telling.differences.by_phase():
        entries = tuple(
            Entry(plain(house_words(telling, one, bookish=True)))
            for one in found
            if not _goes_with_a_rule(telling, one)
        )
        if entries:
            blocks += [Paragraph((), title), Items(entries)]
    return section(TITLE, *blocks, house=True)


def house_differences(telling: Telling) -> tuple[Difference, ...]:
    """The differences from the book, without those that only follow from a whole rule that the table plays without."""
    found = telling.differences.differences if telling.differences else ()
    return tuple(one for one in found if not _goes_with_a_rule(telling, one))


def _goes_with_a_rule(telling: Telling, one: Difference) -> bool:
    """Whether something is only gone because its rule module is, which is told as such."""
    here = telling.rulebook
    if one.part == "number":
        return one.about[0] not in here.quantities
    if one.part == "permission":
        rules = here.permissions[one.about[0]].rules if one.about[0] in here.permissions else ()
        return not any(telling.is_house(rule.origin.name) for rule in rules) and all(map(_is_default, one.right))
    if one.part == "order":
        return not one.right and not _gone(telling, one.about[0])
    return one.part == "piece" and not one.right


def house_words(telling: Telling, one: Difference, *, bookish: bool = False) -> str:
    """What a difference is at this table, as a sentence; if ``bookish``, with what the book says."""
    if one.part == "rule" and not one.right:
        return sentence(f"We play without: {_side(one.left)}")
    if one.part == "number" and (parts := list(_number(telling, one.about[0]))):
        told = "; ".join(f"{here} [{there}]" if bookish and there else here for here, there in parts)
        return sentence(f"{one.title}: {told}")
    if one.part == "order" and (gone := _gone(telling, one.about[0])):
        left_out = ", ".join(f'"{step_words(Book(telling.book), step)}"' for step in gone) if telling.book else ""
        return sentence(f"{one.title}: {'; '.join([*(line.text for line in one.right), f'without {left_out}'])}")
    here = _side(one.right) or "gone"
    there = "" if one.part == "rule" and not one.left else _side(line for line in one.left if not _is_default(line))
    text = f"{one.title}: {here}" if one.title else here
    return f"{sentence(text)} [{there}]" if bookish and there else sentence(text)


def _gone(telling: Telling, procedure: str) -> list[str]:
    """The steps that a procedure of the book has and ours has not, although the rule that brings them is there."""
    here = telling.rulebook
    before = telling.book.procedures[procedure].steps if telling.book else ()
    known = {*here.procedures, *here.hooks["run_step"]}
    return [step for step in before if step not in here.procedures[procedure].steps and step in known]


def _number(telling: Telling, name: str) -> Iterator[tuple[str, str]]:
    """What a number is here and in the book: as a rule, then in each case that a house rule names.

    Nothing, if it is found in play or only one of the two knows it.
    """
    here = telling.rulebook.quantities.get(name)
    there = telling.book.quantities.get(name) if telling.book else None
    if here is None or there is None:
        return
    own = [change for change in here.changes if telling.is_house(change.origin.name)]
    usual = [change for change in own if is_assumed(change.condition, {})]
    number, before = figure(telling.rulebook, here, {}), _before(telling, there, {})
    shifts = [change for change in usual if change.stage != "set"]
    if shifts and any(exceptions(there, {})):
        # What is added to a number that is not the same for all is no number for all either.
        yield from ((telling.change(change), "") for change in usual)
    elif number is not None and written(number) != before:
        titles = ", ".join(f"{one.title}{telling.where(one)}" for one in usual)
        yield f"{written(number)}: {titles}" if titles else written(number), before
    for change in own:
        if change not in usual:
            befores = {_before(telling, there, case) for case in _cases(change)}
            yield telling.change(change), befores.pop() if len(befores) == 1 else ""
        elif number is None:
            yield telling.change(change), ""


def _cases(change: Change) -> Iterator[dict[str, bool | int | str]]:
    """The cases in which an effect holds."""
    names = [test.fact.name for test in change.condition.when]
    for values in product(*(test.values for test in change.condition.when)):
        yield dict(zip(names, values, strict=True))


def _before(telling: Telling, quantity: Quantity, case: dict[str, bool | int | str]) -> str:
    number = None if telling.book is None else figure(telling.book, quantity, case)
    return "" if number is None else written(number)


def _side(lines: Iterable[DiffLine]) -> str:
    """What one side of a difference says."""
    return "; ".join(line.text.removesuffix(f": {BY_DEFAULT}") for line in lines)


def _is_default(line: DiffLine) -> bool:
    return line.text.endswith(f": {BY_DEFAULT}")
