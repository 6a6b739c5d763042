"""Other worlds: games that one person cannot tell from a given one, and in which what is hidden is different."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from dunerules.engine.agenda import open_asks, space_of
from dunerules.engine.chance import Rng
from dunerules.engine.flow import Chance, Flow, Orders, Seating
from dunerules.engine.game import Game
from dunerules.engine.hidden import HIDDEN
from dunerules.engine.look import Look
from dunerules.engine.tables import State

Leaf = str | int


def elsewhere(game: Game, person: str, rng: Rng) -> Game:
    """The game with everything that is hidden from a person mixed up, table by table.

    Words change places with words and numbers with numbers, wherever the person sees neither: cards move between hands
    and decks, sums between owners. So it is another position, not always a legal one, and its view must be the same.
    """
    view = game.view(person)
    tables = {table: _mixed(content, view[table], rng) for table, content in game.state.tables.items()}
    return Game(game.rulebook, game.header, State(tables), {}, game.history)


COURSE = (Chance, Flow, Orders, Seating)
"""The engine's own tables: where play stands, and what luck will bring."""


def otherwise(game: Game, person: str, rng: Rng) -> Game:
    """Like `elsewhere`, but play stands where it stood and sums are as they were, so that it can often go on alike.

    The same choices are open there as far as the rules allow them; its rules may meet what cannot be, and fail.
    """
    view = game.view(person)
    tables = {
        table: content if table in COURSE else _mixed(content, view[table], rng, numbers=False)
        for table, content in game.state.tables.items()
    }
    state = State(tables)
    flow, look = state[Flow], Look(game.rulebook, state)
    spaces = {(ask.seat, ask.number): space_of(look, ask) for ask in open_asks(flow, len(flow.agenda))}
    return Game(game.rulebook, game.header, state, spaces, game.history)


def hidden_words(game: Game, person: str) -> Iterator[str]:
    """Every word that is hidden from a person in the tables of the rule modules."""
    view = game.view(person)
    for table, content in game.state.tables.items():
        if table not in COURSE:
            yield from (leaf for leaf in _hidden(content, view[table]) if isinstance(leaf, str))


def _mixed(content: Any, seen: Any, rng: Rng, *, numbers: bool = True) -> Any:
    """A table with its hidden leaves permuted, each among those of its class."""
    hidden = list(_hidden(content, seen))
    words = iter(rng.shuffled([leaf for leaf in hidden if isinstance(leaf, str)]))
    sums = [leaf for leaf in hidden if not isinstance(leaf, str)]
    return _replaced(content, seen, words, iter(rng.shuffled(sums) if numbers else sums))


def _is_leaf(value: object) -> bool:
    return type(value) in (str, int)


def _hidden(value: Any, seen: Any) -> Iterator[Leaf]:
    """The leaves of a value that are not seen, in order."""
    if _is_leaf(value):
        if seen is HIDDEN:
            yield value
        return
    for part, seen_part in _parts(value, seen):
        yield from _hidden(part, seen_part)


def _parts(value: Any, seen: Any) -> Iterator[tuple[Any, Any]]:
    """The parts of a value with what is seen of each; a part that is left out is hidden."""
    cls: Any = type(value)
    if isinstance(value, Mapping):
        shown = seen if isinstance(seen, Mapping) else {}
        yield from ((part, shown.get(key, HIDDEN)) for key, part in value.items())
    elif isinstance(value, tuple):
        shown_parts = seen if isinstance(seen, tuple) and len(seen) == len(value) else (HIDDEN,) * len(value)
        yield from zip(value, shown_parts, strict=True)
    elif attrs.has(cls):
        for field in attrs.fields(cls):
            yield getattr(value, field.name), HIDDEN if seen is HIDDEN else getattr(seen, field.name)


def _replaced(value: Any, seen: Any, words: Iterator[str], numbers: Iterator[int]) -> Any:
    """The value with its hidden leaves taken from the iterators, in the order of `_hidden`."""
    if _is_leaf(value):
        if seen is not HIDDEN:
            return value
        return next(words) if isinstance(value, str) else next(numbers)
    cls: Any = type(value)
    parts = [_replaced(part, seen_part, words, numbers) for part, seen_part in _parts(value, seen)]
    if isinstance(value, Mapping):
        return dict(zip(value, parts, strict=True))
    if isinstance(value, tuple):
        return tuple(parts)
    if attrs.has(cls):
        names = [field.name for field in attrs.fields(cls)]
        return attrs.evolve(value, **dict(zip(names, parts, strict=True))) if parts else value
    return value
