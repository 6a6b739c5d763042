"""What the rider does at each stage of a worm."""

from __future__ import annotations

from dunerules.classic.advantages import may_use, propose_use
from dunerules.classic.forces import group, move, spread
from dunerules.classic.worms import is_additional, place_worm, send_worm, worm_of
from dunerules.rules import Ask, Look, OneOf, Product, Space, Tx, answer, choice, interjection, step

RIDER = "guild"


@step("rider.send")
def send(tx: Tx) -> None:
    """An additional worm comes to Broken Land."""
    if is_additional(tx):
        place_worm(tx, RIDER, "broken-land")


@step("rider.protect")
def protect(tx: Tx) -> None:
    """Others may stop the protection."""
    propose_use(tx, RIDER, "rider-spared", tx.arg("territory"))


@step("rider.used")
def used(tx: Tx) -> None:
    """A stop for one use is used up."""
    may_use(tx, RIDER, "rider-spared")


@step("rider.ride")
def ride(tx: Tx) -> None:
    """All forces that the worm spared ride to the Polar Sink."""
    if RIDER in worm_of(tx, tx.arg("worm")).spared:
        for place, counts in spread(tx, tx.arg("territory"), RIDER).items():
            move(tx, RIDER, group(counts), place, "polar-sink:0", "ride")


@choice("call-worm", words="call a worm to {territory}")
class CallWorm:
    """Call a worm that no card has brought."""

    territory: str


@interjection("call-worm")
def offer_call(look: Look, seat: str) -> Space[CallWorm] | None:
    """The rider may call one at any time."""
    return Product(CallWorm, territory=OneOf(("red-chasm", "broken-land"))) if seat == RIDER else None


@answer("call-worm")
def call(tx: Tx, ask: Ask, choice: CallWorm) -> None:
    """It waits for no nexus."""
    send_worm(tx, choice.territory, "called", at_once=True)
