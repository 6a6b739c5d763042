"""Revival of forces: how many, which are free, what the others cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.forces import RESERVES, TANKS, ForcesMoved, Group, KindName, kept, move, size
from dunerules.classic.pledges import contribute, end_pledges, free_spice, pledges_to
from dunerules.classic.spice import BANK, pay
from dunerules.classic.stepwise import Chosen, Stepwise
from dunerules.classic.turn import TurnBegan, begin_phase
from dunerules.rules import (
    Ask,
    Counts,
    Denial,
    Either,
    Filter,
    Just,
    Look,
    Pass,
    Range,
    Seat,
    Space,
    Tx,
    Write,
    allow,
    answer,
    choice,
    given,
    invariant,
    public,
    reducer,
    space,
    step,
    table,
)

REVIVAL = "revival"
"""The cause of revivals that count towards a turn's limit."""
PURPOSE = "revival"
"""What allies pledge spice for, where a rule lets them."""


@table("revivals")
class Revivals:
    """What came back from the tanks in this turn."""

    forces: dict[str, int] = public(factory=dict)
    """Forces that count towards a seat's limit."""
    kinds: dict[tuple[str, str], int] = public(factory=dict)
    """Forces by seat and kind, brought back by whatever means."""
    leaders: dict[str, int] = public(factory=dict)
    """Leaders that count towards a seat's limit."""


@choice("revive", words="revive {forces}")
class Revive:
    """Bring forces back from the tanks."""

    forces: Group
    ally_pays: int = 0
    """How much of the price allies bear."""


@reducer(TurnBegan)
def start_counting(write: Write, event: TurnBegan) -> None:
    """A new turn, a new limit."""
    revivals = write(Revivals)
    revivals.forces, revivals.kinds, revivals.leaders = {}, {}, {}


@reducer(ForcesMoved)
def count_forces(write: Write, event: ForcesMoved) -> None:
    """Note what comes back from the tanks."""
    if event.source != TANKS or event.target != RESERVES:
        return
    revivals = write(Revivals)
    for kind, count in event.forces:
        revivals.kinds[event.seat, kind] = revivals.kinds.get((event.seat, kind), 0) + count
    if event.cause == REVIVAL:
        revivals.forces[event.seat] = revivals.forces.get(event.seat, 0) + size(event.forces)


# ------------------------------------------------------------------ questions


def revivable(look: Look, seat: str) -> dict[str, int]:
    """How many forces of each kind in the tanks may still come back to a seat in this turn."""
    back = look[Revivals].kinds
    return {
        kind: min(count, look.whole("revival.kind-limit", seat=seat, kind=kind) - back.get((seat, kind), 0))
        for kind, count in kept(look, TANKS, seat).items()
    }


def limit_left(look: Look, seat: str) -> int:
    """How many forces a seat may still revive in this turn."""
    return max(0, look.whole("revival.limit", seat=seat) - look[Revivals].forces.get(seat, 0))


def free_left(look: Look, seat: str) -> int:
    """How many of them are free; free ones come first."""
    return max(0, look.whole("revival.free", seat=seat) - look[Revivals].forces.get(seat, 0))


def price_of(look: Look, seat: str, forces: Group, free: int = 0) -> int:
    """What reviving forces costs when so many are free: the dearest, should they differ."""
    costs = [cost for kind, count in forces for cost in [look.whole("revival.cost", seat=seat, kind=kind)] * count]
    return sum(sorted(costs, reverse=True)[free:])


def payer_for(look: Look, seat: str) -> str:
    """Who pays for the normal revivals of a seat: itself, if nothing forbids it, or else the first who may."""
    others = (other for other in look.seats if other != seat)
    return next((one for one in (seat, *others) if look.may("revival.pay", seat=one, other=seat)), "")


def dearest_revival(look: Look, seat: str) -> int:
    """The most that a seat could spend on the forces that it may still revive in this turn."""
    free = free_left(look, seat)
    if limit_left(look, seat) <= free or not look.may("revival.paid", seat=seat):
        return 0
    counts = revivable(look, seat)
    costs = [
        cost for kind, count in counts.items() for cost in [look.whole("revival.cost", seat=seat, kind=kind)] * count
    ]
    return sum(sorted(costs, reverse=True)[free : limit_left(look, seat)])


def pledged(look: Look, seat: str) -> int:
    """The most that allies give a seat for its revivals."""
    return sum(pledges_to(look, seat, PURPOSE).values())


