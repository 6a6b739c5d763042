"""The nexus: alliances are made, joined and broken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.alliances import AllianceFormed, AllianceLeft, Alliances, allies_of
from dunerules.classic.spice_blow import PileOpened
from dunerules.classic.turn import Turn
from dunerules.classic.worms import WormCardCame
from dunerules.rules import (
    Ask,
    Denial,
    Either,
    Filter,
    Just,
    Look,
    OneOf,
    Pass,
    Product,
    Space,
    Tx,
    Write,
    answer,
    answers,
    choice,
    event,
    forbid,
    given,
    invariant,
    loop,
    on,
    public,
    reducer,
    space,
    step,
    table,
)


@table("nexus")
class Nexus:
    """Whether a nexus comes or is held, and how far it has come."""

    is_due: bool = public(default=False)
    """Whether one is to be held as soon as its moment comes."""
    in_blow: int = public(default=0)
    """Nexuses that the spice blow of this pile has brought."""
    is_open: bool = public(default=False)
    passes: int = public(default=0)
    """How many seats have passed one after the other."""


@choice("leave-alliance", words="leave the alliance")
class LeaveAlliance:
    """Announce that one's alliance is over."""


@choice("propose-alliance", words="propose an alliance to {partner}")
class ProposeAlliance:
    """Propose an alliance to a seat, and to all who are allied with either."""

    partner: str


@choice("accept-alliance", words="accept the alliance")
class AcceptAlliance:
    """Agree to a proposed alliance."""


@event("nexus-brought")
class NexusBrought:
    """A nexus is to be held."""


@event("nexus-began", words="Nexus")
class NexusBegan:
    """A nexus began."""


@event("nexus-passed")
class NexusPassed:
    """A seat passed, or could do nothing."""

    seat: str


@event("alliance-proposed", words="{seat} proposes an alliance of {members}.")
class AllianceProposed:
    """A seat proposed an alliance."""

    seat: str
    members: tuple[str, ...]


def _refusal_words(event: AllianceRefused) -> str:
    """The sentence for one who refuses, or for several."""
    return "{refused_by} refuses." if len(event.refused_by) == 1 else "{refused_by} refuse."


@event("alliance-refused", words=_refusal_words)
class AllianceRefused:
    """Some of those who were asked did not agree."""

    members: tuple[str, ...]
    refused_by: tuple[str, ...]


@event("nexus-ended", words="Alliances are fixed until the next nexus.")
class NexusEnded:
    """A nexus ended."""


@reducer(PileOpened)
def forget_blow(write: Write, event: PileOpened) -> None:
    """The blow of another pile has brought none yet."""
    write(Nexus).in_blow = 0


@reducer(NexusBrought)
def note_due(write: Write, event: NexusBrought) -> None:
    """One is to be held."""
    nexus = write(Nexus)
    nexus.is_due = True
    nexus.in_blow += 1


@reducer(NexusBegan)
def open_nexus(write: Write, event: NexusBegan) -> None:
    """It is being held."""
    nexus = write(Nexus)
    nexus.is_due = False
    nexus.is_open = True
    nexus.passes = 0


@reducer(NexusPassed)
def count_pass(write: Write, event: NexusPassed) -> None:
    """One more has passed."""
    write(Nexus).passes += 1


@reducer(AllianceProposed)
@reducer(AllianceLeft)
def note_act(write: Write, event: AllianceProposed | AllianceLeft) -> None:
    """Everybody gets another chance."""
    write(Nexus).passes = 0


@reducer(NexusEnded)
def close_nexus(write: Write, event: NexusEnded) -> None:
    """It is over."""
    write(Nexus).is_open = False


# ------------------------------------------------------------------ when it is held


@on(WormCardCame)
def bring_nexus(tx: Tx, event: WormCardCame) -> None:
    """The card brings a nexus, whatever becomes of its worm: gf9.silence.worm-nexus-when-ignored."""
    if tx.may("nexus.follows", pile=event.pile):
        tx.emit(NexusBrought())


@forbid("nexus.follows", reason="there is no nexus yet", cites=("gf9.alliance.nexus-when", "ah79.alliance.nexus-when"))
def too_early(look: Look, ctx: Mapping[str, Any]) -> bool:
    """The first turn has none."""
    return look[Turn].turn < look.whole("nexus.first-turn")


