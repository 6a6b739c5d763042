"""New allies who find themselves in one territory."""

from __future__ import annotations

from dunerules.classic.alliances import allies_of
from dunerules.classic.forces import TANKS, group, move, spread, territories_of
from dunerules.classic.occupancy import allies_there
from dunerules.classic.ship_and_move import ShipAndMove
from dunerules.rules import Tx, step

CAUSE = "beside an ally"


@step("allies-apart")
def part_allies(tx: Tx) -> None:
    """Whoever acts behind an ally and has not left a territory that they share loses the forces in it."""
    seat, acted = tx.seat, tx[ShipAndMove].acted
    if not any(ally in acted for ally in allies_of(tx, seat)):
        return
    for territory in territories_of(tx, seat):
        if any(ally in acted for ally in allies_there(tx, seat, territory)):
            lose_all(tx, seat, territory)


def lose_all(tx: Tx, seat: str, territory: str) -> None:
    """Send the forces of a seat in a territory to the tanks, except those that may stay beside allies."""
    kinds = tx.rulebook.components["force"]
    for place, counts in spread(tx, territory, seat).items():
        lost = {kind: count for kind, count in counts.items() if kinds[kind].keeps_apart}
        move(tx, seat, group(lost), place, TANKS, CAUSE)
