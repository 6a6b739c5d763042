"""What is marked in a printed rulebook: everything that is not as the book has it."""

from __future__ import annotations

from functools import cached_property

from attrs import frozen

from dunerules.engine.diff import RulesetDiff, diff
from dunerules.engine.diff_words import Book, condition_words
from dunerules.engine.effects import Change
from dunerules.engine.figures import exceptions, operand_of
from dunerules.engine.passages import (
    DECK,
    OPTION,
    TITLE,
    PassageError,
    Place,
    Span,
    assumptions,
    filled,
    module_spans,
    place_text,
    written,
)
from dunerules.engine.printed import Line, Run
from dunerules.engine.rulebook import Rulebook

STAGES = {
    "base": "{}",
    "set": "{}",
    "add": "{} more",
    "multiply": "times {}",
    "round": "rounded {}",
    "min": "at least {}",
    "max": "at most {}",
}
"""What a stage of a quantity does with its amount."""


@frozen(slots=False)
class Telling:
    """A rulebook that is told, and the book that it is compared with."""

    rulebook: Rulebook
    book: Rulebook | None

    @cached_property
    def words(self) -> Book:
        """The rulebook, with words for its parts."""
        return Book(self.rulebook)

    @cached_property
    def differences(self) -> RulesetDiff | None:
        """How the rulebook differs from the book."""
        return None if self.book is None else diff(self.book, self.rulebook)

    @cached_property
    def house_names(self) -> frozenset[str]:
        """The rulesets and modules that the book does not have."""
        if self.book is None:
            return frozenset()
        return frozenset(_names(self.rulebook)) - frozenset(_names(self.book))

    def is_house(self, name: str) -> bool:
        """Whether a module, or a ruleset, is not the book's."""
        return name in self.house_names

    def module(self, name: str) -> Line:
        """What a module says, with the numbers that are not the book's marked."""
        return self._marked(module_spans(self.rulebook, name), name)

    def text(self, text: str, module: str = "") -> Line:
        """Any other text, such as what a card does."""
        return self._marked(filled(self.rulebook, text, module), module)

    def change(self, change: Change) -> str:
        """What an effect does, in words: ``2 more: Old friends, when seat is Red``."""
        operand = operand_of(self.rulebook, change, {})
        where = self.where(change)
        if change.rounding is not None:
            return f"{STAGES['round'].format(change.rounding)}: {change.title}{where}"
        if operand is None:
            return f"{change.title}{where}"
        form = "part" if change.stage == "multiply" and operand < 1 else ""
        amount = written(operand, form)
        told = amount if form else STAGES[change.stage].format(amount)
        return f"{told}: {change.title}{where}"

    def where(self, change: Change) -> str:
        """When an effect of a house rule holds, in words; the titles of others say it."""
        return condition_words(self.words, change.condition) if self.is_house(change.origin.name) else ""

    def _marked(self, spans: tuple[Span, ...], module: str) -> Line:
        runs = []
        for span in spans:
            house = span.place is not None and self._differs(span.place, span.text, module)
            runs.append(Run(span.text, house))
            if span.place is not None and (others := self._exceptions(span.place)):
                runs.append(Run(f" ({others})", True))
        return tuple(runs)

    def _differs(self, place: Place, text: str, module: str) -> bool:
        if self.book is None or self.is_house(module):
            return False
        try:
            return place_text(self.book, place, module) != text
        except PassageError:
            return True  # the book does not know the number

    def _exceptions(self, place: Place) -> str:
        """What house rules say about a number in some cases: those of the book are told by its texts."""
        if place.name in (DECK, OPTION, TITLE):
            return ""
        quantity = self.rulebook.quantities[place.name]
        own = exceptions(quantity, assumptions(self.rulebook, place))
        rulesets = {origin.name for origin, _ in self.rulebook.composition.house}
        return "; ".join(self.change(one) for one in own if one.origin.name in self.house_names & rulesets)


def _names(rulebook: Rulebook) -> tuple[str, ...]:
    return (*rulebook.modules, *(origin.name for origin, _ in rulebook.composition.house))
