"""Rounds are not counted."""

from __future__ import annotations

from dunerules_dice.feud import Feud, RoundBegan

from dunerules.rules import Write, reducer


@reducer(RoundBegan)
def forget(write: Write, event: RoundBegan) -> None:
    write(Feud).round = 0
