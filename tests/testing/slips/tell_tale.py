"""Everybody hears that somebody was asked for a response."""

from __future__ import annotations

from dunerules.engine.flow import Asked
from dunerules.rules import Tx, event, on


@event("whisper-heard", words="Somebody is asked something.")
class WhisperHeard:
    """Somebody was asked."""


@on(Asked)
def whisper(tx: Tx, event: Asked) -> None:
    if event.ask.mode == "window":
        tx.emit(WhisperHeard())
