"""Games and decisions per second of Dune, six seats, random choices, beside two other engines if they are installed.

``pip install -e '.[bench]'`` installs them. Legality, events and log are on. Of catanatron every action counts as a
decision; of diplomacy every order that a power gives and, in figures of their own, all orders that it gives at once.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import dunerules
from benchmarks.figures import Figure
from benchmarks.timing import Effort, timed

RULESETS = ("gf9-2019-basic", "gf9-2019-advanced")
OLDER = {
    "ah-1979-basic": "gf9-2019-basic",
    "ah-1979-optional": "gf9-2019-advanced",
    "ah-1979-advanced": "gf9-2019-advanced",
}
"""Rulesets of 1979, each with the one of 2019 that it is measured by."""
NEARLY = 0.8
"""An edition is as fast as another if it makes so much of the other's decisions."""
GAMES = 4
PHASES = 8
"""Phases of Diplomacy that stand for a game: its random games go on for ever."""
TIMES_DIPLOMACY = 4
"""So many times the decisions of diplomacy are wanted."""
AT_ONCE = "diplomacy, a power's orders of a phase as one"
"""What is handed in at once, as a battle plan is here."""

Player = Callable[[int], int]
"""Plays a game from a seed and says how many decisions it took."""


def measure(effort: Effort) -> tuple[Figure, ...]:
    """Play whole games of all that are there, in turn."""
    players: dict[str, Player] = {name: _dune(name) for name in (*RULESETS, *OLDER)}
    if find_spec("catanatron"):
        players["catanatron"] = _catanatron
    if find_spec("diplomacy"):
        players["diplomacy"] = _diplomacy
    games = effort.repeats(GAMES)
    decisions = {name: sum(play(seed) for seed in range(games)) / games for name, play in players.items()}
    slices = {name: (_games(play), games) for name, play in players.items()}
    seconds = {name: found.seconds for name, found in timed(slices, effort).items()}
    speed = {name: decisions[name] / seconds[name] for name in players}
    if "diplomacy" in players:
        speed[AT_ONCE] = sum(_orders(seed)[1] for seed in range(games)) / games / seconds["diplomacy"]
    figures = [Figure("dune", f"decisions of {name}, random choices", speed[name], "a second") for name in speed]
    figures += [Figure("dune", f"games of {name}, random choices", 1 / seconds[name], "a second") for name in RULESETS]
    figures += [
        Figure("dune", f"decisions of {name} against {other}", speed[name] / speed[other], "times", at_least=NEARLY)
        for name, other in OLDER.items()
    ]
    return (*figures, *(figure for name in RULESETS for figure in _compared(name, speed)))


def _compared(name: str, speed: dict[str, float]) -> list[Figure]:
    wanted = {"catanatron": 1, "diplomacy": TIMES_DIPLOMACY, AT_ONCE: TIMES_DIPLOMACY}
    return [
        Figure("dune", f"decisions of {name} against {peer}", speed[name] / speed[peer], "times", at_least=times)
        for peer, times in wanted.items()
        if peer in speed
    ]


def _games(play: Player) -> Callable[[int], None]:
    def games(repeats: int) -> None:
        for seed in range(repeats):
            play(seed)

    return games


def _dune(ruleset: str) -> Player:
    rulebook = dunerules.load(ruleset)
    return lambda seed: len(dunerules.play_out(dunerules.Game.start(rulebook, seed=seed)).history) - 1


def _catanatron(seed: int) -> int:
    catanatron: Any = import_module("catanatron")  # Any: a package that need not be there
    colors = list(catanatron.Color)
    random.seed(seed)
    game = catanatron.Game([catanatron.RandomPlayer(color) for color in colors], seed=seed)
    game.play()
    state = game.state
    return len(state.action_records if hasattr(state, "action_records") else state.actions)


def _diplomacy(seed: int) -> int:
    return _orders(seed)[0]


def _orders(seed: int) -> tuple[int, int]:
    """Play some phases: how many orders were given, and how often a power gave some."""
    diplomacy: Any = import_module("diplomacy")  # Any: a package that need not be there
    chance = random.Random(seed)
    game, given, handed_in = diplomacy.Game(), 0, 0
    for _ in range(PHASES):
        possible = game.get_all_possible_orders()
        for power in game.powers:
            places = [place for place in game.get_orderable_locations(power) if possible[place]]
            game.set_orders(power, [chance.choice(possible[place]) for place in places])
            given += len(places)
            handed_in += bool(places)
        game.process()
    return given, handed_in
