"""Decks and other pieces in a printed rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from dunerules.engine.phases import capital, in_words
from dunerules.engine.printed import Line, Row, Run, Section, Table, plain, section
from dunerules.engine.printed_marks import Telling
from dunerules.engine.printed_phases import card_modules, paragraphs
from dunerules.engine.printed_sheets import field_line, kind_titles, table_of, told_fields
from dunerules.engine.words import SEATED

CARD = "card"
"""The kind of component that decks are made of."""


def card_section(telling: Telling) -> Section:
    """The decks, card by card, and the rules of cards that belong to no phase."""
    decks = [_deck(telling, name) for name in telling.rulebook.decks if telling.rulebook.decks[name]]
    return section("The cards", *paragraphs(telling, card_modules(telling)), parts=decks)


def piece_sections(telling: Telling) -> Iterator[Section]:
    """A table for each listed kind of component that belongs to no faction."""
    for kind, title in kind_titles(telling.rulebook).items():
        things = list(telling.rulebook.components.get(kind, {}).values())
        if things and not hasattr(things[0], SEATED):
            yield section(title, table_of(telling, kind, title, things), small=True)


def _deck(telling: Telling, deck: str) -> Section:
    """The cards of a deck: the number of copies, the card, and what it does."""
    copies = telling.rulebook.decks[deck]
    book = telling.book.decks.get(deck, {}) if telling.book else copies
    cards = telling.rulebook.components.get(CARD, {})
    groups: dict[str, list[str]] = {}
    for name in copies:
        groups.setdefault(_does(cards, name), []).append(name)
    rows = []
    for names in groups.values():
        for at, name in enumerate(names):
            number = Run(str(copies[name]), name in book and copies[name] != book[name])
            card = cards.get(name)
            title = plain(card.title if card else capital(in_words(name)))
            does = () if card is None else _card(telling, card) if not at or name not in book else plain("as above")
            rows.append(Row(((number,), title, does), name not in book))
    total = sum(copies.values())
    heading = f"The {in_words(deck)} deck: {total} {'card' if total == 1 else 'cards'}"
    return section(heading, Table(("Copies", "Card", "What it does"), tuple(rows)))


def _does(cards: Any, name: str) -> str:
    """Cards that do the same stand together."""
    return getattr(cards.get(name), "text", "") or name


def _card(telling: Telling, card: Any) -> Line:  # Any: the component of a card
    """The text of a card; of one without a text, what is told of it otherwise."""
    if getattr(card, "text", ""):
        return telling.text(card.text)
    runs: list[Run] = []
    for name, title in told_fields(type(card)):
        if getattr(card, name):
            runs += [Run(f"{', ' if runs else ''}{title} "), *field_line(telling, CARD, card, name)]
            runs += [Run(_named(telling, card, name))]
    return tuple(runs)


def _named(telling: Telling, card: Any, name: str) -> str:
    """The numbers of what a field of a card names."""
    kinds = attrs.fields_dict(type(card))[name].metadata.get("kinds", ())
    for thing in (telling.rulebook.components.get(kind, {}).get(getattr(card, name)) for kind in kinds):
        fields = () if thing is None else told_fields(type(thing))
        values = [(title.lower(), getattr(thing, key)) for key, title in fields]
        told = [f"{title} {value}" for title, value in values if type(value) is int and value]
        return f" ({', '.join(told)})" if told else ""
    return ""
