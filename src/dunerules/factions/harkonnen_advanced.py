"""Captives of 2019 lie face down in the tanks, so that only the two factions know which they are."""

from __future__ import annotations

from collections.abc import Iterable

from dunerules.classic.leader_revival import keep_revival
from dunerules.classic.leaders import LeaderName, Leaders, faction_of
from dunerules.factions.harkonnen import SEAT
from dunerules.factions.harkonnen_captives import naming, seize
from dunerules.rules import Tx, Write, event, given, on, reducer, seen_by, step, without

MODULE = "faction.harkonnen.advanced"


@event("captive-buried", words=naming("{seat} puts a captive leader of {of} face down into the tanks"))
class CaptiveBuried:
    """A captive went face down into the tanks of its faction; which one, only the two know."""

    seat: str
    of: str
    between: tuple[str, ...]
    leader: str = seen_by("between")
    again: bool = seen_by("between", default=False)
    """Whether it counts as a leader that has died again."""


@reducer(CaptiveBuried)
def bury_captive(write: Write, event: CaptiveBuried) -> None:
    """From the captor face down into the tanks."""
    leaders = write(Leaders)
    leaders.captives[event.seat] = without(leaders.captives[event.seat], event.leader)
    leaders.hidden[event.of] = leaders.hidden[event.of] + (event.leader,)
    # Whoever may not see it has no True here.
    if event.again is True:
        leaders.twice_hidden[event.of] = (*leaders.twice_hidden.get(event.of, ()), event.leader)


@step("captive.bury-face-down")
def bury_face_down(tx: Tx) -> None:
    """Nobody else sees which one it is."""
    hide(tx, tx.arg("leader"))


def hide(tx: Tx, captive: str) -> None:
    """Put a captive face down into the tanks; as a rule it has died again only if it had been revived before."""
    owner = faction_of(tx, captive)
    again = captive in tx[Leaders].revived or bool(tx.option(MODULE, "face_down_is_second_death"))
    tx.emit(CaptiveBuried(SEAT, owner, (SEAT, owner), captive, again))


@on(CaptiveBuried)
def captive_died(tx: Tx, event: CaptiveBuried) -> None:
    """A death may open the revival of leaders to the faction."""
    keep_revival(tx, event.of)


@given("buried_captives")
def set_buried_captives(tx: Tx, value: Iterable[LeaderName]) -> None:
    """Put captives that the Harkonnen had face down into the tanks: a list of leaders."""
    for leader in value:
        seize(tx, leader)
        hide(tx, leader)
