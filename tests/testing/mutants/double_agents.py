"""A traitor that somebody keeps is in everybody's pay."""

from __future__ import annotations

from dunerules.classic.traitors import Traitors, TraitorsKept
from dunerules.rules import Write, reducer


@reducer(TraitorsKept)
def break_it(write: Write, event: TraitorsKept) -> None:
    kept = write(Traitors).kept
    for seat in kept:
        kept[seat] = event.kept
