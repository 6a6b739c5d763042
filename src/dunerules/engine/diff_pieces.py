"""Components that two rulesets do not share, or describe differently, and their decks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from dunerules.engine.diff_words import Book, Difference, Line, earliest_phase, unfilled
from dunerules.engine.phases import capital, in_words

UNTOLD = frozenset({"id", "cites"})
"""Fields of a component that say nothing about the game."""


def piece_differences(left: Book, right: Book) -> Iterator[Difference]:
    """Components that one ruleset lacks, by kind, and those whose fields differ."""
    ours, theirs = left.rulebook.components, right.rulebook.components
    for kind in sorted(ours.keys() | theirs.keys()):
        mine, other = ours.get(kind, {}), theirs.get(kind, {})
        yield from _missing(left, right, kind)
        for name in sorted(mine.keys() & other.keys()):
            lines, others = _fields(left, mine[name], other[name]), _fields(right, other[name], mine[name])
            if lines or others:
                yield Difference(
                    phase=earliest_phase(left, right, _owner(left, kind, name), _owner(right, kind, name)),
                    part="piece",
                    about=(f"{kind}/{name}",),
                    title=f"{capital(in_words(kind))} {min(_name(mine[name]), _name(other[name]))}",
                    left=lines,
                    right=others,
                )


def deck_differences(left: Book, right: Book) -> Iterator[Difference]:
    """Cards of which one ruleset has more copies."""
    ours, theirs = left.rulebook.decks, right.rulebook.decks
    for deck in sorted(ours.keys() | theirs.keys()):
        mine, other = ours.get(deck, {}), theirs.get(deck, {})
        cards = sorted(card for card in mine.keys() | other.keys() if mine.get(card, 0) != other.get(card, 0))
        if cards:
            yield Difference(
                phase=earliest_phase(left, right, _deck_owner(left, deck), _deck_owner(right, deck)),
                part="deck",
                about=(deck,),
                title=f"Cards in the {in_words(deck)} deck",
                left=tuple(left.line(f"{mine.get(card, 0)} {left.words(card, 'card')}") for card in cards),
                right=tuple(right.line(f"{other.get(card, 0)} {right.words(card, 'card')}") for card in cards),
            )


def _missing(left: Book, right: Book, kind: str) -> Iterator[Difference]:
    """The components of a kind that only one side has, in one difference for each phase they belong to."""
    found: dict[str, tuple[list[Line], list[Line]]] = {}
    about: dict[str, list[str]] = {}
    for side, (book, other) in enumerate(((left, right), (right, left))):
        others = other.rulebook.components.get(kind, {})
        for name, thing in book.rulebook.components.get(kind, {}).items():
            if name not in others:
                phase = book.phase(_owner(book, kind, name))
                line = book.line(_name(thing), getattr(thing, "cites", ()))
                found.setdefault(phase, ([], []))[side].append(line)
                about.setdefault(phase, []).append(f"{kind}/{name}")
    for phase, (lines, others_lines) in found.items():
        names = tuple(sorted(about[phase]))
        yield Difference(phase, "piece", names, capital(in_words(kind)), tuple(lines), tuple(others_lines))


def _fields(book: Book, thing: Any, other: Any) -> tuple[Line, ...]:  # Any: a component of any kind
    return tuple(
        book.line(unfilled(f"{in_words(field.name)}: {book.words(getattr(thing, field.name), field.name)}"))
        for field in attrs.fields(type(thing))
        if field.name not in UNTOLD and getattr(thing, field.name) != getattr(other, field.name, None)
    )


def _name(thing: Any) -> str:  # Any: a component of any kind
    return unfilled(getattr(thing, "title", "") or in_words(thing.id))


def _owner(book: Book, kind: str, name: str) -> str:
    """The first module, or ruleset, that says something about a component."""
    return next(
        owner
        for owner, file in book.files.items()
        if name in file.components.get(kind, {}) or (kind == "faction" and name in file.factions)
    )


def _deck_owner(book: Book, deck: str) -> str | None:
    return next((owner for owner, file in book.files.items() if deck in file.decks), None)
