"""Leaders: alive, captive, in the tanks, and where they fought."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from dunerules.classic.turn import PhaseBegan
from dunerules.rules import (
    Finding,
    GameBegan,
    Look,
    Names,
    Rulebook,
    Seat,
    Tx,
    Write,
    check,
    component,
    effect,
    event,
    fact,
    forbid,
    given,
    invariant,
    left_over,
    of_kind,
    on,
    own,
    public,
    reducer,
    seen_by,
    table,
    told,
    without,
)

LeaderName = Annotated[str, Names("leader")]
"""A word of a position that names a leader."""


@component("leader", plural="Leaders")
class Leader:
    """A leader of a faction."""

    id: str
    title: str
    faction: str = of_kind("faction")
    strength: int = told("Strength")
    """The fighting strength on the disc."""


@check("strengths of leaders")
def weak_leaders(rulebook: Rulebook) -> Iterator[Finding]:
    """No disc shows less than nothing."""
    for name, leader in rulebook.components.get("leader", {}).items():
        if leader.strength < 0:
            yield Finding("leader", name, f"expected a strength of 0 or more, found {leader.strength}.", "strength")


@table("leaders")
class Leaders:
    """Where the leaders are, each under the seat of its own faction."""

    living: dict[str, tuple[str, ...]] = own(mask="length", factory=dict)
    """At their own faction."""
    captives: dict[str, tuple[str, ...]] = own(mask="length", factory=dict)
    """At the seat that captured them."""
    tanks: dict[str, tuple[str, ...]] = public(factory=dict)
    """Dead, face up."""
    hidden: dict[str, tuple[str, ...]] = own(mask="length", factory=dict)
    """Dead, put face down so that only their own faction knows which they are."""
    stationed: dict[str, str] = public(factory=dict)
    """Leaders that fought in this phase, and the territory in which they stay."""
    revived: tuple[str, ...] = public(default=())
    """Leaders that came back from the tanks at least once."""
    twice_dead: tuple[str, ...] = public(default=())
    """Leaders that died again after a revival and wait for all others of their faction."""
    twice_hidden: dict[str, tuple[str, ...]] = own(mask="absent", factory=dict)
    """Those of them that were put face down, so that only their own faction knows which they are."""
    revival_open: tuple[str, ...] = public(default=())
    """Seats that may revive leaders, since all of theirs were dead at once."""


@event("leaders-assembled", words="")
class LeadersAssembled:
    """A faction's leaders stand ready."""

    seat: str
    leaders: tuple[str, ...] = seen_by("seat", mask="length")


@event("leader-killed", words="{leader} of {seat} goes to the tanks.")
class LeaderKilled:
    """A leader went face up to the tanks; ``holder`` is the seat it fought for."""

    seat: str
    leader: str
    holder: str


@event("leader-revived", words="{leader} returns to {seat}.")
class LeaderRevived:
    """A leader came back from the tanks."""

    seat: str
    leader: str
    cause: str = "revival"
    """What brought it back: ``revival``, or the card or advantage that did."""


@event("leader-stationed", words="")
class LeaderStationed:
    """A leader that fought stays in its territory for the phase."""

    leader: str
    territory: str


@event("leaders-released", words="")
class LeadersReleased:
    """Leaders returned from where they had fought."""


@event("leader-revival-opened", words="{seat} may revive leaders.")
class LeaderRevivalOpened:
    """A seat has no leader left and may begin to revive them."""

    seat: str


@event("leader-revival-closed", words="")
class LeaderRevivalClosed:
    """A seat has nobody left to revive."""

    seat: str


@reducer(LeadersAssembled)
def assemble(write: Write, event: LeadersAssembled) -> None:
    """All alive."""
    leaders = write(Leaders)
    leaders.living[event.seat] = event.leaders
    leaders.tanks[event.seat] = leaders.hidden[event.seat] = leaders.captives[event.seat] = ()


@reducer(LeaderKilled)
def bury(write: Write, event: LeaderKilled) -> None:
    """To the tanks, face up; a second death is marked."""
    leaders = write(Leaders)
    held = leaders.living if event.holder == event.seat else leaders.captives
    held[event.holder] = without(held[event.holder], event.leader)
    leaders.tanks[event.seat] = (*leaders.tanks[event.seat], event.leader)
    if event.leader in leaders.revived:
        leaders.twice_dead = (*leaders.twice_dead, event.leader)
    leaders.stationed.pop(event.leader, None)


@reducer(LeaderRevived)
def return_leader(write: Write, event: LeaderRevived) -> None:
    """Back to its faction."""
    leaders = write(Leaders)
    if event.leader in leaders.tanks[event.seat]:
        leaders.tanks[event.seat] = without(leaders.tanks[event.seat], event.leader)
    else:
        leaders.hidden[event.seat] = without(leaders.hidden[event.seat], event.leader)
    leaders.living[event.seat] = leaders.living[event.seat] + (event.leader,)
    # Of one that was put face down nobody had to know that it lay in the tanks.
    leaders.stationed.pop(event.leader, None)
    if event.leader not in leaders.revived:
        leaders.revived = (*leaders.revived, event.leader)
    leaders.twice_dead = tuple(leader for leader in leaders.twice_dead if leader != event.leader)
    if event.leader in leaders.twice_hidden.get(event.seat, ()):
        leaders.twice_hidden[event.seat] = without(leaders.twice_hidden[event.seat], event.leader)


