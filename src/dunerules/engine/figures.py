"""Figures: what a number of the rules is as a rule, or under some assumptions, before any game is played.

A quantity is computed in a game. A printed text needs it without one: it takes for true what the text assumes, such as
``{"seat": "red"}``, and for false every other condition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dunerules.engine.conditions import ALWAYS, NEVER, Condition, Value
from dunerules.engine.effects import Change, Number, whole
from dunerules.engine.quantities import Quantity, applied
from dunerules.engine.rulebook import Rulebook

Assumed = Mapping[str, Value]
"""Facts that are taken for true, each with its value."""
STARTS = ("base", "set")
"""The stages that give a number to start from."""


def figure(rulebook: Rulebook, quantity: Quantity, assumed: Assumed) -> Number | None:
    """The number under these assumptions; None: rule code finds it in play, and no text can tell it."""
    number: Number = 0
    decided: set[str] = set()
    for change in quantity.changes:
        if change.stage in decided or not is_assumed(change.condition, assumed):
            continue
        operand = change.rounding if change.rounding is not None else operand_of(rulebook, change, assumed)
        if operand is None:
            if change.stage in STARTS:
                return None
            continue  # what rule code adds or bounds in play is told by its own rule
        number = whole(applied(change.stage, number, operand))
        if change.stage in ("set", "round"):
            decided.add(change.stage)
    return number


def operand_of(rulebook: Rulebook, change: Change, assumed: Assumed) -> Number | None:
    """The number that a change uses; None: rule code finds it in play."""
    if change.refers_to:
        return figure(rulebook, rulebook.quantities[change.refers_to], assumed)
    return None if callable(change.amount) else change.amount


def is_assumed(condition: Condition, assumed: Assumed) -> bool:
    """Whether a condition holds if only what is assumed is true."""
    if condition is NEVER:
        return False
    return all(_holds(test.fact.name, test.values, assumed) for test in condition.when) and not any(
        _holds(test.fact.name, test.values, assumed) for test in condition.unless
    )


def exceptions(quantity: Quantity, assumed: Assumed) -> Iterator[Change]:
    """The changes that hold only in some cases, without those that something else always overrules.

    Left out, too, are those that the assumptions decide already: they hold, or they cannot.
    """
    sets: list[Condition] = []
    for change in quantity.changes:
        overruled = change.stage == "set" and any(follows(change.condition, other) for other in sets)
        if change.stage == "set" and not _found_in_play(change):
            sets.append(change.condition)
        if change.condition is ALWAYS or overruled or is_assumed(change.condition, assumed):
            continue
        if not _excluded(change.condition, assumed):
            yield change


def follows(condition: Condition, other: Condition) -> bool:
    """Whether ``other`` holds wherever ``condition`` does, as far as their facts tell."""
    when = {test.fact.name: set(test.values) for test in condition.when}
    unless = {test.fact.name: set(test.values) for test in condition.unless}
    return all(test.fact.name in when and when[test.fact.name] <= set(test.values) for test in other.when) and all(
        set(test.values) <= unless.get(test.fact.name, set()) for test in other.unless
    )


def _found_in_play(change: Change) -> bool:
    return callable(change.amount) and not change.refers_to


def _holds(fact: str, values: tuple[Value, ...], assumed: Assumed) -> bool:
    return fact in assumed and any(type(value) is type(assumed[fact]) and value == assumed[fact] for value in values)


def _excluded(condition: Condition, assumed: Assumed) -> bool:
    """Whether the assumptions rule a condition out."""
    return any(
        test.fact.exclusive and test.fact.name in assumed and assumed[test.fact.name] not in test.values
        for test in condition.when
    ) or any(_holds(test.fact.name, test.values, assumed) for test in condition.unless)
