"""Family atomics: a card that destroys the Shield Wall."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.board import Board, board_of
from dunerules.classic.forces import Forces, kill_all
from dunerules.classic.storm import StormAnnounced
from dunerules.classic.storm_marker import Storm, WallDestroyed, storm_sector
from dunerules.classic.treachery import CardRemoved, card_like
from dunerules.rules import Just, Look, Space, Tx, forbid, respond, response

CARD = "family-atomics"
MODULE = "classic.family-atomics"
WALL = "shield-wall"


@response(StormAnnounced, CARD)
def offer_atomics(look: Look, intent: StormAnnounced, seat: str) -> Space[None] | None:
    """Its holder may play it between the number and the movement, as long as the Wall stands."""
    if not card_like(look, seat, CARD) or look[Storm].wall_destroyed:
        return None
    return Just(None) if look.may("family-atomics.play", seat=seat) else None


@respond(CARD)
def play_atomics(tx: Tx, intent: StormAnnounced, seat: str, choice: None) -> None:
    """The Wall is gone, with everybody on it; the card is out of play."""
    tx.emit(CardRemoved(seat, card_like(tx, seat, CARD)))
    tx.emit(WallDestroyed())
    kill_all(tx, board_of(tx).locations_of[WALL], CARD)


@forbid(
    "family-atomics.play",
    reason="{seat} has no force on the Shield Wall or next to it",
    cites=("gf9.card.family-atomics.who", "ah79.card.family-atomics.who"),
)
def too_far_away(look: Look, ctx: Mapping[str, Any]) -> bool:
    """A force is needed on the Wall or in an adjacent territory; storm over either does not matter."""
    board = board_of(look)
    between_allowed = look.option(MODULE, "storm_between")
    near = 0
    for (location, seat, kind), count in look[Forces].placed.items():
        counts = seat == ctx["seat"] and look.component("force", kind).occupies and _is_near(board, location)
        if counts and (between_allowed or not storm_between(board, location, storm_sector(look))):
            near += count
    return near < look.whole("family-atomics.forces")


def _is_near(board: Board, location: str) -> bool:
    territory = board.territory_of[location]
    return territory == WALL or board.distance(territory, WALL) == 1


def storm_between(board: Board, location: str, storm: int) -> bool:
    """Whether the storm stands between a location's sector and the nearest sector of the Wall, in neither of them."""
    start = board.sector_of[location]
    ways = []
    for end in (board.sector_of[place] for place in board.locations_of[WALL]):
        ahead = (end - start) % board.sectors
        behind = (start - end) % board.sectors
        step = 1 if ahead <= behind else -1
        count = min(ahead, behind)
        ways.append([(start + step * number - 1) % board.sectors + 1 for number in range(1, count)])
    return storm in min(ways, key=len)
