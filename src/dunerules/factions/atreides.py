"""Atreides: prescience at the auction, in the desert and in battle, and the karama that shows a whole plan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.advantages import holders, is_active, may_use, propose_use
from dunerules.classic.alliances import allied
from dunerules.classic.auction import Auction, CardShown
from dunerules.classic.fights import (
    Fight,
    FightBegan,
    FightEnded,
    Plan,
    PlanMade,
    opponent_of,
    sides,
)
from dunerules.classic.karama import special_cards, use_special_power
from dunerules.classic.shown_elements import make_show
from dunerules.classic.spice_deck import SpiceCardsReturned, SpiceCardTurnedUp, SpiceDeck, SpiceDeckShuffled
from dunerules.rules import (
    Ask,
    Either,
    Just,
    Look,
    OneOf,
    Pass,
    Product,
    Space,
    Tx,
    Write,
    allow,
    answer,
    choice,
    event,
    invariant,
    on,
    own,
    public,
    reducer,
    seen_by,
    space,
    step,
    table,
)

SEAT = "atreides"
MODULE = "faction.atreides"
BATTLE, ALLY = "atreides-battle", "atreides-alliance"
CARD_SIGHT, SPICE_SIGHT = "card-sight", "spice-sight"
"""Building blocks: whoever has an advantage made of them looks at cards."""
ELEMENTS = ("leader", "weapon", "defense", "dial")
"""The elements of a plan that can be asked for."""


@table("prescience")
class Prescience:
    """What the Atreides have foreseen."""

    spice_card: dict[str, str] = own(mask="absent", factory=dict)
    """The top spice card, as long as it is known to lie there."""
    spent: bool = public(default=False)
    """Whether the question of the battle being fought was asked, answered or not."""
    element: str = public(default="")
    """The element that was asked for."""
    awaited: str = public(default="")
    """The seat whose plan Atreides see as soon as it is ready."""
    planner: str = public(default="")
    """The seat whose plan was seen."""
    viewer: str = public(default="")
    plan: Plan | None = seen_by("viewer", default=None)


@choice("look", words="look at the card")
class LookAtCard:
    """Look at a card that one may look at."""


@choice("ask-element", words="ask for the {element}")
class AskElement:
    """Make the opponent show an element of the plan."""

    element: str


@choice("see-plan", words="see the whole plan of {of} for {card}")
class SeePlan:
    """Spend a karama on seeing a whole plan."""

    card: str
    of: str


@event("spice-card-foreseen", words="{seat} looks at the top card of the spice deck.")
class SpiceCardForeseen:
    """A seat looked at the top spice card."""

    seat: str
    card: str = seen_by("seat")


def _question_words(event: ElementAsked) -> str:
    """The sentence for a question, asked for oneself or for an ally."""
    words = "{seat} wants to see the {element} in the battle plan of {of}"
    return f"{words}." if event.seat == event.fighter else f"{words}, for {{fighter}}."


@event("element-asked", words=_question_words)
class ElementAsked:
    """A seat is to show an element of its plan to the other side of the battle."""

    seat: str
    of: str
    element: str
    fighter: str


@event("plan-awaited", words="{of} makes a plan first, for {seat} to see.")
class PlanAwaited:
    """A seat makes its plan when it has seen that of the other side."""

    seat: str
    of: str


@event("plan-foreseen", words="{seat} sees the battle plan of {of}.")
class PlanForeseen:
    """A seat saw a whole plan that is not shown yet."""

    seat: str
    of: str
    plan: Plan = seen_by("seat")


@reducer(SpiceCardForeseen)
def remember_spice_card(write: Write, event: SpiceCardForeseen) -> None:
    """Keep it in mind."""
    write(Prescience).spice_card[event.seat] = event.card


@reducer(SpiceCardTurnedUp)
@reducer(SpiceDeckShuffled)
@reducer(SpiceCardsReturned)
def forget_spice_card(write: Write, event: object) -> None:
    """Another card lies on top."""
    write(Prescience).spice_card = {}


@reducer(FightBegan)
@reducer(FightEnded)
def forget_battle(write: Write, event: FightBegan | FightEnded) -> None:
    """Every battle has its own questions."""
    seen = write(Prescience)
    seen.spent, seen.plan = False, None
    seen.element = seen.awaited = seen.planner = seen.viewer = ""


@reducer(ElementAsked)
def note_question(write: Write, event: ElementAsked) -> None:
    """The question of this battle is asked."""
    seen = write(Prescience)
    seen.spent, seen.element = True, event.element


@reducer(PlanAwaited)
def await_plan(write: Write, event: PlanAwaited) -> None:
    """Note whose plan comes first."""
    write(Prescience).awaited = event.of


@reducer(PlanForeseen)
def remember_plan(write: Write, event: PlanForeseen) -> None:
    """Keep the plan in mind until the battle is over."""
    seen = write(Prescience)
    seen.planner, seen.viewer, seen.plan = event.of, event.seat, event.plan


# ------------------------------------------------------------------ looks at cards


@step("prescience.sale")
def occasion_of_sale(tx: Tx) -> None:
    """When cards are laid out, the seer is about to look at them; one stop is for all of them."""
    if tx[Auction].row:
        for seat, advantage in holders(tx, CARD_SIGHT):
            propose_use(tx, seat, advantage)


@step("prescience.card")
def look_at_sale(tx: Tx) -> None:
    """The seer looks at the card on sale."""
    for seat, advantage in holders(tx, CARD_SIGHT):
        if is_active(tx, seat, advantage):
            _look(tx, seat, advantage)


@step("prescience.spice.occasion")
def occasion_of_spice(tx: Tx) -> None:
    """Before the first shipment the seer is about to look at the top spice card."""
    if tx[SpiceDeck].deck:
        for seat, advantage in holders(tx, SPICE_SIGHT):
            propose_use(tx, seat, advantage)


@step("prescience.spice.look")
def look_at_spice(tx: Tx) -> None:
    """The seer looks at the top spice card."""
    for seat, advantage in holders(tx, SPICE_SIGHT):
        if may_use(tx, seat, advantage) and tx[SpiceDeck].deck:
            _look(tx, seat, advantage)


def _look(tx: Tx, seat: str, advantage: str) -> None:
    if tx.option(MODULE, "looks") == "asked":
        tx.ask(seat, "look", at=advantage)
    else:
        _see(tx, seat, advantage)


def _see(tx: Tx, seat: str, advantage: str) -> None:
    if tx.component("advantage", advantage).block == CARD_SIGHT:
        tx.emit(CardShown(seat, tx[Auction].card))
    else:
        tx.emit(SpiceCardForeseen(seat, tx[SpiceDeck].deck[0]))


@space("look")
def look_space(look: Look, ask: Ask) -> Space[Pass | LookAtCard]:
    """Look, or not."""
    return Either(Just(Pass()), Just(LookAtCard()))


@answer("look")
def take_look(tx: Tx, ask: Ask, choice: Pass | LookAtCard) -> None:
    """See the card."""
    if isinstance(choice, LookAtCard):
        _see(tx, ask.seat, ask["at"])


# ------------------------------------------------------------------ an element of a plan


def fighter_of(look: Look) -> str:
    """The side of the battle that prescience is for: Atreides or an ally; empty if neither fights."""
    fighters = sides(look)
    if SEAT in fighters:
        return SEAT
    return next((seat for seat in fighters if allied(look, SEAT, seat)), "")


def _advantage(fighter: str) -> str:
    return BATTLE if fighter == SEAT else ALLY


@step("prescience.battle.question")
def ask_for_question(tx: Tx) -> None:
    """Atreides pick an element, or in their own battle the whole plan for a karama."""
    if SEAT in tx.seats and _questions(tx):
        tx.ask(SEAT, "prescience")


def _questions(look: Look) -> tuple[Space[AskElement | SeePlan], ...]:
    fighter, seen = fighter_of(look), look[Prescience]
    found: list[Space[AskElement | SeePlan]] = []
    if fighter and not seen.spent and is_active(look, SEAT, _advantage(fighter)):
        cites = ("gf9.faction.atreides.prescience-battle", "ah79.faction.atreides.prescience-battle")
        found.append(Product(AskElement, element=OneOf(ELEMENTS, cites=cites)))
    if fighter == SEAT:
        cards = special_cards(look, SEAT)
        if cards:
            found.append(Product(SeePlan, card=OneOf(cards), of=Just(opponent_of(look, SEAT))))
    return tuple(found)


@space("prescience")
def question_space(look: Look, ask: Ask) -> Space[Pass | AskElement | SeePlan]:
    """One of the elements, the whole plan, or nothing."""
    return Either(Just(Pass()), *_questions(look))


@answer("prescience")
def take_question(tx: Tx, ask: Ask, choice: Pass | AskElement | SeePlan) -> None:
    """Announce the question, which others may stop; a karama for the whole plan they cannot."""
    fighter = fighter_of(tx)
    opponent = opponent_of(tx, fighter)
    if isinstance(choice, AskElement):
        tx.emit(ElementAsked(SEAT, opponent, choice.element, fighter))
        propose_use(tx, SEAT, _advantage(fighter), f"the {choice.element} of {opponent}'s plan")
    elif isinstance(choice, SeePlan):
        use_special_power(tx, SEAT, choice.card)
        tx.emit(PlanAwaited(SEAT, choice.of))


@step("prescience.battle.answer")
def answer_question(tx: Tx) -> None:
    """The opponent shows the element; if the question was stopped, the whole plan is still there to be seen."""
    seen = tx[Prescience]
    if not seen.spent:
        return
    fighter = fighter_of(tx)
    if not may_use(tx, SEAT, _advantage(fighter)):
        ask_for_question(tx)
        return
    make_show(tx, opponent_of(tx, fighter), seen.element, fighter)


# ------------------------------------------------------------------ a whole plan


@allow("plan.wait", reason="Atreides see the other plan first", cites=("gf9.silence.karama-atreides-plan",))
def sees_the_other_plan(look: Look, ctx: Mapping[str, Any]) -> bool:
    """In their own battle Atreides complete their plan when they have seen the other."""
    return bool(ctx["seat"] == SEAT and look[Prescience].awaited)


@on(PlanMade)
def see_awaited_plan(tx: Tx, event: PlanMade) -> None:
    """The plan that was waited for is ready."""
    if tx[Prescience].awaited == event.seat:
        tx.emit(PlanForeseen(SEAT, event.seat, event.plan))


@step("prescience.plan")
def ask_for_plan(tx: Tx) -> None:
    """In a battle of others Atreides may see one of the plans once both are ready."""
    if SEAT in tx.seats and SEAT not in sides(tx) and special_cards(tx, SEAT):
        tx.ask(SEAT, "see-plan")


@space("see-plan")
def plan_space(look: Look, ask: Ask) -> Space[Pass | SeePlan]:
    """One of the two plans, or neither."""
    return Either(Just(Pass()), Product(SeePlan, card=OneOf(special_cards(look, SEAT)), of=OneOf(sides(look))))


@answer("see-plan")
def take_plan(tx: Tx, ask: Ask, choice: Pass | SeePlan) -> None:
    """See the plan."""
    if isinstance(choice, SeePlan):
        use_special_power(tx, SEAT, choice.card)
        tx.emit(PlanForeseen(SEAT, choice.of, tx[Fight].sealed[choice.of]))


# ------------------------------------------------------------------ laws


@invariant(
    "the spice card that was seen lies on top",
    cites=("gf9.faction.atreides.prescience-spice", "ah79.faction.atreides.prescience-spice"),
)
def spice_card_is_on_top(look: Look) -> str | None:
    """What is remembered is true."""
    seen, top = look[Prescience].spice_card, look[SpiceDeck].deck[:1]
    return None if all((card,) == top for card in seen.values()) else f"{seen} was seen, and {top} lies on top"


@invariant("a plan that was seen stays as it is", cites=("gf9.silence.karama-atreides-plan",))
def seen_plan_is_fixed(look: Look) -> str | None:
    """It is the plan that will be shown, or was."""
    seen, fight = look[Prescience], look[Fight]
    if seen.plan is None:
        return None
    real = fight.sealed.get(seen.planner) or fight.plans.get(seen.planner)
    return None if real == seen.plan else f"{seen.plan} was seen, and the plan is {real}"
