"""Numbers that two rulesets derive differently, and what they allow differently."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from dunerules.engine.conditions import ALWAYS
from dunerules.engine.diff_words import (
    Book,
    Difference,
    Line,
    Lines,
    condition_key,
    condition_words,
    earliest_phase,
    number_words,
    only,
    said,
    unfilled,
)
from dunerules.engine.effects import Change
from dunerules.engine.permissions import Permission, Rule
from dunerules.engine.quantities import Quantity

WORDS = {
    "base": "{}",
    "set": "{}",
    "add": "{} more",
    "multiply": "times {}",
    "round": "rounded {}",
    "min": "at least {}",
    "max": "at most {}",
}
"""What a stage of a quantity does with its amount."""
STARTS = ("base", "set")
"""The stages that give a number to start from."""


def quantity_differences(left: Book, right: Book) -> Iterator[Difference]:
    """The numbers whose derivation differs, and those that only one ruleset has."""
    ours, theirs = left.rulebook.quantities, right.rulebook.quantities
    for name in sorted(ours.keys() | theirs.keys()):
        one, other = ours.get(name), theirs.get(name)
        both = one is not None and other is not None
        lines, others = _derivation(left, one, bounds=both), _derivation(right, other, bounds=both)
        own, their = only(lines, others), only(others, lines)
        if own or their:
            yield Difference(
                phase=earliest_phase(left, right, _declared_by(one), _declared_by(other)),
                part="number",
                about=(name,),
                title=_title(one, other),
                left=_with_start(lines, own),
                right=_with_start(others, their),
            )


def permission_differences(left: Book, right: Book) -> Iterator[Difference]:
    """What is allowed or forbidden by one ruleset only, and the permissions that only one knows."""
    ours, theirs = left.rulebook.permissions, right.rulebook.permissions
    for name in sorted(ours.keys() | theirs.keys()):
        one, other = ours.get(name), theirs.get(name)
        lines, others = _rules(left, one), _rules(right, other)
        own, their = only(lines, others), only(others, lines)
        if own or their:
            yield Difference(
                phase=earliest_phase(left, right, _asked_by(one), _asked_by(other)),
                part="permission",
                about=(name,),
                title=_title(one, other),
                left=own or tuple(lines.values())[-1:],
                right=their or tuple(others.values())[-1:],
            )


def _title(one: Quantity | Permission | None, other: Quantity | Permission | None) -> str:
    return min(thing.title for thing in (one, other) if thing is not None)


def _declared_by(quantity: Quantity | None) -> str | None:
    return (
        None if quantity is None else next(change for change in quantity.changes if change.stage == "base").origin.name
    )


def _asked_by(permission: Permission | None) -> str | None:
    return None if permission is None else permission.rules[-1].origin.name


def _derivation(book: Book, quantity: Quantity | None, *, bounds: bool) -> Lines:
    """What can make the number, the one to start from first; what is always overruled is left out.

    The bounds that the quantity's own declaration gives are told only where there is something to compare them with.
    """
    if quantity is None:
        return {}
    base = [change for change in quantity.changes if change.stage == "base"]
    sets = [change for change in quantity.changes if change.stage == "set"]
    fixed = next((at for at, change in enumerate(sets) if change.condition is ALWAYS and not _found(change)), None)
    starts = [*base, *reversed(sets)] if fixed is None else list(reversed(sets[: fixed + 1]))
    if any(change.condition is ALWAYS and _found(change) for change in starts):
        # Rule code finds the number, whatever the declaration says.
        starts = [change for change in starts if change not in base]
    rest = [change for change in quantity.changes if change.stage not in STARTS and (bounds or not _own(change))]
    return {_key(book, change): book.line(_change(book, change), change.cites) for change in (*starts, *rest)}


def _with_start(lines: Lines, own: tuple[Line, ...]) -> tuple[Line, ...]:
    """The lines that differ, behind the number that they start from."""
    start = tuple(lines.values())[:1]
    return start + tuple(line for line in own if line not in start)


def _found(change: Change) -> bool:
    """Whether the amount is found in play, by rule code that may find nothing."""
    return callable(change.amount) and not change.refers_to


def _key(book: Book, change: Change) -> Hashable:
    """A change is the same on both sides if it does the same under the same condition, whoever says so."""
    title = "" if _own(change) else change.title
    code = change.origin.name if _found(change) else ""
    stage = "set" if change.stage in STARTS else change.stage
    return stage, title, condition_key(change.condition), change.refers_to or _amount(book, change), code


def _own(change: Change) -> bool:
    """Whether it is what the quantity's own declaration says."""
    return change.origin.path.startswith("quantity[")


def _change(book: Book, change: Change) -> str:
    amount = WORDS[change.stage].format(_amount(book, change))
    return amount if _own(change) else f"{amount}: {change.title}{condition_words(book, change.condition)}"


def _amount(book: Book, change: Change) -> str:
    if change.rounding is not None:
        return change.rounding
    if change.refers_to:
        return f'as many as "{book.rulebook.quantities[change.refers_to].title}"'
    if callable(change.amount):
        return "as many as the position says"
    return number_words(book, change.amount)


def _rules(book: Book, permission: Permission | None) -> Lines:
    rules = () if permission is None else permission.rules
    return {_rule_key(rule): book.line(_rule(book, rule), rule.cites) for rule in rules}


def _rule_key(rule: Rule) -> Hashable:
    code = "" if rule.function is None else rule.origin.name
    return rule.verdict, rule.title, condition_key(rule.condition), code


def _rule(book: Book, rule: Rule) -> str:
    verdict = "allowed" if rule.verdict == "allow" else "forbidden"
    title = rule.title if rule.function is None else said(rule.function, unfilled(rule.title))
    return f"{verdict}: {title}{condition_words(book, rule.condition)}"
