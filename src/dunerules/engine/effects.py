"""Effects on quantities, taken apart into one change per stage, with their operands and conditions compiled."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil, floor
from typing import Any, Literal

from attrs import field, frozen

from dunerules.engine.conditions import (
    ALWAYS,
    NEVER,
    Condition,
    Context,
    Fact,
    Look,
    StaticContext,
    can_both_hold,
    compile_condition,
)
from dunerules.engine.declarations import Condition as DeclaredCondition
from dunerules.engine.declarations import EffectDeclaration, Operand, QuantityDeclaration, Reference, Rounding
from dunerules.engine.errors import Problem, RuleModuleError, nearest
from dunerules.engine.marks import Mark
from dunerules.engine.ordering import named, place, settling
from dunerules.engine.origin import Origin, Precedence

Number = int | Fraction
Stage = Literal["base", "set", "add", "multiply", "round", "min", "max"]
STAGES: tuple[Stage, ...] = ("base", "set", "add", "multiply", "round", "min", "max")
"""The stages of a quantity, in the order in which they are computed."""
Amount = Number | Callable[[Look, Context], Number | None]
"""A number, or how to find it now; None: no effect now."""
Options = Mapping[str, Mapping[str, bool | int | str]]
LISTED = "dunerules explain FILE  lists all quantities and permissions."
_HALF = Fraction(1, 2)


@frozen
class Change:
    """What one effect does in one stage."""

    stage: Stage
    title: str
    condition: Condition
    origin: Origin
    cites: tuple[str, ...] = ()
    amount: Amount = field(default=0, eq=False)
    rounding: Rounding | None = None
    source: str = ""
    """Where the number comes from, when it is not written in the declaration."""
    refers_to: str = ""
    """The quantity whose value is the amount."""


@frozen(eq=False)
class PythonAmount:
    """An amount that rule code finds, and that is refused if it is no number."""

    function: Callable[[Look, Context], Any]  # Any: rule code may give anything
    place: str
    """What gives it, for a refusal."""

    def __call__(self, look: Look, ctx: Context) -> Number | None:
        """The amount now; None: no effect now."""
        return self.checked(self.function(look, ctx))

    def checked(self, number: Any) -> Number | None:
        """What the function gave, if it may give that."""
        if number is None or type(number) is int or isinstance(number, Fraction):
            return number
        raise RuleModuleError(f"{self.place} gave {number!r}, not a whole number, a Fraction or None")


@frozen
class Effects:
    """What compiling an effect needs to know besides the effect."""

    facts: Mapping[str, Fact]
    options: Options
    static_context: StaticContext
    known_values: Mapping[str, Collection[str]]
    quantities: Mapping[str, QuantityDeclaration]
    permissions: Collection[str]
    problems: list[Problem]

    def condition(self, quantity: str, when: DeclaredCondition, unless: DeclaredCondition, origin: Origin) -> Condition:
        """Compile an effect's condition; it is NEVER, too, when the quantity does not exist."""
        declared = self.quantities.get(quantity)
        condition = compile_condition(
            when,
            unless,
            facts=self.facts,
            needs=None if declared is None else declared.needs,
            static_context=self.static_context,
            known_values=self.known_values,
            origin=origin,
            problems=self.problems,
        )
        if declared is None and condition is not NEVER:
            hint = nearest(quantity, self.quantities, LISTED)
            if quantity in self.permissions:
                hint = f'"{quantity}" is a permission: write a [[permission]] with  allow  or  forbid  instead.'
            self.problems.append(origin.problem(f'"{quantity}" is not a quantity.', hint))
            return NEVER
        return condition

    def declared(self, origin: Origin, quantity: QuantityDeclaration) -> Iterator[Change]:
        """The changes that a quantity's own declaration makes: base, rounding and bounds."""
        yield from self._change("base", quantity.base, quantity, quantity.title, ALWAYS, origin, quantity.cites)
        if quantity.round is not None:
            yield Change("round", "its rounding", ALWAYS, origin, quantity.cites, rounding=quantity.round)
        if quantity.min is not None:
            yield from self._change("min", quantity.min, quantity, "never less", ALWAYS, origin, quantity.cites)
        if quantity.max is not None:
            yield from self._change("max", quantity.max, quantity, "never more", ALWAYS, origin, quantity.cites)

    def effect(self, origin: Origin, effect: EffectDeclaration) -> Iterator[Change]:
        """The changes that an `[[effect]]` makes."""
        condition = self.condition(effect.quantity, effect.when, effect.unless, origin)
        operands: dict[Stage, Operand | None] = {
            "set": effect.set,
            "add": effect.add,
            "multiply": effect.multiply,
            "min": effect.min,
            "max": effect.max,
        }
        if effect.round is None and all(operand is None for operand in operands.values()):
            hint = "Give it one of: set, add, multiply, round, min, max."
            self.problems.append(origin.problem(f'The effect "{effect.title}" changes nothing.', hint))
        if condition is NEVER:
            return
        quantity = self.quantities[effect.quantity]
        for stage, operand in operands.items():
            if operand is not None:
                yield from self._change(stage, operand, quantity, effect.title, condition, origin, effect.cites)
        if effect.round is not None:
            yield Change("round", effect.title, condition, origin, effect.cites, rounding=effect.round)

    def python_effect(self, origin: Origin, mark: Mark, function: Callable[..., Any]) -> Iterator[Change]:
        """The change that a function marked with `marks.effect` makes."""
        condition = self.condition(mark.key, mark.details["when"], mark.details["unless"], origin)
        if condition is NEVER:
            return

        details = mark.details
        amount = PythonAmount(
            function, f'{origin.name}: {origin.path}: the effect "{details["title"]}" on "{mark.key}"'
        )
        yield Change(details["stage"], details["title"], condition, origin, tuple(details["cites"]), amount)

    def _change(
        self,
        stage: Stage,
        operand: Operand,
        quantity: QuantityDeclaration,
        title: str,
        condition: Condition,
        origin: Origin,
        cites: tuple[str, ...],
    ) -> Iterator[Change]:
        inside = origin.at(f"{origin.path}.{stage}" if origin.path else stage)
        if not isinstance(operand, Reference):
            yield Change(stage, title, condition, origin, cites, whole(operand))
        elif bool(operand.option) == bool(operand.quantity):
            message = 'A reference names either an "option" or a "quantity".'
            self.problems.append(inside.problem(message))
        elif operand.option:
            number = self._option(operand.option, inside)
            yield Change(stage, title, condition, origin, cites, number, source=f'option "{operand.option}"')
        elif self._may_refer(operand.quantity, quantity, inside):
            other = operand.quantity
            yield Change(stage, title, condition, origin, cites, source=f'quantity "{other}"', refers_to=other)

    def _option(self, name: str, origin: Origin) -> int:
        module, _, key = name.partition("/")
        setting = self.options.get(module, {}).get(key)
        if type(setting) is int:
            return setting
        if setting is None:
            known = [f"{module}/{key}" for module, settings in self.options.items() for key in settings]
            message = f'"{name}" is not an option of a selected module.'
            self.problems.append(origin.problem(message, nearest(name, known)))
        else:
            self.problems.append(
                origin.problem(f'The option "{name}" is not a whole number, so it cannot be used here.')
            )
        return 0

    def _may_refer(self, other: str, quantity: QuantityDeclaration, origin: Origin) -> bool:
        found = self.quantities.get(other)
        if found is None:
            hint = nearest(other, self.quantities)
            self.problems.append(origin.problem(f'"{other}" is not a quantity.', hint))
            return False
        missing = [key for key in found.needs if key not in quantity.needs]
        if missing:
            words = " and ".join(f'"{key}"' for key in missing)
            hint = f'Add {words} to the needs of "{quantity.id}".'
            message = f'The quantity "{other}" needs {words}, which a question about "{quantity.id}" does not give.'
            self.problems.append(origin.problem(message, hint))
        return not missing


