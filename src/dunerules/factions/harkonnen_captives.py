"""Captured leaders: who can be taken, what they do, and how they go back.

How a captive is put into the tanks, and when one that has fought goes back, is up to the edition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dunerules.classic.advantages import may_use, propose_use
from dunerules.classic.fights import Fight, PlansRevealed, opponent_of
from dunerules.classic.leaders import LeaderKilled, LeaderName, Leaders, faction_of
from dunerules.classic.spice import BANK, pay
from dunerules.factions.harkonnen import SEAT
from dunerules.rules import (
    HIDDEN,
    Ask,
    Either,
    Just,
    Look,
    Pass,
    Space,
    Tx,
    Write,
    answer,
    choice,
    event,
    fact,
    forbid,
    given,
    invariant,
    on,
    public,
    reducer,
    seen_by,
    space,
    step,
    table,
    without,
)

CAPTURE = "harkonnen-capture"


@table("captures")
class Captures:
    """What captives have done; where they are, the leaders' table says."""

    fought: tuple[str, ...] = public(default=())
    """Captives that have fought their battle and go back when they may."""


@choice("capture", words="capture a leader")
class Capture:
    """Take a leader of the loser by chance."""


@choice("kill-captive", words="put the captive into the tanks")
class KillCaptive:
    """Put the captive into the tanks for spice."""


@choice("keep-captive", words="keep the captive")
class KeepCaptive:
    """Keep the captive for a battle."""


def naming(words: str) -> Callable[[Any], str]:  # Any: an event about a captive leader
    """A sentence that names the leader to those who may know which one it is."""
    return lambda event: f"{words}." if event.leader is HIDDEN else f"{words}: {{leader}}."


@event("leader-captured", words=naming("{seat} captures a leader of {of}"))
class LeaderCaptured:
    """A leader was taken captive; which one, only the two know."""

    seat: str
    of: str
    between: tuple[str, ...]
    leader: str = seen_by("between")


@event("captive-used")
class CaptiveUsed:
    """A plan that was shown had a captive."""

    seat: str
    leader: str


@event("captive-returned", words=naming("A captive leader goes back from {seat} to {of}"))
class CaptiveReturned:
    """A captive went back to its faction; the ``viewers`` know which one, all if it has fought."""

    seat: str
    of: str
    viewers: tuple[str, ...]
    leader: str = seen_by("viewers")


@reducer(LeaderCaptured)
def take_captive(write: Write, event: LeaderCaptured) -> None:
    """From its faction to the captor."""
    leaders = write(Leaders)
    unseen: Any = event.leader  # Any: a view may hold HIDDEN in place of the leader
    living = leaders.living[event.of]
    # To somebody who does not see which one is gone, each of those that are left may be any of them.
    left = (HIDDEN,) * (len(living) - 1) if unseen is HIDDEN else without(living, event.leader)
    leaders.living[event.of] = left
    leaders.captives[event.seat] = leaders.captives[event.seat] + (event.leader,)


@reducer(CaptiveReturned)
def give_captive_back(write: Write, event: CaptiveReturned) -> None:
    """From the captor to its faction."""
    leaders = write(Leaders)
    leaders.captives[event.seat] = without(leaders.captives[event.seat], event.leader)
    leaders.living[event.of] = leaders.living[event.of] + (event.leader,)


@reducer(CaptiveUsed)
def note_use(write: Write, event: CaptiveUsed) -> None:
    """It has had its battle."""
    captures = write(Captures)
    captures.fought = (*captures.fought, event.leader)


@reducer(LeaderKilled)
@reducer(CaptiveReturned)
def forget_use(write: Write, event: LeaderKilled | CaptiveReturned) -> None:
    """It is no captive any more."""
    captures = write(Captures)
    if captures.fought:
        captures.fought = tuple(leader for leader in captures.fought if leader != event.leader)


# ------------------------------------------------------------------ capturing


def prey(look: Look, loser: str) -> tuple[str, ...]:
    """The leaders of a loser that can be captured: own ones that live and have not fought elsewhere in this phase."""
    leaders, territory = look[Leaders], look[Fight].territory
    return tuple(leader for leader in leaders.living[loser] if leaders.stationed.get(leader, territory) == territory)


@step("capture.ask")
def ask_to_capture(tx: Tx) -> None:
    """Ask the Harkonnen after a battle that they have won."""
    if tx[Fight].winner == SEAT and prey(tx, opponent_of(tx, SEAT)):
        tx.ask(SEAT, "capture")


@space("capture")
def capture_space(look: Look, ask: Ask) -> Space[Pass | Capture]:
    """Capture a leader, or none."""
    return Either(Just(Pass()), Just(Capture()))


@answer("capture")
def capture(tx: Tx, ask: Ask, choice: Pass | Capture) -> None:
    """Take one, unless somebody stops it."""
    if isinstance(choice, Capture):
        tx.push("capture")


@step("capture.announce")
def announce_capture(tx: Tx) -> None:
    """Whoever can stop it may."""
    propose_use(tx, SEAT, CAPTURE, f"of {opponent_of(tx, SEAT)}")


