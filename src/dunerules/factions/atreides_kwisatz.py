"""The Kwisatz Haderach: who waits for it, what it adds, and how it dies and returns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.advantages import is_active, propose_use
from dunerules.classic.battle_losses import CAUSE
from dunerules.classic.fights import EXPLOSION, Fight, FightExploded, PlansRevealed, sides
from dunerules.classic.forces import TANKS, ForcesMoved
from dunerules.classic.leader_revival import BeingRevived
from dunerules.classic.plans import leads
from dunerules.classic.turn import Turn, TurnBegan
from dunerules.factions.atreides import SEAT
from dunerules.rules import (
    Look,
    Tx,
    Write,
    allow,
    effect,
    event,
    fact,
    forbid,
    given,
    invariant,
    on,
    own,
    public,
    reducer,
    step,
    table,
)

MODULE = "faction.atreides.kwisatz"
KWISATZ = "kwisatz-haderach"
"""The being, and what stands for it in a plan."""
ADVANTAGE = "atreides-kwisatz"
THRESHOLD = ("gf9.faction.atreides.kwisatz-threshold", "ah79.faction.atreides.kwisatz-threshold")
BONUS = ("gf9.faction.atreides.kwisatz-bonus", "ah79.faction.atreides.kwisatz-bonus")
DEATH = ("gf9.faction.atreides.kwisatz-death", "ah79.faction.atreides.kwisatz-death")


@table("kwisatz-haderach")
class KwisatzHaderach:
    """Whether the Kwisatz Haderach is there, and where."""

    lost: dict[str, int] = own(mask="absent", factory=dict)
    """Forces of its seat lost in battles over the game."""
    awake: dict[str, int] = own(mask="absent", factory=dict)
    """The turn in which enough were lost; empty before."""
    dead: bool = public(default=False)
    territory: str = public(default="")
    """Where it was used last in this turn."""
    uses: int = public(default=0)
    """In how many battles of this turn it was used."""


@event("losses-counted", to="seat", words="{seat} has lost {lost:force|forces} in battles.")
class LossesCounted:
    """A seat moved its secret counter."""

    seat: str
    lost: int


@event("kwisatz-haderach-awoke", to="seat", words="The Kwisatz Haderach is with {seat}.")
class KwisatzHaderachAwoke:
    """Enough forces were lost."""

    seat: str
    turn: int


@event("kwisatz-haderach-used", words="The Kwisatz Haderach fights for {seat} in {territory}.")
class KwisatzHaderachUsed:
    """A plan that was shown had it."""

    seat: str
    territory: str


@event("kwisatz-haderach-killed", words="The Kwisatz Haderach is killed.")
class KwisatzHaderachKilled:
    """It went to the tanks."""

    seat: str


@reducer(LossesCounted)
def count(write: Write, event: LossesCounted) -> None:
    """Move the counter."""
    write(KwisatzHaderach).lost[event.seat] = event.lost


@reducer(KwisatzHaderachAwoke)
def wake(write: Write, event: KwisatzHaderachAwoke) -> None:
    """It stays for the rest of the game."""
    write(KwisatzHaderach).awake[event.seat] = event.turn


@reducer(KwisatzHaderachUsed)
def use(write: Write, event: KwisatzHaderachUsed) -> None:
    """Note where it was used in this turn, and how often."""
    kwisatz = write(KwisatzHaderach)
    kwisatz.territory, kwisatz.uses = event.territory, kwisatz.uses + 1


@reducer(KwisatzHaderachKilled)
def kill(write: Write, event: KwisatzHaderachKilled) -> None:
    """To the tanks."""
    write(KwisatzHaderach).dead = True


@reducer(BeingRevived)
def revive(write: Write, event: BeingRevived) -> None:
    """Back from the tanks."""
    if event.leader == KWISATZ:
        write(KwisatzHaderach).dead = False


@reducer(TurnBegan)
def release(write: Write, event: TurnBegan) -> None:
    """It may be used anew."""
    kwisatz = write(KwisatzHaderach)
    kwisatz.territory, kwisatz.uses = "", 0


# ------------------------------------------------------------------ counting


@on(ForcesMoved)
def count_losses(tx: Tx, event: ForcesMoved) -> None:
    """Count the forces that a battle sent to the tanks, and see whether they are enough."""
    if event.seat != SEAT or event.target != TANKS or not _counts(tx, event.cause):
        return
    kwisatz = tx[KwisatzHaderach]
    lost = kwisatz.lost.get(SEAT, 0) + sum(number for _, number in event.forces)
    tx.emit(LossesCounted(SEAT, lost))
    if not kwisatz.awake and lost >= tx.whole("kwisatz.threshold"):
        tx.emit(KwisatzHaderachAwoke(SEAT, tx[Turn].turn))


def _counts(look: Look, cause: str) -> bool:
    """Whether forces lost for this cause were lost in a battle; those of bystanders have another cause."""
    if cause == EXPLOSION:
        return bool(look.option(MODULE, "bystander_counts"))
    exploded = look[Fight].how == EXPLOSION
    return cause == CAUSE and (not exploded or bool(look.option(MODULE, "explosion_counts")))


# ------------------------------------------------------------------ who may use it


@allow("plan.also", reason="the Kwisatz Haderach joins Atreides' plans", cites=BONUS)
def joins_a_plan(look: Look, ctx: Mapping[str, Any]) -> bool:
    """It may be in a plan of its seat."""
    return _asked(ctx)


@forbid(
    "plan.also",
    reason="too few forces have been lost in battles for the Kwisatz Haderach",
    cites=THRESHOLD,
)
def sleeps(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Not before enough forces were lost."""
    return _asked(ctx) and not look[KwisatzHaderach].awake


