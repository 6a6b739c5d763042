"""The command `dunerules`: finds the subcommand, and turns what went wrong into one line and an exit code.

Exit codes: 0 is fine, 1 means that the answer is no, 2 is bad input. An interrupted command ends with 130, and one
whose reader went away with 141, as a shell expects.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version

from dunerules.cli import (
    check,
    diff,
    explain,
    lab,
    listing,
    new,
    play,
    replay,
    rulebook,
    rules,
    scenario,
    schema,
    verify,
)
from dunerules.cli.parser import Parser, UsageError, error_lines
from dunerules.engine.errors import DunerulesError, nearest

FINE, BAD_INPUT, INTERRUPTED, PIPE_CLOSED = 0, 2, 130, 141

COMMANDS = {
    "play": play,
    "replay": replay,
    "verify": verify,
    "scenario": scenario,
    "lab": lab,
    "new": new,
    "check": check,
    "explain": explain,
    "diff": diff,
    "rulebook": rulebook,
    "rules": rules,
    "list": listing,
    "schema": schema,
}
"""The subcommands in the order of the help text; each module has `HELP`, `EXAMPLE`, `add_arguments` and `run`."""

DESCRIPTION = "Compose, play and check the rules of board games that are written down as rule modules."
EXAMPLE = """\
examples:
  dunerules list rulesets                            what can be played
  dunerules play gf9-2019-basic --log game.log       play a game of Dune and keep its log
  dunerules verify game.log                          prove that the log follows the rules
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; gives its exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that cannot show a letter gets its code instead of a traceback.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code = _guarded(words)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except OSError as error:
        _drop_output()
        print(f"dunerules: {error.filename or 'the output'}: {error.strerror}.", file=sys.stderr)
        return BAD_INPUT
    return code


def build_parser() -> Parser:
    """The parser of the whole command line."""
    parser = Parser(prog="dunerules", description=DESCRIPTION, epilog=EXAMPLE)
    parser.add_argument("--version", action="version", version=f"dunerules {_version()}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, command in COMMANDS.items():
        added = commands.add_parser(name, help=command.HELP, description=command.HELP, epilog=command.EXAMPLE)
        command.add_arguments(added)
        added.set_defaults(run=command.run)
    return parser


def _guarded(words: list[str]) -> int:
    try:
        return _run(words)
    except DunerulesError as error:
        sys.stdout.flush()
        for line in error_lines(error):
            print(line, file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(words: list[str]) -> int:
    parser = build_parser()
    if not words:
        parser.print_help(sys.stderr)
        return BAD_INPUT
    if not words[0].startswith("-") and words[0] not in COMMANDS:
        raise UsageError(f'"{words[0]}" is not a command. {nearest(words[0], COMMANDS)}'.strip())
    try:
        args = parser.parse_args(words)
    except SystemExit as stop:  # argparse leaves so after --help and --version
        return int(stop.code or FINE)
    code: int = args.run(args)
    return code


def _version() -> str:
    try:
        return version("dunerules")
    except PackageNotFoundError:
        return "(not installed)"


def _drop_output() -> None:
    """Send what is still unwritten nowhere, so that Python does not complain about it when it ends."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
