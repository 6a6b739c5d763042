"""The sealed bid for the order of turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dunerules.rules import Ask, Look, Product, Range, Space, Tx, answers, choice, event, reducer, space, step
from dunerules_dice.feud import Feud

Write = Callable[[type[Any]], Any]


@choice("bid", words="bid {coins}")
class Bid:
    """Bid coins."""

    coins: int


@event("bids-revealed", words="Bids are revealed: {bids}.")
class BidsRevealed:
    """All bids were turned over and paid."""

    bids: tuple[tuple[str, int], ...]
    turn_order: tuple[str, ...]


@reducer(BidsRevealed)
def pay_bids(write: Write, event: BidsRevealed) -> None:
    feud = write(Feud)
    feud.turn_order = event.turn_order
    for seat, coins in event.bids:
        feud.coins[seat] = feud.coins.get(seat, 0) - coins
        feud.spent += coins


@step("bid.sealed")
def ask_for_bids(tx: Tx) -> None:
    tx.ask_sealed("bid", tx.seats)


@space("bid")
def bid_space(look: Look, ask: Ask) -> Space[Bid]:
    most = min(look.whole("bid.limit", seat=ask.seat), look[Feud].coins.get(ask.seat, 0))
    return Product(Bid, coins=Range(0, most, noun="bid", cites=("dice.bid.limit",)))


@answers("bid")
def reveal_bids(tx: Tx, asks: Mapping[str, Ask], choices: Mapping[str, Bid]) -> None:
    bids = tuple((seat, choices[seat].coins) for seat in tx.seats if seat in choices)
    # sorted() keeps the order of the table among equal bids: dice.bid.sealed
    tx.emit(BidsRevealed(bids, tuple(seat for seat, _ in sorted(bids, key=lambda bid: -bid[1]))))
