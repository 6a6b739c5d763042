"""Everything that a rule module's Python needs, in one import.

Decorators declare what the module adds; spaces say what is legal; `Look` reads a game, and `Tx` makes things happen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dunerules.engine.agenda import DONE
from dunerules.engine.components import Finding
from dunerules.engine.compound import Dependent, Either, Filter, Product
from dunerules.engine.errors import Denial
from dunerules.engine.flow import Ask, GameBegan, Outcome, Pass, Respond, Seating
from dunerules.engine.hidden import HIDDEN, Hidden, without
from dunerules.engine.look import Look
from dunerules.engine.marks import (
    allow,
    answer,
    answers,
    check,
    choice,
    commit,
    component,
    effect,
    event,
    fact,
    forbid,
    given,
    intent,
    interjection,
    invariant,
    loop,
    of_kind,
    on,
    order,
    own,
    prevented,
    public,
    record,
    reducer,
    respond,
    response,
    secret,
    seen_by,
    space,
    step,
    table,
    told,
)
from dunerules.engine.positions import Names, Seat, left_over
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.selections import Counts, Subset
from dunerules.engine.spaces import Just, OneOf, Range, Space
from dunerules.engine.texts import Text
from dunerules.engine.transaction import Tx
from dunerules.engine.windows import PREVENTED

Write = Callable[[type[Any]], Any]
"""What a reducer is given to get a table for writing."""

__all__ = [
    "DONE",
    "HIDDEN",
    "PREVENTED",
    "Ask",
    "Counts",
    "Denial",
    "Dependent",
    "Either",
    "Filter",
    "Finding",
    "GameBegan",
    "Hidden",
    "Just",
    "Look",
    "Names",
    "OneOf",
    "Outcome",
    "Pass",
    "Product",
    "Range",
    "Respond",
    "Rulebook",
    "Seat",
    "Seating",
    "Space",
    "Subset",
    "Text",
    "Tx",
    "Write",
    "allow",
    "answer",
    "answers",
    "check",
    "choice",
    "commit",
    "component",
    "effect",
    "event",
    "fact",
    "forbid",
    "given",
    "intent",
    "interjection",
    "invariant",
    "left_over",
    "loop",
    "of_kind",
    "on",
    "order",
    "own",
    "prevented",
    "public",
    "record",
    "reducer",
    "respond",
    "response",
    "secret",
    "seen_by",
    "space",
    "step",
    "table",
    "told",
    "without",
]
