"""Karama: a card that stops an advantage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.advantages import AdvantageUse
from dunerules.classic.alliances import allied
from dunerules.classic.treachery import CardPlayed, hand_of
from dunerules.rules import (
    PREVENTED,
    Look,
    OneOf,
    Space,
    Tx,
    Write,
    event,
    fact,
    forbid,
    public,
    reducer,
    respond,
    response,
    step,
    table,
)


@table("karama")
class Karama:
    """Which special powers were used."""

    used: tuple[str, ...] = public(default=())
    """Seats that have used their special power."""


@event("special-power-used", words="{seat} uses its special karama power.")
class SpecialPowerUsed:
    """A seat spent a karama on its special power."""

    seat: str


@reducer(SpecialPowerUsed)
def note_special_power(write: Write, event: SpecialPowerUsed) -> None:
    """Note who has used it."""
    karama = write(Karama)
    karama.used = (*karama.used, event.seat)


def karama_cards(look: Look, seat: str) -> tuple[str, ...]:
    """The cards in a seat's hand that it may play as a karama, each once."""
    hand = dict.fromkeys(hand_of(look, seat))
    return tuple([card for card in hand if look.may("card.as-karama", seat=seat, card=card)])


def play_karama(tx: Tx, seat: str, card: str) -> None:
    """Play a card as a karama; it is discarded."""
    tx.emit(CardPlayed(seat, card))


def special_cards(look: Look, seat: str) -> tuple[str, ...]:
    """The cards that a seat may spend on its special power now; none if it may not use it."""
    cards = karama_cards(look, seat)
    return cards if cards and look.may("karama.special", seat=seat) else ()


def use_special_power(tx: Tx, seat: str, card: str) -> None:
    """Spend a karama on one's special power; what it does is up to the faction."""
    play_karama(tx, seat, card)
    tx.emit(SpecialPowerUsed(seat))


@response(AdvantageUse, "karama")
def offer_stop(look: Look, intent: AdvantageUse, seat: str) -> Space[str] | None:
    """Whoever holds a karama may stop an opponent's advantage."""
    if seat == intent.seat:
        return None
    cards = karama_cards(look, seat)
    if not cards or not look.may("advantage.stop", seat=seat, other=intent.seat, advantage=intent.advantage):
        return None
    return OneOf(cards)


@respond("karama")
def stop_advantage(tx: Tx, intent: AdvantageUse, seat: str, choice: str) -> object:
    """The advantage is stopped, unless the karama comes to nothing itself."""
    play_karama(tx, seat, choice)
    tx.push("karama.stop", seat=seat, card=choice)
    return PREVENTED


@step("karama.stop.settle")
def settle_stop(tx: Tx) -> None:
    """If the karama was of no avail, those who can stop the advantage are asked anew."""
    if not tx.may("karama.stop", seat=tx.seat, card=tx.arg("card")):
        tx.reopen()


@forbid("advantage.stop", reason="{other} is an ally", cites=("gf9.silence.karama-opponent",))
def against_an_ally(look: Look, ctx: Mapping[str, Any]) -> bool:
    """No karama against an ally."""
    return allied(look, ctx["seat"], ctx["other"])


@fact("special-power-used", needs=("seat",), values="bool", exclusive=True)
def has_used_power(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether the seat in question has spent a karama on its special power before."""
    return (ctx["seat"] in look[Karama].used) is value


@fact("card", needs=("card",), values="card", exclusive=True, fixed=True)
def card_is(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether the card in question is this one."""
    return bool(ctx["card"] == value)


@fact("card-kind", needs=("card",), exclusive=True, fixed=True)
def card_kind_is(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether the card in question is of this kind."""
    return bool(look.component("card", ctx["card"]).kind == value)