def payment_denial(look: Look, seat: str, payer: str, price: int, *cites: str, helped: int = 0) -> Denial | None:
    """Why a price for a revival of a seat cannot be paid, with so much help; None if it can."""
    if not payer:
        return look.denial("revival.pay", seat=seat, other=seat)
    spice = free_spice(look, payer) + helped
    return None if price <= spice else Denial(f"{payer} has {spice} spice, and it costs {price}", cites)


def charge(tx: Tx, payer: str, price: int) -> None:
    """Pay for a revival: to the bank, unless somebody receives it."""
    if price:
        to = next((seat for seat in tx.seats if tx.may("revival.income", seat=seat, payer=payer)), BANK)
        pay(tx, payer, to, price, REVIVAL)


def revive_forces(tx: Tx, seat: str, forces: Group, cause: str = REVIVAL) -> None:
    """Bring forces back to the reserves; only those of the cause `REVIVAL` count towards the limit."""
    move(tx, seat, forces, TANKS, RESERVES, cause)


@allow("revival.pay", cites=("gf9.revival.paid", "ah79.revival.paid"))
def own_revival(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Everybody pays for his own revivals."""
    return bool(ctx["seat"] == ctx["other"])


# ------------------------------------------------------------------ the phase


@step("revival.begin")
def begin(tx: Tx) -> None:
    """The phase begins."""
    begin_phase(tx, "revival")


@step("revival.ask")
def ask_for_forces(tx: Tx) -> None:
    """Ask a seat that can revive forces."""
    if kept(tx, TANKS, tx.seat) and not _revivals(tx, tx.seat).is_empty():
        tx.ask(tx.seat, "revive")


@space("revive")
def revive_space(look: Look, ask: Ask) -> Space[Pass | Revive]:
    """Some forces that can be paid for, or none."""
    return Either(Just(Pass()), _revivals(look, ask.seat))


def _revivals(look: Look, seat: str) -> Space[Revive]:
    free, payer, helped = free_left(look, seat), payer_for(look, seat), pledged(look, seat)

    def test(forces: Group) -> Denial | None:
        if size(forces) <= free:
            return None
        denial = look.denial("revival.paid", seat=seat)
        price = price_of(look, seat, forces, free)
        cites = ("gf9.revival.paid", "ah79.revival.paid")
        return denial or payment_denial(look, seat, payer, price, *cites, helped=helped)

    def groups(chosen: Chosen) -> Space[Group]:
        cites = ("gf9.revival.tokens", "ah79.revival.tokens")
        return Filter(Counts(revivable(look, seat), 1, limit_left(look, seat), cites=cites), test)

    def shares(chosen: Chosen) -> Space[int]:
        price = price_of(look, seat, chosen["forces"], free)
        least = max(0, price - free_spice(look, payer)) if payer else 0
        return Range(least, min(price, helped), noun="share of the allies")

    return Stepwise(Revive, {"forces": groups, "ally_pays": shares})


@answer("revive")
def revive(tx: Tx, ask: Ask, choice: Pass | Revive) -> None:
    """Pay for what is not free, and bring them back."""
    if isinstance(choice, Revive):
        price = price_of(tx, ask.seat, choice.forces, free_left(tx, ask.seat))
        contribute(tx, ask.seat, PURPOSE, choice.ally_pays)
        charge(tx, payer_for(tx, ask.seat), price)
        revive_forces(tx, ask.seat, choice.forces)
    end_pledges(tx, ask.seat, PURPOSE)


# ------------------------------------------------------------------ positions and laws


@given("revived")
def set_revived(tx: Tx, value: Mapping[Seat, Mapping[KindName, int]]) -> None:
    """Say what a seat has revived in this turn: seat, and numbers by kind; it is in its reserves."""
    kinds = {(seat, kind): count for seat, counts in value.items() for kind, count in counts.items()}
    forces = {seat: sum(counts.values()) for seat, counts in value.items()}
    tx.arrange(Revivals, forces=forces, kinds=kinds)


@invariant("nobody revives too many forces", cites=("gf9.revival.tokens", "ah79.revival.tokens"))
def within_limits(look: Look) -> str | None:
    """What came back is within the limits of the turn."""
    revivals = look[Revivals]
    for seat, count in revivals.forces.items():
        if count > look.whole("revival.limit", seat=seat):
            return f"{seat} has revived {count} forces in this turn"
    for (seat, kind), count in revivals.kinds.items():
        if count > look.whole("revival.kind-limit", seat=seat, kind=kind):
            return f"{count} {kind} forces of {seat} came back in this turn"
    return None
