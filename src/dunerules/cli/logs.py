"""Logs on the command line: read from a file, with the rulebook they belong to."""

from __future__ import annotations

import argparse

import attrs

from dunerules.engine.compile import load
from dunerules.engine.errors import LogError
from dunerules.engine.history import Header
from dunerules.engine.library import Library
from dunerules.engine.log import Log, header_of, parse_log, read_text
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.structure import structure

UNCHANGED = "Use an unchanged copy of a log that `dunerules play --log FILE` wrote."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The log, and where its ruleset is if it is not installed."""
    parser.add_argument("log", metavar="LOG", help="a log that `dunerules play --log` wrote")
    parser.add_argument(
        "--ruleset", metavar="RULESET", help="its ruleset, a name or a .toml file (default: the one it names)"
    )


def open_log(path: str) -> Log:
    """Read a log file and check that it is whole."""
    text = read_text(path)
    try:
        log = parse_log(text, path)
    except LogError as error:
        raise LogError(f"{error} {UNCHANGED}") from None
    if not log.entries:
        raise LogError(f"{path}: the log has a header and no entries. {UNCHANGED}")
    for number, entry in enumerate(log.entries):
        if not isinstance(entry["seat"], str) or not isinstance(entry["events"], list):
            raise LogError(f"{path}: entry {number}: expected a seat and a list of events. {UNCHANGED}")
    return log


def rulebook_of(log: Log, path: str, ruleset: str | None) -> Rulebook:
    """The rulebook to read a log with: the ruleset that was asked for, or the one that the log names."""
    if ruleset is not None:
        return load(ruleset)
    name = log.header.get("ruleset")
    if not isinstance(name, str) or name not in Library.installed().rulesets:
        raise LogError(
            f'{path}: the game was played with "{name}", and no ruleset of this name is installed. '
            "Install the package that has it, or name its file with --ruleset."
        )
    return load(name)


def header_in(log: Log, path: str) -> Header:
    """The header of a log, with everything in it of the type that it must be."""
    try:
        header = header_of(log.header)
    except LogError as error:
        raise LogError(f"{path}: {str(error).rstrip('.')}. {UNCHANGED}") from None
    for key in ("persons", "scripted", "given"):
        value = getattr(header, key)
        if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
            raise LogError(f"{path}: header.{key}: expected a table of names. {UNCHANGED}")
    structure(Header, attrs.asdict(header, recurse=False), path, path="header")
    return header
