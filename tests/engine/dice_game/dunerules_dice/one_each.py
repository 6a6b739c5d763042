"""No seat has two dice in one slot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.rules import Look, forbid
from dunerules_dice.feud import Feud


@forbid("place.into", reason="{seat} has a die in {slot} already", cites=("dice.place.one-each",))
def already_there(look: Look, ctx: Mapping[str, Any]) -> bool:
    return (ctx["slot"], ctx["seat"]) in look[Feud].placed
