"""Everything that a rule module's Python needs, in one import.

Decorators declare what the module adds; spaces say what is legal; `Look` reads a game, and `Tx` makes things happen.
"""

from __future__ import annotations

from dunerules.engine.agenda import DONE
from dunerules.engine.compound import Dependent, Either, Filter, Product
from dunerules.engine.errors import Denial
from dunerules.engine.flow import Ask, Outcome, Pass, Respond, Seating
from dunerules.engine.hidden import HIDDEN, Hidden, without
from dunerules.engine.look import Look
from dunerules.engine.marks import (
    allow,
    answer,
    answers,
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
    on,
    order,
    own,
    prevented,
    public,
    reducer,
    respond,
    response,
    secret,
    seen_by,
    space,
    step,
    table,
)
from dunerules.engine.selections import Counts, Subset
from dunerules.engine.spaces import Just, OneOf, Range, Space
from dunerules.engine.transaction import Tx
from dunerules.engine.windows import PREVENTED

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
    "Hidden",
    "Just",
    "Look",
    "OneOf",
    "Outcome",
    "Pass",
    "Product",
    "Range",
    "Respond",
    "Seating",
    "Space",
    "Subset",
    "Tx",
    "allow",
    "answer",
    "answers",
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
    "loop",
    "on",
    "order",
    "own",
    "prevented",
    "public",
    "reducer",
    "respond",
    "response",
    "secret",
    "seen_by",
    "space",
    "step",
    "table",
    "without",
]