@forbid(
    "nexus.follows",
    reason="this spice blow has brought its nexus",
    cites=("gf9.silence.worm-nexus-count", "gf9.spice-blow.further-worms", "ah79.spice-blow.further-worms"),
)
def brought_already(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Further worms of a spice blow bring none."""
    return look[Nexus].in_blow >= look.whole("nexus.per-blow")


@loop("nexus-due")
def next_nexus(look: Look, args: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Hold one if one is due."""
    return {} if look[Nexus].is_due else None


@step("nexus.begin")
def begin(tx: Tx) -> None:
    """The nexus begins."""
    tx.emit(NexusBegan())


@step("nexus.end")
def end(tx: Tx) -> None:
    """Alliances are fixed."""
    tx.emit(NexusEnded())


# ------------------------------------------------------------------ turns


@loop("nexus-turns")
def next_turn(look: Look, args: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Go round from the first player until all have passed one after the other, or often enough."""
    order = look[Turn].order
    turn = 0 if args is None else args["nexus_turn"] + 1
    if look[Nexus].passes >= len(order) or turn >= look.whole("nexus.rounds") * len(order):
        return None
    return {"nexus_turn": turn, "seat": order[turn % len(order)]}


@step("nexus.turn")
def take_turn(tx: Tx) -> None:
    """Ask the seat what it does, if it can do anything."""
    _ask(tx, tx.seat)


def _ask(tx: Tx, seat: str) -> None:
    if may_leave(tx, seat) or any(tx.may("alliance.form", seat=seat, other=other) for other in strangers(tx, seat)):
        tx.ask(seat, "nexus")
    else:
        tx.emit(NexusPassed(seat))


def may_leave(look: Look, seat: str) -> bool:
    """Whether a seat has an alliance that it may leave."""
    return bool(allies_of(look, seat)) and look.may("alliance.leave", seat=seat)


def strangers(look: Look, seat: str) -> tuple[str, ...]:
    """The seats with which a seat is not allied."""
    allies = allies_of(look, seat)
    return tuple([other for other in look.seats if other != seat and other not in allies])


def union(look: Look, seat: str, other: str) -> tuple[str, ...]:
    """Who would be allied if two seats were, in the order of the table."""
    members = together(look, seat, other)
    return tuple([member for member in look.seats if member in members])


def together(look: Look, seat: str, other: str) -> set[str]:
    """Who would be allied if two seats were."""
    return {seat, other, *allies_of(look, seat), *allies_of(look, other)}


@space("nexus")
def nexus_space(look: Look, ask: Ask) -> Space[Pass | LeaveAlliance | ProposeAlliance]:
    """Leave, propose or pass."""

    def test(choice: ProposeAlliance) -> Denial | None:
        return look.denial("alliance.form", seat=ask.seat, other=choice.partner)

    proposals = Filter(Product(ProposeAlliance, partner=OneOf(strangers(look, ask.seat))), test)
    if may_leave(look, ask.seat):
        return Either(Just(Pass()), Just(LeaveAlliance()), proposals)
    return Either(Just(Pass()), proposals)


@answer("nexus")
def act(tx: Tx, ask: Ask, choice: Pass | LeaveAlliance | ProposeAlliance) -> None:
    """Leaving needs nobody's consent, an alliance that of all its members; whoever leaves goes on with its turn."""
    if isinstance(choice, LeaveAlliance):
        tx.emit(AllianceLeft(ask.seat))
        _ask(tx, ask.seat)  # it may find new allies at once: gf9.alliance.rejoin, ah79.alliance.rejoin
    elif isinstance(choice, ProposeAlliance):
        proposed = union(tx, ask.seat, choice.partner)
        tx.emit(AllianceProposed(ask.seat, proposed))
        asked = {seat: {"members": proposed} for seat in proposed if seat != ask.seat}
        tx.ask_sealed("alliance-consent", asked)
    else:
        tx.emit(NexusPassed(ask.seat))


@space("alliance-consent")
def consent_space(look: Look, ask: Ask) -> Space[Pass | AcceptAlliance]:
    """Agree or not."""
    return Either(Just(AcceptAlliance()), Just(Pass()))


@answers("alliance-consent")
def conclude(tx: Tx, asks: Mapping[str, Ask], choices: Mapping[str, Pass | AcceptAlliance]) -> None:
    """The alliance stands if all agree: gf9.silence.alliance-join-consent."""
    proposed = next(iter(asks.values()))["members"]
    refused_by = tuple(seat for seat, chosen in choices.items() if not isinstance(chosen, AcceptAlliance))
    tx.emit(AllianceRefused(proposed, refused_by) if refused_by else AllianceFormed(proposed))


# ------------------------------------------------------------------ which alliances there may be


@forbid(
    "alliance.form",
    reason="an alliance of {seat} and {other} would have too many members",
    cites=("gf9.alliance.size", "gf9.alliance.one-each", "ah79.alliance.one-each"),
)
def too_many_members(look: Look, ctx: Mapping[str, Any]) -> bool:
    """An alliance has a largest size; whoever has an ally brings it along."""
    return len(together(look, ctx["seat"], ctx["other"])) > look.whole("alliance.size")


@forbid(
    "alliance.form",
    reason="an alliance of {seat} and {other} would leave too few outside",
    cites=("gf9.silence.alliance-of-all", "ah79.silence.alliance-of-all"),
)
def too_few_outside(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Not everybody may be in one alliance."""
    return len(look.seats) - len(together(look, ctx["seat"], ctx["other"])) < look.whole("alliance.outsiders")


@invariant("alliances are no larger than they may be", cites=("gf9.alliance.size", "ah79.alliance.size"))
def alliances_have_room(look: Look) -> str | None:
    """No alliance has more members than one may have, but for those that a person's own factions are in."""
    if look.may("alliance.permanent"):
        return None
    most = look.whole("alliance.size")
    large = sorted(seat for seat, others in look[Alliances].allies.items() if len(others) >= most)
    return f"the alliance of {', '.join(large)} has more than {most} members" if large else None


@given("nexus")
def set_nexus(tx: Tx, value: bool) -> None:
    """Say whether a nexus is to be held: true or false."""
    tx.arrange(Nexus, is_due=value)
