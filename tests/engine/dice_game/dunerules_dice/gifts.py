"""Gifts of coins, made by a seat that nobody asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
    event,
    interjection,
    reducer,
    seen_by,
)
from dunerules_dice.feud import Feud

Write = Callable[[type[Any]], Any]


@choice("give", words="give {coins} to {to}")
class Give:
    """Give coins to another seat."""

    to: str
    coins: int


@event("coins-given", words="{seat} gives coins to {to}.")
class CoinsGiven:
    """Coins changed hands; how many, only the two know."""

    seat: str
    to: str
    coins: int = seen_by("between")
    between: tuple[str, ...] = ()


@reducer(CoinsGiven)
def move_coins(write: Write, event: CoinsGiven) -> None:
    coins = write(Feud).coins
    coins[event.seat] = coins[event.seat] - event.coins
    coins[event.to] = coins[event.to] + event.coins


@interjection("gift")
def gift_space(look: Look, seat: str) -> Space[Give] | None:
    coins = look[Feud].coins.get(seat, 0)
    others = tuple(other for other in look.seats if other != seat and other in look[Feud].coins)
    if not coins or not others:
        return None
    most = min(coins, int(look.option("dice.gifts", "most")))
    return Product(Give, to=OneOf(others), coins=Range(1, most, noun="gift", cites=("dice.gifts",)))


@answer("gift")
def give(tx: Tx, ask: Ask, choice: Give) -> None:
    tx.emit(CoinsGiven(ask.seat, choice.to, choice.coins, (ask.seat, choice.to)))
