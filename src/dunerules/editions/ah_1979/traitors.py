"""Traitors from the leader discs: only leaders of others, and every disc goes back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.leaders import faction_of
from dunerules.classic.traitors import Traitors
from dunerules.rules import Look, Tx, Write, event, forbid, reducer, step


@event("discs-returned", words="All leaders return to their factions.")
class DiscsReturned:
    """The discs were mixed again, and every faction took its leaders."""


@reducer(DiscsReturned)
def take_leaders_back(write: Write, event: DiscsReturned) -> None:
    """There is nothing left to draw from."""
    write(Traitors).deck = ()


@step("setup.traitors.return")
def return_discs(tx: Tx) -> None:
    """All have chosen."""
    tx.emit(DiscsReturned())


@forbid(
    "traitors.keep",
    reason="{leader} is a leader of {seat} itself",
    cites=("ah79.setup.traitor-choice", "ah79.silence.traitor-all-own"),
)
def own_leader(look: Look, ctx: Mapping[str, Any]) -> bool:
    """A leader betrays nobody to its own faction."""
    return bool(faction_of(look, ctx["leader"]) == ctx["seat"])
