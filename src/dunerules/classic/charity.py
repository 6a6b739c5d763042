"""CHOAM charity: a few spice for those who have next to none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.spice import BANK, pay, spice_of
from dunerules.classic.turn import begin_phase
from dunerules.rules import Ask, Either, Just, Look, Pass, Space, Tx, answer, choice, effect, forbid, space, step


@choice("claim-charity", words="claim CHOAM charity")
class ClaimCharity:
    """Call for charity."""


@step("charity.begin")
def begin(tx: Tx) -> None:
    """The phase begins."""
    begin_phase(tx, "charity")


@step("charity.ask")
def ask(tx: Tx) -> None:
    """Ask the seat whether it claims, if it may."""
    if tx.may("charity.claim", seat=tx.seat) and tx.whole("charity.amount", seat=tx.seat):
        tx.ask(tx.seat, "charity")


@space("charity")
def claim_space(look: Look, ask: Ask) -> Space[Pass | ClaimCharity]:
    """Claim, or not."""
    if not look.may("charity.claim", seat=ask.seat):
        return Just(Pass())
    return Either(Just(ClaimCharity()), Just(Pass()))


@answer("charity")
def claim(tx: Tx, ask: Ask, choice: Pass | ClaimCharity) -> None:
    """Pay the claim."""
    if isinstance(choice, ClaimCharity):
        pay(tx, BANK, ask.seat, tx.whole("charity.amount", seat=ask.seat), "charity")


@forbid(
    "charity.claim", reason="{seat} has too much spice for charity", cites=("gf9.charity.claim", "ah79.charity.claim")
)
def too_rich(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Only those with next to nothing may claim."""
    return look.whole("charity.wealth", seat=ctx["seat"]) > look.whole("charity.limit", seat=ctx["seat"])


@effect(
    "charity.wealth", stage="add", title="Spice behind the shield", cites=("gf9.charity.claim", "ah79.charity.claim")
)
def behind_the_shield(look: Look, ctx: Mapping[str, Any]) -> int:
    """What the seat can spend."""
    return spice_of(look, ctx["seat"])


@effect(
    "charity.amount",
    stage="set",
    title="Up to the sum that charity grants",
    cites=("gf9.charity.claim", "ah79.charity.claim"),
)
def up_to_the_sum(look: Look, ctx: Mapping[str, Any]) -> int:
    """What is missing to the sum."""
    return look.whole("charity.total", seat=ctx["seat"]) - look.whole("charity.wealth", seat=ctx["seat"])
