"""`dunerules replay`: a log told in words, through anybody's eyes."""

from __future__ import annotations

import argparse
import sys

from dunerules.cli.account import Account, Eyes, eyes_of, result, title
from dunerules.cli.account import add_arguments as add_eyes
from dunerules.cli.logs import UNCHANGED, header_in, open_log, rulebook_of
from dunerules.cli.logs import add_arguments as add_log
from dunerules.engine.errors import LogError
from dunerules.engine.flow import GameEnded
from dunerules.engine.log import Log
from dunerules.engine.rulebook import Rulebook

HELP = "Tell a log: all of it, or what one person or everybody saw."
EXAMPLE = """\
No rule is asked, so a game stays readable after its rules were changed; `dunerules verify` proves one.

examples:
  dunerules replay game.log
  dunerules replay game.log --as fremen
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_log(parser)
    add_eyes(parser)


def run(args: argparse.Namespace) -> int:
    """Tell the log."""
    log = open_log(args.log)
    header = header_in(log, args.log)
    rulebook = rulebook_of(log, args.log, args.ruleset)
    eyes = eyes_of(args, header)
    try:
        lines = _told(log, rulebook, eyes)
    except LogError as error:
        way_out = UNCHANGED if header.fingerprint == rulebook.fingerprint else OTHER_EVENTS
        raise LogError(f"{args.log}: {str(error).rstrip('.')}. {way_out}") from None
    if header.fingerprint != rulebook.fingerprint:
        message = f'"{rulebook.id}" is not what it was when this game was played; the game is told by its events.'
        print(f"dunerules: {args.log}: {message}", file=sys.stderr)
    print(title(rulebook, header, eyes), *lines, sep="\n")
    return 0


def _told(log: Log, rulebook: Rulebook, eyes: Eyes) -> list[str]:
    """The lines of the account and of the result; a LogError if an event is not as the rulebook declares it."""
    declared = frozenset(rulebook.events.values())
    try:
        events = log.events(rulebook)
        if not declared.issuperset(map(type, events)):
            raise LogError(STRANGE)
        outcomes = [event.outcome for event in events if isinstance(event, GameEnded)]
        told = Account(rulebook, eyes).lines(events)
        return [*told, "", *result(rulebook, outcomes[-1] if outcomes else None)]
    except (TypeError, KeyError, AttributeError, ValueError):
        # No rule runs here: what fails is the reading of a field that holds something impossible.
        raise LogError(STRANGE) from None


STRANGE = "an event is not what its name says"
OTHER_EVENTS = "The game was played with other rules; name its ruleset by --ruleset, or install its version."
