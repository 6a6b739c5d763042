"""Quoting: from which catalogues a rulebook quotes the rules that its modules share with other games.

A module that several editions use cites a rule of each of them. Players read the ids of the edition that they play,
which is the one that a selected module names as its `catalogue`.
"""

from __future__ import annotations

from typing import TypeVar

import attrs

from dunerules.engine.catalogue import Catalogue
from dunerules.engine.errors import Denial
from dunerules.engine.explanations import ExplainedLine, ExplainedRule, Explanation, PermissionExplanation

Explained = Explanation | PermissionExplanation
Line = TypeVar("Line", ExplainedLine, ExplainedRule)


def quoted(cites: tuple[str, ...], catalogues: frozenset[str], catalogue: Catalogue) -> tuple[str, ...]:
    """Those of the ids that stand in the named catalogues; all of them, if none does."""
    if not catalogues:
        return cites
    own = tuple(cited for cited in cites if any(home.stem in catalogues for home in catalogue.homes.get(cited, ())))
    return own or cites


def quoted_explanation(explained: Explained, catalogues: frozenset[str], catalogue: Catalogue) -> Explained:
    """An explanation with the ids that players of these catalogues read."""

    def narrow(lines: tuple[Line, ...]) -> tuple[Line, ...]:
        return tuple(attrs.evolve(line, cites=quoted(line.cites, catalogues, catalogue)) for line in lines)

    if isinstance(explained, Explanation):
        return attrs.evolve(explained, lines=narrow(explained.lines), not_applied=narrow(explained.not_applied))
    denial = explained.denial and Denial(explained.denial.reason, quoted(explained.denial.cites, catalogues, catalogue))
    return attrs.evolve(explained, denial=denial, rules=narrow(explained.rules))
