"""Revival of leaders: when it is open, whose turn it is to return, and what it costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dunerules.classic.leaders import (
    LeaderKilled,
    LeaderName,
    LeaderRevivalClosed,
    LeaderRevivalOpened,
    LeaderRevived,
    Leaders,
    dead,
    waiting,
)
from dunerules.classic.revival import REVIVAL, Revivals, charge, payer_for, payment_denial
from dunerules.classic.turn import PhaseBegan
from dunerules.rules import (
    Ask,
    Denial,
    Either,
    Just,
    Look,
    OneOf,
    Pass,
    Product,
    Seat,
    Space,
    Tx,
    Write,
    answer,
    choice,
    component,
    effect,
    event,
    forbid,
    given,
    invariant,
    on,
    reducer,
    space,
    step,
    told,
)

POSITION = "position"
"""The cause of returns that lie before the position in which play starts."""


@component("being", plural="Who fights beside the leaders")
class Being:
    """Somebody who is no leader, dies and is revived like one."""

    id: str
    title: str
    faction: str
    strength: int = told("Strength")
    """The fighting strength on the disc."""


@choice("revive-leader", words="revive {leader}")
class ReviveLeader:
    """Bring a leader back from the tanks."""

    leader: str


@event("being-revived", words="{leader} returns to {seat}.")
class BeingRevived:
    """A being came back from the tanks; the module that knows it sees to the rest."""

    seat: str
    leader: str
    cause: str = REVIVAL


@event("second-deaths-forgotten", words="All leaders of {seat} have died again and may return.")
class SecondDeathsForgotten:
    """Every leader of a seat that could return has come back and died again, so that all may return anew."""

    seat: str
    leaders: tuple[str, ...]
    """Those that lie face up; nobody else learns which lie face down."""


@reducer(SecondDeathsForgotten)
def forget_second_deaths(write: Write, event: SecondDeathsForgotten) -> None:
    """They wait no longer."""
    leaders = write(Leaders)
    leaders.twice_dead = tuple(leader for leader in leaders.twice_dead if leader not in event.leaders)
    leaders.twice_hidden.pop(event.seat, None)


@reducer(LeaderRevived)
@reducer(BeingRevived)
def count_leader(write: Write, event: LeaderRevived | BeingRevived) -> None:
    """Note a leader that counts towards the limit of the turn."""
    if event.cause == REVIVAL:
        leaders = write(Revivals).leaders
        leaders[event.seat] = leaders.get(event.seat, 0) + 1


# ------------------------------------------------------------------ when revival is open


def keep_revival(tx: Tx, seat: str) -> None:
    """Open, go on with or close the revival of a seat's leaders, whenever one has died, returned or changed hands."""
    leaders, fallen = tx[Leaders], dead(tx, seat)
    if not leaders.living[seat] and fallen and all(leader in waiting(tx, seat) for leader in fallen):
        tx.emit(SecondDeathsForgotten(seat, leaders.tanks[seat]))
    may_return = any(leader not in waiting(tx, seat) for leader in fallen)
    is_open = seat in leaders.revival_open
    if may_return and not leaders.living[seat] and not is_open:
        tx.emit(LeaderRevivalOpened(seat))
    elif is_open and not may_return:
        tx.emit(LeaderRevivalClosed(seat))


@on(LeaderKilled)
@on(LeaderRevived)
def leader_came_or_went(tx: Tx, event: LeaderKilled | LeaderRevived) -> None:
    """A death may open revival, a return may end it."""
    keep_revival(tx, event.seat)


@on(PhaseBegan)
def look_for_captives(tx: Tx, event: PhaseBegan) -> None:
    """Leaders taken captive are as unavailable as dead ones: before revivals it is looked at anew."""
    if event.phase == REVIVAL:
        for seat in tx.seats:
            keep_revival(tx, seat)


