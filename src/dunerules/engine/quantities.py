"""Quantities: every number of the rules, computed in fixed stages and explained effect by effect."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

import attrs
from attrs import frozen

from dunerules.engine.conditions import ALWAYS, Context, Fact, Look, StaticContext, check_context
from dunerules.engine.declarations import EffectDeclaration, QuantityDeclaration
from dunerules.engine.effects import (
    STAGES,
    Change,
    Effects,
    Number,
    Options,
    Stage,
    ambiguities,
    fractions_left,
    rounded,
    whole,
)
from dunerules.engine.errors import Problem
from dunerules.engine.explanations import ExplainedLine, Explanation
from dunerules.engine.generated import quantity_function
from dunerules.engine.marks import Mark
from dunerules.engine.ordering import cycles, in_order, named, standing
from dunerules.engine.origin import Origin, Precedence

__all__ = ["Explanation", "Quantity", "check_context", "compile_quantities", "declared_once", "rounded"]

NOT_NOW = "its condition does not hold"
NOTHING = "it has no effect now"


@frozen(eq=False)
class Quantity:
    """A compiled number of the rules."""

    id: str
    title: str
    needs: tuple[str, ...]
    changes: tuple[Change, ...]
    """Base, effects and bounds in the order in which they are computed; of the rivals in `set` and `round`, the one
    with the most say first."""
    constant: Number | None = attrs.field(init=False)
    """The value, when nothing can change it during a game."""

    def __attrs_post_init__(self) -> None:
        """Fold the changes to a constant if they are one."""
        fixed = all(one.condition is ALWAYS and not callable(one.amount) for one in self.changes)
        object.__setattr__(self, "constant", _folded(self.changes) if fixed else None)

    @cached_property
    def compute(self) -> Callable[[Look, Context], Number]:
        """The function that `value` calls, written out of the changes when it is first wanted."""
        return quantity_function(self.id, self.needs, self.constant, self.changes)

    def value(self, look: Look, ctx: Context) -> Number:
        """The number now, for what ``ctx`` names; an int when it is whole."""
        return self.compute(look, ctx)

    def explain(self, look: Look, ctx: Context) -> Explanation:
        """The derivation of the number: every effect that made it, and those that did not apply."""
        check_context("quantity", self.id, self.needs, ctx)
        number: Number = 0
        lines: list[ExplainedLine] = []
        idle: list[ExplainedLine] = []
        decided: dict[str, Change] = {}
        for change in self.changes:
            operand, why_not = _operand(change, look, ctx)
            if not why_not and change.stage in decided:
                why_not = f"{named(decided[change.stage].origin)} decides"
            if not why_not:
                if change.stage in ("set", "round"):
                    decided[change.stage] = change
                number = whole(applied(change.stage, number, operand))
            line = ExplainedLine(
                change.stage,
                change.title,
                operand,
                None if why_not else number,
                change.origin.name,
                change.origin.file,
                change.origin.path,
                change.cites,
                change.condition.words(),
                change.source,
                why_not,
            )
            (idle if why_not else lines).append(line)
        return Explanation(self.id, self.title, number, tuple(lines), tuple(idle))


def compile_quantities(
    declared: Sequence[tuple[Origin, QuantityDeclaration]],
    effects: Sequence[tuple[Origin, EffectDeclaration]],
    python_effects: Sequence[tuple[Origin, Mark, Callable[..., Any]]],
    *,
    facts: Mapping[str, Fact],
    options: Options,
    precedence: Precedence,
    static_context: StaticContext,
    known_values: Mapping[str, Collection[str]],
    permissions: Collection[str] = (),
) -> tuple[dict[str, Quantity], list[Problem]]:
    """Compile all quantities; the order of the arguments' entries does not matter."""
    problems: list[Problem] = []
    owners = declared_once("quantity", declared, precedence, problems)
    quantities = {name: quantity for name, (_, quantity) in owners.items()}
    compiler = Effects(facts, options, static_context, known_values, quantities, permissions, problems)
    changes: dict[str, list[Change]] = {
        name: list(compiler.declared(origin, quantity)) for name, (origin, quantity) in owners.items()
    }
    own = {name: len(found) for name, found in changes.items()}
    for origin, effect in effects:
        for change in compiler.effect(origin, effect):
            changes[effect.quantity].append(change)
    for origin, mark, function in python_effects:
        for change in compiler.python_effect(origin, mark, function):
            changes[mark.key].append(change)
    for name, found in changes.items():
        problems.extend(ambiguities(name, found[own[name] :], precedence))
    _refuse_cycles(owners, changes, problems)
    compiled: dict[str, Quantity] = {}
    for name in _references_first(changes):
        ordered = _in_stages(changes[name], own[name], precedence)
        linked = tuple(_linked(change, compiled) for change in ordered)
        compiled[name] = Quantity(name, quantities[name].title, quantities[name].needs, linked)
        if type(compiled[name].constant) is not int:
            problems.extend(fractions_left(quantities[name], ordered))
    return {name: compiled[name] for name in sorted(compiled)}, in_order(problems)


