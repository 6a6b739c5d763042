"""Play many random games of a ruleset and check every law after every event.

    python tools/many_games.py gf9-2019-basic --games 1000 --jobs 2

Each game is played to its end by random choices. Then its events are applied one by one to an empty state, and after
each the invariants of all rule modules are asked; at the end the log must verify, every person's view must be what that
person's events lead to and show nothing that is hidden. Prints what fails, with the seed, and exits with 1.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import dunerules
from dunerules.testing import (
    LawBroken,
    assert_lawful,
    assert_lawful_at_every_event,
    assert_nothing_leaks,
    assert_same_after_saving,
    assert_views_are_what_was_learned,
)


def check(game: dunerules.Game) -> str:
    """What is wrong with a finished game, in words; empty if nothing is."""
    # Before the first phase or round the pieces are laid out one by one, and not all of them are there.
    names = (game.rulebook.names[type(event)] for event in game.events)
    since = next((name for name in names if name.endswith("-began") and name != "game-began"), "")
    if not since:
        return "the game never began"
    try:
        assert_lawful_at_every_event(game, since=since)
        assert_lawful(game)
        assert_views_are_what_was_learned(game)
        assert_nothing_leaks(game)
        assert_same_after_saving(game)
    except LawBroken as error:
        return str(error).partition("\n\n")[0]
    return ""


def play(ruleset: str, seed: int) -> tuple[int, int, str, str]:
    """Play and check one game: its seed, its choices, how it ended, and what is wrong."""
    game = dunerules.Game.start(load(ruleset), seed=seed)
    try:
        dunerules.play_out(game)
        wrong = check(game)
    except Exception as error:  # the seed must be told, whatever a rule module raises
        wrong = f"{type(error).__name__}: {error}"
    outcome = game.outcome
    return seed, len(game.history) - 1, outcome.cites[0] if outcome and outcome.cites else "", wrong


BOOKS: dict[str, dunerules.Rulebook] = {}
"""The rulebooks of this process, compiled once."""


def load(ruleset: str) -> dunerules.Rulebook:
    """The rulebook of a ruleset."""
    if ruleset not in BOOKS:
        BOOKS[ruleset] = dunerules.load(ruleset)
    return BOOKS[ruleset]


def main() -> int:
    """Play the games that the arguments ask for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("ruleset")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    endings: Counter[str] = Counter()
    choices = failed = 0
    with ProcessPoolExecutor(args.jobs) as pool:
        seeds = range(args.first, args.first + args.games)
        for done, (seed, count, ending, wrong) in enumerate(pool.map(partial(play, args.ruleset), seeds), 1):
            choices += count
            endings[ending] += 1
            if wrong:
                failed += 1
                print(f"seed {seed}: {wrong}")
            if sys.stderr.isatty():
                print(f"\r{done}/{args.games} games", end="", file=sys.stderr)
    print(f"{args.games} games of {args.ruleset}, {choices} choices, {failed} failed")
    for ending, count in endings.most_common():
        print(f"  {count:5d}  {ending}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
