"""Forces that worms spare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.advantages import has_active, holders, may_use, propose_use
from dunerules.classic.forces import spread
from dunerules.rules import Look, Tx, forbid, step

BLOCK = "worm-shelter"


@forbid(
    "worm.devours",
    reason="worms do not devour {seat}",
    cites=("gf9.faction.fremen.worm-immunity", "ah79.faction.fremen.worm-immunity"),
)
def spares(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Worms spare the forces of a faction with the advantage."""
    return has_active(look, BLOCK, ctx["seat"])


@step("worm.protection")
def propose_protection(tx: Tx) -> None:
    """Others may have these forces devoured too."""
    territory = tx.arg("territory")
    for seat, advantage in holders(tx, BLOCK):
        if spread(tx, territory, seat):
            propose_use(tx, seat, advantage, f"in {territory}")


@step("worm.protection-over")
def end_stop_of_use(tx: Tx) -> None:
    """A stop was for this worm."""
    for seat, advantage in holders(tx, BLOCK):
        may_use(tx, seat, advantage)
