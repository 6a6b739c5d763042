"""The mentat pause: who has won."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from dunerules.classic.alliances import allies_of, members
from dunerules.classic.board import board_of
from dunerules.classic.forces import Forces, occupants
from dunerules.classic.turn import Turn, begin_phase
from dunerules.rules import Look, Tx, Write, event, public, reducer, step, table

STRONGHOLDS = "strongholds"
"""The manner of a victory by strongholds; others are claims of last resort."""
LAST_RESORT = "last-resort"

SOLO = ("gf9.victory.solo", "ah79.victory.solo")
JOINT = ("gf9.alliance.joint-victory", "ah79.alliance.joint-victory")
END_OF_PLAY = ("gf9.victory.end-of-play", "ah79.victory.end-of-play")


@table("victory")
class Victory:
    """Who is about to win, and how."""

    winners: tuple[str, ...] = public(default=())
    manner: str = public(default="")
    reason: str = public(default="")
    cites: tuple[str, ...] = public(default=())


@event("victory-reached")
class VictoryReached:
    """Somebody is about to win, unless another victory takes its place."""

    winners: tuple[str, ...]
    manner: str
    reason: str
    cites: tuple[str, ...]


@reducer(VictoryReached)
def note_victory(write: Write, event: VictoryReached) -> None:
    """Note it; a later one takes its place."""
    victory = write(Victory)
    victory.winners, victory.manner = event.winners, event.manner
    victory.reason, victory.cites = event.reason, event.cites


def strongholds_of(look: Look, seats: Iterable[str]) -> tuple[str, ...]:
    """Territories that count for victory and are held by these seats, as a rule by nobody else."""
    side = tuple(seats)
    held = look.derived(Forces, occupants)
    return tuple(
        territory
        for territory in board_of(look).territories
        if territory in held
        and (held[territory].issubset(side) or _counts_contested(look, side, territory, held[territory]))
        and any(look.may("victory.count", seat=seat, territory=territory) for seat in side)
    )


def _counts_contested(look: Look, side: tuple[str, ...], territory: str, there: Collection[str]) -> bool:
    """Whether a side counts a territory that it shares with others."""
    return any(seat in there and look.may("victory.contested", seat=seat, territory=territory) for seat in side)


def reach(tx: Tx, winners: Iterable[str], manner: str, reason: str, cites: tuple[str, ...]) -> None:
    """Say that somebody is about to win."""
    tx.emit(VictoryReached(tuple(winners), manner, reason, cites))


def sides(look: Look) -> tuple[tuple[str, ...], ...]:
    """The alliances and the seats without one, from the first player on."""
    return tuple(dict.fromkeys(members(look, seat) for seat in look[Turn].order))


def needed(look: Look, side: tuple[str, ...]) -> int:
    """Strongholds that a side needs."""
    name = "victory.strongholds" if len(side) == 1 else "victory.alliance-strongholds"
    return look.whole(name, seat=side[0])


@step("mentat-pause.begin")
def begin(tx: Tx) -> None:
    """The phase begins."""
    begin_phase(tx, "mentat-pause")


@step("victory.check")
def check(tx: Tx) -> None:
    """The side with enough strongholds wins; of several the one with most, then the first in turn order."""
    best: tuple[str, ...] = ()
    most = 0
    contenders = sides(tx)
    if tx.option("classic.victory", "solo_while_allied"):
        contenders = (*contenders, *((seat,) for seat in tx[Turn].order if allies_of(tx, seat)))
    for side in contenders:
        held = len(strongholds_of(tx, side))
        if held >= needed(tx, side) and held > most:
            best, most = side, held
    if best:
        reason = f"{names(tx, best)} {'wins' if len(best) == 1 else 'win'} with {places(tx, best)}."
        reach(tx, best, STRONGHOLDS, reason, SOLO if len(best) == 1 else JOINT)


@step("victory.last-turn")
def look_for_last_resort(tx: Tx) -> None:
    """After the last turn somebody wins in any case."""
    if not tx[Victory].winners and tx[Turn].turn >= tx.whole("turn.limit"):
        tx.push("victory.end-of-play")


@step("victory.most-strongholds")
def most_strongholds(tx: Tx) -> None:
    """Without any other winner, whoever holds most strongholds wins; allies count together, and ties win together."""
    if tx[Victory].winners:
        return
    counts = {side: len(strongholds_of(tx, side)) for side in sides(tx)}
    best = max(counts.values())
    winners = tuple(seat for side, count in counts.items() if count == best for seat in side)
    reason = f"{names(tx, winners)} {'holds' if len(winners) == 1 else 'hold'} most strongholds at the end of play."
    reach(tx, winners, LAST_RESORT, reason, END_OF_PLAY)


@step("victory.declare")
def declare(tx: Tx) -> None:
    """End the game if somebody has won."""
    victory = tx[Victory]
    if victory.winners:
        tx.finish(victory.winners, victory.reason, cites=victory.cites)


def places(look: Look, seats: Iterable[str]) -> str:
    """How many strongholds these seats hold, and which other territories that count, for a sentence about who wins."""
    territories = board_of(look).territories
    held = strongholds_of(look, seats)
    others = [territories[name].title for name in held if not territories[name].stronghold]
    count = len(held) - len(others)
    return listed([f"{count} {'stronghold' if count == 1 else 'strongholds'}", *others])


def names(look: Look, seats: Iterable[str]) -> str:
    """The titles of seats, for a sentence about who wins."""
    return listed([look.component("faction", seat).title for seat in seats])


def listed(words: list[str]) -> str:
    """Words as a sentence lists them."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
