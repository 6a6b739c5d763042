"""Help from allies: spice, or the use of a card, that somebody stakes on what an ally buys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from dunerules.classic.alliances import allies_of
from dunerules.classic.spice import pay, spice_of
from dunerules.classic.treachery import hand_of
from dunerules.classic.turn import PhaseBegan
from dunerules.rules import (
    Ask,
    Either,
    Look,
    Names,
    OneOf,
    Product,
    Range,
    Seat,
    Space,
    Tx,
    Write,
    answer,
    choice,
    component,
    event,
    fact,
    given,
    interjection,
    public,
    reducer,
    seen_by,
    table,
)

Place = tuple[str, str, str]
"""Who pledged, to whom, and for which purpose."""

CONTRIBUTION = "contribution"
"""The cause of spice that goes to an ally who buys."""


@component("pledge-purpose")
class PledgePurpose:
    """Something that an ally may help to pay for."""

    id: str
    title: str


@table("pledges")
class Pledges:
    """What allies have staked for each other."""

    between: dict[Place, tuple[str, ...]] = public(factory=dict)
    """The two whom a pledge concerns: they alone know what it is."""
    spice: dict[Place, int] = seen_by("between", factory=dict)
    cards: dict[Place, str] = seen_by("between", factory=dict)


@choice("pledge", words="pledge up to {spice} spice to {to} for {purpose}")
class Pledge:
    """State the most that one would give an ally for a purpose; a new pledge replaces the old one."""

    to: str
    purpose: str
    spice: int


@choice("withdraw-pledge", words="take back what is pledged to {to} for {purpose}")
class WithdrawPledge:
    """Take a pledge of spice, or of a card, back."""

    to: str
    purpose: str


@choice("lend-card", words="lend {to} the use of {card} for {purpose}")
class LendCard:
    """Let an ally play a card of one's hand for a purpose."""

    to: str
    purpose: str
    card: str


@event("pledge-made", words="{seat} offers {to} help with the {purpose}.")
class PledgeMade:
    """A seat pledged spice to an ally; how much, only the two know."""

    seat: str
    to: str
    purpose: str
    between: tuple[str, ...]
    spice: int = seen_by("between")


@event("card-lent", words="{seat} offers {to} a card for the {purpose}.")
class CardLent:
    """A seat lent an ally the use of a card; which, only the two know."""

    seat: str
    to: str
    purpose: str
    between: tuple[str, ...]
    card: str = seen_by("between")


@event("pledge-withdrawn", words="{seat} takes back the help offered to {to} for the {purpose}.")
class PledgeWithdrawn:
    """A pledge was taken back."""

    seat: str
    to: str
    purpose: str


@event("pledges-ended")
class PledgesEnded:
    """What was pledged to a seat for a purpose is free again."""

    to: str
    purpose: str


@reducer(PledgeMade)
def bind_spice(write: Write, event: PledgeMade) -> None:
    """Note the pledge in place of an older one."""
    pledges, place = write(Pledges), (event.seat, event.to, event.purpose)
    pledges.between[place] = event.between
    pledges.spice[place] = event.spice


@reducer(CardLent)
def note_card(write: Write, event: CardLent) -> None:
    """Note the card in place of an older one."""
    pledges, place = write(Pledges), (event.seat, event.to, event.purpose)
    pledges.between[place] = event.between
    pledges.cards[place] = event.card


@reducer(PledgeWithdrawn)
def free_spice_of(write: Write, event: PledgeWithdrawn) -> None:
    """Forget the pledge."""
    _forget(write(Pledges), (event.seat, event.to, event.purpose))


@reducer(PledgesEnded)
def free_all_for(write: Write, event: PledgesEnded) -> None:
    """Forget what was pledged to the seat for the purpose."""
    pledges = write(Pledges)
    for place in tuple(pledges.between):
        if place[1:] == (event.to, event.purpose):
            _forget(pledges, place)


@reducer(PhaseBegan)
def free_all(write: Write, event: PhaseBegan) -> None:
    """No pledge outlives its phase."""
    pledges = write(Pledges)
    pledges.between, pledges.spice, pledges.cards = {}, {}, {}


def _forget(pledges: Pledges, place: Place) -> None:
    pledges.between.pop(place, None)
    pledges.spice.pop(place, None)
    pledges.cards.pop(place, None)


# ------------------------------------------------------------------ questions


def free_spice(look: Look, seat: str) -> int:
    """The spice that a seat can spend and has not pledged to anybody."""
    pledged = look[Pledges].spice
    bound = sum(spice for place, spice in pledged.items() if place[0] == seat) if pledged else 0
    return max(0, spice_of(look, seat) - bound)


