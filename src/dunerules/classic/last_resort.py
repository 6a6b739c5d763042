"""The victory of last resort: somebody wins when nobody else has."""

from __future__ import annotations

from dunerules.classic.advantages import holders, is_active
from dunerules.classic.alliances import members
from dunerules.classic.victory import LAST_RESORT, Victory, names, reach
from dunerules.rules import Tx, step

BLOCK = "last-resort"
CITES = ("gf9.faction.guild.victory", "ah79.faction.guild.victory")


@step("victory.last-resort")
def win_at_the_end(tx: Tx) -> None:
    """If nobody has won when play ends, the faction wins with its allies."""
    entitled = [seat for seat, advantage in holders(tx, BLOCK) if is_active(tx, seat, advantage)]
    if entitled and not tx[Victory].winners:
        winners = members(tx, entitled[0])
        reason = f"Nobody has won control of Dune: {names(tx, winners)} {'wins' if len(winners) == 1 else 'win'}."
        reach(tx, winners, LAST_RESORT, reason, CITES)