@step("capture.draw")
def draw_captive(tx: Tx) -> None:
    """Take a leader by chance and decide about it, if one is still there."""
    loser = opponent_of(tx, SEAT)
    leaders = prey(tx, loser)
    if may_use(tx, SEAT, CAPTURE) and leaders:
        leader = tx.pick("capture", leaders)
        seize(tx, leader)
        tx.ask(SEAT, "captive", leader=leader)


@space("captive")
def captive_space(look: Look, ask: Ask) -> Space[KillCaptive | KeepCaptive]:
    """Into the tanks with it, or keep it."""
    return Either(Just(KillCaptive()), Just(KeepCaptive()))


@answer("captive")
def decide(tx: Tx, ask: Ask, choice: KillCaptive | KeepCaptive) -> None:
    """Into the tanks for spice, or keep it."""
    if isinstance(choice, KillCaptive):
        tx.push("captive.kill", leader=ask["leader"])


@step("captive.bury")
def bury(tx: Tx) -> None:
    """It goes to the tanks like any leader that is killed."""
    leader = tx.arg("leader")
    tx.emit(LeaderKilled(faction_of(tx, leader), leader, SEAT))


@step("captive.pay")
def pay_for_captive(tx: Tx) -> None:
    """The bank pays for it."""
    pay(tx, BANK, SEAT, tx.whole("capture.spice"), "captive")


def seize(tx: Tx, leader: str) -> None:
    """Take a leader away from its faction."""
    owner = faction_of(tx, leader)
    tx.emit(LeaderCaptured(SEAT, owner, (SEAT, owner), leader))


# ------------------------------------------------------------------ fighting


@on(PlansRevealed)
def captive_fights(tx: Tx, event: PlansRevealed) -> None:
    """A captive in a plan has its one battle."""
    for seat, plan in event.plans:
        if seat == SEAT and plan.leader in tx[Leaders].captives[SEAT]:
            tx.emit(CaptiveUsed(SEAT, plan.leader))


@forbid(
    "leader.lead",
    reason="{leader} has fought its one battle",
    cites=("gf9.faction.harkonnen.capture-use", "ah79.faction.harkonnen.capture-use"),
)
def has_fought(look: Look, ctx: Mapping[str, Any]) -> bool:
    """A captive fights once."""
    return ctx["leader"] in look[Captures].fought


@fact("own-captive", needs=("seat", "leader"), values="bool", exclusive=True)
def is_own_captive(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether the leader in question belongs to the seat and is a captive of another."""
    leader = ctx["leader"]
    held = any(leader in captives for captives in look[Leaders].captives.values())
    return (held and faction_of(look, leader) == ctx["seat"]) is value


# ------------------------------------------------------------------ going back


def send_back(tx: Tx, captives: Iterable[str]) -> None:
    """Give captives back to their factions; everybody knows those that have fought."""
    for leader in captives:
        owner = faction_of(tx, leader)
        viewers = tx.seats if leader in tx[Captures].fought else (SEAT, owner)
        tx.emit(CaptiveReturned(SEAT, owner, viewers, leader))


def send_all_back_if_leaderless(tx: Tx) -> None:
    """No captive stays with Harkonnen whose own leaders are all dead."""
    leaders = tx[Leaders]
    if SEAT in tx.seats and leaders.captives[SEAT] and not leaders.living[SEAT]:
        send_back(tx, leaders.captives[SEAT])


@on(LeaderKilled)
def leader_died(tx: Tx, event: LeaderKilled) -> None:
    """The death of the last own leader frees all captives."""
    if event.seat == SEAT:
        send_all_back_if_leaderless(tx)


@step("capture.return")
def keep_or_return(tx: Tx) -> None:
    """Without a living leader of their own the Harkonnen cannot keep the captive."""
    send_all_back_if_leaderless(tx)


@step("captives.return")
def return_used(tx: Tx) -> None:
    """Those that have fought go back."""
    send_back(tx, tx[Captures].fought)


# ------------------------------------------------------------------ positions and laws


@given("captives")
def set_captives(tx: Tx, value: Iterable[LeaderName]) -> None:
    """Let the Harkonnen have captives: a list of leaders."""
    for leader in value:
        seize(tx, leader)


@invariant(
    "captives are kept as long as they may be",
    cites=("gf9.faction.harkonnen.capture-return", "ah79.faction.harkonnen.capture-return"),
)
def captives_are_kept(look: Look) -> str | None:
    """Only Harkonnen have captives, leaders of others; between battles they need a leader of their own for it."""
    leaders, captures = look[Leaders], look[Captures]
    for seat, captives in leaders.captives.items():
        if captives and (seat != SEAT or any(faction_of(look, leader) == SEAT for leader in captives)):
            return f"{seat} has the captives {captives}"
        if captives and not leaders.living[seat] and not look[Fight].territory:
            return f"{seat} has the captives {captives} and no leader of its own"
    stray = [leader for leader in captures.fought if leader not in leaders.captives[SEAT]]
    return f"{stray} have fought as captives and are none" if stray else None
