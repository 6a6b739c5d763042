"""Faction advantages: when one is about to be used it is proposed, so that others can stop it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from dunerules.classic.turn import PhaseBegan, TurnBegan
from dunerules.rules import (
    Look,
    Rulebook,
    Tx,
    Write,
    commit,
    component,
    event,
    fact,
    forbid,
    intent,
    of_kind,
    on,
    prevented,
    public,
    reducer,
    table,
    told,
)


@component("block")
class Block:
    """A building block for advantages: what a rule module does for every faction that has an advantage made of it."""

    id: str
    title: str
    text: str
    """What a faction with such an advantage gets, and which numbers and permissions go with it."""


AGREED: Mapping[str, Mapping[str, str]] = {
    "one-use": {},
    "phase": {"use": "phase", "battle": "phase"},
    "single-use": {"phase": "use", "turn": "use"},
}
"""By what the table has agreed on: how long a stop holds instead of what the advantage says."""


@component("advantage", plural="Advantages")
class Advantage:
    """An advantage that a faction, or its ally, may use."""

    id: str
    title: str
    faction: str = of_kind("faction")
    text: str = told("What it does", default="")
    block: str = of_kind("block", default="")
    """The building block that it is made of; empty: its effects and permissions, or Python, say what it does."""
    stoppable: bool = told("can be stopped", may="advantage.stop", default=True)
    """Whether others can stop it at all."""
    listed: bool = False
    """Whether it is on the list of what a karama stops; tables where only that list counts stop nothing else."""
    lasts: Literal["use", "battle", "phase", "turn"] = told("for the whole", may="advantage.stop", default="use")
    """How long a stop holds: for one ``use``, the ``battle``, the ``phase`` or the ``turn``."""
    cites: tuple[str, ...] = ()


@intent("advantage-use", title="An advantage is about to be used")
class AdvantageUse:
    """A seat is about to use an advantage, its own or one that an ally lends it."""

    seat: str
    advantage: str
    about: str = ""
    """What it is used on, in words that everybody may know."""


@table("advantages")
class Advantages:
    """Which advantages are stopped, and for how long."""

    stopped: tuple[tuple[str, str, str], ...] = public(default=())
    """Seat, advantage, and what ends the stop."""


@event("advantage-stopped", words="{seat} is denied an advantage: {advantage}.")
class AdvantageStopped:
    """An advantage was stopped."""

    seat: str
    advantage: str
    lasts: str


@event("stop-ended")
class StopEnded:
    """Stops of this length are over; ``seat`` and ``advantage`` name one, or are empty for all."""

    lasts: str
    seat: str = ""
    advantage: str = ""


@reducer(AdvantageStopped)
def stop(write: Write, event: AdvantageStopped) -> None:
    """Note the stop."""
    advantages = write(Advantages)
    advantages.stopped = (*advantages.stopped, (event.seat, event.advantage, event.lasts))


@reducer(StopEnded)
def end_stop(write: Write, event: StopEnded) -> None:
    """Forget the stops that are over."""
    advantages = write(Advantages)
    advantages.stopped = tuple(
        (seat, advantage, lasts)
        for seat, advantage, lasts in advantages.stopped
        if lasts != event.lasts or event.seat not in ("", seat) or event.advantage not in ("", advantage)
    )


def propose_use(tx: Tx, seat: str, advantage: str, about: str = "", *, agreed: bool = False) -> None:
    """Say that an advantage is about to be used; whoever can stop it is asked before the game goes on.

    The step or procedure that comes next asks `may_use` whether it still can be.
    ``agreed``: the table lets an advantage be stopped that cannot be by its declaration.
    """
    if is_active(tx, seat, advantage) and (agreed or tx.component("advantage", advantage).stoppable):
        tx.propose(AdvantageUse(seat, advantage, about))


def is_active(look: Look, seat: str, advantage: str) -> bool:
    """Whether a seat may use an advantage now: nothing stops it."""
    return look.may("advantage.use", seat=seat, advantage=advantage)


def may_use(tx: Tx, seat: str, advantage: str) -> bool:
    """Whether a proposed use goes on; a stop that holds for one use is used up by asking."""
    if is_active(tx, seat, advantage):
        return True
    end_stops(tx, "use", seat, advantage)
    return False


def end_stops(tx: Tx, lasts: str, seat: str = "", advantage: str = "") -> None:
    """End the stops of a length, such as ``battle``, for one seat and advantage or for all."""
    if any(
        length == lasts and seat in ("", owner) and advantage in ("", stopped)
        for owner, stopped, length in tx[Advantages].stopped
    ):
        tx.emit(StopEnded(lasts, seat, advantage))


Blocks = Mapping[str, Mapping[str, str]]
"""Block, then faction, then the advantage that is made of it."""


def make_blocks(rulebook: Rulebook) -> Blocks:
    """Who has advantages made of which blocks; a faction has one of each."""
    found: dict[str, dict[str, str]] = {}
    for advantage in rulebook.components.get("advantage", {}).values():
        if advantage.block:
            found.setdefault(advantage.block, {}).setdefault(advantage.faction, advantage.id)
    return found


def built_of(look: Look, block: str, seat: str) -> str:
    """The advantage of a seat that is made of a block; empty if it has none."""
    return look.rulebook.once(make_blocks).get(block, {}).get(seat, "")


def holders(look: Look, block: str) -> tuple[tuple[str, str], ...]:
    """The seats with an advantage made of a block, in the order of the table, each with the advantage."""
    found = look.rulebook.once(make_blocks).get(block, {})
    return tuple((seat, found[seat]) for seat in look.seats if seat in found)


def has_active(look: Look, block: str, seat: str) -> bool:
    """Whether a seat has an advantage made of a block, and nothing stops it."""
    advantage = built_of(look, block, seat)
    return bool(advantage) and is_active(look, seat, advantage)


def if_stopped(look: Look, seat: str, advantage: str) -> Look:
    """The game as it would be with an advantage stopped, to see whether anything is at stake."""
    state = look.state.clone()
    stop(state.write, AdvantageStopped(seat, advantage, "use"))
    return Look(look.rulebook, state)


@prevented(AdvantageUse)
def note_stop(tx: Tx, intent: AdvantageUse) -> None:
    """Note that the advantage is stopped, for as long as the advantage says or the table has agreed."""
    lasts = tx.component("advantage", intent.advantage).lasts
    agreed = AGREED[str(tx.option("classic.advantages", "duration"))]
    tx.emit(AdvantageStopped(intent.seat, intent.advantage, agreed.get(lasts, lasts)))


@commit(AdvantageUse)
def use(tx: Tx, intent: AdvantageUse) -> None:
    """Nothing by itself: the procedure that proposed it goes on."""


@on(PhaseBegan)
def phase_is_over(tx: Tx, event: PhaseBegan) -> None:
    """Stops for a phase end with it, and no use or battle outlives one."""
    for lasts in ("use", "battle", "phase"):
        end_stops(tx, lasts)


@on(TurnBegan)
def turn_is_over(tx: Tx, event: TurnBegan) -> None:
    """Stops for a turn end with it."""
    end_stops(tx, "turn")


@forbid(
    "advantage.use",
    reason="{seat} is kept from using {advantage}",
    cites=("gf9.karama.cancel.general", "gf9.silence.karama-duration"),
)
def is_stopped(look: Look, ctx: Mapping[str, Any]) -> bool:
    """An advantage that was stopped cannot be used until the stop is over."""
    stopped = look[Advantages].stopped
    return bool(stopped) and any(ctx["seat"] == seat and ctx["advantage"] == name for seat, name, _ in stopped)


@fact("stopped", needs=("seat",), values="advantage")
def seat_is_stopped(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether the seat in question is kept from using this advantage."""
    stopped = look[Advantages].stopped
    return bool(stopped) and any(ctx["seat"] == seat and name == value for seat, name, _ in stopped)


@fact("advantage", needs=("advantage",), values="advantage", exclusive=True, fixed=True)
def advantage_is(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether the advantage in question is this one."""
    return bool(ctx["advantage"] == value)


@fact("listed", needs=("advantage",), values="bool", exclusive=True, fixed=True)
def advantage_is_listed(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether the advantage in question is on the list of what a karama stops."""
    return look.component("advantage", ctx["advantage"]).listed is value
