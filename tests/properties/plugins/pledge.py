"""A sealed question that a gift can leave without an answer, or with one that is not legal any more."""

from __future__ import annotations

from collections.abc import Mapping

from dunerules_dice.feud import Feud

from dunerules.rules import Ask, Look, Product, Range, Space, Tx, answers, choice, event, space, step


@choice("pledge")
class Pledge:
    """Show coins."""

    coins: int


@event("pledges-shown")
class PledgesShown:
    """Coins were shown."""

    pledges: tuple[tuple[str, int], ...]


@step("pledge.ask")
def ask_for_pledges(tx: Tx) -> None:
    tx.ask_sealed("pledge", [seat for seat in tx.seats if tx[Feud].coins[seat]])


@space("pledge")
def pledge_space(look: Look, ask: Ask) -> Space[Pledge]:
    return Product(Pledge, coins=Range(1, look[Feud].coins[ask.seat]))


@answers("pledge")
def show_pledges(tx: Tx, asks: Mapping[str, Ask], choices: Mapping[str, Pledge]) -> None:
    tx.emit(PledgesShown(tuple((seat, made.coins) for seat, made in choices.items())))
