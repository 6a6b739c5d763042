"""Who sees the round of play depends on a card that nobody sees."""

from __future__ import annotations

from dunerules_dice.feud import RoundBegan

from dunerules.rules import Write, event, reducer, secret, seen_by, table


@table("omen")
class Omen:
    """What the cards foretell."""

    seer: str = secret(default="")
    other: str = secret(default="")
    round: int = seen_by("seer", default=0)


@event("omen-read")
class OmenRead:
    """Somebody has read the omen."""


@reducer(RoundBegan)
def foretell(write: Write, event: RoundBegan) -> None:
    omen = write(Omen)
    omen.seer, omen.other, omen.round = event.turn_order[0], event.turn_order[1], event.round
