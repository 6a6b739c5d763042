"""Verifying a log: its choices are played again and every event is compared."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from dunerules.engine.errors import DunerulesError, IllegalChoice, LogError
from dunerules.engine.game import Game
from dunerules.engine.history import Entry
from dunerules.engine.log import Log, check_chain, check_fingerprint, checked_header, plain_header
from dunerules.engine.plain import Codec, canonical
from dunerules.engine.registry import codec_of
from dunerules.engine.rulebook import Rulebook


def verify(log: Log, rulebook: Rulebook) -> Game:
    """Play a log's choices again and compare every event; gives the game at its end.

    Raises a LogError that names the first entry that differs.
    """
    check_fingerprint(log.header, rulebook)
    check_chain(log.header, log.entries)
    codec = codec_of(rulebook)
    game = _start(log, rulebook)
    for number, logged in enumerate(log.entries):
        if number:
            _submit(game, codec, logged, number)
        _compare(game.history.entry, codec, logged, number)
    return game


def _start(log: Log, rulebook: Rulebook) -> Game:
    header = checked_header(log.header)
    if canonical(plain_header(header)) != canonical(log.header):
        raise LogError("the header is not written as this version writes it.")
    try:
        return Game.of_header(rulebook, header)
    except DunerulesError as error:
        raise LogError(f"the header does not start a game: {error}") from None


def _submit(game: Game, codec: Codec, logged: Mapping[str, Any], number: int) -> None:
    try:
        game.submit(logged["seat"], codec.value(logged["choice"]))
    except IllegalChoice as error:
        raise LogError(f"entry {number}: the choice is not legal: {error}") from None


def _compare(played: Entry, codec: Codec, logged: Mapping[str, Any], number: int) -> None:
    if not isinstance(logged["events"], list):
        raise LogError(f"entry {number}: the events of an entry are a list.")
    made = {"seat": played.seat, "choice": codec.plain(played.choice)}
    written = {"seat": logged["seat"], "choice": logged["choice"]}
    if canonical(made) != canonical(written):
        raise LogError(f"entry {number}: logged {json.dumps(written)}, which would be written as {json.dumps(made)}.")
    replayed = codec.plain(played.events)
    # As text: to Python, true is equal to 1.
    differs = [canonical(one) != canonical(other) for one, other in zip(replayed, logged["events"], strict=False)]
    if True not in differs and len(replayed) == len(logged["events"]):
        return
    place = differs.index(True) if True in differs else None
    if place is None:
        raise LogError(f"entry {number}: {len(logged['events'])} events are logged, {len(replayed)} happen.")
    raise LogError(
        f"entry {number}, event {place}: logged {json.dumps(logged['events'][place])}, "
        f"happens {json.dumps(replayed[place])}."
    )