@forbid("plan.also", reason="the Kwisatz Haderach is in the tanks", cites=DEATH)
def is_dead(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Not from the tanks."""
    return _asked(ctx) and look[KwisatzHaderach].dead


@forbid(
    "plan.also",
    reason="the Kwisatz Haderach is kept from this battle",
    cites=("gf9.karama.cancel.atreides-kwisatz", "ah79.karama.cancel.atreides-kwisatz"),
)
def is_stopped(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Not in a battle from which a karama keeps it."""
    return _asked(ctx) and not is_active(look, SEAT, ADVANTAGE)


def _asked(ctx: Mapping[str, Any]) -> bool:
    return bool(ctx["extra"] == KWISATZ and ctx["seat"] == SEAT)


@fact("extra", needs=("extra",), values="plan-extra", exclusive=True, fixed=True)
def extra_is(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether this is what would be added to a battle plan."""
    return bool(ctx["extra"] == value)


@fact("kwisatz-just-woken", values="bool", exclusive=True)
def kwisatz_just_woken(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether the last of the forces that the Kwisatz Haderach takes was lost in this turn."""
    return (look[Turn].turn in look[KwisatzHaderach].awake.values()) is value


@fact("kwisatz-elsewhere", needs=("territory",), values="bool", exclusive=True)
def kwisatz_elsewhere(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether the Kwisatz Haderach was used in another territory in this turn."""
    return (look[KwisatzHaderach].territory not in ("", ctx["territory"])) is value


@step("kwisatz.occasion")
def occasion(tx: Tx) -> None:
    """Before a battle in which it could be used, others may keep it from it.

    Whether it could is no secret: forces go to the tanks for everybody to see.
    """
    territory = tx[Fight].territory
    if SEAT in sides(tx) and leads(tx, SEAT) and tx.may("plan.also", seat=SEAT, extra=KWISATZ, territory=territory):
        propose_use(tx, SEAT, ADVANTAGE, f"in {territory}")


# ------------------------------------------------------------------ what it does


def is_in_plan(look: Look, seat: str) -> bool:
    """Whether it is in the plan that a seat has shown."""
    plan = look[Fight].plans.get(seat)
    return plan is not None and KWISATZ in plan.also


@on(PlansRevealed)
def note_use(tx: Tx, event: PlansRevealed) -> None:
    """A plan that shows it has used it."""
    if is_in_plan(tx, SEAT):
        tx.emit(KwisatzHaderachUsed(SEAT, tx[Fight].territory))


@effect(
    "battle.leader-strength",
    stage="add",
    title="The Kwisatz Haderach joins in",
    cites=BONUS,
)
def bonus(look: Look, ctx: Mapping[str, Any]) -> int | None:
    """It adds to a leader or a cheap hero; nobody asks about one that was killed."""
    return look.whole("kwisatz.strength") if is_in_plan(look, ctx["seat"]) else None


@forbid(
    "traitor.betray",
    reason="{leader} is with the Kwisatz Haderach",
    cites=(
        "gf9.faction.atreides.kwisatz-loyalty",
        "ah79.faction.atreides.kwisatz-loyalty",
        "gf9.silence.kwisatz-and-captives",
    ),
)
def is_loyal(look: Look, ctx: Mapping[str, Any]) -> bool:
    """A leader in a plan with it betrays nobody."""
    return is_in_plan(look, ctx["seat"])


@on(FightExploded)
def die(tx: Tx, event: FightExploded) -> None:
    """Only an explosion kills it."""
    if is_in_plan(tx, SEAT):
        tx.emit(KwisatzHaderachKilled(SEAT))


@allow(
    "revival.being",
    cites=(*DEATH, "gf9.silence.kwisatz-revival", "ah79.silence.kwisatz-revival"),
)
def returns_like_a_leader(look: Look, ctx: Mapping[str, Any]) -> bool:
    """From the tanks it is revived like a leader."""
    return bool(ctx["leader"] == KWISATZ and look[KwisatzHaderach].dead)


# ------------------------------------------------------------------ positions and laws


@given("kwisatz_haderach")
def set_kwisatz(tx: Tx, value: Mapping[str, Any]) -> None:
    """Lay out the Kwisatz Haderach: ``lost`` forces, ``dead`` or not, the ``territory`` where it was used."""
    lost = value.get("lost", 0)
    awake = {SEAT: tx[Turn].turn - 1} if lost >= tx.whole("kwisatz.threshold") else {}
    dead, territory = value.get("dead", False), value.get("territory", "")
    uses = int(bool(territory))
    tx.arrange(KwisatzHaderach, lost={SEAT: lost}, awake=awake, dead=dead, territory=territory, uses=uses)


@fact("kwisatz-spent", values="bool", exclusive=True)
def is_spent(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether the Kwisatz Haderach has been used as often as it may be in a turn."""
    return (look[KwisatzHaderach].uses >= look.whole("kwisatz.uses")) is value


@invariant("the Kwisatz Haderach comes with the losses", cites=THRESHOLD)
def losses_wake(look: Look) -> str | None:
    """It is awake only if enough forces were lost; asleep it was neither used nor killed."""
    kwisatz = look[KwisatzHaderach]
    lost = kwisatz.lost.get(SEAT, 0)
    if kwisatz.awake and lost < look.whole("kwisatz.threshold"):
        return f"only {lost} forces were lost, and the Kwisatz Haderach is awake"
    if (kwisatz.dead or kwisatz.territory) and not kwisatz.awake:
        return "the Kwisatz Haderach was used before it was awake"
    return None
