"""Fremen in 2019: what they do for their allies, and the moments at which a karama counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.advantages import AdvantageStopped, is_active, may_use, propose_use
from dunerules.classic.alliances import allied, allies_of
from dunerules.classic.turn import PhaseBegan, Turn
from dunerules.classic.worms import WormDevoured
from dunerules.factions import fremen_affairs as affairs
from dunerules.factions.fremen import SummonWorm, bring_summoned, may_summon, summons
from dunerules.factions.fremen_affairs import FREMEN
from dunerules.rules import (
    Ask,
    Either,
    Just,
    Look,
    Pass,
    Product,
    Space,
    Subset,
    Tx,
    Write,
    answer,
    choice,
    effect,
    event,
    forbid,
    invariant,
    on,
    public,
    reducer,
    space,
    step,
    table,
)

ALLY_WORM, ALLY_REVIVAL = "fremen-ally-worm", "fremen-ally-revival"


@table("fremen")
class Fremen:
    """What the Fremen do for their allies at the moment."""

    protected: tuple[str, ...] = public(default=())
    """The allies whom the worm that has come will spare."""
    helped: tuple[str, ...] = public(default=())
    """The allies who may revive more forces free in this phase."""


@choice("grant-revival", words="let {ally} revive forces free")
class GrantRevival:
    """Let an ally revive forces free."""

    ally: str


@choice("protect-allies", words="have the worm spare {allies}")
class ProtectAllies:
    """Decide which allies a worm spares; the others it devours."""

    allies: tuple[str, ...]


@event("revival-granted", words="{seat} lets {ally} revive forces free.")
class RevivalGranted:
    """An ally may revive more forces free."""

    seat: str
    ally: str


@event("allies-protected", words="{seat} has the worm spare {allies}.")
class AlliesProtected:
    """The worm that has come will spare these."""

    seat: str
    allies: tuple[str, ...]


@reducer(RevivalGranted)
def note_grant(write: Write, event: RevivalGranted) -> None:
    """Note who is helped."""
    fremen = write(Fremen)
    fremen.helped = (*fremen.helped, event.ally)


@reducer(AlliesProtected)
def note_protection(write: Write, event: AlliesProtected) -> None:
    """Note who is spared."""
    write(Fremen).protected = event.allies


@reducer(AdvantageStopped)
def drop_help(write: Write, event: AdvantageStopped) -> None:
    """A protection that was stopped spares nobody, and the revivals granted last are not."""
    if event.advantage == ALLY_WORM:
        write(Fremen).protected = ()
    elif event.advantage == ALLY_REVIVAL:
        fremen = write(Fremen)
        fremen.helped = fremen.helped[:-1]


@reducer(WormDevoured)
def end_protection(write: Write, event: WormDevoured) -> None:
    """The next worm is another decision."""
    write(Fremen).protected = ()


@reducer(PhaseBegan)
def end_help(write: Write, event: PhaseBegan) -> None:
    """The revivals are over."""
    write(Fremen).helped = ()


@step("fremen.help-over")
def end_stops_of_help(tx: Tx) -> None:
    """A stop was for this worm, or for the revivals of this ally."""
    for advantage in (ALLY_WORM, ALLY_REVIVAL):
        may_use(tx, FREMEN, advantage)


# ------------------------------------------------------------------ revivals of an ally


@step("revival.grant.ask")
def ask_for_grant(tx: Tx) -> None:
    """The Fremen are asked when an ally would revive more forces free with their help."""
    ally = tx.seat
    if not allied(tx, FREMEN, ally) or not is_active(tx, FREMEN, ALLY_REVIVAL):
        return
    if affairs.gains_by_help(tx, ally):
        tx.ask(FREMEN, "grant-revival", ally=ally)


@space("grant-revival")
def grant_space(look: Look, ask: Ask) -> Space[Pass | GrantRevival]:
    """Help, or not."""
    return Either(Just(Pass()), Just(GrantRevival(ask["ally"])))


@answer("grant-revival")
def grant(tx: Tx, ask: Ask, choice: Pass | GrantRevival) -> None:
    """Say so; others may stop it."""
    if isinstance(choice, GrantRevival):
        tx.emit(RevivalGranted(FREMEN, choice.ally))
        propose_use(tx, FREMEN, ALLY_REVIVAL, f"for {choice.ally}")


@effect(
    "revival.free",
    stage="min",
    title="The Fremen let an ally revive forces free",
    cites=("gf9.faction.fremen.alliance-revival", "gf9.silence.fremen-ally-revival-details"),
)
def free_for_ally(look: Look, ctx: Mapping[str, Any]) -> int | None:
    """So many in all, not on top of the ally's own."""
    return look.whole("revival.ally-free") if ctx["seat"] in look[Fremen].helped else None


