"""State: flat tables that are shared until somebody writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, TypeVar

import attrs

T = TypeVar("T")


@cache
def copier_of(table: Any) -> Callable[[Any], Any]:  # Any: a declared table class
    """A function that copies a table: its dicts anew, all other values as they are, for they never change."""
    names = [field.name for field in attrs.fields(table)]

    def copy(old: Any) -> Any:
        fresh: Any = object.__new__(table)
        for name in names:
            value = getattr(old, name)
            setattr(fresh, name, value.copy() if value.__class__ is dict else value)
        return fresh

    return copy


class State:
    """Everything that is true in one game. A published state is never written again; its clone is."""

    __slots__ = ("_owned", "tables")

    def __init__(self, tables: dict[type, Any]) -> None:
        self.tables = tables
        self._owned: set[type] = set()

    @classmethod
    def fresh(cls, tables: Iterable[type]) -> State:
        """A state with every table at its defaults."""
        return cls({table: table() for table in tables})

    def __getitem__(self, table: type[T]) -> T:
        found: T = self.tables[table]
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.tables == other.tables

    __hash__ = None  # type: ignore[assignment]  # a state can be compared, and hashed only through its digest

    def clone(self) -> State:
        """A state of its own with the same content; tables are copied when they are first written."""
        return State(self.tables.copy())

    def write(self, table: type[T]) -> T:
        """The table for writing. Only reducers are given this."""
        found: T = self.tables[table]
        if table not in self._owned:
            found = copier_of(table)(found)
            self.tables[table] = found
            self._owned.add(table)
        return found

    def named(self, names: Mapping[str, type]) -> dict[str, Any]:
        """The tables by their names."""
        return {name: self.tables[table] for name, table in names.items()}
