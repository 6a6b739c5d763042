"""Which choices of a row do not go together, found by compiling parts of it."""

from __future__ import annotations

from collections.abc import Sequence

from dunerules.engine.errors import RulesetError
from dunerules.engine.rulebook import Rulebook
from dunerules.testing.lab.covering import Choice, Nogood, Row
from dunerules.testing.lab.factors import IN, OUT, Choices


class Judge:
    """Compiles rows and remembers what they compile to; `refuse` is what a covering asks."""

    def __init__(self, choices: Choices) -> None:
        """Judge the rows of one ruleset."""
        self.choices = choices
        self.books: dict[tuple[Choice, ...], Rulebook] = {}
        self._errors: dict[tuple[Choice, ...], str] = {}

    def refuse(self, row: Row) -> Nogood | None:
        """None if a row can be played; otherwise the fewest of its choices that cannot, with what was said."""
        if not self.error(row):
            return None
        unusual = self.choices.unusual(row)
        found = self._smallest(unusual) or tuple(unusual)
        with_them = self.choices.model.completed(found)
        reason = self.error(with_them) if with_them is not None else ""
        blamed = self._blamed(found, reason) if len(found) == 1 else ()
        return Nogood(frozenset((*found, *blamed)) or frozenset(row.items()), reason or self.error(row))

    def error(self, row: Row) -> str:
        """What is wrong with a row, the first of it in one line; empty if nothing is."""
        key = tuple(row.items())
        if key not in self._errors:
            try:
                self.books[key] = self.choices.rulebook(row)
                self._errors[key] = ""
            except RulesetError as error:
                self._errors[key] = " ".join(str(error.problems[0]).partition("\n")[0].split())
        return self._errors[key]

    def book(self, row: Row) -> Rulebook:
        """What a row compiled to that was not refused."""
        return self.books[tuple(row.items())]

    def _fails(self, choices: Sequence[Choice]) -> bool:
        """Whether choices fail, with the usual levels wherever they go with them."""
        row = self.choices.model.completed(choices)
        return row is not None and bool(self.error(row))

    def _smallest(self, choices: Sequence[Choice]) -> tuple[Choice, ...]:
        """The fewest choices that fail: again and again the shortest beginning that does, with its last choice kept."""
        kept: tuple[Choice, ...] = ()
        left = list(choices)
        while not self._fails(kept) or not kept:
            low, high = 0, len(left)
            if not self._fails((*kept, *left)):
                return ()
            while low < high:
                middle = (low + high) // 2
                if self._fails((*kept, *left[:middle])):
                    high = middle
                else:
                    low = middle + 1
            if not low:
                return kept  # what was kept fails by itself, or the ruleset does
            kept = (*kept, left[low - 1])
            left = left[: low - 1]
        return kept

    def _blamed(self, found: tuple[Choice, ...], reason: str) -> tuple[Choice, ...]:
        """A module of the ruleset itself that the reason names, and without which the choice is fine."""
        for name, factor in self.choices.model.factors.items():
            usual = factor.levels[0]
            if usual == IN and (name, IN) not in found and f'"{name}"' in reason:
                without = self.choices.model.completed((*found, (name, OUT)))
                if without is not None and not self.error(without):
                    return ((name, IN),)
        return ()
