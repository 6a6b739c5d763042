"""The storm counts on beyond the last sector."""

from __future__ import annotations

from dunerules.classic.storm_marker import Storm, StormMoved
from dunerules.rules import Write, reducer


@reducer(StormMoved)
def break_it(write: Write, event: StormMoved) -> None:
    write(Storm).sector = event.sector + 18
