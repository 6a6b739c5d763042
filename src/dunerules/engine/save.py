"""Saves: a whole game as one JSON text, to go on with later."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from attrs import frozen

from dunerules.engine.errors import LogError, shown
from dunerules.engine.flow import Flow, Seating
from dunerules.engine.history import Header, History
from dunerules.engine.log import check_fingerprint, check_format, checked_header, entry_of, plain_entries, plain_header
from dunerules.engine.plain import canonical, digest_of
from dunerules.engine.registry import codec_of
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.tables import State

FORMAT = "dunerules save"


@frozen
class Snapshot:
    """What a save holds: all that a game is, besides its rulebook."""

    header: Header
    state: State
    history: History


def state_digest(rulebook: Rulebook, state: State) -> str:
    """A hash of a whole state: equal digests, equal games from here on."""
    codec = codec_of(rulebook)
    tables = {name: codec.plain(state[table]) for name, table in sorted(rulebook.tables.items())}
    return digest_of(rulebook.fingerprint.encode(), canonical(tables))


def dump(rulebook: Rulebook, snapshot: Snapshot) -> str:
    """A game as text."""
    codec = codec_of(rulebook)
    header = plain_header(snapshot.header)
    data = {
        **header,
        "format": FORMAT,
        "tables": {name: codec.plain(snapshot.state[table]) for name, table in rulebook.tables.items()},
        "entries": list(plain_entries(snapshot.history, codec, header)),
    }
    return json.dumps({**data, "digest": _digest(data)}, ensure_ascii=False)


def read_save(text: str, file: str) -> dict[str, Any]:
    """The data of a save, checked for its format; ``ruleset`` names what it was played with."""
    try:
        data: dict[str, Any] = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise LogError(f"{file}: this is not JSON: {error}.") from None
    check_format(data, FORMAT, file)
    return data


def restore(data: dict[str, Any], rulebook: Rulebook, file: str) -> Snapshot:
    """What a save holds; a LogError if it is damaged or belongs to another rulebook."""
    try:
        return _restore(data, rulebook)
    except LogError as error:
        raise LogError(f"{file}: {error}") from None
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise LogError(f"{file}: the save is damaged: {type(error).__name__}: {error}.") from None


def _restore(data: dict[str, Any], rulebook: Rulebook) -> Snapshot:
    check_fingerprint(data, rulebook)
    if data.get("digest") != _digest(data):
        raise LogError("the save was changed or damaged: its digest does not fit.")
    codec = codec_of(rulebook)
    if data["tables"].keys() != rulebook.tables.keys():
        raise LogError("the save does not have the tables of its rulebook.")
    state = State({table: codec.value(data["tables"][name]) for name, table in rulebook.tables.items()})
    if any(type(content) is not table for table, content in state.tables.items()):
        raise LogError("a table of the save is not what its name says.")
    history: History | None = None
    for line in data["entries"]:
        history = History(entry_of(line, codec), history)
    if history is None:
        raise LogError("the save has no entries.")
    header = checked_header({key: value for key, value in data.items() if key not in _OWN})
    for fault in _faults(rulebook, header, state):
        raise LogError(fault)
    return Snapshot(header, state, history)


def _faults(rulebook: Rulebook, header: Header, state: State) -> Iterator[str]:
    """What no game of this rulebook could have left behind."""
    flow, seats = state[Flow], state[Seating].seats
    if seats != header.seats:
        yield "the header and the table of seats do not name the same seats."
    for frame in flow.agenda:
        if frame.procedure not in rulebook.procedures:
            yield f'the agenda has {shown(frame.procedure)}, which is not a procedure of "{rulebook.id}".'
    for ask in flow.asks.values():
        if ask.seat not in seats or ask.kind not in rulebook.hooks["decision_space"]:
            yield f"{shown(ask.seat)} is asked {shown(ask.kind)}, which cannot be."


def _digest(data: dict[str, Any]) -> str:
    """A hash of all that a save holds."""
    return digest_of(canonical({key: value for key, value in data.items() if key != "digest"}))


_OWN = frozenset({"digest", "tables", "entries"})
"""Keys that a save has besides those of the header."""
