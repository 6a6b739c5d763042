"""What can go wrong, as one small family of errors that carry their data as attributes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from attrs import frozen


class DunerulesError(Exception):
    """The root of every error that the library raises on purpose."""

    def __reduce__(self) -> tuple[Any, ...]:
        # An error is made from more than its message, and must come whole out of another process.
        return _again, (type(self), self.args, self.__dict__)


def _again(cls: type[DunerulesError], args: tuple[Any, ...], fields: dict[str, Any]) -> DunerulesError:
    error = cls.__new__(cls, *args)
    error.args = args
    error.__dict__.update(fields)
    return error


@frozen
class Problem:
    """One thing that is wrong in one place of a file."""

    file: str
    """The file as the user named it, or the module that brought the declaration in."""
    path: str
    """Table and key, such as ``rules.remove[0]``; empty when the whole file is meant."""
    message: str
    """What is wrong and what was expected."""
    hint: str = ""
    """The way out: the nearest right word, or the line that settles the matter."""

    def __str__(self) -> str:
        where = f"{self.file}: {self.path}: " if self.path else f"{self.file}: "
        return f"{where}{self.message}" + (f"\n  {self.hint}" if self.hint else "")


class RulesetError(DunerulesError):
    """A ruleset or rule module cannot be used; ``problems`` lists everything that was found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


@frozen
class Denial:
    """Why something is refused: a sentence and the rules that say so."""

    reason: str
    cites: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.reason} ({', '.join(self.cites)})" if self.cites else self.reason


class IllegalChoice(DunerulesError):  # noqa: N818 - the public name says what happened
    """A choice that the rules do not allow; the game is as it was."""

    def __init__(self, seat: str, choice: object, denial: Denial, cites: tuple[str, ...] = ()) -> None:
        """Keep the denial as readers see it, and in ``cites`` the same rules of all editions."""
        self.seat = seat
        self.choice = choice
        self.denial = denial
        self.cites = cites or denial.cites
        super().__init__(f"{seat}: {shown(choice)} is refused: {denial}")


class LogError(DunerulesError):
    """A log or a save is damaged, edited, or belongs to another rulebook."""


class RuleModuleError(DunerulesError):
    """A rule module's Python misbehaves: an event nobody declared, a step that never ends."""


def shown(value: object) -> str:
    """A value as a refusal shows it, shortened; never raises."""
    try:
        text = repr(value)
        return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."
    except Exception:  # the value is foreign: its repr may do anything, and a huge number has none
        return "something that cannot be shown"


def nearest(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """Suggest the known word that is nearest to ``word`` as a sentence, or say what is known.

    ``otherwise`` is what helps if no word is near and too many are known.
    """
    words: Sequence[str] = sorted(set(known))
    if len(word) > LONGEST_SHOWN:
        return otherwise  # a slip of the pen is shorter, and a comparison of long words takes its time
    begun = min((one for one in words if one.startswith(word)), key=len, default="") if len(word) > 2 else ""
    close = [begun] if begun else get_close_matches(word, words, n=1, cutoff=0.6)
    if close:
        return f'Did you mean "{close[0]}"?'
    if words and len(words) <= MOST_WORDS_LISTED:
        return "Known: " + ", ".join(f'"{known_word}"' for known_word in words) + "."
    return otherwise


IS_MISSING = "is missing."
"""What is said about a key that is not there."""

LONGEST_SHOWN = 80
"""A longer value is cut."""

MOST_WORDS_LISTED = 12
"""A longer list of known words does not help a reader."""
