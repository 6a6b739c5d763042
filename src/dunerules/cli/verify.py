"""`dunerules verify`: a log proved by playing it again."""

from __future__ import annotations

import argparse

from dunerules.cli.account import result
from dunerules.cli.logs import UNCHANGED, header_in, open_log, rulebook_of
from dunerules.cli.logs import add_arguments as add_log
from dunerules.engine.errors import DunerulesError, LogError
from dunerules.engine.log import check_fingerprint
from dunerules.engine.replay import verify
from dunerules.engine.start import check_seats

HELP = "Prove a log: play its choices again, and compare every event and digest."
EXAMPLE = """\
examples:
  dunerules verify game.log
  dunerules verify game.log --ruleset my-rules.toml
"""

OTHER_RULES = (
    "Name the ruleset it was played with by --ruleset, or install its version; `dunerules replay` shows the log anyway."
)

add_arguments = add_log


def run(args: argparse.Namespace) -> int:
    """Verify the log; anything that does not fit is an error."""
    log = open_log(args.log)
    header = header_in(log, args.log)
    rulebook = rulebook_of(log, args.log, args.ruleset)
    try:
        check_fingerprint(log.header, rulebook)
    except LogError as error:
        raise LogError(f"{args.log}: {error} {OTHER_RULES}") from None
    try:
        check_seats(rulebook, header.seats, header.persons)
        game = verify(log, rulebook)
    except DunerulesError as error:
        raise LogError(f"{args.log}: {str(error).rstrip('.')}. {UNCHANGED}") from None
    print(f"verified: {game.history.length - 1} choices, {len(game.events)} events")
    print("\n".join(result(rulebook, game.outcome)))
    return 0
