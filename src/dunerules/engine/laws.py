"""Laws: what must be true of a game wherever it stands, whatever its rules."""

from __future__ import annotations

from collections.abc import Iterator

from dunerules.engine.agenda import open_asks
from dunerules.engine.flow import Flow
from dunerules.engine.game import Game
from dunerules.engine.positions import broken_invariants

NO_QUESTION = "somebody is asked"
ONE_AGENDA = "a game that is over is over"
NO_EMPTY_DECISION = "whoever is asked can answer"


def broken_laws(game: Game) -> dict[str, str]:
    """The laws that a game breaks where it stands: those of its rule modules, and those of every game."""
    return {**broken_invariants(game.rulebook, game.state), **dict(_broken_by_the_flow(game))}


def _broken_by_the_flow(game: Game) -> Iterator[tuple[str, str]]:
    flow = game[Flow]
    asked = tuple(open_asks(flow, len(flow.agenda)))
    if game.outcome is None and not asked:
        yield NO_QUESTION, "nobody is asked anything, and the game is not over"
    if game.outcome is not None and (asked or flow.agenda):
        yield ONE_AGENDA, "the game is over, and something is still to be done"
    for decision in game.decisions:
        if decision.space.is_empty():
            yield NO_EMPTY_DECISION, f'{decision.seat} is asked for "{decision.kind}" and has nothing to choose'
