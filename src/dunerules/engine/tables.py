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
    lines = ["def copy(old):", "    fresh = new(table)"]
    for field in attrs.fields(table):
        lines.append(f"    value = old.{field.name}")
        lines.append(f"    fresh.{field.name} = value.copy() if value.__class__ is dict else value")
    # Written out field by field, because tables are copied all the time.
    bound: dict[str, Any] = {"new": object.__new__, "table": table}
    exec("\n".join((*lines, "    return fresh")), bound)
    copy: Callable[[Any], Any] = bound["copy"]
    return copy


class State:
    """Everything that is true in one game. A published state is never written again; its clone is."""

    __slots__ = ("_derived", "_own", "tables")

    def __init__(
        self, tables: dict[type, Any], derived: dict[type, dict[Callable[..., Any], Any]] | None = None
    ) -> None:
        self.tables = tables
        self._own: set[type] = set()
        """The tables that were copied to be written; the others are shared and do not change."""
        self._derived = {} if derived is None else derived
        """What was made of each table's content, by the function that made it; states share it with the content."""

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
        return State(self.tables.copy(), self._derived.copy())

    def write(self, table: type[T]) -> T:
        """The table for writing. Only reducers are given this."""
        if table in self._derived:
            del self._derived[table]
        found: T = self.tables[table]
        if table not in self._own:
            self._own.add(table)
            copier: Callable[[T], T] = copier_of(table)  # type: ignore[arg-type]  # classes are hashable
            found = self.tables[table] = copier(found)
        return found

    def derived(self, table: type, make: Callable[[Any, Any], Any], book: Any) -> Any:
        """What ``make(book, content)`` makes of a table's content, made anew when the table was written since."""
        kept = self._derived.get(table)
        if kept is None:
            kept = self._derived[table] = {}
        if make not in kept:
            kept[make] = make(book, self.tables[table])
        return kept[make]

    def named(self, names: Mapping[str, type]) -> dict[str, Any]:
        """The tables by their names."""
        return {name: self.tables[table] for name, table in names.items()}
