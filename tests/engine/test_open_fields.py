"""Fields that an option opens to everybody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from small_rules import SEATS, procedure, small_game

from dunerules import HIDDEN, Game, RulesetError
from dunerules.rules import Tx, event, own, reducer, secret, seen_by, step, table

OPEN = "small.rules/open"
OPTION = '[options.open]\ntitle = "Open"\ntype = "bool"\ndefault = {default}\n'


@table("purses")
class Purses:
    coins: dict[str, int] = own(open_if=OPEN, factory=lambda: dict.fromkeys(SEATS, 0))
    marks: dict[str, int] = own(mask="absent", open_if=OPEN, factory=lambda: dict.fromkeys(SEATS, 1))
    vault: int = secret(open_if=OPEN, default=9)
    cellar: int = secret(default=9)


@event("coins-dealt")
class CoinsDealt:
    seat: str
    coins: int = seen_by("seat", open_if=OPEN)
    bank: int = seen_by("seat")


@reducer(CoinsDealt)
def take_coins(write: Callable[[type], Any], event: CoinsDealt) -> None:
    purses = write(Purses)
    purses.coins[event.seat] = purses.coins[event.seat] + event.coins
    purses.vault = purses.vault - event.coins


@step("deal")
def deal(tx: Tx) -> None:
    tx.emit(CoinsDealt("red", 3, 6))


def dealt(default: str = "false", text: str = "", *things: object) -> Game:
    rules = procedure("game", "deal") + (text or OPTION.format(default=default))
    return small_game(rules, deal, CoinsDealt, take_coins, *(things or (Purses,)))


@pytest.mark.parametrize(
    ("default", "coins", "marks", "vault", "told"),
    [
        ("false", {"red": HIDDEN, "blue": 0, "gold": HIDDEN}, {"blue": 1}, HIDDEN, HIDDEN),
        ("true", {"red": 3, "blue": 0, "gold": 0}, {"red": 1, "blue": 1, "gold": 1}, 6, 3),
    ],
)
def test_an_option_opens_fields_of_tables_and_events(default, coins, marks, vault, told):
    game = dealt(default)

    seen = game.view("blue")[Purses]
    (event,) = [event for event in game.events_for("blue") if isinstance(event, CoinsDealt)]
    assert (coins, marks, vault) == (seen.coins, seen.marks, seen.vault)
    assert told == event.coins
    assert (HIDDEN, HIDDEN) == (seen.cellar, event.bank)
    assert all(game.view(seat) == game.folded_view(seat) for seat in SEATS)


@pytest.mark.parametrize(
    "text", ["", '[options.open]\ntitle = "Open"\ntype = "int"\ndefault = 1\n'], ids=["no option", "a number"]
)
def test_only_an_option_that_is_true_or_false_opens_a_field(text):
    @table("boxes")
    class Boxes:
        lid: int = secret(open_if="small.rules/lid" if not text else OPEN, default=0)

    @step("deal")
    def nothing(tx: Tx) -> None:
        pass

    with pytest.raises(RulesetError) as caught:
        small_game(procedure("game", "deal") + text, nothing, Boxes)

    named = OPEN if text else "small.rules/lid"
    assert f'"lid" is open if "{named}", which is not an option that is true or false.' in str(caught.value)
