"""The legal battle plans of a seat as a space, and the legal losses of a winner."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from attrs import field, frozen

from dunerules.classic.fights import AVOID, PLAY, Binding, Number, Plan
from dunerules.engine.chance import Rng
from dunerules.engine.errors import shown
from dunerules.engine.spaces import EmptySpace, capped
from dunerules.rules import Denial, Subset

Arms = tuple[str, str, str]
"""Leader, weapon and defense of a plan."""


@frozen
class Plans:
    """Plans whose leader and cards go together, and whose dial can be paid with their spice."""

    arms: tuple[Arms, ...]
    dials: Mapping[int, tuple[Number, ...]]
    """Spice, then the numbers that can be dialed with it."""
    extras: tuple[tuple[str, ...], ...]
    """What else may be in the plan: each selection that is possible."""
    bindings: tuple[Binding, ...] = ()
    """What the plans are narrowed down to."""
    kinds_of_cards: Mapping[str, str] = field(factory=dict, repr=False)
    explain: Callable[[Plan], Denial | None] = field(default=lambda plan: None, repr=False, eq=False)
    """Says by which rule a plan that nothing binds is illegal."""

    def bound(self, binding: Binding) -> Plans:
        """The plans that keep to a binding; all of them if none can."""
        what, value, _ = binding
        arms, dials, extras = self.arms, self.dials, self.extras
        if what in (PLAY, AVOID):
            kinds = self.kinds_of_cards
            arms = tuple(one for one in arms if any(kinds.get(card) == value for card in one) is (what == PLAY))
        elif what == "dial":
            dials = {spice: (value,) for spice, numbers in dials.items() if value in numbers}
        elif what == "spice":
            dials = {value: dials[value]} if value in dials else {}
        elif what == "also":
            extras = tuple(one for one in extras if one == value)
            arms = tuple(one for one in arms if one[0] or not value)
        else:
            place = ("leader", "weapon", "defense").index(what)
            arms = tuple(one for one in arms if one[place] == value)
        if not (arms and dials and extras):
            return self
        return Plans(arms, dials, extras, (*self.bindings, binding), self.kinds_of_cards, self.explain)

    def extras_with(self, leader: str) -> tuple[tuple[str, ...], ...]:
        """What else may be in a plan with this leader; nothing joins nobody."""
        return self.extras if leader else tuple(one for one in self.extras if not one)

    def denial(self, value: object) -> Denial | None:
        """Why a value is no legal plan, or None."""
        if type(value) is not Plan:
            return Denial(f"the choice must be a Plan, not {shown(value)}")
        if self.contains(value):
            return None
        if not _well_formed(value):
            return Denial(f"{shown(value)} is not a plan of a number, words and spice")
        return self.explain(value) or self._unbound(value) or Denial("this plan is not possible")

    def contains(self, value: object) -> bool:
        """Whether a value is a legal plan."""
        return (
            type(value) is Plan
            and _well_formed(value)
            and (value.leader, value.weapon, value.defense) in self.arms
            and value.dial in self.dials.get(value.spice, ())
            and value.also in self.extras_with(value.leader)
        )

    def _unbound(self, plan: Plan) -> Denial | None:
        """Which binding a plan breaks."""
        for what, value, cites in self.bindings:
            if what in (PLAY, AVOID):
                plays = any(self.kinds_of_cards.get(card) == value for card in (plan.leader, *plan.cards))
                if plays is not (what == PLAY):
                    return Denial(f"the plan must {'' if what == PLAY else 'not '}have a {value} card", cites)
            elif getattr(plan, what) != value:
                return Denial(f"the {what} is fixed: {value or 'none'}", cites)
        return None

    def sample(self, rng: Rng) -> Plan:
        """Draw leader and cards, spice, dial and extras one by one."""
        if self.is_empty():
            raise EmptySpace(self)
        leader, weapon, defense = rng.pick(self.arms)
        spice = rng.pick(tuple(self.dials))
        dial, also = rng.pick(self.dials[spice]), rng.pick(self.extras_with(leader))
        return Plan(dial, leader, weapon, defense, spice, also)

    def count(self, limit: int | None = None) -> int:
        """How many plans there are."""
        numbers = sum(map(len, self.dials.values()))
        arms = sum(len(self.extras_with(leader)) for leader, _, _ in self.arms)
        return capped(arms * numbers, limit)

    def __iter__(self) -> Iterator[Plan]:
        """The plans, by leader and cards."""
        for leader, weapon, defense in self.arms:
            for spice, numbers in self.dials.items():
                for dial, also in product(numbers, self.extras_with(leader)):
                    yield Plan(dial, leader, weapon, defense, spice, also)

    def is_empty(self) -> bool:
        """Whether there is no plan."""
        return not (self.arms and self.dials and self.extras)

    def kinds(self) -> frozenset[type]:
        """Plans."""
        return frozenset((Plan,))


def _well_formed(plan: Plan) -> bool:
    """Whether the parts are of their classes: ``True`` is no number, and a whole fraction is an int."""
    words: tuple[Any, ...] = (plan.leader, plan.weapon, plan.defense)
    dial: Any = plan.dial
    return (
        all(type(word) is str for word in words)
        and (type(dial) is int or (type(dial) is Fraction and dial.denominator != 1))
        and type(plan.spice) is int
        and type(plan.also) is tuple
        and all(type(extra) is str for extra in plan.also)
    )


def extras_of(offered: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Every selection of what is offered besides leader and cards, the empty one first."""
    return tuple(Subset(offered)) if offered else ((),)
