"""Revivals that a faction pays for an ally."""

from __future__ import annotations

from dunerules.classic.advantages import built_of, has_active, holders, may_use, propose_use
from dunerules.classic.alliances import allied
from dunerules.classic.forces import TANKS, Group, kept
from dunerules.classic.revival import charge, payment_denial, price_of, revivable, revive_forces
from dunerules.rules import (
    Ask,
    Counts,
    Denial,
    Either,
    Filter,
    Just,
    Look,
    Pass,
    Product,
    Space,
    Tx,
    answer,
    choice,
    space,
    step,
)

BLOCK = "paid-revivals"
CITES = ("gf9.faction.emperor.alliance-revival",)


@choice("pay-revivals", words="pay for the revival of {forces}")
class PayRevivals:
    """Pay for forces of an ally."""

    forces: Group


@step("paid-revivals.offer")
def ask_to_pay(tx: Tx) -> None:
    """Ask whether a faction pays for more revivals of an ally, after the ally's own."""
    for payer, _ in holders(tx, BLOCK):
        if allied(tx, payer, tx.seat) and has_active(tx, BLOCK, payer):
            _ask_to_pay(tx, payer, tx.seat)


def _ask_to_pay(tx: Tx, payer: str, ally: str) -> None:
    if kept(tx, TANKS, ally) and not _payable(tx, payer, ally).is_empty():
        tx.ask(payer, "pay-revivals", ally=ally)


@space("pay-revivals")
def pay_space(look: Look, ask: Ask) -> Space[Pass | PayRevivals]:
    """Some forces of the ally that can be paid for, or none."""
    return Either(Just(Pass()), _payable(look, ask.seat, ask["ally"]))


def _payable(look: Look, payer: str, ally: str) -> Space[PayRevivals]:
    def test(paid: PayRevivals) -> Denial | None:
        return payment_denial(look, ally, payer, price_of(look, ally, paid.forces), *CITES)

    groups = Counts(revivable(look, ally), 1, look.whole("revival.paid-for-ally", seat=payer), cites=CITES)
    return Filter(Product(PayRevivals, forces=groups), test)


@answer("pay-revivals")
def take_offer(tx: Tx, ask: Ask, choice: Pass | PayRevivals) -> None:
    """Pay, unless somebody stops it."""
    if isinstance(choice, PayRevivals):
        tx.push("paid-revivals", payer=ask.seat, ally=ask["ally"], paid=choice)


@step("paid-revivals.announce")
def announce_revivals(tx: Tx) -> None:
    """Whoever can stop it may."""
    payer = tx.arg("payer")
    propose_use(tx, payer, built_of(tx, BLOCK, payer), f"for {tx.arg('ally')}")


@step("paid-revivals.carry-out")
def carry_out_revivals(tx: Tx) -> None:
    """The faction pays, and the ally's forces return beyond the limit; what cannot be any more is chosen anew."""
    payer, ally, paid = tx.arg("payer"), tx.arg("ally"), tx.arg("paid")
    advantage = built_of(tx, BLOCK, payer)
    if not may_use(tx, payer, advantage):
        return
    if _payable(tx, payer, ally).contains(paid):
        charge(tx, payer, price_of(tx, ally, paid.forces))
        revive_forces(tx, ally, paid.forces, advantage)
    else:
        _ask_to_pay(tx, payer, ally)
