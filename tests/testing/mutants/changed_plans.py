"""The Atreides foresee a plan before anybody has made one."""

from __future__ import annotations

from dunerules.classic.fights import FightBegan, Plan
from dunerules.factions.atreides import Prescience
from dunerules.rules import Write, reducer


@reducer(FightBegan)
def break_it(write: Write, event: FightBegan) -> None:
    prescience = write(Prescience)
    prescience.planner, prescience.plan = event.defender, Plan(0)