# ------------------------------------------------------------------ allies whom a worm spares


@step("worm.allies.ask")
def ask_for_protection(tx: Tx) -> None:
    """The Fremen decide about allies whom the worm would devour."""
    if FREMEN in tx.seats and is_active(tx, FREMEN, ALLY_WORM):
        allies = affairs.present(tx, tx.arg("territory"), allies_of(tx, FREMEN))
        if allies:
            tx.ask(FREMEN, "protect-allies", allies=allies)


@space("protect-allies")
def protection_space(look: Look, ask: Ask) -> Space[ProtectAllies]:
    """Some of them, all, or none."""
    return Product(ProtectAllies, allies=Subset(ask["allies"], cites=("gf9.faction.fremen.alliance-worm",)))


@answer("protect-allies")
def protect(tx: Tx, ask: Ask, choice: ProtectAllies) -> None:
    """Note whom the worm spares."""
    if choice.allies:
        tx.emit(AlliesProtected(FREMEN, choice.allies))


@step("worm.allies.propose")
def propose_protection(tx: Tx) -> None:
    """Others may stop the protection of allies."""
    if tx[Fremen].protected:
        propose_use(tx, FREMEN, ALLY_WORM, f"in {tx.arg('territory')}")


@forbid("worm.devours", reason="the Fremen protect {seat}", cites=("gf9.faction.fremen.alliance-worm",))
def is_protected(look: Look, ctx: Mapping[str, Any]) -> bool:
    """An ally whom the Fremen protect is not devoured."""
    return ctx["seat"] in look[Fremen].protected


# ------------------------------------------------------------------ a worm for a karama


@forbid("worm.summon", reason="worms have no effect yet", cites=("gf9.spice-blow.first-turn-worms",))
def too_early(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Not before worms have an effect."""
    return look[Turn].turn < look.whole("worm.first-turn")


@on(PhaseBegan)
def phase_begins(tx: Tx, event: PhaseBegan) -> None:
    """A worm may be brought as a phase begins."""
    if FREMEN in tx.seats:
        tx.push("worm.summons")


@step("worm.summons.ask")
def ask_for_summons(tx: Tx) -> None:
    """Ask whether a karama is spent on a worm now."""
    if may_summon(tx):
        tx.ask(FREMEN, "summon-worm")


@space("summon-worm")
def summons_space(look: Look, ask: Ask) -> Space[Pass | SummonWorm]:
    """A karama and a territory, or nothing."""
    return Either(Just(Pass()), summons(look))


@answer("summon-worm")
def summon(tx: Tx, ask: Ask, choice: Pass | SummonWorm) -> None:
    """The worm comes."""
    if isinstance(choice, SummonWorm):
        bring_summoned(tx, choice)


# ------------------------------------------------------------------ laws


@invariant("Fremen help their allies only", cites=("gf9.faction.fremen.alliance-worm",))
def help_is_for_allies(look: Look) -> str | None:
    """Whoever is protected or helped is an ally."""
    fremen = look[Fremen]
    strangers = [seat for seat in (*fremen.protected, *fremen.helped) if not allied(look, FREMEN, seat)]
    return f"the Fremen help {strangers}" if strangers else None
