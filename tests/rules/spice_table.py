"""Positions in the spice blow and the nexus, for tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import dunerules
from dunerules import Game, Library, Rulebook
from dunerules.engine.chance import Rng

DOUBLE = "gf9-2019.advanced.double-spice-blow"
RIDER = "test.worm-rider"


@cache
def rulebook(*modules: str, house: str = "") -> Rulebook:
    """The basic game with more modules and house rules."""
    names = ", ".join(f'"{name}"' for name in modules)
    head = '[ruleset]\nid = "spice-table"\ntitle = "Spice"\nextends = "gf9-2019-basic"\n'
    text = f"{head}\n[rules]\nadd = [{names}]\n{house}\n"
    return dunerules.loads(text, library=Library.installed().plus("worm_rider"))


def table(
    *modules: str,
    house: str = "",
    seats: Iterable[str] = ("emperor", "guild"),
    at: str = "spice-blow.begin",
    seed: int = 0,
    turn: int = 4,
    **given: Any,
) -> Game:
    """A game that starts in the spice blow with a position."""
    position = {"turn": turn, **given}
    return Game.start(rulebook(*modules, house=house), tuple(seats), at=at, seed=seed, given=position)


def named(game: Game, name: str) -> list[Any]:
    """The events of a name, in order."""
    return [event for event in game.events if game.rulebook.names[type(event)] == name]


def play_while(game: Game, goes_on: Callable[[Game], bool], seed: int) -> int:
    """Choose at random as long as something goes on, and check every law; how many choices it took."""
    rng = Rng(seed)
    taken = 0
    while goes_on(game):
        decision = rng.pick(game.decisions)
        game.submit(decision.seat, decision.space.sample(rng))
        taken += 1
        assert {None} == {law(game.look) for law in game.rulebook.invariants.values()}
    return taken
