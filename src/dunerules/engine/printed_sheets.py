"""The sheets of the factions in a printed rulebook: what they begin with, who belongs to them, what they can do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from dunerules.engine.diff_words import Difference, unfilled
from dunerules.engine.figures import exceptions, figure, is_assumed
from dunerules.engine.hooks import declared
from dunerules.engine.passages import written
from dunerules.engine.phases import capital, in_words
from dunerules.engine.printed import Block, Entry, Items, Line, Paragraph, Row, Run, Section, Table, plain, section
from dunerules.engine.printed_house import house_differences, house_words
from dunerules.engine.printed_marks import Telling
from dunerules.engine.quantities import Quantity
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.unplayed import Judge, Named, NeedsGame
from dunerules.engine.words import SEATED

OTHERWISE = "At our table this faction plays otherwise:"
SEAT = "seat"
"""What a question about a number of a sheet names, and the fact that it is compared with."""


def sheet_modules(rulebook: Rulebook) -> Mapping[str, tuple[str, ...]]:
    """For each faction the modules that are about it alone.

    The first one declares the faction; others of its layer are about the faction whose module they require.
    """
    return rulebook.once(_sheet_modules)


def sheet_sections(telling: Telling) -> Iterator[Section]:
    """A sheet for each faction."""
    for name, faction in telling.rulebook.components.get(SEATED, {}).items():
        house = telling.book is not None and name not in telling.book.components.get(SEATED, {})
        sheet = section(faction.title, *_sheet(telling, name, house), house=house)
        yield sheet or section(faction.title, Paragraph(plain("Plays by the general rules.")), house=house)


def kind_titles(rulebook: Rulebook) -> dict[str, str]:
    """The kinds of components that are listed, each with its heading."""
    return {
        mark.key: mark.details["plural"]
        for mark, _ in declared(rulebook.manager, "component_kinds")
        if mark.details["plural"]
    }


def told_fields(cls: type) -> tuple[tuple[str, str], ...]:
    """The fields of a component that are told, each with its heading."""
    found = ((field.name, field.metadata.get("title", "")) for field in attrs.fields(cls))
    return tuple((name, title) for name, title in found if title)


def field_line(telling: Telling, kind: str, thing: Any, name: str) -> Line:  # Any: a component of any kind
    """What a field of a component says, marked if the book says something else."""
    if name == "text":
        return telling.text(thing.text)
    return plain(field_words(telling, thing, name), house=_differs(telling, kind, thing, name))


def field_words(telling: Telling, thing: Any, name: str) -> str:
    """The value of a field in words; what names no component is a word of its own."""
    value = getattr(thing, name)
    if not value:
        return "–"
    names_others = attrs.fields_dict(type(thing))[name].metadata.get("kinds")
    return in_words(value) if isinstance(value, str) and not names_others else telling.words.words(value, name)


def is_new(telling: Telling, kind: str, name: str) -> bool:
    """Whether the book has no such component."""
    return telling.book is not None and name not in telling.book.components.get(kind, {})


def _sheet(telling: Telling, faction: str, house: bool) -> Iterator[Block]:
    thing = telling.rulebook.components[SEATED][faction]
    begins = [
        Entry((Run(f"{title}: "), *field_line(telling, SEATED, thing, name)))
        for name, title in told_fields(type(thing))
        if getattr(thing, name)
    ]
    begins += list(_numbers(telling, faction))
    yield Items(tuple(begins))
    heads = {module.id: module.file.module for module in telling.rulebook.composition.modules}
    for name in sheet_modules(telling.rulebook).get(faction, ()):
        line = telling.module(name)
        if line:
            title = "" if heads[name].title == thing.title else heads[name].title
            yield Paragraph(line, title, telling.is_house(name) and not house, name)
    own = tuple(Entry(plain(house_words(telling, one)), True) for one in _permissions(telling, faction))
    if own:
        yield Paragraph(plain(OTHERWISE), house=True)
        yield Items(own)
    yield from _belongings(telling, faction)


def _permissions(telling: Telling, faction: str) -> Iterator[Difference]:
    """What house rules allow or forbid this faction by name."""
    for one in house_differences(telling):
        rules = telling.rulebook.permissions[one.about[0]].rules if one.part == "permission" else ()
        tests = [test for rule in rules if telling.is_house(rule.origin.name) for test in rule.condition.when]
        if any(test.fact.name == SEAT and faction in test.values for test in tests):
            yield one


def _numbers(telling: Telling, faction: str) -> Iterator[Entry]:
    """The numbers of a sheet: those in which factions differ, and what is special about this one."""
    for quantity in telling.rulebook.quantities.values():
        assumed = {SEAT: faction}
        number = figure(telling.rulebook, quantity, assumed)
        named = _named(telling.rulebook, quantity)
        if number is not None and (faction in named or 2 * len(named) > len(telling.rulebook.factions)):
            yield Entry(_number(telling, quantity, assumed, written(number)))


def _number(telling: Telling, quantity: Quantity, assumed: dict[str, str], number: str) -> Line:
    told = telling.book.quantities.get(quantity.id) if telling.book else None
    before = None if telling.book is None or told is None else figure(telling.book, told, assumed)
    house = telling.book is not None and (before is None or written(before) != number)
    own = [one for one in exceptions(quantity, assumed) if telling.is_house(one.origin.name)]
    others = "; ".join(telling.change(one) for one in own)
    line = (Run(f"{quantity.title}: "), Run(number, house))
    return (*line, Run(f" ({others})", True)) if others else line


def _named(rulebook: Rulebook, quantity: Quantity) -> frozenset[str]:
    """The factions that have a number of their own, whatever else is the case."""
    changes = [change for change in quantity.changes if any(test.fact.name == SEAT for test in change.condition.when)]
    return frozenset(
        faction
        for faction in rulebook.factions
        if any(is_assumed(change.condition, {SEAT: faction}) for change in changes)
    )


def _belongings(telling: Telling, faction: str) -> Iterator[Block]:
    """The components of listed kinds that belong to a faction, a list for each kind."""
    for kind, title in kind_titles(telling.rulebook).items():
        things = [
            one for one in telling.rulebook.components.get(kind, {}).values() if getattr(one, SEATED, "") == faction
        ]
        if not things:
            continue
        if any(name == "text" for name, _ in told_fields(type(things[0]))):
            yield Paragraph((), title)
            yield Items(tuple(_described(telling, kind, one) for one in things))
        else:
            yield table_of(telling, kind, title, things)


def _described(telling: Telling, kind: str, thing: Any) -> Entry:
    """A thing with a text: its title, the text, and what else is told of it."""
    runs: list[Run] = [Run(capital(unfilled(thing.title)), _differs(telling, kind, thing, "title"))]
    usual = {field.name: field.default for field in attrs.fields(type(thing))}
    others = []
    for name, title in told_fields(type(thing)):
        value = getattr(thing, name)
        if _never(telling.rulebook, kind, thing, name):
            continue
        if isinstance(value, bool):
            others += [title] if value else []
        elif name != "text" and value != usual[name]:
            others.append(f"{title} {field_words(telling, thing, name)}")
    runs += [Run(f" ({', '.join(others)})")] if others else []
    own = sheet_modules(telling.rulebook).get(getattr(thing, SEATED, ""))
    if text := thing.text or ("" if own else _borrowed(telling, thing)):
        runs += [Run(": "), *telling.text(text)]
    return Entry(tuple(runs), is_new(telling, kind, thing.id))


def _never(rulebook: Rulebook, kind: str, thing: Any, name: str) -> bool:
    """Whether the rules forbid in every game what a field of a thing is about."""
    permission = attrs.fields_dict(type(thing))[name].metadata.get("may", "")
    if permission not in rulebook.permissions:
        return False
    try:
        return Judge(rulebook, Named({kind: thing.id}), {}).verdict(permission) == "forbid"
    except NeedsGame:
        return False


def _borrowed(telling: Telling, thing: Any) -> str:
    """The text of what a thing is made of, without the names in code that it gives to authors."""
    for field in attrs.fields(type(thing)):
        for kind in field.metadata.get("kinds", ()):
            other = telling.rulebook.components.get(kind, {}).get(getattr(thing, field.name))
            if isinstance(text := getattr(other, "text", None), str) and text:
                return re.sub(r"\s*\([^()]*`[^()]*\)", "", text)
    return ""


def table_of(telling: Telling, kind: str, title: str, things: list[Any]) -> Table:
    """Things of one kind, a row for each."""
    fields = told_fields(type(things[0]))
    rows = []
    for thing in things:
        cells = (field_line(telling, kind, thing, name) for name, _ in fields)
        rows.append(Row((plain(thing.title), *cells), is_new(telling, kind, thing.id)))
    return Table((title, *(heading for _, heading in fields)), tuple(rows))


def _differs(telling: Telling, kind: str, thing: Any, name: str) -> bool:
    book = telling.book
    before = None if book is None else book.components.get(kind, {}).get(thing.id)
    return before is not None and getattr(before, name, None) != getattr(thing, name)


def _sheet_modules(rulebook: Rulebook) -> dict[str, tuple[str, ...]]:
    heads = {module.id: module.file.module for module in rulebook.composition.modules}
    owner: dict[str, str] = {}
    for module in rulebook.composition.modules:
        for faction in module.file.factions if len(module.file.factions) == 1 else ():
            if heads[module.id].layer == "faction":
                owner.setdefault(faction, module.id)
    by_module = {module: faction for faction, module in owner.items()}
    found: dict[str, list[str]] = {faction: [module] for faction, module in owner.items()}
    for name, head in heads.items():
        about = {by_module[other] for other in _required(heads, name) if other in by_module}
        if head.layer == "faction" and name not in by_module and len(about) == 1:
            found[about.pop()].append(name)
    return {faction: tuple(names) for faction, names in found.items()}


def _required(heads: Mapping[str, Any], name: str) -> frozenset[str]:
    """All modules that a module requires, directly or through others."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        for other in heads[waiting.pop()].requires:
            if other in heads and other not in found:
                found.add(other)
                waiting.append(other)
    return frozenset(found)
