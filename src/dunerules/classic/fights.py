"""A battle: the two sides, where they meet, their plans, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from dunerules.classic.forces import Forces
from dunerules.rules import (
    HIDDEN,
    Look,
    Rulebook,
    Tx,
    Write,
    choice,
    event,
    fact,
    own,
    public,
    reducer,
    seen_by,
    table,
)

Number = int | Fraction
"""A strength: whole numbers are ints, halves are exact fractions."""

TOTALS = "totals"
TREACHERY = "treachery"
EXPLOSION = "explosion"
TWO_TRAITORS = "two-traitors"


def _plan_words(plan: Plan) -> str:
    """The phrase for a plan, without the places that are empty."""
    parts = ("weapon {weapon:card}", plan.weapon), ("defense {defense:card}", plan.defense)
    more = ("{spice} spice", plan.spice), ("{also}", plan.also)
    leader = "with {leader:card}" if plan.leader else "without a leader"
    return ", ".join([f"dial {{dial}} {leader}", *(words for words, value in (*parts, *more) if value)])


@choice("plan", words=_plan_words)
class Plan:
    """Make a battle plan."""

    dial: int | Fraction
    """The strength committed: a whole number, or a fraction such as 2.5."""
    leader: str = ""
    """A leader, a cheap hero, or nobody."""
    weapon: str = ""
    defense: str = ""
    spice: int = 0
    """Spice that supports forces."""
    also: tuple[str, ...] = ()
    """Whatever else a rule lets into a plan."""

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards in the weapon and the defense place."""
        return tuple(card for card in (self.weapon, self.defense) if card)


ELEMENTS = ("leader", "weapon", "defense", "dial", "spice", "also")
"""The parts of a plan that can be bound."""
PLAY = "play"
AVOID = "avoid"
"""With these a binding names a kind of card that must, or must not, be in the plan."""

SHOWN = "shown"
COMMANDED = "commanded"
ANSWERED = "answered"
"""What fixes a part of a plan: its owner has shown it, was commanded to, or has answered a question about it."""

Binding = tuple[str, Any, tuple[str, ...]]  # Any: a kind of card, or the value of an element
"""What is bound (`PLAY`, `AVOID` or an element), to what, and the rules that bind."""


@table("fight")
class Fight:
    """The battle being fought; empty between battles."""

    territory: str = public(default="")
    locations: tuple[str, ...] = public(default=())
    """The part of the territory whose forces can reach each other."""
    aggressor: str = public(default="")
    defender: str = public(default="")
    bindings: dict[tuple[str, int], Binding] = seen_by("viewers", factory=dict)
    """What seats have shown or promised of their plans, by seat and number."""
    viewers: dict[tuple[str, int], tuple[str, ...]] = public(factory=dict)
    """Who knows each binding."""
    sealed: dict[str, Plan] = own(factory=dict)
    """Plans that are ready and not shown yet."""
    plans: dict[str, Plan] = public(factory=dict)
    """Plans that were shown."""
    betrayed: tuple[str, ...] = public(default=())
    """The seats whose leader turned out to be a traitor."""
    killed: tuple[str, ...] = public(default=())
    """The seats whose leader or cheap hero was killed by a weapon."""
    how: str = public(default="")
    """What decided: ``totals``, ``treachery``, ``explosion`` or ``two-traitors``."""
    winner: str = public(default="")
    """Empty before the end, and when both have lost."""


@event("fight-began", words="{aggressor} fights {defender} in {territory}.")
class FightBegan:
    """A battle began."""

    territory: str
    locations: tuple[str, ...]
    aggressor: str
    defender: str


def _binding_words(event: Any) -> str:  # Any: a view may hold HIDDEN in place of the binding
    """The sentence for a binding, as far as it can be seen."""
    if event.binding is HIDDEN:
        return "A part of the battle plan of {seat} is fixed."
    kinds = {PLAY: "{seat} must play {value:card-kind}.", AVOID: "{seat} must not play {value:card-kind}."}
    return kinds.get(event.binding[0], "In the battle plan of {seat} the {what} is fixed: {value:card}.")


@event("plan-bound", words=_binding_words)
class PlanBound:
    """A seat must plan in a certain way; how, only the ``viewers`` know."""

    seat: str
    number: int
    viewers: tuple[str, ...]
    binding: Binding = seen_by("viewers")

    @property
    def what(self) -> str:
        """What is bound."""
        return self.binding[0]

    @property
    def value(self) -> Any:  # Any: a kind of card, or the value of an element
        """What it is bound to."""
        return self.binding[1]


@event("plan-made", words="{seat} has made a battle plan.")
class PlanMade:
    """A plan is ready, unseen by others."""

    seat: str
    plan: Plan = seen_by("seat")


@event("plans-revealed", words="The plans are shown. {plans}.")
class PlansRevealed:
    """Both plans were shown at the same moment."""

    plans: tuple[tuple[str, Plan], ...]


def _treachery_words(event: TreacheryCalled) -> str:
    """The sentence for a traitor; an ally may make the call."""
    words = "{leader} betrays {victim}: {seat} calls treachery"
    return f"{words}." if event.seat == event.fighter else f"{words} for {{fighter}}."


@event("treachery-called", words=_treachery_words)
class TreacheryCalled:
    """A leader betrayed its side; it is in the pay of ``seat``, and ``fighter`` fights."""

    seat: str
    fighter: str
    victim: str
    leader: str


@event("fighter-killed", words="{weapon:card} kills {leader:card}.")
class FighterKilled:
    """A weapon killed the leader, or the cheap hero, of a seat's plan."""

    seat: str
    leader: str
    weapon: str


