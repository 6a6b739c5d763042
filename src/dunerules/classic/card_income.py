"""Income from treachery cards: what others pay goes to a faction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.advantages import built_of, end_stops, has_active, holders, propose_use
from dunerules.classic.sale import payee, price_due
from dunerules.rules import Look, Tx, allow, forbid, step

BLOCK = "card-income"
INCOME = ("gf9.faction.emperor.income", "ah79.faction.emperor.income")


@allow("bidding.income", cites=INCOME)
def receives_prices(look: Look, ctx: Mapping[str, Any]) -> bool:
    """What others pay for cards goes to the faction."""
    return bool(ctx["seat"] != ctx["payer"] and built_of(look, BLOCK, ctx["seat"]))


@forbid("bidding.income", reason="{seat} is kept from being paid", cites=("gf9.karama.cancel.emperor-income",))
def is_kept_from_it(look: Look, ctx: Mapping[str, Any]) -> bool:
    """A stop takes from the faction what somebody pays."""
    return bool(built_of(look, BLOCK, ctx["seat"])) and not has_active(look, BLOCK, ctx["seat"])


@step("card-income.announce")
def propose_income(tx: Tx) -> None:
    """Somebody else is about to pay the faction."""
    receiver = payee(tx, tx.seat)
    advantage = built_of(tx, BLOCK, receiver)
    if advantage and price_due(tx, tx.arg("price")):
        propose_use(tx, receiver, advantage, "a price")


@step("card-income.over")
def income_is_over(tx: Tx) -> None:
    """A stop holds for one payment."""
    for seat, advantage in holders(tx, BLOCK):
        end_stops(tx, "use", seat, advantage)
