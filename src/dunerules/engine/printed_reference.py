"""The end of a printed rulebook, for looking up: numbers, permissions, readings and where the rules come from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TypeVar

from dunerules.engine.conditions import ALWAYS
from dunerules.engine.diff_words import condition_words, said, unfilled
from dunerules.engine.effects import Change
from dunerules.engine.figures import exceptions, figure
from dunerules.engine.passages import written
from dunerules.engine.permissions import Rule
from dunerules.engine.phases import WHOLE_GAME, headings, phase_of
from dunerules.engine.printed import Line, Row, Run, Section, Table, plain, section
from dunerules.engine.printed_marks import Telling
from dunerules.engine.quantities import Quantity

T = TypeVar("T")


def reference_section(telling: Telling) -> Section:
    """Everything that is declared, by phase, in small print."""
    return section(
        "For looking up",
        parts=(
            section(
                "Numbers", parts=_by_phase(telling, _numbers(telling), ("Number", "As a rule", "Except")), small=True
            ),
            section(
                "What may be done",
                parts=_by_phase(telling, _permissions(telling), ("What", "As a rule", "Except")),
                small=True,
            ),
            section(
                "Readings and settings",
                parts=_by_phase(telling, _options(telling), ("Rule", "Setting", "Here")),
                small=True,
            ),
            section("Where the rules come from", Table(("Rule", "Ids"), tuple(_sources(telling))), small=True),
        ),
        small=True,
    )


def _by_phase(telling: Telling, rows: Iterable[tuple[str, Row]], columns: tuple[str, ...]) -> Iterator[Section]:
    found: dict[str, list[Row]] = {}
    for phase, row in rows:
        found.setdefault(phase, []).append(row)
    for title, phases in headings(telling.rulebook).items():
        own = [row for phase in phases for row in found.get(phase, ())]
        if own:
            yield section("At any time" if WHOLE_GAME in phases else title, Table(columns, tuple(own)), small=True)


def _numbers(telling: Telling) -> Iterator[tuple[str, Row]]:
    for quantity in telling.rulebook.quantities.values():
        base = next(change for change in quantity.changes if change.stage == "base")
        number = None if _is_found(quantity) else figure(telling.rulebook, quantity, {})
        told = tuple(telling.change(change) for change in (*_found(quantity), *exceptions(quantity, {})))
        value = (
            plain("varies")
            if number is None
            else plain(written(number), house=_is_other(telling, quantity, written(number)))
        )
        house = any(telling.is_house(change.origin.name) for change in quantity.changes)
        yield phase_of(telling.rulebook, base.origin.name), Row((plain(quantity.title), value, _joined(told)), house)


def _found(quantity: Quantity) -> tuple[Change, ...]:
    """What rule code always has a say in."""
    return tuple(
        one for one in quantity.changes if one.condition is ALWAYS and callable(one.amount) and not one.refers_to
    )


def _is_found(quantity: Quantity) -> bool:
    return any(one.stage in ("set", "add") for one in _found(quantity))


def _is_other(telling: Telling, quantity: Quantity, number: str) -> bool:
    book = telling.book.quantities.get(quantity.id) if telling.book else None
    before = None if telling.book is None or book is None else figure(telling.book, book, {})
    return before is not None and written(before) != number


def _permissions(telling: Telling) -> Iterator[tuple[str, Row]]:
    for permission in telling.rulebook.permissions.values():
        default = permission.rules[-1]
        house = any(telling.is_house(rule.origin.name) for rule in permission.rules)
        others = tuple(_rule(telling, rule) for rule in permission.rules[:-1])
        verdict = "yes" if default.verdict == "allow" else "no"
        yield (
            phase_of(telling.rulebook, default.origin.name),
            Row((plain(unfilled(permission.title)), plain(verdict), _joined(others)), house),
        )


def _rule(telling: Telling, rule: Rule) -> str:
    verdict = "✓" if rule.verdict == "allow" else "✗"
    title = rule.title if rule.function is None else said(rule.function, unfilled(rule.title))
    where = condition_words(telling.words, rule.condition) if telling.is_house(rule.origin.name) else ""
    return f"{verdict} {_without_ids(title)}{where}"


def _options(telling: Telling) -> Iterator[tuple[str, Row]]:
    for module in telling.rulebook.composition.modules:
        before = telling.book.options.get(module.id, {}) if telling.book else {}
        for key, option in module.file.options.items():
            value = telling.rulebook.options[module.id][key]
            house = key in before and before[key] != value
            row = Row(
                (plain(module.file.module.title), plain(option.title), plain(telling.words.words(value), house=house)),
                house,
            )
            yield phase_of(telling.rulebook, module.id), row


def _sources(telling: Telling) -> Iterator[Row]:
    for module in telling.rulebook.composition.modules:
        head = module.file.module
        cites = telling.rulebook.quoted(head.cites)
        if cites:
            yield Row((plain(head.title), plain(", ".join(cites))), telling.is_house(module.id))


def _joined(parts: tuple[str, ...]) -> Line:
    return (Run("; ".join(parts)),) if parts else ()


def _without_ids(text: str) -> str:
    """A sentence from the code without the ids of rules that it names."""
    return re.sub(r"[:;,]?\s*\(?\b[a-z0-9]+(\.[a-z0-9-]+){2,}\)?", "", text)