@event("fight-exploded", words="Explosion: everything in {territory} is destroyed.")
class FightExploded:
    """Everything in the territory is about to be destroyed."""

    territory: str
    fighters: tuple[str, ...]


def _victory_words(event: FightWon) -> str:
    """The sentence for a winner, with the totals if these decided."""
    return f"{{winner}} defeats {{loser}} in {{territory}} ({'{totals}' if event.totals else '{how}'})."


@event("fight-won", words=_victory_words)
class FightWon:
    """A battle has a winner."""

    winner: str
    loser: str
    territory: str
    how: str
    totals: tuple[tuple[str, Number], ...] = ()
    """The total of each side, if totals decided."""


@event("fight-lost-by-both", words="{losers} have both lost the battle in {territory} ({how}).")
class FightLostByBoth:
    """A battle has no winner."""

    losers: tuple[str, ...]
    territory: str
    how: str


@event("fight-ended")
class FightEnded:
    """A battle is over."""

    territory: str


@reducer(FightBegan)
def begin(write: Write, event: FightBegan) -> None:
    """A fresh battle."""
    _clear(write(Fight))
    fight = write(Fight)
    fight.territory, fight.locations = event.territory, event.locations
    fight.aggressor, fight.defender = event.aggressor, event.defender


@reducer(FightEnded)
def end(write: Write, event: FightEnded) -> None:
    """Nothing is left of it."""
    _clear(write(Fight))


def _clear(fight: Fight) -> None:
    fight.territory = fight.aggressor = fight.defender = fight.how = fight.winner = ""
    fight.locations = fight.betrayed = fight.killed = ()
    fight.bindings, fight.viewers, fight.sealed, fight.plans = {}, {}, {}, {}


@reducer(PlanBound)
def bind(write: Write, event: PlanBound) -> None:
    """Note the binding."""
    fight = write(Fight)
    fight.viewers[event.seat, event.number] = event.viewers
    fight.bindings[event.seat, event.number] = event.binding


@reducer(PlanMade)
def keep_plan(write: Write, event: PlanMade) -> None:
    """Lay the plan down."""
    write(Fight).sealed[event.seat] = event.plan


@reducer(PlansRevealed)
def show_plans(write: Write, event: PlansRevealed) -> None:
    """Turn the plans over."""
    fight = write(Fight)
    fight.sealed = {}
    fight.plans = dict(event.plans)


@reducer(TreacheryCalled)
def betray(write: Write, event: TreacheryCalled) -> None:
    """Note who is betrayed."""
    fight = write(Fight)
    if event.victim not in fight.betrayed:
        fight.betrayed = (*fight.betrayed, event.victim)


@reducer(FighterKilled)
def strike(write: Write, event: FighterKilled) -> None:
    """Note whose leader adds nothing."""
    fight = write(Fight)
    fight.killed = (*fight.killed, event.seat)


@reducer(FightWon)
def note_winner(write: Write, event: FightWon) -> None:
    """Note the winner."""
    fight = write(Fight)
    fight.winner, fight.how = event.winner, event.how


@reducer(FightLostByBoth)
def note_losers(write: Write, event: FightLostByBoth) -> None:
    """Note that there is no winner."""
    write(Fight).how = event.how


# ------------------------------------------------------------------ questions about the battle being fought


def opponent_of(look: Look, seat: str) -> str:
    """The other side of the battle; empty for a seat that does not fight."""
    fight = look[Fight]
    return {fight.aggressor: fight.defender, fight.defender: fight.aggressor}.get(seat, "")


def sides(look: Look) -> tuple[str, str]:
    """Aggressor and defender."""
    fight = look[Fight]
    return fight.aggressor, fight.defender


def occupying_kinds(rulebook: Rulebook) -> frozenset[str]:
    """The kinds of force that fight."""
    return frozenset(kind for kind, force in rulebook.components["force"].items() if force.occupies)


def fighting(look: Look, seat: str) -> dict[tuple[str, str], int]:
    """The forces of a seat that fight: by location and kind."""
    occupying = look.rulebook.once(occupying_kinds)
    locations = look[Fight].locations
    return {
        (place, kind): count
        for (place, owner, kind), count in look[Forces].placed.items()
        if owner == seat and place in locations and kind in occupying
    }


def bind_plan(tx: Tx, seat: str, binding: Binding, *, by: str, viewers: tuple[str, ...]) -> None:
    """Fix a part of a seat's plan, an element or a kind of card to `PLAY` or to `AVOID`, unless it may be changed.

    ``by`` says what fixes it: `SHOWN`, `COMMANDED` or `ANSWERED`. ``viewers`` know it besides the seat itself.
    """
    if not tx.may("plan.change", seat=seat, cause=by):
        number = sum(1 for owner, _ in tx[Fight].viewers if owner == seat)
        tx.emit(PlanBound(seat, number, tuple(dict.fromkeys((seat, *viewers))), binding))


def card_kinds(rulebook: Rulebook) -> dict[str, str]:
    """The kind of each card."""
    return {card.id: card.kind for card in rulebook.components["card"].values()}


@fact("opponent", needs=("opponent",), values="faction", exclusive=True, fixed=True)
def opponent_is(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether the opponent in question is this faction."""
    return bool(ctx["opponent"] == value)


@fact("fixed-by", needs=("cause",), exclusive=True, fixed=True)
def fixed_by(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether a part of a plan was ``shown``, ``commanded`` or ``answered``."""
    return bool(ctx["cause"] == value)


@fact("force", needs=("kind",), values="force", exclusive=True, fixed=True)
def force_is(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether the kind of force in question is this one."""
    return bool(ctx["kind"] == value)
