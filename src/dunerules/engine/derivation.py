"""How a number or a permission comes about in a ruleset, as far as that can be told without a game."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from attrs import frozen

from dunerules.engine.diff_words import Book, condition_words, number_words, unfilled
from dunerules.engine.effects import PythonAmount
from dunerules.engine.permissions import Permission, Verdict
from dunerules.engine.quantities import Quantity
from dunerules.engine.unplayed import Judge, Ruled, Staged, ruled, staged
from dunerules.engine.whereabouts import whereabouts

HOLDS, OPEN, IDLE = "holds", "depends on the game", "has no say"
OUTCOMES = {True: HOLDS, None: OPEN, False: IDLE}
VERDICTS = {"allow": "allowed", "forbid": "forbidden"}


@frozen
class Derived:
    """What became of one effect on a quantity, or of one rule about a permission."""

    outcome: str
    """``holds``, ``depends on the game`` or ``has no say``."""
    text: str
    """What it does, in words."""
    origin_name: str
    cites: tuple[str, ...]
    place: str
    """File and line."""

    def __str__(self) -> str:
        """Two lines: what it does, with the rules that say so, and where it stands."""
        mark = "" if self.outcome == HOLDS else f"{self.outcome}: "
        cites = f" ({', '.join(self.cites)})" if self.cites else ""
        return f"  {mark}{self.text} [{self.origin_name}]{cites}\n    {self.place}"


@frozen
class Derivation:
    """How a quantity or a permission comes about, stage by stage."""

    name: str
    title: str
    answer: str
    """In words: the number, or whether it is allowed."""
    parts: tuple[Derived, ...]
    depends_on: tuple[str, ...] = ()
    """What a game, or a closer question, would settle."""
    unnamed: tuple[str, ...] = ()
    """What the question may name besides, if something is open."""
    value: int | Fraction | None = None
    """Of a quantity: the number, if it is the same in every game."""
    verdict: Verdict | None = None
    """Of a permission: the answer, if it is the same in every game."""

    def __str__(self) -> str:
        """The answer, then each part, those without a say last, then what is left open."""
        parts = sorted(self.parts, key=lambda part: part.outcome == IDLE)
        lines = [f"{self.title} ({self.name}): {self.answer}", *map(str, parts)]
        if self.depends_on:
            lines.append(f"Depends on: {', '.join(self.depends_on)}")
        if self.unnamed:
            lines.append(f"Say more to know more: {' '.join(f'{word}=...' for word in self.unnamed)}")
        return "\n".join(lines)


def derive(judge: Judge, quantity: Quantity) -> Derivation:
    """Tell the stages of a quantity; what is open is passed over and said."""
    found = [*staged(judge, quantity)]
    number = found[-1].number
    is_open = any(step.held is None for step in found)
    answer = number_words(Book(judge.rulebook), number)
    if is_open:
        answer = "open" if found[0].held is None else f"{answer}, if nothing that is open changes it"
    waits_for = _once(word for step in found for word in step.waits_for)
    parts = tuple(_change_part(judge, step) for step in found)
    unnamed = _unnamed(judge, quantity) if is_open else ()
    value = None if is_open else number
    return Derivation(quantity.id, quantity.title, answer, parts, waits_for, unnamed, value)


def decide(judge: Judge, permission: Permission) -> Derivation:
    """Tell the rules about a permission, the one with the most say first."""
    found = [*ruled(judge, permission)]
    speaking = [step for step in found if step.held is not False]
    last = speaking[-1].rule.verdict
    sure = last if len({step.rule.verdict for step in speaking}) == 1 else None
    answer = VERDICTS[last] + ("" if sure else ", if nothing that is open says otherwise")
    waits_for = () if sure else _once(unfilled(word) for step in speaking for word in step.waits_for)
    parts = tuple(_rule_part(judge, step) for step in found)
    unnamed = () if sure else _unnamed(judge, permission)
    return Derivation(permission.id, permission.title, answer, parts, waits_for, unnamed, verdict=sure)


def _change_part(judge: Judge, step: Staged) -> Derived:
    book, change = Book(judge.rulebook), step.change
    amount = step.operand if isinstance(step.operand, str) else number_words(book, step.operand or 0)
    source = f" from {change.source}" if change.source else ""
    result = f" = {number_words(book, step.number)}" if step.held else ""
    does = f"{change.stage} {amount}".rstrip() + source + result
    function = change.amount.function if isinstance(change.amount, PythonAmount) else None
    return Derived(
        OUTCOMES[step.held],
        f"{does}: {change.title}{condition_words(book, change.condition)}" + _why(step.why_not),
        change.origin.name,
        judge.rulebook.quoted(change.cites),
        whereabouts(judge.rulebook, change.origin, function),
    )


def _rule_part(judge: Judge, step: Ruled) -> Derived:
    rule = step.rule
    condition = condition_words(Book(judge.rulebook), rule.condition)
    return Derived(
        OUTCOMES[step.held],
        f"{rule.verdict}: {unfilled(rule.title)}{condition}" + _why(step.why_not),
        rule.origin.name,
        judge.rulebook.quoted(rule.cites),
        whereabouts(judge.rulebook, rule.origin, rule.function),
    )


def _unnamed(judge: Judge, asked: Quantity | Permission) -> tuple[str, ...]:
    return tuple(word for word in asked.needs if word not in judge.named)


def _why(why_not: str) -> str:
    return f": {why_not}" if why_not else ""


def _once(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))
