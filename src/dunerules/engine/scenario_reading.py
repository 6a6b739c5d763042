"""Values of a scenario file read as the types that the rules declare."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import attrs
from cattrs.errors import StructureHandlerNotFoundError

from dunerules.engine.declaration_checks import path_key
from dunerules.engine.errors import Problem, RulesetError
from dunerules.engine.positions import Hint
from dunerules.engine.structure import FRACTION_PATTERN, structure

CHOOSE = "choose"
"""The key that makes a table inside a choice a choice of its own."""

Nested = Callable[[Mapping[str, Any], str], Any]
"""Reads a choice inside another: its table and its path."""


def read_value(value: Any, hint: Hint, file: str, path: str, nested: Nested) -> Any:
    """A value of a file as the type that the rules want; raises a RulesetError with everything that is wrong in it."""
    try:
        prepared = _prepared(value, hint, path, nested)
    except _WrongKeyError as wrong:
        raise RulesetError([Problem(file, wrong.path, wrong.message, wrong.hint)]) from None
    try:
        return structure(_strict(hint), prepared, file, path=path)
    except StructureHandlerNotFoundError:
        return prepared  # a type that only its own module understands


# ------------------------------------------------------------------ from TOML to what the strict reader takes


def _prepared(value: Any, hint: Hint, path: str, nested: Nested) -> Any:
    """Lists as tuples, tables as pairs or with compound keys where the type says so, and choices inside choices."""
    if isinstance(value, list | tuple):
        return tuple(
            _prepared(part, _item_hint(hint, index), f"{path}[{index}]", nested) for index, part in enumerate(value)
        )
    if not isinstance(value, Mapping):
        kinds = _alternatives(hint)
        written = isinstance(value, str) and Fraction in kinds and str not in kinds
        return Fraction(value) if written and re.fullmatch(FRACTION_PATTERN, value) else value
    if CHOOSE in value and not attrs.has(hint):
        return nested(value, path)
    if attrs.has(hint):
        hints = get_type_hints(hint)
        return {
            key: _prepared(part, hints.get(key, Any), f"{path}.{path_key(key)}", nested) for key, part in value.items()
        }
    key_hint, part_hint, as_pairs = _table_hints(hint)
    table = {}
    for key, part in value.items():
        below = f"{path}.{path_key(key)}"
        table[_checked_key(key, key_hint, below)] = _prepared(part, part_hint, below, nested)
    return tuple(table.items()) if as_pairs else table


def _item_hint(hint: Hint, index: int) -> Hint:
    """The type of one item of a list."""
    for kind in _alternatives(hint):
        args = get_args(kind)
        if _origin(kind) is tuple and args[-1] is not Ellipsis:
            return args[index] if index < len(args) else Any
        if args and _is_list(kind):
            return args[0]
    return Any


def _table_hints(hint: Hint) -> tuple[Hint, Hint, bool]:
    """The types of a table's keys and values, and whether it stands for a tuple of pairs."""
    for kind in _alternatives(hint):
        args = get_args(kind)
        if args and _is_mapping(kind):
            return args[0], args[1], False
        if args and _is_list(kind) and _origin(args[0]) is tuple:
            pair = get_args(args[0])
            if len(pair) == 2 and pair[1] is not Ellipsis:
                return pair[0], pair[1], True
    return str, Any, False


class _WrongKeyError(Exception):
    """A table's key is not made of as many words as the rules want."""

    def __init__(self, path: str, word: str, wanted: int) -> None:
        self.path = path
        self.message = f'"{word}" should be {wanted} words.'
        self.hint = f"Join them with slashes, such as  {'/'.join(['one', 'two', 'three', 'four', 'more'][:wanted])}."
        super().__init__(path)


def _checked_key(word: str, hint: Hint, path: str) -> Any:
    wanted = get_args(hint) if _origin(hint) is tuple else ()
    if wanted and wanted[-1] is not Ellipsis and len(wanted) != word.count("/") + 1:
        raise _WrongKeyError(path, word, len(wanted))
    return _key(word, hint)


def _key(word: str, hint: Hint) -> Any:
    """A table's key as the type that the rules want: ``gate/red`` for two words, digits for a number."""
    if _origin(hint) is tuple:
        return tuple(_key(part, _item_hint(hint, index)) for index, part in enumerate(word.split("/")))
    return int(word) if hint is int and word.lstrip("-").isdecimal() else word


def _origin(hint: Hint) -> Any:  # Any: a class, or a special form of `typing`
    return get_origin(hint)


def _alternatives(hint: Hint) -> tuple[Hint, ...]:
    return get_args(hint) if _origin(hint) in (Union, UnionType) else (hint,)


def _is_mapping(hint: Hint) -> bool:
    origin = _origin(hint)
    return isinstance(origin, type) and issubclass(origin, Mapping)


LISTS = (Iterable, Collection, Sequence, list)
"""What a module may call a list; it is always given a tuple."""


def _is_list(hint: Hint) -> bool:
    return _origin(hint) in (*LISTS, tuple, frozenset)


def _strict(hint: Hint) -> Hint:
    """The type with every kind of list as a tuple, which is what the strict reader knows."""
    origin, args = _origin(hint), get_args(hint)
    if not args:
        return hint
    if origin in LISTS:
        return tuple[_strict(args[0]), ...]  # type: ignore[misc]  # built while running, for the reader only
    if _is_mapping(hint):
        return Mapping[args[0], _strict(args[1])]  # type: ignore[misc, valid-type]
    if origin in (Union, UnionType):
        return Union[tuple(_strict(arg) for arg in args)]  # noqa: UP007 - the alternatives are known only now
    return hint
