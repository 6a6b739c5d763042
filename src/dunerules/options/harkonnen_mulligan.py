"""Harkonnen who draw too many of their own leaders draw their traitors anew."""

from __future__ import annotations

from collections.abc import Mapping

from dunerules.classic.leaders import faction_of
from dunerules.classic.traitors import TraitorDeckShuffled, Traitors, TraitorsDealt
from dunerules.rules import (
    Ask,
    Either,
    Just,
    Look,
    Pass,
    Space,
    Tx,
    Write,
    answers,
    choice,
    event,
    reducer,
    seen_by,
    space,
    step,
)

SEAT = "harkonnen"


@choice("draw-anew", words="put the drawn leaders back and draw anew")
class DrawAnew:
    """Put back all that was drawn, and draw again."""


@event("draw-put-back", words="{seat} puts its drawn leaders back.")
class DrawPutBack:
    """A seat put back the leaders that it had drawn."""

    seat: str
    leaders: tuple[str, ...] = seen_by("seat", mask="length")


@reducer(DrawPutBack)
def put_back(write: Write, event: DrawPutBack) -> None:
    """From the hand under the deck, which is shuffled next."""
    traitors = write(Traitors)
    traitors.dealt.pop(event.seat, None)
    traitors.deck = traitors.deck + event.leaders


@step("setup.traitors.mulligan")
def offer_mulligan(tx: Tx) -> None:
    """Ask in secret: whoever does not draw anew has told nobody what he drew."""
    if SEAT in tx.seats and own_leaders(tx) >= tx.whole("mulligan.own-leaders"):
        tx.ask_sealed("mulligan", [SEAT])


def own_leaders(look: Look) -> int:
    """How many of the leaders that the Harkonnen have drawn are their own."""
    return sum(faction_of(look, leader) == SEAT for leader in look[Traitors].dealt[SEAT])


@space("mulligan")
def mulligan_space(look: Look, ask: Ask) -> Space[Pass | DrawAnew]:
    """Draw anew, or not."""
    return Either(Just(Pass()), Just(DrawAnew()))


@answers("mulligan")
def draw_anew(tx: Tx, asks: Mapping[str, Ask], choices: Mapping[str, Pass | DrawAnew]) -> None:
    """Put all back, shuffle, and draw as many."""
    for seat, chosen in choices.items():
        if isinstance(chosen, DrawAnew):
            drawn = tx[Traitors].dealt[seat]
            tx.emit(DrawPutBack(seat, drawn))
            tx.emit(TraitorDeckShuffled(tx.shuffled("traitors", tx[Traitors].deck)))
            tx.emit(TraitorsDealt(seat, tx[Traitors].deck[: len(drawn)]))