def fractions_left(quantity: QuantityDeclaration, changes: Sequence[Change]) -> Iterator[Problem]:
    """Refuse numbers that leave a fraction where the rules need a whole number, and nothing rounds it."""
    if quantity.fraction:
        return
    rounding = [change for change in changes if change.stage == "round"]
    for change in changes:
        number = change.amount
        if not isinstance(number, Fraction):
            continue
        late = change.stage in ("min", "max")
        if not late and any(one.condition is ALWAYS or one.origin == change.origin for one in rounding):
            continue
        rounding_hint = 'Write a whole number, or add  round = "down"  (or "up", or "nearest").'
        hint = "Write a whole number." if late else rounding_hint
        place = change.origin.at(f"{change.origin.path}.{change.stage}")
        message = f'"{quantity.id}" is a whole number, and {change.stage} = {number} may leave a fraction.'
        yield place.problem(message, hint)


def whole(number: Number) -> Number:
    """The same number, as an int when it is whole."""
    return number.numerator if isinstance(number, Fraction) and number.denominator == 1 else number


def rounded(number: Number, rounding: Rounding) -> int:
    """A whole number: up, down, or the nearest with a half going up."""
    if rounding == "up":
        return ceil(number)
    return floor(number) if rounding == "down" else floor(number + _HALF)


def ambiguities(quantity: str, changes: Sequence[Change], precedence: Precedence) -> Iterator[Problem]:
    """Refuse two changes of one layer that can both decide, when nothing says which of them does."""
    for stage, verb in (("set", "set"), ("round", "round")):
        ordered = sorted(
            (change for change in changes if change.stage == stage),
            key=lambda change: (change.origin.name, place(change.origin, precedence)),
        )
        told: set[Origin] = set()
        for one, other in combinations(ordered, 2):
            # One rival is enough for a change: thousands of them would have millions.
            if other.origin in told:
                continue
            if one.origin.layer != other.origin.layer or not can_both_hold(one.condition, other.condition):
                continue
            if one.origin.name == other.origin.name:
                told.add(other.origin)
                yield other.origin.problem(
                    f'"{one.origin.name}" {verb}s "{quantity}" twice, here and in {one.origin.path}, '
                    "and both can hold at once.",
                    'Give one of them a "when" or "unless" that excludes the other.',
                )
            elif not precedence.ordered(one.origin.name, other.origin.name):
                yield one.origin.problem(
                    f'{named(one.origin)} and {named(other.origin)} both {verb} "{quantity}", '
                    f'both in the layer "{one.origin.layer}", and nothing orders them.',
                    settling(one.origin, other.origin),
                )
