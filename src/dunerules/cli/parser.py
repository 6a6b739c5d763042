"""How arguments are read and errors are told: argparse, with errors of the library's own family in one line each."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

from dunerules.engine.errors import DunerulesError, nearest


class UsageError(DunerulesError):
    """The command line cannot be understood."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises a UsageError and keeps the lines of its examples."""

    def __init__(self, **kwargs: Any) -> None:  # Any: whatever argparse takes
        kwargs.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(allow_abbrev=False, **kwargs)

    def error(self, message: str) -> NoReturn:
        """Refuse the command line, and say where help is."""
        end = "" if message.endswith((".", "?")) else "."
        raise UsageError(f"{message}{end} See {self.prog} --help.")


def whole_number(text: str) -> int:
    """A whole number from the command line."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f'expected a whole number, found "{text}"') from None


def names(text: str) -> tuple[str, ...]:
    """Names from the command line, with commas between them."""
    return tuple(part.strip() for part in text.split(","))


def person_and_seats(text: str) -> tuple[str, tuple[str, ...]]:
    """A person and the seats that it holds, from ``NAME=SEAT,SEAT``."""
    name, _, seats = text.partition("=")
    if not name.strip() or not all(names(seats)):
        raise argparse.ArgumentTypeError(f'expected NAME=SEAT,SEAT, found "{text}"')
    return name.strip(), names(seats)


def one_of(words: Iterable[str], noun: str) -> Callable[[str], str]:
    """A reader of one word out of several."""
    known = tuple(words)

    def read(text: str) -> str:
        if text not in known:
            raise argparse.ArgumentTypeError(f'"{text}" is not a {noun}. {nearest(text, known)}'.strip())
        return text

    return read


def error_lines(error: DunerulesError) -> Iterator[str]:
    """What went wrong, one line for each problem."""
    for part in getattr(error, "problems", (error,)):
        yield "dunerules: " + re.sub(r"\s*\n\s*", " ", str(part).strip())
