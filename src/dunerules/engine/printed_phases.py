"""The rules of a printed rulebook, phase by phase in the order of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from dunerules.engine.phases import WHOLE_GAME, capital, headings, in_words, phase_of
from dunerules.engine.printed import Entry, Items, Paragraph, Section, plain, section
from dunerules.engine.printed_house import house_differences, house_words
from dunerules.engine.printed_marks import Telling
from dunerules.engine.printed_order import procedures_in_order, reading_order
from dunerules.engine.printed_sheets import sheet_modules
from dunerules.engine.procedures import Procedure

CARD = "card"
"""The layer of rules that a card brings."""
HERE = "In this phase our table plays otherwise"


def order_section(telling: Telling) -> Section:
    """What follows what: the entries of the first procedure, and of those inside it."""
    procedures = telling.rulebook.procedures
    root = procedures[telling.rulebook.root]
    parts: list[Paragraph | Items] = []
    for name in root.steps:
        inner = procedures.get(name)
        if inner is None or not inner.steps:
            continue
        inside = tuple(_entries(telling, inner)) if inner.repeat else ()
        parts.append(Paragraph(plain(f"{_title(inner)}{', each in this order:' if inside else '.'}")))
        parts.append(Items(inside, numbered=True))
    return section("The order of play", *parts)


def phase_sections(telling: Telling) -> Iterator[Section]:
    """The whole game first, then each phase that has rules."""
    sheets = {name for names in sheet_modules(telling.rulebook).values() for name in names}
    by_phase: dict[str, list[str]] = {}
    for module in telling.rulebook.composition.modules:
        phase = phase_of(telling.rulebook, module.id)
        anywhere = phase == WHOLE_GAME and module.file.module.layer == CARD
        if module.id not in sheets and not anywhere and _says(telling, module.id):
            by_phase.setdefault(phase, []).append(module.id)
    left_out = _left_out(telling)
    for title, phases in headings(telling.rulebook).items():
        played = [phase for phase in phases if phase not in left_out]
        if not played:
            yield section(title, Paragraph(plain("Our table leaves this phase out."), house=True))
            continue
        modules = [name for phase in played for name in reading_order(telling.rulebook, by_phase.get(phase, ()))]
        house = [block for phase in phases for block in _house(telling, phase)]
        yield section("The game" if WHOLE_GAME in phases else title, *paragraphs(telling, modules), *house)


def _left_out(telling: Telling) -> frozenset[str]:
    """The procedures that the book goes through and this ruleset does not, although it has them."""
    book, here = telling.book, telling.rulebook
    played = frozenset() if book is None else frozenset(procedures_in_order(book))
    return (played & here.procedures.keys()) - frozenset(procedures_in_order(here))


def paragraphs(telling: Telling, modules: Iterable[str]) -> Iterator[Paragraph]:
    """What some modules say, each under its title."""
    heads = {module.id: module.file.module for module in telling.rulebook.composition.modules}
    for name in modules:
        house = telling.is_house(name)
        yield Paragraph(telling.module(name), heads[name].title, house, name)


def card_modules(telling: Telling) -> tuple[str, ...]:
    """The rules of cards that belong to no phase."""
    found = [
        module.id
        for module in telling.rulebook.composition.modules
        if module.file.module.layer == CARD
        and phase_of(telling.rulebook, module.id) == WHOLE_GAME
        and _says(telling, module.id)
    ]
    return reading_order(telling.rulebook, found)


def _house(telling: Telling, phase: str) -> Iterator[Items | Paragraph]:
    """What house rules change in a phase besides whole modules, which are told as such."""
    own = [
        one for one in house_differences(telling) if one.phase == phase and one.part not in ("rule", "piece", "deck")
    ]
    if own:
        title = "Our table plays otherwise" if phase == WHOLE_GAME else HERE
        yield Paragraph(plain(f"{title}:"), house=True)
        yield Items(tuple(Entry(plain(house_words(telling, one)), True) for one in own))


def _entries(telling: Telling, procedure: Procedure) -> Iterator[Entry]:
    inside = telling.rulebook.procedures
    titles = [_title(inside[name]) for name in procedure.steps if name in inside and inside[name].steps]
    for title, _ in groupby(titles):  # one behind the other under the same name they are one for players
        yield Entry(plain(title))


def _says(telling: Telling, module: str) -> bool:
    return bool(telling.module(module))


def _title(procedure: Procedure) -> str:
    return procedure.title or capital(in_words(procedure.id))
