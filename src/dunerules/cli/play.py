"""`dunerules play`: a whole game, told as it happens."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from time import monotonic
from typing import Any, TextIO

from dunerules.cli.account import Account, eyes_of, result, title
from dunerules.cli.account import add_arguments as add_eyes
from dunerules.cli.output import drafts
from dunerules.cli.parser import UsageError, names, one_of, person_and_seats, whole_number
from dunerules.cli.players import PLAYERS
from dunerules.engine.compile import load
from dunerules.engine.game import Game
from dunerules.engine.players import Player, play_out
from dunerules.engine.rulebook import Rulebook

HELP = "Play a whole game and tell it."
EXAMPLE = """\
examples:
  dunerules play gf9-2019-basic --seed 7
  dunerules play gf9-2019-advanced --players sensible --as fremen
  dunerules play gf9-2019-basic --seats atreides,emperor,fremen,harkonnen \\
      --persons ann=atreides,fremen --persons bob=emperor,harkonnen
  dunerules play my-rules.toml --quiet --log game.log
"""

REFRESH = 0.1
"""Seconds between two states of the progress line."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("ruleset", metavar="RULESET", help="an installed ruleset, or a file that ends in .toml")
    parser.add_argument(
        "--seats", type=names, metavar="A,B,...", help="factions in order around the table (default: all)"
    )
    parser.add_argument(
        "--persons",
        type=person_and_seats,
        action="append",
        default=[],
        metavar="NAME=A,B",
        help="a person who holds several seats; may be given again for another (default: one person for each seat)",
    )
    parser.add_argument("--seed", type=whole_number, default=0, metavar="N", help="same seed, same game (default: 0)")
    parser.add_argument(
        "--players",
        type=one_of(PLAYERS, "kind of player"),
        default="random",
        metavar="KIND",
        help=f"who chooses: {', '.join(PLAYERS)} (default: random)",
    )
    parser.add_argument("--log", metavar="FILE", help="write the game's log, for replay and verify")
    parser.add_argument("--save", metavar="FILE", help="write the whole game, for Game.load()")
    parser.add_argument("--quiet", action="store_true", help="print only the result")
    add_eyes(parser)


def run(args: argparse.Namespace) -> int:
    """Play the game; files are written when it is over and all went well."""
    if None not in (args.log, args.save) and os.path.realpath(args.log) == os.path.realpath(args.save):
        raise UsageError(f'--log and --save name the same file, "{args.log}".')
    rulebook = load(args.ruleset)
    persons = _holders(args.persons, rulebook)
    player = PLAYERS[args.players]()(args.seed)
    with drafts(args.log, args.save) as (log, save):
        game = Game.start(rulebook, args.seats, persons=persons, seed=args.seed)
        account = Account(rulebook, eyes_of(args, game.header))
        if args.quiet:
            _play_quietly(game, player, account, sys.stderr)
        else:
            _play_aloud(game, player, account)
        print("\n".join(result(rulebook, game.outcome)))
        if args.log is not None:
            log.write(game.log().text())
        if args.save is not None:
            save.write(game.dump())
    return 0


def _holders(persons: Sequence[tuple[str, tuple[str, ...]]], rulebook: Rulebook) -> dict[str, str]:
    """Who holds each seat that the options give to a person."""
    holders: dict[str, str] = {}
    for name, seats in persons:
        if name in rulebook.factions and name not in seats:
            # The one who sits there alone is called so, and would be taken for the same person.
            raise UsageError(f'--persons: "{name}" is a faction; choose another name for whoever holds other seats.')
        if name in holders.values():
            raise UsageError(f'--persons: "{name}" is named twice; give all seats of a person at once.')
        for seat in seats:
            if seat in holders:
                raise UsageError(f'--persons: "{seat}" is given twice, to "{holders[seat]}" and to "{name}".')
            holders[seat] = name
    return holders


def _play_aloud(game: Game, player: Player, account: Account) -> None:
    def tell() -> None:
        for line in account.lines(game.history.entry.events):
            print(line)

    def choose(game: Game) -> tuple[str, Any]:
        tell()
        return player(game)

    print(title(game.rulebook, game.header, account.eyes))
    play_out(game, choose)
    tell()
    print()


def _play_quietly(game: Game, player: Player, account: Account, stream: TextIO) -> None:
    if not stream.isatty():
        play_out(game, player)
        return
    progress = _Progress(stream)

    def choose(game: Game) -> tuple[str, Any]:
        for _ in account.lines(game.history.entry.events):
            pass  # for the heading alone
        progress.show(f"{game.history.length - 1} choices; {account.heading}")
        return player(game)

    try:
        play_out(game, choose)
    finally:
        progress.clear()


class _Progress:
    """One line that is written over again and again."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._width = 0
        self._next = 0.0

    def show(self, text: str) -> None:
        """Show the text, unless another was shown just now."""
        now = monotonic()
        if now >= self._next:
            self._next = now + REFRESH
            self._stream.write(f"\r{text:<{self._width}}")
            self._stream.flush()
            self._width = len(text)

    def clear(self) -> None:
        """Leave an empty line."""
        self._stream.write(f"\r{'':<{self._width}}\r")
        self._stream.flush()
