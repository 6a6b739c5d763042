"""Bribes between players, and gifts to an ally where a rule permits them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.alliances import allied
from dunerules.classic.auction import Auction
from dunerules.classic.pledges import Pledges
from dunerules.classic.spice import FRONT, SpiceGiven, pay, spice_of
from dunerules.rules import (
    Ask,
    Look,
    OneOf,
    Product,
    Range,
    Space,
    Tx,
    answer,
    choice,
    effect,
    interjection,
    step,
)


@choice("bribe", words="bribe {to} with {spice} spice")
class Bribe:
    """Pay another player spice, for whatever reason."""

    to: str
    spice: int


@choice("give-spice", words="give {to} {spice} spice")
class GiveSpice:
    """Hand an ally spice."""

    to: str
    spice: int


def unstaked(look: Look, seat: str) -> int:
    """The spice that a seat can give away now."""
    return max(0, spice_of(look, seat) - look.whole("spice.staked", seat=seat))


@effect(
    "spice.staked",
    stage="add",
    title="Spice pledged to an ally",
    cites=("gf9.bribery.no-rule-breaking", "ah79.bribery.no-rule-breaking"),
)
def pledged(look: Look, ctx: Mapping[str, Any]) -> int:
    """What the seat has promised allies for their purchases."""
    return sum(spice for place, spice in look[Pledges].spice.items() if place[0] == ctx["seat"])


@effect(
    "spice.staked",
    stage="add",
    title="The highest bid",
    cites=("gf9.bribery.no-rule-breaking", "ah79.bribery.no-rule-breaking"),
)
def bid(look: Look, ctx: Mapping[str, Any]) -> int:
    """What the seat has bid, as long as nobody has bid more."""
    auction = look[Auction]
    return auction.bid if auction.bidder == ctx["seat"] and auction.card else 0


def pay_bribe(tx: Tx, seat: str, to: str, spice: int) -> None:
    """Move spice from one player to another in public, in front of the shield or behind it as the edition says."""
    pay(tx, seat, to if tx.may("bribe.take-at-once", seat=to) else f"{FRONT}{to}", spice, "bribe")


def bribable(look: Look, seat: str) -> OneOf[str]:
    """The players that a seat may bribe; of the others, why it may not."""
    others = [other for other in look.seats if other != seat]
    denials = {
        other: look.denial("spice.transfer", seat=seat, to=other) or look.denial("bribe.give", seat=seat, to=other)
        for other in others
    }
    return OneOf(
        tuple(other for other, denial in denials.items() if denial is None),
        {other: denial for other, denial in denials.items() if denial is not None},
    )


@interjection("bribe")
def bribe_space(look: Look, seat: str) -> Space[Bribe] | None:
    """Some of the seat's own spice for somebody else."""
    spice = unstaked(look, seat)
    if not spice:
        return None
    cites = ("gf9.bribery.deals", "ah79.bribery.deals")
    return Product(Bribe, to=bribable(look, seat), spice=Range(1, spice, noun="bribe", cites=cites))


@answer("bribe")
def bribe(tx: Tx, ask: Ask, choice: Bribe) -> None:
    """Pay it."""
    pay_bribe(tx, ask.seat, choice.to, choice.spice)


def may_give(look: Look, seat: str, to: str) -> bool:
    """Whether a seat may hand an ally spice at will."""
    return look.may("gift.give", seat=seat, to=to) and look.may("spice.transfer", seat=seat, to=to)


@interjection("gift")
def gift_space(look: Look, seat: str) -> Space[GiveSpice] | None:
    """Some of the seat's own spice for an ally, if a rule lets it give at will."""
    spice = unstaked(look, seat)
    others = tuple(other for other in look.seats if allied(look, seat, other) and may_give(look, seat, other))
    if not spice or not others:
        return None
    cites = ("gf9.silence.emperor-gift-limits",)
    return Product(GiveSpice, to=OneOf(others), spice=Range(1, spice, noun="gift", cites=cites))


@answer("gift")
def give(tx: Tx, ask: Ask, choice: GiveSpice) -> None:
    """Announce the gift."""
    tx.push("gift", seat=ask.seat, to=choice.to, spice=choice.spice)


@step("gift.hand-over")
def hand_over(tx: Tx) -> None:
    """From shield to shield, unless something has come between that forbids it; how much, only the two know."""
    seat, to, spice = tx.seat, tx.arg("to"), tx.arg("spice")
    if spice <= unstaked(tx, seat) and may_give(tx, seat, to):
        tx.emit(SpiceGiven(seat, to, "gift", (seat, to), spice))
