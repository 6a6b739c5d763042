"""A look at the rules alone: what can be told about facts and numbers although no game is being played.

Rule code is run with a look that has no state. What it finds without asking for the state holds in every game; where
it asks, the answer depends on the game, and that is said instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from attrs import field, frozen

from dunerules.engine.conditions import NEVER, Comparison, Condition, Fact, Value
from dunerules.engine.effects import Change, Number, whole
from dunerules.engine.errors import Denial
from dunerules.engine.look import Look
from dunerules.engine.ordering import named
from dunerules.engine.permissions import Permission, Rule, Verdict
from dunerules.engine.phases import in_words
from dunerules.engine.quantities import NOT_NOW, NOTHING, Quantity, applied
from dunerules.engine.rulebook import Rulebook, known
from dunerules.engine.tables import State

UNTOLD = (LookupError, TypeError, ValueError, AttributeError)
"""What rule code raises for words that it does not expect in a question; a game never asks so, but people do."""


OVERRULED = "it is overruled"


class NeedsGame(Exception):  # noqa: N818 - it is no error: it says that an answer is open
    """The answer depends on a game, or on something that the question does not name."""

    def __init__(self, *on: str) -> None:
        self.on = on
        super().__init__(*on)


class Named(dict[str, Any]):  # Any: the words of the game
    """What a question names; what it does not name is open."""

    def __missing__(self, key: str) -> Any:
        raise NeedsGame(key)

    def get(self, key: str, default: Any = None) -> Any:
        """The same for those who ask politely."""
        return self[key]


class UnplayedLook(Look):
    """Reads the rules; whoever asks for the state is told that it takes a game."""

    __slots__ = ("judge",)

    def __init__(self, judge: Judge) -> None:
        self.rulebook = judge.rulebook
        self.judge = judge

    @property
    def state(self) -> State:  # type: ignore[override]  # there is none
        """Never there."""
        raise NeedsGame

    def quantity(self, name: str, **ctx: Any) -> int | Fraction:
        """A number, if it is the same in every game."""
        return self.judge.asked(ctx).number(name)

    def whole(self, name: str, **ctx: Any) -> int:
        """A whole number, if it is the same in every game."""
        value = self.judge.asked(ctx).number(name)
        if isinstance(value, int):
            return value
        raise NeedsGame

    def may(self, name: str, **ctx: Any) -> bool:
        """A permission, if it is the same in every game."""
        return self.judge.asked(ctx).verdict(name) == "allow"

    def denial(self, name: str, **ctx: Any) -> Denial | None:
        """Why something is not permitted, if it never is."""
        return None if self.may(name, **ctx) else Denial(name)

    def tester(self, fact: str, **ctx: Any) -> Callable[[str | int | bool], bool]:
        """Whether a fact holds, if it does in every game."""
        return partial(self.judge.asked(ctx).certain, known(self.rulebook.facts, fact, "fact"))


@frozen
class Judge:
    """What is known of a question: the rules, what it names, and facts that are taken as true."""

    rulebook: Rulebook
    named: Named
    assumed: Mapping[str, Value]
    _look: list[UnplayedLook] = field(init=False, factory=list, repr=False, eq=False)

    @property
    def look(self) -> UnplayedLook:
        """The look that rule code is given."""
        if not self._look:
            self._look.append(UnplayedLook(self))
        return self._look[0]

    def asked(self, ctx: Mapping[str, Any]) -> Judge:
        """The judge of another question under the same assumptions."""
        return Judge(self.rulebook, Named(ctx), self.assumed)

    def holds(self, condition: Condition) -> bool | None:
        """Whether a condition holds; None: that is open."""
        if condition is NEVER:
            return False
        found = [self.compares(test) for test in condition.when]
        found += [None if (held := self.compares(test)) is None else not held for test in condition.unless]
        return False if False in found else None if None in found else True

    def compares(self, test: Comparison) -> bool | None:
        """Whether a fact holds with any of some values; None: that is open."""
        found = [self.fact(test.fact, value) for value in test.values]
        return True if True in found else None if None in found else False

    def fact(self, fact: Fact, value: Value) -> bool | None:
        """Whether a fact holds; None: that is open."""
        if fact.name in self.assumed:
            if self.assumed[fact.name] == value:
                return True
            if fact.exclusive:
                return False
        try:
            if fact.function is None:
                return bool(self.named[fact.key] == value)
            if fact.static:
                return bool(fact.function(self.rulebook, None, value))
            return bool(fact.function(self.look, self.named, value))
        except (NeedsGame, *UNTOLD):
            return None

    def certain(self, fact: Fact, value: Value) -> bool:
        """Whether a fact holds, for rule code, which takes no open answer."""
        held = self.fact(fact, value)
        if held is None:
            raise NeedsGame(in_words(fact.name))
        return held

    def amount(self, change: Change) -> Number | None:
        """The number of a change; None: it has no effect. Raises NeedsGame if that is open."""
        if change.refers_to:
            return self.number(change.refers_to)
        if not callable(change.amount):
            return change.amount
        try:
            return change.amount(self.look, self.named)
        except UNTOLD as error:
            raise NeedsGame from error

    def number(self, name: str) -> Number:
        """A quantity that is the same in every game. Raises NeedsGame if it is not."""
        found = [*staged(self, self.rulebook.quantity(name))]
        if any(step.held is None for step in found):
            raise NeedsGame
        return found[-1].number

    def verdict(self, name: str) -> Verdict:
        """A permission that is the same in every game. Raises NeedsGame if it is not."""
        verdicts = {step.rule.verdict for step in ruled(self, self.rulebook.permission(name)) if not step.why_not}
        if len(verdicts) > 1:
            raise NeedsGame
        return verdicts.pop()

    def open_parts(self, condition: Condition) -> tuple[str, ...]:
        """What an open condition waits for, in words."""
        tests = [*condition.when, *condition.unless]
        return tuple(in_words(test.fact.name) for test in tests if self.compares(test) is None)


# ------------------------------------------------------------------ stage by stage


@frozen
class Staged:
    """What one change does to a quantity."""

    change: Change
    held: bool | None
    """Whether it is applied; None: that is open."""
    operand: Number | str | None
    number: Number
    """The quantity after it, as if nothing that is open had been applied."""
    why_not: str = ""
    waits_for: tuple[str, ...] = ()


@frozen
class Ruled:
    """What one rule says about a permission."""

    rule: Rule
    held: bool | None
    """Whether it decides; None: that is open."""
    why_not: str = ""
    waits_for: tuple[str, ...] = ()


def staged(judge: Judge, quantity: Quantity) -> Iterator[Staged]:
    """Go through the stages of a quantity."""
    number: Number = 0
    decided: dict[str, Change] = {}
    for change in quantity.changes:
        held, operand, waits_for = _judged(judge, change)
        why_not = "" if held is not False else NOTHING if operand is None else NOT_NOW
        if change.stage in decided and held is not False:
            held, why_not = False, f"{named(decided[change.stage].origin)} decides"
        if held:
            if change.stage in ("set", "round"):
                decided[change.stage] = change
            number = whole(applied(change.stage, number, operand))
        yield Staged(change, held, operand, number, why_not, waits_for if held is None else ())


def ruled(judge: Judge, permission: Permission) -> Iterator[Ruled]:
    """Go through the rules about a permission, the one with the most say first; the last one always holds."""
    decided = False
    for rule in permission.rules:
        held, waits_for = _holds(judge, rule)
        if held is False:
            yield Ruled(rule, False, NOT_NOW)
        elif decided:
            yield Ruled(rule, False, OVERRULED)
        else:
            decided = bool(held)
            yield Ruled(rule, held, "", waits_for)


def _judged(judge: Judge, change: Change) -> tuple[bool | None, Number | str | None, tuple[str, ...]]:
    """Whether a change applies (None: open), its operand as far as it is known, and what it waits for."""
    held = judge.holds(change.condition)
    if change.rounding is not None:
        return held, change.rounding, judge.open_parts(change.condition)
    if held is False:  # rule code is not asked for a number outside its condition: it may rely on it
        return False, "" if callable(change.amount) else change.amount, ()
    try:
        operand = judge.amount(change)
    except NeedsGame as open_answer:
        waits_for = open_answer.on or (change.refers_to or f'"{change.title}"',)
        return None, "", (*judge.open_parts(change.condition), *waits_for)
    return False if operand is None else held, operand, judge.open_parts(change.condition)


def _holds(judge: Judge, rule: Rule) -> tuple[bool | None, tuple[str, ...]]:
    if rule.function is None:
        return judge.holds(rule.condition), judge.open_parts(rule.condition)
    try:
        return bool(rule.function(judge.look, judge.named)), ()
    except NeedsGame as open_answer:
        return None, open_answer.on or (f'"{rule.title}"',)
    except UNTOLD:
        return None, (f'"{rule.title}"',)
