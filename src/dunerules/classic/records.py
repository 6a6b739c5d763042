"""Written records: what a program may list for a person of what was learned in private."""

from __future__ import annotations

from typing import Any

from dunerules.engine.game import Game


def private_notes(game: Game, person: str) -> tuple[Any, ...]:  # Any: events of any class
    """The events of which a person saw more than everybody did, as that person saw them.

    Empty for a person none of whose seats may keep records. It is for displays to call; nothing in play depends on it.
    """
    seats, redactor = game.seats_of(person), game.rulebook.redactor
    if not any(game.look.may("records.keep", seat=seat) for seat in seats):
        return ()
    seen = ((redactor.event(event, seats), redactor.event(event, ())) for event in game.events)
    told = ((own, common) for own, common in seen if own is not None and own != common)
    return tuple(own for own, _ in told if game.rulebook.details[type(own)]["words"])
