"""How much a ruleset file may hold: far more than any table needs, and too little to keep a reader busy for long.

Rulesets are handed on by people nobody knows, so what is read from one is bounded before anything is done with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dunerules.engine.declaration_checks import path_key
from dunerules.engine.errors import Problem
from dunerules.engine.texts import is_printable

DEEPEST = 12
"""Tables and lists inside each other; the deepest key of the format is at five."""
MOST_ENTRIES = 1000
"""Entries of one table or list."""
MOST_VALUES = 20_000
"""Values of a whole file; the largest board needs a tenth of it."""
LONGEST_KEY = 100
LONGEST_TEXT = 4000
"""Characters."""
MOST_TOLD = 20
"""More of these problems than this say nothing new."""


def excesses(data: dict[str, Any], shown: str) -> list[Problem]:
    """What is too much in the tables of a ruleset file, and texts that no terminal or printer should be given."""
    walk = _Walk(shown)
    return [problem for problem, _ in zip(walk.table(data, "", 1), range(MOST_TOLD), strict=False)]


class _Walk:
    """A walk through the values that ends when there are too many."""

    def __init__(self, shown: str) -> None:
        self.shown = shown
        self.values = 0

    def table(self, table: dict[str, Any], path: str, depth: int) -> Iterator[Problem]:
        """The entries of a table."""
        yield from self.size(len(table), "entries", path)
        for key, value in list(table.items())[:MOST_ENTRIES]:
            if len(key) > LONGEST_KEY:
                start = path_key(key[:20])
                yield Problem(self.shown, path, f"a name is longer than {LONGEST_KEY} characters: {start} ...")
            elif not all(map(is_printable, key)):
                yield Problem(self.shown, path, f"the name {key!a} has characters that cannot be printed.")
            else:
                yield from self.value(value, f"{path}.{path_key(key)}" if path else path_key(key), depth)

    def value(self, value: object, path: str, depth: int) -> Iterator[Problem]:
        """One value and what is inside it."""
        self.values += 1
        if self.values > MOST_VALUES:
            if self.values == MOST_VALUES + 1:
                yield Problem(self.shown, "", f"the file has more than {MOST_VALUES} values.")
        elif isinstance(value, dict | list) and depth > DEEPEST:
            yield Problem(self.shown, path, "lists or tables are nested too deeply.")
        elif isinstance(value, dict):
            yield from self.table(value, path, depth + 1)
        elif isinstance(value, list):
            yield from self.size(len(value), "entries", path)
            for index, item in enumerate(value[:MOST_ENTRIES]):
                yield from self.value(item, f"{path}[{index}]", depth + 1)
        elif isinstance(value, str):
            yield from self.text(value, path)

    def size(self, entries: int, noun: str, path: str) -> Iterator[Problem]:
        """Whether a table or list is too long."""
        if entries > MOST_ENTRIES:
            message = f"expected at most {MOST_ENTRIES} {noun}, found {entries}."
            yield Problem(self.shown, path, message)

    def text(self, text: str, path: str) -> Iterator[Problem]:
        """Whether a text is too long, or could move the cursor of a terminal or turn the writing around."""
        if len(text) > LONGEST_TEXT:
            yield Problem(self.shown, path, f"expected at most {LONGEST_TEXT} characters, found {len(text)}.")
            return
        if "\n" in text and path.rpartition(".")[2] == "title":
            yield Problem(self.shown, path, "a title has one line.")
        odd = next((one for one in text if one not in "\n\t" and not is_printable(one)), "")
        if odd:
            yield Problem(self.shown, path, f"the character {odd!a} cannot be printed.", "Leave it out.")
