"""Factions as components: what a sheet says before any rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from dunerules.rules import Finding, Rulebook, check, component, of_kind, told


@component("faction")
class Faction:
    """A faction that can be seated."""

    id: str
    title: str
    color: str = told("Colour", default="")
    """The colour of its pieces."""
    start: Mapping[str, int] = of_kind("territory", "location", title="On the map at the start", factory=dict)
    """Forces on the map at the start: territory and number."""
    reserves: Literal["off-planet", "far-side"] = told("Reserves", default="off-planet")
    """Where its reserves are: ``off-planet`` or ``far-side``."""
    side: str = ""
    """The side that it wins with in games that are played in fixed sides; empty: for itself."""


def number_of(rulebook: Rulebook, quantity: str, seat: str) -> int | None:
    """A number of a faction's sheet, if it is the same in every game; None: it depends on what happens."""
    number = rulebook.quantity(quantity)
    live = [change for change in number.changes if callable(change.amount)]
    conditions = [test for change in number.changes for test in (*change.condition.when, *change.condition.unless)]
    if live or any(test.fact.name != "seat" for test in conditions):
        return None
    return int(number.value(None, {"seat": seat}))


@check("sheets of factions")
def incomplete_sheets(rulebook: Rulebook) -> Iterator[Finding]:
    """A faction needs leaders, and forces for the places where it starts."""
    led = {leader.faction for leader in rulebook.components.get("leader", {}).values()}
    for name, faction in rulebook.components.get("faction", {}).items():
        if led and name not in led:
            message = "no leader belongs to this faction, so it could make no battle plan."
            hint = f'Write at least one: [components.leader.<id>] with title, faction = "{name}" and strength.'
            yield Finding("faction", name, message, hint=hint)
        yield from _wrong_start(rulebook, name, faction)


def _wrong_start(rulebook: Rulebook, name: str, faction: Faction) -> Iterator[Finding]:
    for place, count in faction.start.items():
        if count < 1:
            message = f"expected at least 1 force in {place}, found {count}."
            yield Finding("faction", name, message, f"start.{place}", "Leave the place out.")
    total, starred = number_of(rulebook, "forces.total", name), number_of(rulebook, "forces.starred", name)
    placed = sum(faction.start.values())
    if total is None or starred is None:
        return
    if starred > total:
        message = f"this faction has {starred} starred forces of only {total} forces."
        hint = f'Change "forces.starred" or "forces.total" for {name} with an [[effect]].'
        yield Finding("faction", name, message, hint=hint)
    elif placed > total - starred:
        regular = f"{total - starred} that are not starred" if starred else str(total)
        message = f"this faction starts with {placed} forces on the map, and has only {regular}."
        yield Finding("faction", name, message, "start", 'Place fewer, or raise "forces.total" with an [[effect]].')
