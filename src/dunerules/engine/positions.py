"""What a position names, and what must be true of it before play starts there."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from attrs import frozen

from dunerules.engine.errors import DunerulesError, nearest
from dunerules.engine.look import Look
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.tables import State

Hint = Any  # a type as an annotation writes it, which has no class in common


@frozen
class Names:
    """Says of a text in a position what it names: a component of a kind, or, without one, a seat that is taken."""

    kind: str = ""


Seat = Annotated[str, Names()]
"""The type of a word that names a seat, for the value of a function marked with `given`."""


@frozen
class Misnamed:
    """A word of a position that names nothing."""

    path: str
    message: str
    hint: str


@cache
def hint_of_given(function: Callable[..., None], *, names: bool = False) -> Hint:
    """What a word of a position wants: the annotation of its function's value; Any if there is none.

    ``names`` keeps what the annotation says of words that name something.
    """
    try:
        hints = get_type_hints(function, include_extras=names)
    except NameError:  # a name that is imported for type checkers only
        return Any
    return hints.get(list(inspect.signature(function).parameters)[-1], Any)


def misnamed(
    value: Any, hint: Hint, path: str, seats: tuple[str, ...], components: Mapping[str, Mapping[str, Any]]
) -> Iterator[Misnamed]:
    """The words of a value that name no seat, or no component of the kind that the hint says."""
    for place, word, kind in _named(value, hint, path):
        things = components.get(kind, {}) if kind else seats
        if word not in things:
            what = f"a {kind.replace('-', ' ')} of this rulebook" if kind else "a seat here"
            yield Misnamed(place, f'"{word}" is not {what}.', nearest(word, things))


def _named(value: Any, hint: Hint, path: str) -> Iterator[tuple[str, str, str]]:
    """Each text that names something: where it stands, the word, and the kind that it names."""
    origin: Any = get_origin(hint)  # Any: a class, or a special form of `typing`
    if origin is Annotated:
        hint, *notes = get_args(hint)
        if isinstance(value, str):
            yield from ((path, value, note.kind) for note in notes if isinstance(note, Names))
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        for kind in args:
            yield from _named(value, kind, path)
    elif isinstance(value, Mapping) and len(args) == 2:
        for key, part in value.items():
            below = f"{path}.{'/'.join(map(str, key)) if isinstance(key, tuple) else key}"
            for word, kind in zip(key, get_args(args[0]), strict=False) if isinstance(key, tuple) else [(key, args[0])]:
                yield from _named(word, kind, below)
            yield from _named(part, args[1], below)
    elif isinstance(value, list | tuple) and args:
        each = args if origin is tuple and args[-1] is not Ellipsis else (args[0],) * len(value)
        for index, (part, kind) in enumerate(zip(value, each, strict=False)):
            yield from _named(part, kind, f"{path}[{index}]")


def left_over(pieces: Iterable[str], taken: Iterable[str], what: str) -> tuple[str, ...]:
    """The pieces without those that a position takes out; ``what`` they are, for the refusal of a missing one."""
    left = list(pieces)
    for piece in taken:
        if piece not in left:
            raise DunerulesError(f'"{piece}" is not there, or not so often, among {what}.')
        left.remove(piece)
    return tuple(left)


def broken_invariants(rulebook: Rulebook, state: State, *, resting: bool = True) -> dict[str, str]:
    """The invariants of the rule modules that a state breaks: name, and what is broken.

    ``resting`` says that play waits for somebody there; if not, laws that hold only then are left out.
    """
    look = Look(rulebook, state)
    found = ((name, law(look)) for name, law in rulebook.invariants.items() if resting or name not in rulebook.resting)
    return {name: broken for name, broken in found if broken is not None}


def check_given(rulebook: Rulebook, word: str, value: Any, seats: tuple[str, ...]) -> None:
    """Refuse a word of a position that names what is not there."""
    hint = hint_of_given(rulebook.givens[word], names=True)
    for wrong in misnamed(value, hint, word, seats, rulebook.components):
        raise DunerulesError(f"{wrong.path}: {wrong.message} {wrong.hint}".rstrip())


def check_laws(rulebook: Rulebook, state: State) -> None:
    """Refuse a position that no game comes to."""
    for law, what in broken_invariants(rulebook, state, resting=False).items():
        raise DunerulesError(f'the position breaks the law "{law}": {what}.')
