"""Bribes that wait in front of the shield."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.spice import BANK, FRONT, Spice, pay
from dunerules.classic.turn import PhaseBegan
from dunerules.rules import Look, Seat, Tx, effect, given, on

PAUSE = "mentat-pause"


@on(PhaseBegan)
def collect_bribes(tx: Tx, event: PhaseBegan) -> None:
    """Everybody takes in what lies in front of the shield, before deals are paid: gf9.silence.bribe-in-mentat-pause."""
    if event.phase != PAUSE:
        return
    for seat in tx.seats:
        pay(tx, f"{FRONT}{seat}", seat, tx[Spice].in_front.get(seat, 0), "bribe")


@effect(
    "charity.wealth",
    stage="add",
    title="Bribes in front of the shield count",
    when={"option": "gf9-2019.bribes/counts_for_charity"},
    cites=("gf9.silence.bribe-spice-status",),
)
def bribes_count(look: Look, ctx: Mapping[str, Any]) -> int:
    """What lies in front of the shield."""
    return look[Spice].in_front.get(ctx["seat"], 0)


@given("spice_in_front")
def set_spice_in_front(tx: Tx, value: Mapping[Seat, int]) -> None:
    """Put spice in front of shields: seat and amount."""
    for seat, amount in value.items():
        pay(tx, BANK, f"{FRONT}{seat}", amount, "position")
