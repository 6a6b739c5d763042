"""The codec of a rulebook: every class that may stand in a log or a save, under its declared name."""

from __future__ import annotations

from functools import lru_cache

from dunerules.engine.flow import Ask, Frame, Outcome, StandingOrder
from dunerules.engine.plain import Codec
from dunerules.engine.rulebook import Rulebook

_OWN = {"frame": Frame, "ask": Ask, "order": StandingOrder, "outcome": Outcome}


@lru_cache(maxsize=32)
def codec_of(rulebook: Rulebook) -> Codec:
    """The codec that writes and reads values of games played with this rulebook."""
    classes: dict[str, type] = {f"engine:{name}": cls for name, cls in _OWN.items()}
    kinds = {
        "table": rulebook.tables,
        "event": rulebook.events,
        "choice": rulebook.choices,
        "intent": rulebook.intents,
        "record": rulebook.records,
    }
    for kind, declared in kinds.items():
        classes.update({f"{kind}:{name}": cls for name, cls in declared.items()})
    for kind, things in rulebook.components.items():
        classes.update({f"component:{kind}": type(thing) for thing in things.values()})
    return Codec(classes)
