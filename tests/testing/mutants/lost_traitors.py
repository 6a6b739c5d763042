"""The top card of the traitor deck gets lost."""

from __future__ import annotations

from dunerules.classic.traitors import Traitors, TraitorsKept
from dunerules.rules import Write, reducer


@reducer(TraitorsKept)
def break_it(write: Write, event: TraitorsKept) -> None:
    traitors = write(Traitors)
    traitors.deck = traitors.deck[1:]
