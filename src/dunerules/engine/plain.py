"""Values as plain JSON data and back, without loss: tuples, mappings with any key, fractions, declared classes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from hashlib import blake2b
from typing import Any

import attrs

from dunerules.engine.errors import LogError, shown
from dunerules.engine.hidden import HIDDEN, Hidden

TYPE = "%"
"""The key that marks an object which stands for something JSON does not have."""


class Codec:
    """Turns values into JSON data and back; declared classes go by their names."""

    __slots__ = ("_classes", "_names")

    def __init__(self, classes: Mapping[str, type]) -> None:
        self._classes = dict(classes)
        self._names = {cls: name for name, cls in classes.items()}

    def plain(self, value: Any) -> Any:
        """JSON data for a value."""
        kind = value.__class__
        if value is None or kind in (int, str, bool):
            return value
        if kind is tuple:
            return [self.plain(part) for part in value]
        if kind is dict:
            return self._plain_mapping(value)
        if kind is frozenset:
            return {TYPE: "set", "of": sorted((self.plain(part) for part in value), key=repr)}
        if kind is Fraction:
            return {TYPE: "fraction", "of": str(value)}
        if kind is Hidden:
            return {TYPE: "hidden"}
        if kind in self._names:
            try:
                fields = {field.name: self.plain(getattr(value, field.name)) for field in attrs.fields(kind)}
            except TypeError as error:
                raise TypeError(f"{self._names[kind]}: {error}") from None
            return {TYPE: self._names[kind], **fields}
        raise TypeError(
            f"{shown(value)} is not plain data: use int, str, bool, None, tuple, dict, frozenset or a declared class"
        )

    def can_keep(self, value: Any) -> bool:
        """Whether a value can be written down, and cannot change until it is."""
        try:
            self.plain(value)
            hash(value)
        except Exception:  # the value is foreign: its parts may do anything when they are asked
            return False
        return True

    def _plain_mapping(self, value: dict[Any, Any]) -> dict[str, Any]:
        if all(key.__class__ is str and key != TYPE for key in value):
            return {key: self.plain(part) for key, part in value.items()}
        return {TYPE: "map", "of": [[self.plain(key), self.plain(part)] for key, part in value.items()]}

    def value(self, data: Any) -> Any:
        """The value that JSON data stands for."""
        if isinstance(data, list):
            return tuple(self.value(part) for part in data)
        if isinstance(data, float):
            raise LogError(f"{data} is not a value that a game can have: its numbers are whole or fractions")
        if not isinstance(data, dict):
            return data
        name = data.get(TYPE)
        if name is None:
            return {key: self.value(part) for key, part in data.items()}
        if name == "hidden":
            return HIDDEN
        if name in ("map", "set", "fraction"):
            return self._special(name, data)
        cls = self._classes.get(name) if isinstance(name, str) else None
        if cls is None:
            raise LogError(f'"{name}" is not declared by a selected rule module')
        try:
            return cls(**{key: self.value(part) for key, part in data.items() if key != TYPE})
        except TypeError as error:
            raise LogError(f'"{name}" does not have these fields: {error}') from None

    def _special(self, name: str, data: dict[str, Any]) -> Any:
        try:
            content = data["of"]
            if name == "fraction":
                return Fraction(content)
            if name == "set":
                return frozenset(self.value(part) for part in content)
            return {self.value(key): self.value(part) for key, part in content}
        except (KeyError, TypeError, ValueError) as error:
            raise LogError(f"{json.dumps(data)[:80]} is not a {name}: {error}") from None


def settled(value: Any) -> Any:
    """Data as a TOML file or a caller gives it, in a form that nobody else can change: lists as tuples, own dicts."""
    if isinstance(value, Mapping):
        return {key: settled(part) for key, part in value.items()}
    return tuple(settled(part) for part in value) if isinstance(value, list | tuple) else value


def canonical(data: Any) -> bytes:
    """The one way to write JSON data down, for hashing."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def digest_of(*parts: bytes) -> str:
    """A short hash of byte strings, in order."""
    state = blake2b(digest_size=16)
    for part in parts:
        state.update(len(part).to_bytes(8, "big"))
        state.update(part)
    return state.hexdigest()
