"""Effects and permissions of a ruleset that change nothing, as far as that can be proved."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import attrs

from dunerules.engine.asked import is_asked
from dunerules.engine.conditions import ALWAYS, Condition, can_both_hold
from dunerules.engine.declarations import EffectDeclaration, PermissionRule
from dunerules.engine.diff_words import Book, number_words
from dunerules.engine.effects import Change, Number
from dunerules.engine.errors import Problem
from dunerules.engine.layers import declarations_of
from dunerules.engine.never import implies, why_never
from dunerules.engine.ordering import named
from dunerules.engine.origin import Origin
from dunerules.engine.permissions import Rule
from dunerules.engine.quantities import Quantity
from dunerules.engine.rulebook import Rulebook

MOST_RIVALS = 200
"""Changes of a quantity, or rules about a permission, that are compared with each other; nothing is said of more."""
NEUTRAL = {"add": 0, "multiply": 1}
"""What changes no number."""
UNASKED = "this changes nothing in play: no rule of this ruleset asks for"
SAME = {"allow": "is allowed", "forbid": "is forbidden"}


def idle_effects(rulebook: Rulebook, own: Collection[str]) -> Iterator[Problem]:
    """House effects that never apply, are always overruled, or give the number that is there anyway."""
    for origin, effect in declarations_of(rulebook.composition, "effect"):
        if origin.file in own:
            yield from _never(rulebook, origin, effect) or _idle_effect(rulebook, origin, effect)
            if not is_asked(rulebook, effect.quantity):
                yield origin.at(f"{origin.path}.quantity").problem(f'{UNASKED} "{effect.quantity}".')


def idle_permissions(rulebook: Rulebook, own: Collection[str]) -> Iterator[Problem]:
    """House permissions that never apply, are always overruled, or say what is so anyway."""
    for origin, rule in declarations_of(rulebook.composition, "permission"):
        if origin.file in own:
            yield from _never(rulebook, origin, rule) or _idle_rule(rulebook, origin, rule)
            key, name = ("allow", rule.allow) if rule.allow else ("forbid", rule.forbid)
            if not is_asked(rulebook, name):
                yield origin.at(f"{origin.path}.{key}").problem(f'{UNASKED} "{name}".')


def _never(rulebook: Rulebook, origin: Origin, declared: EffectDeclaration | PermissionRule) -> list[Problem]:
    why = why_never(rulebook, declared.when, declared.unless)
    if why is None:
        return []
    key, message, hint = why
    return [origin.at(f"{origin.path}.{key}").problem(f"this never applies: {message}", hint)]


def _idle_effect(rulebook: Rulebook, origin: Origin, effect: EffectDeclaration) -> Iterator[Problem]:
    quantity = _as_of(rulebook, origin, rulebook.quantities[effect.quantity])
    if len(quantity.changes) > MOST_RIVALS:
        return
    mine = [change for change in quantity.changes if change.origin == origin]
    live = []
    for change in mine:
        rival = _overruling(change, quantity.changes)
        where = origin.at(f"{origin.path}.{change.stage}")
        if rival is not None:
            yield where.problem(f"this never decides: {named(rival.origin)} always does.")
        elif not callable(change.amount) and change.rounding is None and change.amount == NEUTRAL.get(change.stage):
            yield where.problem(f"this changes nothing: {change.stage} {change.amount}.")
        else:
            live.append(change)
    if live:
        yield from _same_number(rulebook, origin, quantity, live)


def _as_of(rulebook: Rulebook, origin: Origin, quantity: Quantity) -> Quantity:
    """A quantity without what rulesets that extend this one do to it: they may well overrule it."""
    later = rulebook.composition.precedence.later
    changes = tuple(one for one in quantity.changes if not later(one.origin.name, origin.name))
    return Quantity(quantity.id, quantity.title, quantity.needs, changes)


def _overruling(change: Change, changes: Sequence[Change]) -> Change | None:
    """The rival with more say that holds whenever this change does."""
    if change.stage not in ("set", "round"):
        return None
    for rival in changes:
        if rival is change:
            return None
        # What rule code finds may be nothing, and then the next one decides.
        if rival.stage == change.stage and not callable(rival.amount) and implies(change.condition, rival.condition):
            return rival
    return None


def _same_number(rulebook: Rulebook, origin: Origin, quantity: Quantity, mine: list[Change]) -> Iterator[Problem]:
    others = _where_it_holds(mine[0].condition, [one for one in quantity.changes if one.origin != origin])
    if others is None:
        return
    after = _number(quantity, [*others, *mine])
    if after is not None and after == _number(quantity, others):
        shown = number_words(Book(rulebook), after)
        message = f'this changes nothing: "{quantity.id}" is {shown} anyway.'
        stages = {change.stage for change in mine}
        where = origin.at(f"{origin.path}.{mine[0].stage}") if len(stages) == 1 else origin
        yield where.problem(message, "Leave it out, or write another number.")


def _where_it_holds(condition: Condition, changes: Sequence[Change]) -> list[Change] | None:
    """The changes that apply wherever a condition holds; None: that cannot be told of each."""
    found = []
    for change in changes:
        if not can_both_hold(condition, change.condition):
            continue
        if callable(change.amount) or not implies(condition, change.condition):
            return None
        found.append(change)
    return found


def _number(quantity: Quantity, changes: Sequence[Change]) -> Number | None:
    """What the quantity is when all these changes apply."""
    kept = {id(change) for change in changes}
    always = [attrs.evolve(one, condition=ALWAYS) for one in quantity.changes if id(one) in kept]
    return Quantity(quantity.id, quantity.title, (), tuple(always)).constant


def _idle_rule(rulebook: Rulebook, origin: Origin, declared: PermissionRule) -> Iterator[Problem]:
    permission = rulebook.permissions[declared.allow or declared.forbid]
    later = rulebook.composition.precedence.later
    rules = [rule for rule in permission.rules if not later(rule.origin.name, origin.name)]
    if len(rules) > MOST_RIVALS:
        return
    place = next(index for index, rule in enumerate(rules) if rule.origin == origin)
    mine = rules[place]
    for rival in rules[:place]:
        if rival.function is None and implies(mine.condition, rival.condition):
            yield origin.problem(f"this never decides: {named(rival.origin)} always does.")
            return
    if _says_the_same(mine, rules[place + 1 :]):
        message = f'this changes nothing: "{permission.id}" {SAME[mine.verdict]} there anyway.'
        yield origin.at(f"{origin.path}.{mine.verdict}").problem(message)


def _says_the_same(mine: Rule, below: Sequence[Rule]) -> bool:
    """Whether the rules with less say give the same verdict wherever this rule holds."""
    for rule in below:
        if rule.function is None and not can_both_hold(mine.condition, rule.condition):
            continue
        if rule.verdict != mine.verdict:
            return False
        if rule.function is None and implies(mine.condition, rule.condition):
            return True
    return False
