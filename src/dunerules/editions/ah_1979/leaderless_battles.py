"""Battles without leaders: offered by one side while the plans are made, and agreed to by the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.fights import Fight, FightBegan, FightEnded, opponent_of, sides
from dunerules.classic.leaders import available
from dunerules.rules import (
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
    interjection,
    public,
    reducer,
    space,
    step,
    table,
)


@table("waived-leaders")
class WaivedLeaders:
    """What the two sides of the battle being fought have said about leaders."""

    offered: tuple[str, ...] = public(default=())
    """The sides that have offered to do without; each does so once in a battle."""
    agreed: bool = public(default=False)


@choice("offer-no-leaders", words="offer to fight without leaders")
class OfferNoLeaders:
    """Offer the other side to fight without leaders."""


@choice("agree-to-no-leaders", words="agree to fight without leaders")
class AgreeToNoLeaders:
    """Agree to fight without leaders."""


@event("no-leaders-offered", words="{seat} offers {to} to fight without leaders.")
class NoLeadersOffered:
    """A side of a battle made the offer, for everybody to hear."""

    seat: str
    to: str


@event("no-leaders-declined", words="{seat} declines.")
class NoLeadersDeclined:
    """The other side did not agree."""

    seat: str


@event("leaders-waived", words="{seats} fight without leaders.")
class LeadersWaived:
    """Both sides fight without leaders and cards."""

    seats: tuple[str, ...]


@reducer(NoLeadersOffered)
def note_offer(write: Write, event: NoLeadersOffered) -> None:
    """Each side offers it once."""
    waived = write(WaivedLeaders)
    waived.offered = (*waived.offered, event.seat)


@reducer(LeadersWaived)
def note_agreement(write: Write, event: LeadersWaived) -> None:
    """It holds for this battle."""
    write(WaivedLeaders).agreed = True


@reducer(FightBegan)
@reducer(FightEnded)
def forget_offers(write: Write, event: FightBegan | FightEnded) -> None:
    """Every battle has its own offers."""
    waived = write(WaivedLeaders)
    waived.offered, waived.agreed = (), False


@fact("leaders-waived", values="bool", exclusive=True)
def leaders_are_waived(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether both sides of the battle being fought have agreed to do without leaders."""
    return look[WaivedLeaders].agreed is value


def may_offer(look: Look, seat: str) -> bool:
    """Whether a side of a battle can make the offer: both have leaders, and neither plan is complete.

    That somebody has a leader left is known to all; only a cheap hero would be a secret.
    """
    fight, waived = look[Fight], look[WaivedLeaders]
    if not fight.territory or seat not in sides(look) or waived.agreed or seat in waived.offered:
        return False
    if fight.sealed or fight.plans:
        return False
    return all(available(look, side, fight.territory) for side in sides(look))


@interjection("offer-no-leaders")
def offer_space(look: Look, seat: str) -> Space[OfferNoLeaders] | None:
    """The offer, once in a battle, before the plans are complete."""
    return Just(OfferNoLeaders()) if may_offer(look, seat) else None


@answer("offer-no-leaders")
def offer(tx: Tx, ask: Ask, choice: OfferNoLeaders) -> None:
    """Play pauses for the other side's answer."""
    other = opponent_of(tx, ask.seat)
    tx.emit(NoLeadersOffered(ask.seat, other))
    tx.push("leaders.waive", seat=other)


@step("leaders.ask-to-waive")
def ask_to_waive(tx: Tx) -> None:
    """Ask the other side."""
    tx.ask(tx.seat, "no-leaders")


@space("no-leaders")
def agreement_space(look: Look, ask: Ask) -> Space[AgreeToNoLeaders | Pass]:
    """Agree, or not."""
    return Either(Just(AgreeToNoLeaders()), Just(Pass()))


@answer("no-leaders")
def take_agreement(tx: Tx, ask: Ask, choice: AgreeToNoLeaders | Pass) -> None:
    """With the agreement of both nobody leads; a plan that waits and has a leader is made anew."""
    if isinstance(choice, AgreeToNoLeaders):
        tx.emit(LeadersWaived(sides(tx)))
    else:
        tx.emit(NoLeadersDeclined(ask.seat))
