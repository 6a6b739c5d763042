"""Treachery in battle: who may call it once the plans are shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from dunerules.classic.fights import Fight, TreacheryCalled, opponent_of, sides
from dunerules.classic.traitors import TraitorShown, traitors_of
from dunerules.rules import (
    Ask,
    Either,
    Just,
    Look,
    Pass,
    Space,
    Tx,
    allow,
    answers,
    choice,
    space,
    step,
)

CALL = ("gf9.traitors.call", "ah79.traitors.call")


@choice("call-treachery", words="call treachery")
class CallTreachery:
    """Say that the opposing leader is in one's pay."""


@frozen
class Call:
    """A call that could be made: by whom, for which side, and against which leader of whom."""

    seat: str
    fighter: str
    victim: str
    leader: str


def calls(look: Look) -> Iterator[Call]:
    """The calls that could be made now."""
    plans, leaders = look[Fight].plans, look.rulebook.components["leader"]
    for fighter in sides(look):
        victim = opponent_of(look, fighter)
        leader = plans[victim].leader
        for seat in look.seats:
            if (
                leader in leaders
                and look.may("traitor.pay", seat=seat, leader=leader)
                and look.may("traitor.call", seat=seat, fighter=fighter, victim=victim)
                and look.may("traitor.betray", leader=leader, seat=victim)
            ):
                yield Call(seat, fighter, victim, leader)


@allow("traitor.pay", reason="{seat} chose {leader} as a traitor", cites=CALL)
def was_chosen(look: Look, ctx: Mapping[str, Any]) -> bool:
    """The traitors that a player chose at the start are in his pay."""
    return ctx["leader"] in traitors_of(look, ctx["seat"])


@allow("traitor.call", reason="a side of the battle calls for itself", cites=CALL)
def for_oneself(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Everybody calls treachery in his own battles."""
    return bool(ctx["seat"] == ctx["fighter"])


@step("fight.traitors")
def ask_for_calls(tx: Tx) -> None:
    """Ask those who can call; nobody else learns that they were asked."""
    tx.ask_sealed("treachery", {call.seat: {"leader": call.leader} for call in calls(tx)})


@space("treachery")
def call_space(look: Look, ask: Ask) -> Space[Pass | CallTreachery]:
    """Call, or keep silent."""
    return Either(Just(Pass()), Just(CallTreachery()))


@answers("treachery")
def take_calls(tx: Tx, asks: Mapping[str, Ask], choices: Mapping[str, Pass | CallTreachery]) -> None:
    """Everybody who calls says so."""
    for call in tuple(calls(tx)):
        if isinstance(choices.get(call.seat), CallTreachery):
            tx.push("treachery.call", seat=call.seat, fighter=call.fighter, victim=call.victim, leader=call.leader)


@step("treachery.show")
def show_card(tx: Tx) -> None:
    """Call, unless something has come between that forbids it; what was chosen at the start is shown."""
    fighter, victim, leader = tx.arg("fighter"), tx.arg("victim"), tx.arg("leader")
    if tx.may("traitor.call", seat=tx.seat, fighter=fighter, victim=victim):
        tx.emit(TreacheryCalled(tx.seat, fighter, victim, leader))
        if leader in traitors_of(tx, tx.seat):
            tx.emit(TraitorShown(tx.seat, leader))
