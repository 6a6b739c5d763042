"""A look at a game: everything rule code may read, and nothing it could change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from itertools import islice
from operator import eq
from typing import Any, TypeVar

from dunerules.engine.errors import Denial, RuleModuleError, shown
from dunerules.engine.flow import Flow, Seating
from dunerules.engine.permissions import PermissionExplanation
from dunerules.engine.quantities import Explanation
from dunerules.engine.quoting import quoted_explanation
from dunerules.engine.rulebook import Rulebook, known
from dunerules.engine.tables import State

D = TypeVar("D")
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

    def derived(self, table: type[T], make: Callable[[Rulebook, T], D]) -> D:
        """What a function makes of a table, kept until the table is written; it looks at nothing else of the game."""
        found: D = self.state.derived(table, make, self.rulebook)
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
        try:
            compute = self.rulebook.quantities[name].compute
        except KeyError:
            compute = self.rulebook.quantity(name).compute
        return compute(self, ctx)

    def whole(self, name: str, **ctx: Any) -> int:
        """A quantity that is a whole number."""
        try:
            compute = self.rulebook.quantities[name].compute
        except KeyError:
            compute = self.rulebook.quantity(name).compute
        value = compute(self, ctx)
        if value.__class__ is int:
            return value
        raise TypeError(f'quantity "{name}" is {value}, not a whole number: declare how it is rounded')

    def sealed_answer(self, seat: str, kind: str) -> Any:  # Any: the class of a choice is its decision's
        """What a seat has answered to a sealed question of a kind that waits for others; None if it has not."""
        flow = self[Flow]
        for ask in flow.asks.values():
            if ask.seat == seat and ask.kind == kind and (seat, ask.number) in flow.sealed:
                return flow.sealed[seat, ask.number]
        return None

    def may(self, name: str, **ctx: Any) -> bool:
        """Whether the rules permit something, in this state and context."""
        try:
            allows = self.rulebook.permissions[name].allows
        except KeyError:
            allows = self.rulebook.permission(name).allows
        return allows(self, ctx)

    def denial(self, name: str, **ctx: Any) -> Denial | None:
        """Why the rules do not permit something; None when they do."""
        return self.rulebook.permission(name).denial(self, ctx)

    def holds(self, fact: str, value: str | int | bool, **ctx: Any) -> bool:
        """Whether a fact holds with this value, as a condition that names it finds; ``ctx`` has what the fact needs."""
        return self.tester(fact, **ctx)(value)

    def tester(self, fact: str, **ctx: Any) -> Callable[[str | int | bool], bool]:
        """What `holds` finds for one value after the other, for those who try many."""
        asked = known(self.rulebook.facts, fact, "fact")
        missing = [key for key in asked.needs if key not in ctx]
        if missing:
            raise TypeError(f'the fact "{fact}" needs {", ".join(missing)}')
        if asked.function is None:
            return partial(eq, ctx[asked.key])
        # A static fact asks the rulebook alone.
        return partial(asked.function, self.rulebook, None) if asked.static else partial(asked.function, self, ctx)

    def explain(self, name: str, **ctx: Any) -> Explanation | PermissionExplanation:
        """How a quantity or a permission comes about, with every rule that had a say."""
        rules = self.rulebook
        if name in rules.permissions:
            return quoted_explanation(rules.permissions[name].explain(self, ctx), rules.quotes, rules.catalogue)
        return quoted_explanation(rules.quantity(name).explain(self, ctx), rules.quotes, rules.catalogue)

    def option(self, module: str, key: str) -> bool | int | str:
        """The value of a module's option."""
        return self.rulebook.option(module, key)

    def component(self, kind: str, name: str) -> Any:  # Any: the class is the kind's own
        """A component by kind and id."""
        try:
            return self.rulebook.components[kind][name]
        except KeyError:
            return known(known(self.rulebook.components, kind, "kind of component"), name, kind)

    def deck(self, name: str) -> Mapping[str, int]:
        """A deck's cards and their numbers of copies."""
        return known(self.rulebook.decks, name, "deck")


MOST_TURNS = 1000
"""An order of more seats than this is taken to be endless."""


def seats_in_order(look: Look, order: str) -> tuple[str, ...]:
    """The seats that a declared order gives; a RuleModuleError if that is anything else."""
    given = look.rulebook.hooks["orders"][order][0](look)
    if given is None or isinstance(given, (str, set, frozenset)):
        raise RuleModuleError(f'the order "{order}" gives {shown(given)}, which is no order of seats')
    turns = tuple(islice(given, MOST_TURNS + 1))
    if len(turns) > MOST_TURNS:
        raise RuleModuleError(f'the order "{order}" gives more than {MOST_TURNS} seats')
    seats = look.seats
    for seat in turns:
        if seat not in seats:
            raise RuleModuleError(f'the order "{order}" gives {shown(seat)}, and nobody sits there')
    return turns
