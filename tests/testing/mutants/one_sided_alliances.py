"""The first of an alliance does not hear of it."""

from __future__ import annotations

from dunerules.classic.alliances import AllianceFormed, Alliances
from dunerules.rules import Write, reducer


@reducer(AllianceFormed)
def break_it(write: Write, event: AllianceFormed) -> None:
    write(Alliances).allies.pop(event.members[0], None)
