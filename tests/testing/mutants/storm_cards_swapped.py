"""The storm card is another one after it was laid."""

from __future__ import annotations

from dunerules.options.storm_cards import StormCard, StormCardLaid
from dunerules.rules import Write, reducer


@reducer(StormCardLaid)
def break_it(write: Write, event: StormCardLaid) -> None:
    write(StormCard).card = "storm-none"
