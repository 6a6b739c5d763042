"""What a battle costs: forces, and the cards of the plans."""

from __future__ import annotations

from collections.abc import Iterable

from dunerules.classic.board import board_of
from dunerules.classic.fights import EXPLOSION, TOTALS, Fight, fighting, sides
from dunerules.classic.forces import TANKS, Forces, group, move
from dunerules.classic.loss_spaces import Group, Losses
from dunerules.classic.spice import clear_spice
from dunerules.classic.strengths import strengths_of, wheel_of
from dunerules.classic.treachery import CardDiscarded
from dunerules.rules import Ask, Look, Product, Space, Subset, Tx, answer, choice, space, step

CAUSE = "battle"
"""The cause of all losses of those who fight."""


@choice("take-losses", words="lose {forces}")
class TakeLosses:
    """Send forces to the tanks."""

    forces: tuple[tuple[tuple[str, str], int], ...]
    """By location and kind."""


@choice("keep-cards", words="keep {places}")
class KeepCards:
    """Keep cards of the own plan and discard the others."""

    places: tuple[str, ...]
    """``weapon``, ``defense``, both or none."""


# ------------------------------------------------------------------ forces


@step("fight.losses")
def take_losses(tx: Tx) -> None:
    """Losers lose all; a winner by totals what was dialed, which he picks if there is a choice."""
    fight = tx[Fight]
    if fight.how == EXPLOSION:
        destroy_everything(tx, fight.territory)
        return
    for seat in sides(tx):
        if seat != fight.winner:
            lose(tx, seat, fighting(tx, seat).items())
    if fight.how == TOTALS:
        losses = legal_losses(tx, fight.winner)
        if losses.count(2) > 1:
            tx.ask(fight.winner, "losses")
        else:
            lose(tx, fight.winner, next(iter(losses)))


def legal_losses(look: Look, seat: str) -> Losses:
    """The forces that are worth exactly what a seat dialed, with the spice of its plan."""
    plan = look[Fight].plans[seat]
    strengths = strengths_of(look, seat)
    ways = wheel_of(look).losses(strengths, plan.dial, plan.spice)
    cites = ("gf9.battle.winner-losses", "ah79.battle.winner-losses")
    return Losses(fighting(look, seat), tuple(one.kind for one in strengths), ways, cites=cites)


def lose(tx: Tx, seat: str, forces: Iterable[tuple[tuple[str, str], int]]) -> None:
    """Send forces to the tanks, one event for each location."""
    lost: dict[str, dict[str, int]] = {}
    for (place, kind), count in forces:
        lost.setdefault(place, {})[kind] = count
    for place, counts in lost.items():
        move(tx, seat, group(counts), place, TANKS, CAUSE)


def destroy_everything(tx: Tx, territory: str) -> None:
    """Send all forces of all players in a territory to the tanks and its spice to the bank."""
    locations = board_of(tx).locations_of[territory]
    doomed: dict[tuple[str, str], dict[str, int]] = {}
    for (place, seat, kind), count in tx[Forces].placed.items():
        if place in locations:
            doomed.setdefault((place, seat), {})[kind] = count
    for (place, seat), counts in doomed.items():
        move(tx, seat, group(counts), place, TANKS, CAUSE if seat in sides(tx) else EXPLOSION)
    clear_spice(tx, locations, EXPLOSION)


@space("losses")
def losses_space(look: Look, ask: Ask) -> Space[TakeLosses]:
    """Forces that make up the dial."""
    forces: Space[Group] = legal_losses(look, ask.seat)
    return Product(TakeLosses, forces=forces)


@answer("losses")
def losses_taken(tx: Tx, ask: Ask, choice: TakeLosses) -> None:
    """They go to the tanks."""
    lose(tx, ask.seat, choice.forces)


# ------------------------------------------------------------------ cards


@step("fight.cards")
def settle_cards(tx: Tx) -> None:
    """Losers discard all; the winner is asked which cards to keep, if he may keep any."""
    fight = tx[Fight]
    for seat in sides(tx):
        if seat == fight.winner:
            keepable = keepable_places(tx, seat)
            discard_places(tx, seat, [place for place in card_places(tx, seat) if place not in keepable])
            if keepable:
                tx.ask(seat, "keep-cards")
        else:
            discard_places(tx, seat, card_places(tx, seat))


def card_places(look: Look, seat: str) -> tuple[str, ...]:
    """The places of a seat's shown plan in which a card lies."""
    plan = look[Fight].plans[seat]
    cards = look.rulebook.components["card"]
    return tuple(place for place in ("leader", "weapon", "defense") if getattr(plan, place) in cards)


def keepable_places(look: Look, seat: str) -> tuple[str, ...]:
    """Those whose card the winner may keep."""
    plan = look[Fight].plans[seat]
    return tuple(
        place for place in card_places(look, seat) if look.may("battle.keep-card", seat=seat, card=getattr(plan, place))
    )


def discard_places(tx: Tx, seat: str, places: Iterable[str]) -> None:
    """Discard the cards in these places of a seat's plan."""
    plan = tx[Fight].plans[seat]
    for place in places:
        tx.emit(CardDiscarded(seat, getattr(plan, place)))


@space("keep-cards")
def keeping_space(look: Look, ask: Ask) -> Space[KeepCards]:
    """Any of the cards that may be kept."""
    return Product(
        KeepCards,
        places=Subset(keepable_places(look, ask.seat), cites=("gf9.battle.winner-cards", "ah79.battle.winner-cards")),
    )


@answer("keep-cards")
def cards_kept(tx: Tx, ask: Ask, choice: KeepCards) -> None:
    """The others are discarded."""
    discard_places(tx, ask.seat, [place for place in keepable_places(tx, ask.seat) if place not in choice.places])
