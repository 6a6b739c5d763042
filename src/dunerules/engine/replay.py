"""Verifying a log: its choices are played again and every event is compared."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from dunerules.engine.errors import IllegalChoice, LogError
from dunerules.engine.game import Game
from dunerules.engine.history import Entry
from dunerules.engine.log import Log, check_fingerprint, header_of
from dunerules.engine.plain import Codec
from dunerules.engine.registry import codec_of
from dunerules.engine.rulebook import Rulebook


def verify(log: Log, rulebook: Rulebook) -> Game:
    """Play a log's choices again and compare every event; gives the game at its end.

    Raises a LogError that names the first entry that differs.
    """
    check_fingerprint(log.header, rulebook)
    codec = codec_of(rulebook)
    game = Game.of_header(rulebook, header_of(log.header))
    for number, logged in enumerate(log.entries):
        if number:
            _submit(game, codec, logged, number)
        _compare(game.history.entry, codec, logged, number)
    return game


def _submit(game: Game, codec: Codec, logged: Mapping[str, Any], number: int) -> None:
    try:
        game.submit(logged["seat"], codec.value(logged["choice"]))
    except IllegalChoice as error:
        raise LogError(f"entry {number}: the choice is not legal: {error}") from None


def _compare(played: Entry, codec: Codec, logged: Mapping[str, Any], number: int) -> None:
    replayed = codec.plain(played.events)
    if replayed == logged["events"]:
        return
    place = next(
        (i for i, pair in enumerate(zip(replayed, logged["events"], strict=False)) if pair[0] != pair[1]), None
    )
    if place is None:
        raise LogError(f"entry {number}: {len(logged['events'])} events are logged, {len(replayed)} happen.")
    raise LogError(
        f"entry {number}, event {place}: logged {json.dumps(logged['events'][place])}, "
        f"happens {json.dumps(replayed[place])}."
    )