def pledges_to(look: Look, to: str, purpose: str) -> dict[str, int]:
    """What each ally would give a seat for a purpose, in the order of the table; never more than the ally has."""
    pledged = look[Pledges].spice
    if not pledged:
        return {}
    return {
        seat: min(pledged[seat, to, purpose], spice_of(look, seat))
        for seat in look.seats
        if (seat, to, purpose) in pledged
    }


def lent_cards(look: Look, to: str, purpose: str) -> dict[str, str]:
    """The cards that allies still hold and lend a seat for a purpose: ally and card."""
    lent = look[Pledges].cards
    if not lent:
        return {}
    return {
        seat: lent[seat, to, purpose]
        for seat in look.seats
        if (seat, to, purpose) in lent and lent[seat, to, purpose] in hand_of(look, seat)
    }


def contribute(tx: Tx, to: str, purpose: str, amount: int) -> None:
    """Hand a seat what it needs of the pledges for a purpose, the first ally of the table first."""
    for seat, most in pledges_to(tx, to, purpose).items():
        part = min(most, amount)
        pay(tx, seat, to, part, CONTRIBUTION)
        amount -= part


def end_pledges(tx: Tx, to: str, purpose: str) -> None:
    """Free what was pledged to a seat for a purpose: it is bought, or will not be."""
    if any(place[1:] == (to, purpose) for place in tx[Pledges].between):
        tx.emit(PledgesEnded(to, purpose))


@fact("purpose", needs=("purpose",), values="pledge-purpose", exclusive=True, fixed=True)
def purpose_is(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether the pledge in question is for this."""
    return bool(ctx["purpose"] == value)


# ------------------------------------------------------------------ pledging


@interjection("pledge")
def pledge_space(look: Look, seat: str) -> Space[Any] | None:
    """Help that a seat may offer an ally now, or take back."""
    allies = allies_of(look, seat)
    if not allies:
        return None
    spaces: list[Space[Any]] = []
    for to in allies:
        for purpose in look.rulebook.components.get("pledge-purpose", ()):
            spaces += _for_purpose(look, seat, to, purpose)
    return Either(*spaces) if spaces else None


def _for_purpose(look: Look, seat: str, to: str, purpose: str) -> list[Space[Any]]:
    spaces: list[Space[Any]] = []
    pledges, place = look[Pledges], (seat, to, purpose)
    ctx = {"seat": seat, "to": to, "purpose": purpose}
    old = pledges.spice.get(place, 0)
    may_lower = place in pledges.between and look.may("pledge.withdraw", **ctx)
    if look.may("pledge.make", **ctx):
        least = 1 if may_lower else old + 1
        amounts = Range(
            least,
            free_spice(look, seat) + old,
            noun="pledge",
            cites=("gf9.silence.alliance-bid-pledge", "ah79.silence.alliance-bid-pledge"),
        )
        cards = tuple(card for card in dict.fromkeys(hand_of(look, seat)) if look.may("pledge.card", **ctx, card=card))
        spaces.append(_fixed(Pledge, to, purpose, spice=amounts))
        spaces.append(_fixed(LendCard, to, purpose, card=OneOf(cards)))
    if may_lower:
        spaces.append(_fixed(WithdrawPledge, to, purpose))
    return [space for space in spaces if not space.is_empty()]


def _fixed(cls: type, to: str, purpose: str, **spaces: Space[Any]) -> Space[Any]:
    return Product(cls, to=OneOf((to,)), purpose=OneOf((purpose,)), **spaces)


@answer("pledge")
def take_pledge(tx: Tx, ask: Ask, choice: Pledge | LendCard | WithdrawPledge) -> None:
    """Note what is offered or taken back."""
    seat, between = ask.seat, (ask.seat, choice.to)
    match choice:
        case Pledge(to, purpose, spice):
            tx.emit(PledgeMade(seat, to, purpose, between, spice))
        case LendCard(to, purpose, card):
            tx.emit(CardLent(seat, to, purpose, between, card))
        case WithdrawPledge(to, purpose):
            tx.emit(PledgeWithdrawn(seat, to, purpose))


@given("pledges")
def set_pledges(tx: Tx, value: Mapping[tuple[Seat, Seat, Annotated[str, Names("pledge-purpose")]], int]) -> None:
    """Pledge spice: who, to whom and for what, as "emperor/harkonnen/shipment", and amount."""
    for (seat, to, purpose), spice in value.items():
        tx.component("pledge-purpose", purpose)
        tx.emit(PledgeMade(seat, to, purpose, (seat, to), spice))
