"""What the Fremen need to know of the game: ways through the desert, who is where, whether their plans succeed."""

from __future__ import annotations

from collections.abc import Iterable

from dunerules.classic.advantages import if_stopped
from dunerules.classic.alliances import members
from dunerules.classic.board import board_of, make_board
from dunerules.classic.fights import sides
from dunerules.classic.forces import seats_in, spread
from dunerules.classic.revival import free_left, limit_left, revivable
from dunerules.classic.strengths import strengths_of
from dunerules.classic.victory import LAST_RESORT, names, reach
from dunerules.rules import Look, Rulebook, Tx

FREMEN = "fremen"
GUILD = "guild"
GREAT_FLAT = "the-great-flat"
OUTSIDERS = {"tueks-sietch": ("atreides", "emperor", "harkonnen")}
"""Who must not hold which sietch at the end of play."""


def way_from_great_flat(rulebook: Rulebook) -> dict[str, int]:
    """How many territories each territory is away from the Great Flat, which is not counted itself."""
    board = rulebook.once(make_board)
    return {territory: board.distance(GREAT_FLAT, territory) for territory in board.territories}


def worm_territories(look: Look, seat: str) -> tuple[str, ...]:
    """The territories to which a seat may send worms."""
    return tuple(name for name in board_of(look).territories if look.may("worm.send", seat=seat, territory=name))


def present(look: Look, territory: str, seats: Iterable[str]) -> tuple[str, ...]:
    """Those seats that have forces of any kind in a territory."""
    return tuple(seat for seat in seats if spread(look, territory, seat))


def gains_by_help(look: Look, ally: str) -> bool:
    """Whether an ally would revive more forces free with the help of the Fremen."""
    could = min(limit_left(look, ally), sum(revivable(look, ally).values()))
    more = look.whole("revival.ally-free") > look.whole("revival.free", seat=ally)
    return more and could > free_left(look, ally)


def strengthens(look: Look, advantage: str) -> bool:
    """Whether an advantage makes a difference to what Fremen forces are worth in the battle that is fought."""
    return FREMEN in sides(look) and strengths_of(look, FREMEN) != strengths_of(
        if_stopped(look, FREMEN, advantage), FREMEN
    )


def plans_succeed(look: Look) -> bool:
    """Whether nobody holds a sietch who must not."""
    return all(
        look.may("fremen-victory.stand", seat=seat, territory=territory)
        for territory in board_of(look).strongholds
        for seat in seats_in(look, territory)
    )


def win(tx: Tx, why: str, cites: tuple[str, ...]) -> None:
    """Let the Fremen and their allies win at the end of play."""
    winners = members(tx, FREMEN)
    reach(tx, winners, LAST_RESORT, f"{why}: {names(tx, winners)} {'wins' if len(winners) == 1 else 'win'}.", cites)
