"""The turn marker jumps far ahead."""

from __future__ import annotations

from dunerules.classic.turn import Turn, TurnBegan
from dunerules.rules import Write, reducer


@reducer(TurnBegan)
def break_it(write: Write, event: TurnBegan) -> None:
    write(Turn).turn = event.turn + 100
