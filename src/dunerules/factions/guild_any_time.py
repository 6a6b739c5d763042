"""The Spacing Guild ships and moves when it wishes."""

from __future__ import annotations

from dunerules.classic.advantages import is_active, propose_use
from dunerules.classic.ship_and_move import ShipAndMove, act_now, defer, others_to_come
from dunerules.classic.turn import Turn
from dunerules.factions.guild import GUILD
from dunerules.rules import Ask, Either, Just, Look, Pass, Space, Tx, answer, choice, invariant, space, step

TIMING = "guild-timing"


@choice("act-now", words="ship and move now")
class ActNow:
    """Ship and move now; to pass is to wait."""


@step("guild.timing")
def ask_when(tx: Tx) -> None:
    """Before each turn of another, and at its own place, the Guild decides whether it acts now."""
    if GUILD not in tx.seats or GUILD in tx[ShipAndMove].acted or not others_to_come(tx, GUILD):
        return
    if is_active(tx, GUILD, TIMING) and not has_just_decided(tx):
        tx.ask(GUILD, TIMING)


def has_just_decided(look: Look) -> bool:
    """Whether the Guild has let its place go by and nobody behind it in the order has acted since."""
    turns, seats = look[ShipAndMove], look[Turn].order
    behind = seats[seats.index(GUILD) :]
    return GUILD in turns.waiting and not any(seat in behind for seat in turns.acted[-1:])


@space(TIMING)
def timing_space(look: Look, ask: Ask) -> Space[Pass | ActNow]:
    """Now, or later."""
    return Either(Just(Pass()), Just(ActNow()))


@answer(TIMING)
def time_chosen(tx: Tx, ask: Ask, choice: Pass | ActNow) -> None:
    """To act before its place, or to let it go by, is to leave the order; who waits has left it already."""
    acts = isinstance(choice, ActNow)
    if GUILD in tx[ShipAndMove].waiting:
        if acts:
            act_now(tx, GUILD)
    elif acts != (tx.seat == GUILD):
        tx.push("guild.timing.use", acts=acts)


@step("guild.timing.propose")
def propose_timing(tx: Tx) -> None:
    """Others may stop it."""
    propose_use(tx, GUILD, TIMING, f"before {tx.seat}" if tx.arg("acts") else "later")


@step("guild.timing.carry-out")
def leave_order(tx: Tx) -> None:
    """The Guild acts at once, or waits; stopped, it acts in its regular place."""
    if not is_active(tx, GUILD, TIMING):
        return
    if tx.arg("acts"):
        act_now(tx, GUILD)
    else:
        defer(tx, GUILD)


@invariant(
    "a Guild that is kept to its place does not wait",
    cites=("gf9.karama.cancel.guild-timing", "ah79.karama.cancel.guild-timing"),
)
def waits_only_if_it_may(look: Look) -> str | None:
    """Only an advantage lets a place go by."""
    waits = GUILD in look[ShipAndMove].waiting and not is_active(look, GUILD, TIMING)
    return "the Guild waits although it is kept to its place" if waits else None
