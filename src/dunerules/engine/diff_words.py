"""What the comparisons of rulesets share: the books compared, what a difference is, and words for its parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from inspect import getdoc
from typing import Any

from attrs import frozen

from dunerules.engine.conditions import NEVER, Comparison, Condition
from dunerules.engine.declarations import ModuleFile, RulesetFile
from dunerules.engine.phases import WHOLE_GAME, in_words, phase_of, phase_titles
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.words import value_words

ID = re.compile(r"[a-z0-9]+([-._][a-z0-9]+)*")
"""What a name in a file looks like, in contrast to a title."""


@frozen
class Line:
    """What one ruleset says, and the rules that it follows there."""

    text: str
    cites: tuple[str, ...] = ()


@frozen
class Difference:
    """Something that two rulesets have otherwise."""

    phase: str
    part: str
    """What differs: ``rule``, ``option``, ``number``, ``permission``, ``order``, ``piece`` or ``deck``."""
    about: tuple[str, ...]
    """The names of what is compared: ids of rule modules, of a quantity, of a procedure ..."""
    title: str
    """What it is about, in words; empty where the lines say it."""
    left: tuple[Line, ...]
    right: tuple[Line, ...]


Lines = Mapping[Hashable, Line]
"""Lines by what tells them from those of the other side."""


@frozen(slots=False)
class Book:
    """One of the rulesets that are compared."""

    rulebook: Rulebook

    @cached_property
    def files(self) -> dict[str, ModuleFile | RulesetFile]:
        """Everything with declarations by name: the modules, then the rulesets."""
        composition = self.rulebook.composition
        modules: dict[str, ModuleFile | RulesetFile] = {module.id: module.file for module in composition.modules}
        return modules | {origin.name: file for origin, file in composition.house}

    def line(self, text: str, cites: Iterable[str] = ()) -> Line:
        """What this ruleset says, with the ids that its players read."""
        return Line(text, self.rulebook.quoted(tuple(dict.fromkeys(cites))))

    def phase(self, module: str) -> str:
        """The phase of a module."""
        return phase_of(self.rulebook, module)

    def words(self, value: Any, name: str = "") -> str:  # Any: a value of the game
        """A value in words; an id that no component has is read as words."""
        shown = value_words(self.rulebook, value, name)
        return in_words(shown) if shown == value and ID.fullmatch(shown) else shown


def earliest_phase(left: Book, right: Book, mine: str | None, theirs: str | None) -> str:
    """The phase of what these modules declare, or rulesets of their own; of two, the one that comes first in play."""
    order = list(phase_titles(left.rulebook, right.rulebook))
    phases = {book.phase(module) for book, module in ((left, mine), (right, theirs)) if module is not None}
    return min(phases - {WHOLE_GAME}, key=order.index, default=WHOLE_GAME)


def only(lines: Lines, others: Lines) -> tuple[Line, ...]:
    """The lines that the other side does not have."""
    return tuple(line for key, line in lines.items() if key not in others)


def condition_key(condition: Condition) -> Hashable:
    """What tells a condition from another, whatever the things that it names are called."""
    return tuple(tuple((test.fact.name, test.values) for test in tests) for tests in (condition.when, condition.unless))


def condition_words(book: Book, condition: Condition) -> str:
    """Such as ``, when seat is Red, unless round is 3``; empty when it always holds."""
    if condition is NEVER:
        return ", never"
    when = " and ".join(_comparison(book, test) for test in condition.when)
    unless = " or ".join(_comparison(book, test) for test in condition.unless)
    return (f", when {when}" if when else "") + (f", unless {unless}" if unless else "")


def _comparison(book: Book, test: Comparison) -> str:
    name = in_words(test.fact.name)
    if len(test.values) == 1 and isinstance(test.values[0], bool):  # 1 equals True
        return name if test.values[0] else f"not {name}"
    values = sorted(value for value in test.values if isinstance(value, int))
    if len(values) == len(test.values) > 2 and values == list(range(values[0], values[-1] + 1)):
        return f"{name} is {values[0]} to {values[-1]}"
    return f"{name} is {' or '.join(book.words(value, test.fact.values) for value in test.values)}"


def number_words(book: Book, number: int | Fraction) -> str:
    """A number as people write it."""
    return value_words(book.rulebook, Fraction(number))


def said(function: Callable[..., object], otherwise: str) -> str:
    """What a function says about itself in its first lines, without the full stop."""
    first = (getdoc(function) or "").partition("\n\n")[0]
    return " ".join(first.split()).rstrip(".") or otherwise


def unfilled(sentence: str) -> str:
    """A sentence with words in braces as it reads without what they stand for: ``{seat}`` is ``the seat``."""
    return re.sub(r"\{(\w+)\}", lambda match: f"the {in_words(match[1])}", sentence)