@reducer(LeaderStationed)
def station(write: Write, event: LeaderStationed) -> None:
    """Note where it fought."""
    write(Leaders).stationed[event.leader] = event.territory


@reducer(LeadersReleased)
def release(write: Write, event: LeadersReleased) -> None:
    """Nobody is tied to a territory any more."""
    write(Leaders).stationed = {}


@reducer(LeaderRevivalOpened)
def open_revival(write: Write, event: LeaderRevivalOpened) -> None:
    """Note that the seat may revive leaders."""
    leaders = write(Leaders)
    leaders.revival_open = (*leaders.revival_open, event.seat)


@reducer(LeaderRevivalClosed)
def close_revival(write: Write, event: LeaderRevivalClosed) -> None:
    """Note that nobody is left to revive."""
    leaders = write(Leaders)
    leaders.revival_open = tuple(seat for seat in leaders.revival_open if seat != event.seat)


@on(GameBegan)
def lay_out_leaders(tx: Tx, event: GameBegan) -> None:
    """All leaders of the seated factions are alive."""
    for seat in tx.seats:
        tx.emit(LeadersAssembled(seat, leaders_of(tx, seat)))


@on(PhaseBegan)
def release_leaders(tx: Tx, event: PhaseBegan) -> None:
    """Leaders return when the phase in which they fought is over: gf9.battle.leader-one-territory."""
    if tx[Leaders].stationed:
        tx.emit(LeadersReleased())


def leaders_of(look: Look, faction: str) -> tuple[str, ...]:
    """All leaders of a faction, dead or alive."""
    return tuple(leader.id for leader in look.rulebook.components["leader"].values() if leader.faction == faction)


def faction_of(look: Look, leader: str) -> str:
    """The faction that a leader belongs to."""
    faction: str = look.component("leader", leader).faction
    return faction


def available(look: Look, seat: str, territory: str) -> tuple[str, ...]:
    """The leaders that a seat may use in a battle in a territory, captives included."""
    leaders = look[Leaders]
    held = (*leaders.living[seat], *leaders.captives[seat])
    return tuple(leader for leader in held if look.may("leader.lead", seat=seat, leader=leader, territory=territory))


def dead(look: Look, seat: str) -> tuple[str, ...]:
    """A faction's leaders in the tanks."""
    leaders = look[Leaders]
    return (*leaders.tanks[seat], *leaders.hidden[seat])


def waiting(look: Look, seat: str) -> tuple[str, ...]:
    """Those of them that died again after a revival, face up or face down."""
    leaders = look[Leaders]
    down = leaders.twice_hidden.get(seat, ())
    return (*(leader for leader in leaders.twice_dead if leader in leaders.tanks[seat]), *down)


@forbid(
    "leader.lead",
    reason="{leader} has fought in another territory in this phase",
    cites=(
        "gf9.battle.leader-one-territory",
        "ah79.battle.leader-one-territory",
        "gf9.silence.battle-leader-available",
        "ah79.silence.battle-leader-available",
    ),
)
def fought_elsewhere(look: Look, ctx: Mapping[str, Any]) -> bool:
    """A leader fights in one territory a phase."""
    place: str | None = look[Leaders].stationed.get(ctx["leader"])
    return place is not None and bool(place != ctx["territory"])


@effect(
    "leader.strength",
    stage="set",
    title="The strength printed on the disc",
    cites=("gf9.general.faction-pieces", "ah79.general.faction-pieces"),
)
def printed_strength(look: Look, ctx: Mapping[str, Any]) -> int:
    """The strength on the disc."""
    strength: int = look.component("leader", ctx["leader"]).strength
    return strength


@fact("leader", needs=("leader",), values="leader", exclusive=True, fixed=True)
def leader_is(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether the leader in question is this one."""
    return bool(ctx["leader"] == value)


@given("dead_leaders")
def set_dead(tx: Tx, value: Mapping[Seat, Iterable[LeaderName]]) -> None:
    """Put leaders into the tanks: seat and list of its leaders."""
    for seat, leaders in value.items():
        for leader in leaders:
            left_over(tx[Leaders].living[seat], (leader,), f"the leaders of {seat} that are alive")
            tx.emit(LeaderKilled(seat, leader, seat))


@invariant("every leader is in one place", cites=("gf9.general.faction-pieces", "ah79.general.faction-pieces"))
def leaders_conserved(look: Look) -> str | None:
    """Alive or in the tanks of its own faction, or captive at another one: each leader once."""
    leaders = look[Leaders]
    at_home = (leaders.living, leaders.tanks, leaders.hidden)
    strayed = [
        f"{leader} at {seat}"
        for table in (*at_home, leaders.captives)
        for seat, group in table.items()
        for leader in group
        if (faction_of(look, leader) == seat) is (table is leaders.captives)
    ]
    if strayed:
        return f"leaders are where they do not belong: {', '.join(strayed)}"
    tables = (leaders.living, leaders.captives, leaders.tanks, leaders.hidden)
    found = sorted(leader for table in tables for group in table.values() for leader in group)
    expected = sorted(leader for seat in look.seats for leader in leaders_of(look, seat))
    return None if found == expected else f"leaders are {found} instead of {expected}"
