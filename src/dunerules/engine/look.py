"""A look at a game: everything rule code may read, and nothing it could change."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeVar

from dunerules.engine.errors import Denial
from dunerules.engine.flow import Seating
from dunerules.engine.permissions import PermissionExplanation
from dunerules.engine.quantities import Explanation
from dunerules.engine.rulebook import Rulebook, known
from dunerules.engine.tables import State

T = TypeVar("T")


class Look:
    """Reads one state with the rules of one rulebook."""

    __slots__ = ("rulebook", "state")

    def __init__(self, rulebook: Rulebook, state: State) -> None:
        self.rulebook = rulebook
        self.state = state

    def __getitem__(self, table: type[T]) -> T:
        """A table, for reading."""
        found: T = self.state.tables[table]
        return found

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in order around the table."""
        seating: Seating = self.state.tables[Seating]
        return seating.seats

    def side_of(self, seat: str) -> str:
        """The side that a seat wins with."""
        return self[Seating].sides[seat]

    def quantity(self, name: str, **ctx: Any) -> int | Fraction:
        """A number of the rules, in this state and context."""
        return self.rulebook.quantity(name).value(self, ctx)

    def whole(self, name: str, **ctx: Any) -> int:
        """A quantity that is a whole number."""
        value = self.rulebook.quantity(name).value(self, ctx)
        if isinstance(value, int):
            return value
        raise TypeError(f'quantity "{name}" is {value}, not a whole number: declare how it is rounded')

    def may(self, name: str, **ctx: Any) -> bool:
        """Whether the rules permit something, in this state and context."""
        return self.rulebook.permission(name).denial(self, ctx) is None

    def denial(self, name: str, **ctx: Any) -> Denial | None:
        """Why the rules do not permit something; None when they do."""
        return self.rulebook.permission(name).denial(self, ctx)

    def explain(self, name: str, **ctx: Any) -> Explanation | PermissionExplanation:
        """How a quantity or a permission comes about, with every rule that had a say."""
        if name in self.rulebook.permissions:
            return self.rulebook.permissions[name].explain(self, ctx)
        return self.rulebook.quantity(name).explain(self, ctx)

    def option(self, module: str, key: str) -> bool | int | str:
        """The value of a module's option."""
        return self.rulebook.option(module, key)

    def component(self, kind: str, name: str) -> Any:  # Any: the class is the kind's own
        """A component by kind and id."""
        return known(known(self.rulebook.components, kind, "kind of component"), name, kind)

    def deck(self, name: str) -> Mapping[str, int]:
        """A deck's cards and their numbers of copies."""
        return known(self.rulebook.decks, name, "deck")
