"""Differences between two rulesets, in words, from nothing but what their rule modules declare."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike

import attrs
from attrs import frozen

from dunerules.engine.compile import load
from dunerules.engine.diff_modules import module_differences, option_differences
from dunerules.engine.diff_orders import order_differences
from dunerules.engine.diff_pieces import deck_differences, piece_differences
from dunerules.engine.diff_values import permission_differences, quantity_differences
from dunerules.engine.diff_words import Book, Difference, Line
from dunerules.engine.library import Library
from dunerules.engine.phases import phase_titles
from dunerules.engine.rulebook import Rulebook

__all__ = ["Difference", "Line", "RulesetDiff", "diff"]

PARTS = {
    "rule": module_differences,
    "option": option_differences,
    "number": quantity_differences,
    "permission": permission_differences,
    "order": order_differences,
    "piece": piece_differences,
    "deck": deck_differences,
}
"""What rulesets are compared by, in the order in which a phase tells it."""


@frozen
class Compared:
    """One of the two rulesets."""

    id: str
    title: str


@frozen
class RulesetDiff:
    """How two rulesets differ; false when they do not."""

    left: Compared
    right: Compared
    differences: tuple[Difference, ...]
    """In the order of play, and in a phase by what differs."""
    phases: dict[str, str]
    """The phases that they are grouped by, in the order of play, with what players call them."""

    def __bool__(self) -> bool:
        """Whether there is any difference."""
        return bool(self.differences)

    def mirrored(self) -> RulesetDiff:
        """The same differences, seen from the other side."""
        swapped = tuple(attrs.evolve(one, left=one.right, right=one.left) for one in self.differences)
        return attrs.evolve(self, left=self.right, right=self.left, differences=swapped)

    def by_phase(self) -> Iterator[tuple[str, tuple[Difference, ...]]]:
        """The differences of each phase that has some, under what players call it."""
        for phase, title in self.phases.items():
            found = tuple(one for one in self.differences if one.phase == phase)
            if found:
                yield title, found


def diff(
    left: str | PathLike[str] | Rulebook, right: str | PathLike[str] | Rulebook, *, library: Library | None = None
) -> RulesetDiff:
    """Compare two rulesets: known names, paths that end in ``.toml``, or rulebooks."""
    ours, theirs = (one if isinstance(one, Rulebook) else load(one, library=library) for one in (left, right))
    phases = phase_titles(ours, theirs)
    found = [one for compare in PARTS.values() for one in compare(Book(ours), Book(theirs))]
    ranks, parts = list(phases), list(PARTS)
    found.sort(key=lambda one: (ranks.index(one.phase), parts.index(one.part), one.title, one.about))
    return RulesetDiff(Compared(ours.id, ours.title), Compared(theirs.id, theirs.title), tuple(found), dict(phases))
