"""A game told in words: events as lines under headings, and at the end who won and by which rule."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from dunerules.engine.errors import DunerulesError, nearest
from dunerules.engine.flow import GameEnded, Outcome
from dunerules.engine.hidden import HIDDEN
from dunerules.engine.history import Header
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.words import choice_words, event_words, template_of, value_words

HEADING = "-began"
"""How the name of an event ends that opens a part of the game, such as a turn, a phase or a battle."""

Eyes = tuple[str, ...] | None
"""The seats whose knowledge is told: none of them is what everybody saw; None is all that anybody saw."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options that say through whose eyes a game is told."""
    eyes = parser.add_mutually_exclusive_group()
    eyes.add_argument(
        "--as", dest="seat", metavar="WHO", help="tell only what the person at this seat, or of this name, saw"
    )
    eyes.add_argument("--public", action="store_true", help="tell only what everybody saw")


def eyes_of(args: argparse.Namespace, header: Header) -> Eyes:
    """The seats whose knowledge the options ask for."""
    if args.public:
        return ()
    return None if args.seat is None else seats_beside(header, args.seat)


def seats_beside(header: Header, who: str) -> tuple[str, ...]:
    """All seats of the person who holds a seat, or who has this name."""
    holders = {seat: header.persons.get(seat, seat) for seat in header.seats}
    person = holders.get(who, who)
    if person not in holders.values():
        hint = nearest(who, dict.fromkeys((*holders, *holders.values())))
        raise DunerulesError(f'"{who}" is neither a seat nor a person of this game. {hint}'.strip())
    return tuple(seat for seat, holder in holders.items() if holder == person)


class Account:
    """Tells a game while it goes on."""

    def __init__(self, rulebook: Rulebook, eyes: Eyes) -> None:
        self.rulebook = rulebook
        self.eyes = eyes
        self.heading = ""
        """The part of the game that was opened last."""

    def lines(self, events: Iterable[Any]) -> Iterator[str]:
        """The lines for some events; those without words, and those that these eyes did not see, have none."""
        for event in events:
            words = self._words(event)
            if not words:
                continue
            if self.rulebook.names[type(event)].endswith(HEADING):
                self.heading = words
                yield ""
                yield words
            else:
                yield f"  {words}"

    def _words(self, event: Any) -> str:
        seen = event if self.eyes is None else self.rulebook.redactor.event(event, self.eyes)
        if seen is None or isinstance(seen, GameEnded):  # the result is told by `result`
            return ""
        words = event_words(self.rulebook, seen)
        known = "; ".join(self._known(seen)) if words else ""
        return f"{words} [{known}]" if known else words

    def _known(self, event: Any) -> Iterator[str]:
        """What the words leave open because not everybody may know it, and these eyes saw.

        Words that are a function tell what can be known themselves.
        """
        if callable(self.rulebook.details[type(event)]["words"]):
            return
        template = template_of(self.rulebook, event)
        for field in attrs.fields(type(event)):
            value = getattr(event, field.name)
            left_open = field.metadata.get("sees") == "seen-by" and f"{{{field.name}" not in template
            if left_open and value != () and not _hidden(value):
                yield f"{field.name}: {value_words(self.rulebook, value, field.name)}"


def _hidden(value: Any) -> bool:
    return value is HIDDEN or (isinstance(value, tuple) and any(_hidden(part) for part in value))


def title(rulebook: Rulebook, header: Header, eyes: Eyes) -> str:
    """The first line of an account. The seed would tell a person everything, so it is left out for one."""
    game = f"{rulebook.title} ({rulebook.id})"
    if eyes is None:
        return f"{game}, seed {header.seed}"
    return f"{game}, as {choice_words(rulebook, eyes) if eyes else 'everybody'} saw it"


def result(rulebook: Rulebook, outcome: Outcome | None) -> Iterator[str]:
    """Who won, why and by which rules."""
    if outcome is None:
        yield "The game is not over."
        return
    yield outcome.reason
    winners = choice_words(rulebook, outcome.winners) if outcome.winners else "nobody"
    yield f"{'Winner' if len(outcome.winners) == 1 else 'Winners'}: {winners}"
    for cite in outcome.cites:
        yield f"Rule {cite}: {rulebook.catalogue[cite].text}" if cite in rulebook.catalogue else f"Rule {cite}"
