"""Logs: a header, every choice with its events, and a chain of digests; one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import attrs
from attrs import frozen

from dunerules.engine.errors import LogError, shown
from dunerules.engine.history import Entry, Header
from dunerules.engine.plain import Codec, canonical, digest_of
from dunerules.engine.registry import codec_of
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.tables import State
from dunerules.engine.views import fold

FORMAT = "dunerules log"
SCHEMA = 1
"""Raised when the shape of a log or of a save changes."""


@frozen
class Log:
    """A game written down: plain data, with a digest behind each entry that covers everything before it."""

    header: Mapping[str, Any]
    entries: tuple[Mapping[str, Any], ...]

    @classmethod
    def of(cls, rulebook: Rulebook, header: Header, entries: Iterable[Entry]) -> Log:
        """The log of a game that was played with this rulebook."""
        plain = plain_header(header)
        return cls(plain, tuple(plain_entries(entries, codec_of(rulebook), plain)))

    def text(self) -> str:
        """The log as text, one JSON object a line."""
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in (self.header, *self.entries))

    def write(self, path: str | PathLike[str]) -> None:
        """Write the log to a file."""
        Path(path).write_text(self.text(), encoding="utf-8")

    def state(self, rulebook: Rulebook) -> State:
        """The state that the events lead to. No rule is asked: a log stays readable after a rule was changed."""
        codec = codec_of(rulebook)
        events = [event for entry in self.entries for event in codec.value(entry["events"])]
        return fold(State.fresh(rulebook.tables.values()), events, rulebook.reducers, rulebook.names)

    def events(self, rulebook: Rulebook) -> tuple[Any, ...]:
        """Everything that happened, in order."""
        codec = codec_of(rulebook)
        return tuple(event for entry in self.entries for event in codec.value(entry["events"]))


def read_log(path: str | PathLike[str]) -> Log:
    """Read a log file and check that it is whole: its format, and the digest of every entry."""
    return parse_log(read_text(path), str(path))


def parse_log(text: str, shown: str = "<log>") -> Log:
    """Read a log from text."""
    # Not splitlines(): a name may hold one of the many other characters that Unicode calls a line's end.
    texts = text.removesuffix("\n").split("\n") if text else []
    lines = [_json(line, f"{shown}: line {number}") for number, line in enumerate(texts, 1)]
    if not lines:
        raise LogError(f"{shown}: the file is empty; a log starts with a header.")
    check_format(lines[0], FORMAT, shown)
    check_chain(lines[0], lines[1:], f"{shown}: line", first=2)
    return Log(lines[0], tuple(lines[1:]))


def plain_header(header: Header) -> dict[str, Any]:
    """A header as JSON data."""
    return {"format": FORMAT, "schema": SCHEMA, **Codec({}).plain(attrs.asdict(header, recurse=False))}


def header_of(data: Mapping[str, Any]) -> Header:
    """The header that JSON data stands for."""
    fields = {key: value for key, value in data.items() if key not in ("format", "schema")}
    try:
        return Header(**Codec({}).value(fields))
    except TypeError as error:
        raise LogError(f"the header is damaged: {error}") from None


def checked_header(data: Mapping[str, Any]) -> Header:
    """The header that JSON data stands for, if a game can be started with it: everything is of the right type."""
    header = header_of(data)
    for fault in header_faults(header):
        raise LogError(f"header.{fault}")
    return header


def header_faults(header: Header) -> Iterator[str]:
    """What is of the wrong type in a header, each with its name."""
    for name, is_right, expected in _FIELDS:
        value = getattr(header, name)
        if not is_right(value):
            yield f"{name}: expected {expected}, found {shown(value)}."


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_table(value: Any, holds: Callable[[Any], bool] = lambda _: True) -> bool:
    return isinstance(value, dict) and all(map(_is_text, value)) and all(map(holds, value.values()))


_FIELDS: tuple[tuple[str, Callable[[Any], bool], str], ...] = (
    ("ruleset", _is_text, "a text"),
    ("fingerprint", _is_text, "a text"),
    ("seats", lambda value: isinstance(value, tuple) and all(map(_is_text, value)), "a list of seats"),
    ("persons", lambda value: _is_table(value, _is_text), "a table of seats and persons"),
    ("seed", lambda value: isinstance(value, int), "a whole number"),
    ("scripted", lambda value: _is_table(value, lambda outcomes: isinstance(outcomes, tuple)), "a table of lists"),
    ("given", _is_table, "a table of names"),
    ("at", _is_text, "a text"),
    ("turn_of", _is_text, "a text"),
)


def plain_entries(entries: Iterable[Entry], codec: Codec, header: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Entries as JSON data, each with its digest."""
    digest = digest_of(canonical(header))
    for entry in entries:
        line = {"seat": entry.seat, "choice": codec.plain(entry.choice), "events": codec.plain(entry.events)}
        digest = digest_of(digest.encode(), canonical(line))
        yield {**line, "digest": digest}


def entry_of(line: Mapping[str, Any], codec: Codec) -> Entry:
    """The entry that JSON data stands for."""
    return Entry(line["seat"], codec.value(line["choice"]), codec.value(line["events"]))


def check_chain(header: Any, entries: Iterable[Any], place: str = "entry", *, first: int = 0) -> None:
    """Refuse entries that are not what they were when they were written; ``place`` and a number name one."""
    digest = digest_of(canonical(header))
    for number, line in enumerate(entries, first):
        if not isinstance(line, Mapping) or set(line) != {"seat", "choice", "events", "digest"}:
            raise LogError(f"{place} {number}: an entry has seat, choice, events and digest.")
        content = {key: value for key, value in line.items() if key != "digest"}
        digest = digest_of(digest.encode(), canonical(content))
        if line["digest"] != digest:
            raise LogError(f"{place} {number}: the digest does not fit; this or something before it was changed.")


def check_format(header: Any, expected: str, shown: str) -> None:
    """Refuse a file of another format or of a newer schema."""
    if not isinstance(header, dict) or header.get("format") != expected:
        raise LogError(f'{shown}: this is not a {expected}: its "format" is not "{expected}".')
    if header.get("schema") != SCHEMA:
        raise LogError(f"{shown}: schema {header.get('schema')!r} is not known; this version reads schema {SCHEMA}.")


def check_fingerprint(header: Mapping[str, Any], rulebook: Rulebook) -> None:
    """Refuse a game of another rulebook."""
    if header.get("fingerprint") != rulebook.fingerprint:
        raise LogError(
            f'the game was played with "{header.get("ruleset")}" (fingerprint {header.get("fingerprint")}), '
            f'and this is "{rulebook.id}" (fingerprint {rulebook.fingerprint}).'
        )


def read_text(path: str | PathLike[str]) -> str:
    """A file's text, or a LogError."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise LogError(f"{path}: cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise LogError(f"{path}: this is not a text file.") from None


def _json(line: str, shown: str) -> Any:
    try:
        return json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        raise LogError(f"{shown}: this is not JSON: {error}.") from None
