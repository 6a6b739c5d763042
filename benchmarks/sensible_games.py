"""What games of sensible players look like: who wins when, and how much happens. Run it as a module.

``python -m benchmarks.sensible_games --games 60`` plays the seeds from 0 on; all figures but the speed are the same
on every machine.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from time import process_time

import dunerules
from benchmarks.figures import Figure, table
from dunerules.classic.turn import Turn
from dunerules.sensible import sensible_player

RULESETS = ("gf9-2019-basic", "gf9-2019-advanced")
GAMES = 60
LEAST_EARLY = 40
"""Percent of the games that are to be won before the last turn."""
COUNTED = {
    "fight-began": "battles",
    "treachery-called": "traitors called",
    "alliance-formed": "alliances",
    "leader-killed": "leaders killed",
    "card-bought": "cards bought",
    "forces-shipped": "shipments",
    "advantage-stopped": "advantages stopped",
}
"""Events of which the number in a game is told."""


def measure(ruleset: str, games: int) -> tuple[Figure, ...]:
    """Play games with six seats and count what happens in them."""
    rulebook = dunerules.load(ruleset)
    happened: Counter[str] = Counter()
    early = turns = decisions = 0
    started = process_time()
    for seed in range(games):
        game = dunerules.play_out(dunerules.Game.start(rulebook, seed=seed), sensible_player(seed))
        happened.update(rulebook.names[type(event)] for event in game.events)
        early += game[Turn].turn < game.look.whole("turn.limit")
        turns += game[Turn].turn
        decisions += len(game.history) - 1
    seconds = process_time() - started
    return (
        Figure(ruleset, "won before the last turn", 100 * early / games, "percent", at_least=LEAST_EARLY),
        Figure(ruleset, "turns", turns / games, "a game"),
        *(Figure(ruleset, title, happened[name] / games, "a game") for name, title in COUNTED.items()),
        Figure(ruleset, "decisions", decisions / games, "a game"),
        Figure(ruleset, "decisions", decisions / seconds, "a second"),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures of each ruleset."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sensible_games", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=GAMES, help=f"games of each ruleset (default: {GAMES})")
    parser.add_argument("--ruleset", action="append", help="play this one; may be repeated")
    asked = parser.parse_args(arguments)
    print(table([figure for name in asked.ruleset or RULESETS for figure in measure(name, max(1, asked.games))]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
