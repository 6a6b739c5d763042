"""A module that takes part in everything, does nothing, and raises when its fuse has burnt down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules_dice.bidding import BidsRevealed
from dunerules_dice.cards import CardDrawn, VetoPlayed
from dunerules_dice.feud import DiceRolled, Feud, SlotScored
from dunerules_dice.gifts import CoinsGiven
from dunerules_dice.placing import DiePlaced, Placement

from dunerules.engine.flow import Asked, OrderGiven
from dunerules.rules import Just, Look, Space, Tx, commit, effect, forbid, on, reducer, respond, response, step


class BlownError(Exception):
    """The module broke down."""


class Fuse:
    """How many calls of the module are left until one raises (None: none will), and which were made so far."""

    def __init__(self) -> None:
        self.left: int | None = None
        self.called: set[str] = set()

    def is_down(self, place: str) -> bool:
        self.called.add(place)
        if self.left is not None:
            self.left -= 1
        return self.left == 0

    def burn(self, place: str) -> None:
        if self.is_down(place):
            raise BlownError


FUSE = Fuse()
PLACES = {"reducer", "observer", "step", "commit", "response", "respond", "permission", "quantity"}


@reducer(DiceRolled)
@reducer(BidsRevealed)
@reducer(DiePlaced)
@reducer(CoinsGiven)
@reducer(SlotScored)
def write_half(write: Any, event: Any) -> None:
    if FUSE.is_down("reducer"):
        feud = write(Feud)
        feud.coins.clear()
        feud.points["nobody"] = 100
        raise BlownError


@on(DiceRolled)
@on(CardDrawn)
@on(VetoPlayed)
@on(DiePlaced)
@on(CoinsGiven)
@on(Asked)
@on(OrderGiven)
def react(tx: Tx, event: Any) -> None:
    if FUSE.is_down("observer"):
        tx.emit(SlotScored("tower", "dawn", 50))
        raise BlownError


@step("fuse.step")
def take_step(tx: Tx) -> None:
    FUSE.burn("step")


@commit(Placement)
def commit_too(tx: Tx, intent: Placement) -> None:
    FUSE.burn("commit")


@response(Placement, "fuse")
def offer(look: Look, intent: Placement, seat: str) -> Space[None] | None:
    FUSE.burn("response")
    return None if seat == intent.seat else Just(None)


@respond("fuse")
def take_response(tx: Tx, intent: Placement, seat: str, choice: None) -> None:
    FUSE.burn("respond")


@forbid("place.into", reason="the fuse is down")
def may_not(look: Look, ctx: Mapping[str, Any]) -> bool:
    FUSE.burn("permission")
    return False


@effect("bid.limit", stage="add", title="The fuse adds nothing to a bid")
def add_nothing(look: Look, ctx: Mapping[str, Any]) -> int:
    FUSE.burn("quantity")
    return 0
