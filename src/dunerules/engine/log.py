"""Logs: a header, every choice with its events, and a chain of digests; one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import attrs
from attrs import frozen

from dunerules.engine.errors import LogError
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
    lines = [_json(line, f"{shown}: line {number}") for number, line in enumerate(text.splitlines(), 1)]
    if not lines:
        raise LogError(f"{shown}: the file is empty; a log starts with a header.")
    check_format(lines[0], FORMAT, shown)
    _check_chain(lines, shown)
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


def _check_chain(lines: list[Any], shown: str) -> None:
    digest = digest_of(canonical(lines[0]))
    for number, line in enumerate(lines[1:], 2):
        if not isinstance(line, dict) or set(line) != {"seat", "choice", "events", "digest"}:
            raise LogError(f"{shown}: line {number}: an entry has seat, choice, events and digest.")
        content = {key: value for key, value in line.items() if key != "digest"}
        digest = digest_of(digest.encode(), canonical(content))
        if line["digest"] != digest:
            raise LogError(f"{shown}: line {number}: the digest does not fit; this line or one before it was changed.")
