"""Charity that the Bene Gesserit receive without a claim."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.advantages import is_active, propose_use
from dunerules.classic.spice import BANK, pay
from dunerules.classic.turn import Turn
from dunerules.factions.bene_gesserit import BENE_GESSERIT
from dunerules.rules import Look, Tx, fact, step

CHARITY = "bene-gesserit-charity"


def has_begun(look: Look) -> bool:
    """Whether the turn has come from which they receive it."""
    return look[Turn].turn >= look.whole("charity.standing-from")


@fact("standing-charity", values="bool", exclusive=True)
def standing_charity(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether the Bene Gesserit receive charity in this turn without a claim."""
    return (has_begun(look) and is_active(look, BENE_GESSERIT, CHARITY)) is value


@step("charity.standing.propose")
def announce_charity(tx: Tx) -> None:
    """Others may stop it."""
    if tx.seat == BENE_GESSERIT and has_begun(tx):
        propose_use(tx, tx.seat, CHARITY)


@step("charity.standing.receive")
def receive_charity(tx: Tx) -> None:
    """Without a stop they are paid; with one they may claim as everybody does."""
    if tx.seat == BENE_GESSERIT and has_begun(tx) and is_active(tx, tx.seat, CHARITY):
        pay(tx, BANK, tx.seat, tx.whole("charity.standing"), "charity")
