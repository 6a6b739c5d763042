"""The history of a game: its header, and every choice with the events it led to, shared between forks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen


@frozen
class Header:
    """What a game was started with; with the choices it gives the whole game again."""

    ruleset: str
    fingerprint: str
    seats: tuple[str, ...]
    persons: Mapping[str, str]
    seed: int = 0
    scripted: Mapping[str, tuple[Any, ...]] = {}
    """Outcomes of chance supplied beforehand: stream and what it gives, in order."""
    given: Mapping[str, Any] = {}
    """The position that the game starts from, in the words of the modules' givens."""
    at: str = ""
    """The step that the game starts at; empty: at the beginning."""
    turn_of: str = ""
    """The seat whose turn it is there, inside a procedure that runs for each seat."""


@frozen
class Entry:
    """One choice and the events it led to; the first entry is the start and has no seat."""

    seat: str
    choice: Any
    events: tuple[Any, ...]


class History:
    """A chain of entries; a fork goes on from the same chain without copying it."""

    __slots__ = ("entry", "length", "previous")

    def __init__(self, entry: Entry, previous: History | None) -> None:
        self.entry = entry
        self.previous = previous
        self.length: int = 1 if previous is None else previous.length + 1

    def __iter__(self) -> Iterator[Entry]:
        """The entries, oldest first."""
        entries = []
        node: History | None = self
        while node is not None:
            entries.append(node.entry)
            node = node.previous
        return reversed(entries)

    def __len__(self) -> int:
        return self.length

    def __deepcopy__(self, memo: dict[int, Any]) -> History:
        # Not by recursion: a long game is deeper than Python's stack.
        from copy import deepcopy

        copied: History | None = None
        for entry in self:
            copied = History(deepcopy(entry, memo), copied)
        if copied is None:
            raise AssertionError("a history has at least one entry")
        return copied
