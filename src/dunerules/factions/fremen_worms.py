"""Worms that the Fremen send."""

from __future__ import annotations

from dunerules.classic.advantages import is_active, may_use, propose_use
from dunerules.classic.worms import is_additional, place_worm
from dunerules.factions.fremen_affairs import FREMEN, worm_territories
from dunerules.rules import Ask, Either, Just, Look, OneOf, Pass, Product, Space, Tx, answer, choice, space, step

EXTRA_WORMS = "fremen-extra-worms"


@choice("send-worm", words="send the worm to {territory}")
class SendWorm:
    """Send an additional worm to a territory."""

    territory: str


@step("extra-worm.ask")
def ask_for_worm(tx: Tx) -> None:
    """The Fremen may send every worm but the first."""
    if FREMEN in tx.seats and is_additional(tx) and is_active(tx, FREMEN, EXTRA_WORMS):
        tx.ask(FREMEN, "send-worm")


@space("send-worm")
def worm_space(look: Look, ask: Ask) -> Space[Pass | SendWorm]:
    """A territory that is open to their worms, or leave the worm to its card."""
    cites = ("gf9.faction.fremen.extra-worms", "ah79.faction.fremen.extra-worms")
    return Either(Just(Pass()), Product(SendWorm, territory=OneOf(worm_territories(look, FREMEN), cites=cites)))


@answer("send-worm")
def worm_chosen(tx: Tx, ask: Ask, choice: Pass | SendWorm) -> None:
    """Announce where it goes."""
    if isinstance(choice, SendWorm):
        tx.push("extra-worm", territory=choice.territory)


@step("extra-worm.propose")
def propose_worm(tx: Tx) -> None:
    """Others may stop it, where the rules let them."""
    propose_use(tx, FREMEN, EXTRA_WORMS, f"to {tx.arg('territory')}")


@step("extra-worm.send")
def send_worm(tx: Tx) -> None:
    """The worm comes there and nowhere else; if that was stopped, it does what its card says."""
    if may_use(tx, FREMEN, EXTRA_WORMS):
        place_worm(tx, FREMEN, tx.arg("territory"))