@forbid(
    "revival.leader",
    reason="{seat} has leaders left",
    cites=("gf9.revival.leader-condition", "ah79.revival.leader-condition"),
)
def not_open(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Leader revival opens when no own leader is available, and goes on until none is left that may return."""
    return ctx["seat"] not in look[Leaders].revival_open


@forbid(
    "revival.leader",
    reason="{seat} has revived a leader in this turn",
    cites=("gf9.revival.leader-condition", "ah79.revival.leader-condition"),
)
def had_its_leader(look: Look, ctx: Mapping[str, Any]) -> bool:
    """One leader a turn."""
    return look[Revivals].leaders.get(ctx["seat"], 0) >= look.whole("revival.leaders", seat=ctx["seat"])


@forbid(
    "revival.leader",
    reason="{leader} has died again and waits until all others have",
    cites=("gf9.revival.leader-killed-again", "ah79.revival.leader-killed-again"),
)
def waits_for_others(look: Look, ctx: Mapping[str, Any]) -> bool:
    """A leader that died after a revival waits."""
    return ctx["leader"] in waiting(look, ctx["seat"])


# ------------------------------------------------------------------ who returns


def fallen_beings(look: Look, seat: str) -> tuple[str, ...]:
    """Beings of a seat in the tanks that are revived like leaders."""
    beings: Mapping[str, Being] = look.rulebook.components.get("being", {})
    return tuple(
        being.id
        for being in beings.values()
        if being.faction == seat and look.may("revival.being", seat=seat, leader=being.id)
    )


def fallen(look: Look, seat: str) -> tuple[str, ...]:
    """Everybody of a seat in the tanks who is a leader, or is revived like one."""
    return (*dead(look, seat), *fallen_beings(look, seat))


def bring_back(tx: Tx, seat: str, leader: str, cause: str = REVIVAL) -> None:
    """Let a leader, or a being that is revived like one, return; only the cause `REVIVAL` counts towards the limit."""
    if leader in tx.rulebook.components["leader"]:
        tx.emit(LeaderRevived(seat, leader, cause))
    else:
        tx.emit(BeingRevived(seat, leader, cause))


@effect(
    "revival.leader-cost",
    stage="set",
    title="The fighting strength",
    cites=("gf9.revival.leader-cost", "ah79.revival.leader-cost"),
)
def strength(look: Look, ctx: Mapping[str, Any]) -> int:
    """The fighting strength."""
    beings: Mapping[str, Being] = look.rulebook.components.get("being", {})
    being = beings.get(ctx["leader"])
    return being.strength if being else look.whole("leader.strength", leader=ctx["leader"])


@step("leader-revival.ask")
def ask_for_leader(tx: Tx) -> None:
    """Ask a seat that can revive a leader."""
    if tx.seat in tx[Leaders].revival_open and not _returns(tx, tx.seat).is_empty():
        tx.ask(tx.seat, "revive-leader")


@space("revive-leader")
def leader_space(look: Look, ask: Ask) -> Space[Pass | ReviveLeader]:
    """One of the leaders that may return and can be paid for, or none."""
    return Either(Just(Pass()), _returns(look, ask.seat))


def _returns(look: Look, seat: str) -> Space[ReviveLeader]:
    payer = payer_for(look, seat)
    denials: dict[str, Denial] = {}
    able = []
    for leader in fallen(look, seat):
        price = look.whole("revival.leader-cost", seat=seat, leader=leader)
        denial = look.denial("revival.leader", seat=seat, leader=leader)
        denial = denial or payment_denial(
            look, seat, payer, price, "gf9.revival.leader-cost", "ah79.revival.leader-cost"
        )
        if denial is None:
            able.append(leader)
        else:
            denials[leader] = denial
    return Product(ReviveLeader, leader=OneOf(tuple(able), denials))


@answer("revive-leader")
def revive_leader(tx: Tx, ask: Ask, choice: Pass | ReviveLeader) -> None:
    """Pay its strength, and it returns."""
    if isinstance(choice, ReviveLeader):
        price = tx.whole("revival.leader-cost", seat=ask.seat, leader=choice.leader)
        charge(tx, payer_for(tx, ask.seat), price)
        bring_back(tx, ask.seat, choice.leader)


@given("revived_leaders")
def set_revived_leaders(tx: Tx, value: Mapping[Seat, Iterable[LeaderName]]) -> None:
    """Say which leaders have died and come back in earlier turns: seat and list of its leaders."""
    for seat, leaders in value.items():
        for leader in leaders:
            tx.emit(LeaderKilled(seat, tx.component("leader", leader).id, seat))
            bring_back(tx, seat, leader, POSITION)


@invariant(
    "second deaths come after revivals", cites=("gf9.revival.leader-killed-again", "ah79.revival.leader-killed-again")
)
def second_deaths(look: Look) -> str | None:
    """Only leaders that were revived have died again, and they are dead."""
    leaders = look[Leaders]
    fallen = {leader for seat in look.seats for leader in dead(look, seat)}
    wrong = [leader for leader in leaders.twice_dead if leader not in leaders.revived or leader not in fallen]
    for seat, down in leaders.twice_hidden.items():
        wrong += [leader for leader in down if leader not in leaders.hidden[seat]]
    return f"{wrong} have not died twice" if wrong else None