def declared_once(
    noun: str, declared: Sequence[tuple[Origin, Any]], precedence: Precedence, problems: list[Problem]
) -> dict[str, tuple[Origin, Any]]:  # Any: whichever declaration has an id
    """Declarations by id; an id that is declared again is refused with both places."""
    found: dict[str, tuple[Origin, Any]] = {}
    for origin, declaration in sorted(declared, key=lambda pair: standing(pair[0], precedence)):
        if declaration.id in found:
            first = found[declaration.id][0]
            message = f'The {noun} "{declaration.id}" is declared twice: by {named(first)} and by {named(origin)}.'
            hint = "Keep one of them, or change the number with an [[effect]]." if noun == "quantity" else ""
            problems.append(origin.problem(message, hint))
        else:
            found[declaration.id] = (origin, declaration)
    return found


def _in_stages(changes: Sequence[Change], own: int, precedence: Precedence) -> list[Change]:
    """Changes by stage, the quantity's own first; rivals the other way round, so that the first to hold decides."""
    ordered: list[Change] = []
    for stage in STAGES:
        declared = [change for change in changes[:own] if change.stage == stage]
        others = [change for change in changes[own:] if change.stage == stage]
        others.sort(key=lambda change: (standing(change.origin, precedence), change.title))
        ordered += [*reversed(others), *declared] if stage in ("set", "round") else [*declared, *others]
    return ordered


def _refuse_cycles(
    owners: Mapping[str, tuple[Origin, Any]], changes: dict[str, list[Change]], problems: list[Problem]
) -> None:
    """Refuse quantities that refer to themselves, and cut the circle so that the rest can be compiled."""
    graph = {name: {change.refers_to for change in found if change.refers_to} for name, found in changes.items()}
    for way in cycles(graph):
        last, first = way[-2:]
        closing = next(change for change in changes[last] if change.refers_to == first)
        message = f"These quantities refer to each other in a circle: {' -> '.join(way)}."
        problems.append(closing.origin.problem(message))
        changes[last] = [change for change in changes[last] if change.refers_to != first]


def _references_first(changes: Mapping[str, Sequence[Change]]) -> list[str]:
    """Names of quantities, each behind those it refers to."""
    done: dict[str, None] = {}

    def visit(name: str) -> None:
        for change in changes[name]:
            if change.refers_to and change.refers_to not in done:
                visit(change.refers_to)
        done[name] = None

    for name in sorted(changes):
        visit(name)
    return list(done)


def _linked(change: Change, compiled: Mapping[str, Quantity]) -> Change:
    if not change.refers_to:
        return change
    other = compiled[change.refers_to]
    return attrs.evolve(change, amount=other.compute if other.constant is None else other.constant)


def _folded(changes: Sequence[Change]) -> Number:
    """The value of changes that always hold and whose amounts are numbers; of rivals, the first decides."""
    number: Number = 0
    decided: set[Stage] = set()
    for change in changes:
        if change.stage not in decided:
            operand = change.amount if change.rounding is None else change.rounding
            number = whole(applied(change.stage, number, operand))
        if change.stage in ("base", "set", "round"):
            decided.add(change.stage)
    return number


def _operand(change: Change, look: Look, ctx: Context) -> tuple[Number | str | None, str]:
    """What a change would do now, and why it does not."""
    holds = change.condition.holds(look, ctx)
    if change.rounding is not None:
        return change.rounding, "" if holds else NOT_NOW
    if not callable(change.amount):
        return change.amount, "" if holds else NOT_NOW
    # Rule code is not asked for a number outside its condition: it may rely on it.
    number = change.amount(look, ctx) if holds else None
    return number, NOT_NOW if not holds else NOTHING if number is None else ""


def applied(stage: Stage, number: Number, operand: Any) -> Number:  # Any: a number, or a word in the stage `round`
    """A number after one stage."""
    match stage:
        case "base" | "set":
            result: Number = operand
        case "add":
            result = number + operand
        case "multiply":
            result = number * operand
        case "round":
            result = rounded(number, operand)
        case "min":
            result = max(number, operand)
        case "max":
            result = min(number, operand)
    return result
