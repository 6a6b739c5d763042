"""Knowledge: what each person sees and is told must not depend on what is hidden from that person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from dunerules.engine.chance import Rng, keyed
from dunerules.engine.game import Game
from dunerules.engine.views import View
from dunerules.engine.words import event_words
from dunerules.engine.worlds import elsewhere, hidden_words, otherwise

SAW = "what a person learned is what that person sees"
LEAKS = "nobody sees what is hidden from them"
TOLD = "nobody is told what stays hidden from them"


def persons(game: Game) -> tuple[str, ...]:
    """Everybody who plays, each once."""
    return tuple(dict.fromkeys(game.header.persons.get(seat, seat) for seat in game.header.seats))


def broken_knowledge(game: Game) -> dict[str, str]:
    """The laws about knowledge that a game breaks: name, and what is broken. It is played again for that."""
    told = next((what for _, what in telling(game)), "")
    found = {SAW: not_learned(game), LEAKS: leaking(game), TOLD: told}
    return {law: what for law, what in found.items() if what}


def not_learned(game: Game) -> str:
    """Whose view is not what the events that this person saw lead to, and in what; empty if nobody's."""
    for person in persons(game):
        seen, learned = game.view(person), game.folded_view(person)
        if seen != learned:
            return f"the events of {person} do not lead to the view of {person}: {_differing(seen, learned)} differ"
    return ""


def leaking(game: Game, seed: int = 0) -> str:
    """What in somebody's view depends on what is hidden from this person; empty if nothing does."""
    for person in persons(game):
        seen, other = game.view(person), elsewhere(game, person, Rng(seed)).view(person)
        if seen != other:
            return f"{_differing(seen, other)} in the view of {person} depend on what is hidden from {person}"
    return ""


def _differing(one: View, other: View) -> str:
    """The fields of tables in which two views differ, as ``table.field``."""
    return ", ".join(
        f"{name}.{field.name}"
        for name in one.names
        for field in attrs.fields(type(one.table(name)))
        if getattr(one.table(name), field.name) != getattr(other.table(name), field.name)
    )


def telling(game: Game, seed: int = 0, *, everybody: bool = True) -> Iterator[tuple[Game, str]]:
    """The game after each choice whose events name somebody what stays hidden from this person, and what they name.

    Each choice is made once more where all that is hidden from the person is mixed up. If other words are told there,
    and afterwards the person sees these words as often as here, and none of those told has come out of hiding, they
    come from what is hidden, and it still is. ``everybody`` asks so for each person after each choice, and for one of
    them by chance if not.
    """
    before = Game.of_header(game.rulebook, game.header)
    everyone = persons(game)
    for number, entry in enumerate(tuple(game.history)[1:]):
        after = before.fork()
        events = after.submit(entry.seat, entry.choice)
        rng = keyed(seed, "telling", number)
        for person in everyone if everybody else (rng.pick(everyone),):
            what = _told(before, after, events, person, rng)
            if what:
                yield after, what
        before = after


def _told(before: Game, after: Game, events: tuple[Any, ...], person: str, rng: Rng) -> str:
    """What a person is told by the last choice that is otherwise where hidden words are; empty if nothing is."""
    entry = after.history.entry
    try:
        other = otherwise(before, person, rng)
        others = other.submit(entry.seat, entry.choice)
    except Exception:  # the rules need not work where hands and decks are what they cannot be
        return ""
    pairs = list(_side_by_side(before, events, others, person))
    if not pairs:
        return ""
    seen, otherwise_seen = (Counter(_words_seen(game.view(person))) for game in (after, other))
    came_out = Counter(hidden_words(before, person)) - Counter(hidden_words(after, person))
    for one, another in pairs:
        told, otherwise_told = Counter(_words(one)), Counter(_words(another))
        named = told - otherwise_told
        differing = {*named, *(otherwise_told - told)}
        if not (came_out & named) and all(seen[word] == otherwise_seen[word] for word in differing):
            said, else_said = (event_words(before.rulebook, event) or repr(event) for event in (one, another))
            return f'{person} is told "{said}" where it could be "{else_said}", and sees nothing else of the difference'
    return ""


def _words_seen(view: View) -> Iterator[str]:
    """Every word in the tables of a view."""
    return (word for name in view.names for word in _words(view.table(name)))


def _side_by_side(game: Game, events: Iterable[Any], others: Iterable[Any], person: str) -> Iterator[tuple[Any, Any]]:
    """Events told to a person beside those told otherwise, where words differ; none if other kinds were told.

    An amount may differ openly: whoever tops up a purse that is hidden shows how much was missing.
    """
    seats, redactor = game.seats_of(person), game.rulebook.redactor
    mine, theirs = (
        [told for event in one if (told := redactor.event(event, seats)) is not None] for one in (events, others)
    )
    if [type(event) for event in mine] == [type(event) for event in theirs]:
        pairs = zip(mine, theirs, strict=True)
        yield from ((one, other) for one, other in pairs if Counter(_words(one)) != Counter(_words(other)))


def _words(value: Any) -> Iterator[str]:
    """Every word in an event, in order."""
    cls: Any = type(value)
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | frozenset):
        yield from (word for part in value for word in _words(part))
    elif isinstance(value, dict):
        yield from (word for pair in value.items() for word in _words(pair))
    elif attrs.has(cls):
        yield from (word for field in attrs.fields(cls) for word in _words(getattr(value, field.name)))
