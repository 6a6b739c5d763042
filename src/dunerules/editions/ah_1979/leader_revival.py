"""Leaders that come back in the middle of the battles wait for those of the next turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.leader_revival import POSITION
from dunerules.classic.leaders import LeaderRevived
from dunerules.classic.turn import PhaseBegan
from dunerules.rules import Look, Write, forbid, public, reducer, table


@table("returned-leaders")
class ReturnedLeaders:
    """Who has come back from the tanks in this phase."""

    leaders: tuple[str, ...] = public(default=())


@reducer(LeaderRevived)
def note_return(write: Write, event: LeaderRevived) -> None:
    """Note who has come back."""
    if event.cause != POSITION:
        returned = write(ReturnedLeaders)
        returned.leaders = (*returned.leaders, event.leader)


@reducer(PhaseBegan)
def forget_returns(write: Write, event: PhaseBegan) -> None:
    """In the next phase they are like all others."""
    write(ReturnedLeaders).leaders = ()


@forbid(
    "leader.lead",
    reason="{leader} has come back in this battle round",
    cites=("ah79.ruling.ghola-leader-same-battle-round",),
)
def has_just_returned(look: Look, ctx: Mapping[str, Any]) -> bool:
    """A leader does not fight in the round in which it comes back."""
    return ctx["leader"] in look[ReturnedLeaders].leaders
