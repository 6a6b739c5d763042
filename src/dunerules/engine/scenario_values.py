"""Values of a game as a scenario writes them, and how what is expected is compared with what is there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import attrs

from dunerules.engine.declaration_checks import path_key
from dunerules.engine.errors import nearest
from dunerules.engine.hidden import HIDDEN
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.structure import FRACTION_PATTERN

NONE = "none"
"""How a scenario writes that nothing is there: TOML has no word for it."""
UNSEEN = "hidden"
"""How a scenario writes a part that somebody may not see."""


class Unordered(list[Any]):
    """The members of a set, in an order of their own."""


def written(rulebook: Rulebook, value: Any) -> Any:
    """A value of a game in the form in which a scenario writes it: lists, tables, words and numbers.

    The parts of a mapping's compound keys are joined by a slash; choices and events are tables that start with their
    name, as in a scenario.
    """
    if value is None:
        return NONE
    if value is HIDDEN:
        return UNSEEN
    if isinstance(value, Mapping):
        return {key_word(key): written(rulebook, part) for key, part in value.items()}
    if isinstance(value, frozenset):
        return Unordered(sorted((written(rulebook, part) for part in value), key=as_toml))
    if isinstance(value, tuple | list):
        return [written(rulebook, part) for part in value]
    cls: Any = type(value)
    if not attrs.has(cls):
        return value
    name = rulebook.names.get(cls, "")
    head = {"choose": name} if rulebook.choices.get(name) is cls else {}
    head = {"event": name} if rulebook.events.get(name) is cls else head
    return {**head, **{field.name: written(rulebook, getattr(value, field.name)) for field in attrs.fields(cls)}}


def key_word(key: object) -> str:
    """A mapping's key as a scenario writes it: ``gate/red`` for the pair of the two words."""
    return "/".join(map(str, key)) if isinstance(key, tuple) else str(key)


def as_toml(value: Any) -> str:
    """A written value as it stands in a file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return f"{{ {fields_as_toml(value)} }}" if value else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(as_toml, value))}]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def fields_as_toml(fields: Mapping[str, Any]) -> str:
    """The entries of a table as they stand between its braces."""
    return ", ".join(f"{path_key(key)} = {as_toml(value)}" for key, value in fields.items())


def differences(expected: Any, found: Any, path: str) -> Iterator[str]:
    """A sentence for each part of a written value that is not as expected.

    Of a table only the given keys are compared, and an empty one says that nothing is there; a list is compared whole.
    """
    if isinstance(expected, Mapping) and expected and (table := _table(found)) is not None:
        for key, value in expected.items():
            below = f"{path}.{path_key(key)}"
            if key in table or value == NONE:
                yield from differences(value, table.get(key, NONE), below)
            else:
                yield f"{below}: expected {as_toml(value)}, found nothing there. {nearest(key, table)}".rstrip()
    elif isinstance(expected, list | tuple) and isinstance(found, list) and len(expected) == len(found):
        ordered = sorted(expected, key=as_toml) if isinstance(found, Unordered) else expected
        for index, (one, other) in enumerate(zip(ordered, found, strict=True)):
            yield from differences(one, other, f"{path}[{index}]")
    elif not _same(expected, found):
        yield f"{path}: expected {as_toml(expected)}, found {as_toml(found)}."


def fits(expected: Any, found: Any) -> bool:
    """Whether a written value is as expected."""
    return next(differences(expected, found, ""), None) is None


def _table(found: Any) -> Mapping[str, Any] | None:
    """A table, or a list of pairs as one; None for anything else."""
    if isinstance(found, Mapping):
        return found
    if isinstance(found, list) and all(isinstance(one, list) and len(one) == 2 for one in found):
        return {key_word(tuple(key) if isinstance(key, list) else key): value for key, value in found}
    return None


def _same(expected: Any, found: Any) -> bool:
    if isinstance(expected, Mapping):
        return not expected and found in ({}, [])
    if isinstance(found, Fraction) and isinstance(expected, str) and re.fullmatch(FRACTION_PATTERN, expected):
        return Fraction(expected) == found
    return isinstance(expected, bool) is isinstance(found, bool) and bool(expected == found)
