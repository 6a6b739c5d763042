"""The battle phase: which battles have to be fought, and who decides their order."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import permutations
from typing import Any

from attrs import frozen

from dunerules.classic.advantages import end_stops
from dunerules.classic.alliances import allied
from dunerules.classic.board import board_of
from dunerules.classic.fights import Fight, FightBegan, FightEnded, occupying_kinds
from dunerules.classic.forces import Forces
from dunerules.classic.leaders import Leaders, LeadersReleased
from dunerules.classic.storm_marker import in_storm
from dunerules.classic.turn import Turn, begin_phase
from dunerules.rules import Ask, Look, OneOf, Space, Tx, answer, choice, forbid, loop, space, step


@choice("attack", words="fight {opponent} in {territory}")
class Attack:
    """Fight the next battle."""

    territory: str
    opponent: str
    part: str = ""
    """A location, where the storm parts a territory and the opponent is met on both sides of it."""


@frozen
class Contest:
    """A battle that has to be fought: two seats that can reach each other in a territory."""

    territory: str
    locations: tuple[str, ...]
    seat: str
    other: str


def parts_of(look: Look, territory: str, occupied: Collection[str]) -> list[tuple[str, ...]]:
    """The parts of a territory whose locations can reach each other without crossing the storm.

    Where the rules let forces in storm fight, an occupied location in storm belongs to every part that it touches.
    """
    board = board_of(look)
    locations = board.locations_of[territory]
    left = [place for place in locations if not in_storm(look, place)]
    parts = []
    while left:
        part = [left.pop(0)]
        for place in part:
            near = [other for other in left if other in board.adjacent[place]]
            part += near
            left = [other for other in left if other not in near]
        parts.append(part)
    for place in locations:
        if place in occupied and in_storm(look, place) and look.may("battle.in-storm", location=place):
            touched = [part for part in parts if any(other in board.adjacent[place] for other in part)]
            for part in touched:
                part.append(place)
            if not touched:
                parts.append([place])
    return [tuple(sorted(part, key=locations.index)) for part in parts]


def contests(look: Look) -> Iterator[Contest]:
    """The battles that have to be fought, each once from either side, in the order of the map."""
    occupying = look.rulebook.once(occupying_kinds)
    territory_of = board_of(look).territory_of
    present: dict[str, set[tuple[str, str]]] = {}
    for place, seat, kind in look[Forces].placed:
        if kind in occupying:
            present.setdefault(territory_of[place], set()).add((place, seat))
    for territory in sorted(present):
        if len({seat for _, seat in present[territory]}) > 1:
            yield from _contests_in(look, territory, present[territory])


def _contests_in(look: Look, territory: str, present: set[tuple[str, str]]) -> Iterator[Contest]:
    parts = parts_of(look, territory, {place for place, _ in present})
    met: dict[tuple[str, str], list[tuple[tuple[str, ...], set[tuple[str, str]]]]] = {}
    for part in parts:
        there = {seat for place, seat in present if place in part}
        seats = [seat for seat in look.seats if seat in there]
        for seat, other in permutations(seats, 2):
            if look.may("battle.fight", seat=seat, other=other, territory=territory):
                forces = {one for one in present if one[0] in part and one[1] in (seat, other)}
                met.setdefault((seat, other), []).append((part, forces))
    for (seat, other), meetings in met.items():
        for index, (part, forces) in enumerate(meetings):
            others = [more for number, (_, more) in enumerate(meetings) if number != index]
            # Forces in storm are in two parts: where all meet in one of them they do not meet again in the other.
            if not any(forces < more for more in others) and forces not in [more for _, more in meetings[:index]]:
                yield Contest(territory, part, seat, other)


@forbid("battle.fight", reason="{other} is an ally", cites=("gf9.battle.where", "ah79.battle.where"))
def against_an_ally(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Allies do not fight each other."""
    return allied(look, ctx["seat"], ctx["other"])


# ------------------------------------------------------------------ the phase


@step("battle.begin")
def begin_battles(tx: Tx) -> None:
    """The phase begins."""
    begin_phase(tx, "battle")


@loop("battles")
def next_battle(look: Look, args: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The first player with a battle left is the aggressor; no battle left ends the phase."""
    fighters = {contest.seat for contest in contests(look)}
    for seat in look[Turn].order:
        if seat in fighters:
            return {"aggressor": seat}
    return None


@step("battles.choose")
def choose_battle(tx: Tx) -> None:
    """The aggressor decides which battle comes next, if there are several."""
    aggressor = tx.arg("aggressor")
    choices = attacks(tx, aggressor)
    if len(choices) > 1:
        tx.ask(aggressor, "battle")
    else:
        _fight(tx, aggressor, next(iter(choices.values())))


def attacks(look: Look, seat: str) -> dict[Attack, Contest]:
    """The battles that a seat can choose from."""
    mine = [contest for contest in contests(look) if contest.seat == seat]
    met = [(contest.territory, contest.other) for contest in mine]
    return {
        Attack(*meeting, _name_of_part(look, contest) if met.count(meeting) > 1 else ""): contest
        for meeting, contest in zip(met, mine, strict=True)
    }


def _name_of_part(look: Look, contest: Contest) -> str:
    """A location that is in no other part of the territory."""
    return next(place for place in contest.locations if not in_storm(look, place))


@space("battle")
def attack_space(look: Look, ask: Ask) -> Space[Attack]:
    """The battles of the aggressor."""
    return OneOf(
        tuple(attacks(look, ask.seat)),
        cites=(
            "gf9.battle.aggressor",
            "ah79.battle.aggressor",
            "gf9.battle.several-opponents",
            "ah79.battle.several-opponents",
        ),
    )


@answer("battle")
def attack(tx: Tx, ask: Ask, choice: Attack) -> None:
    """Fight it."""
    _fight(tx, ask.seat, attacks(tx, ask.seat)[choice])


def _fight(tx: Tx, aggressor: str, contest: Contest) -> None:
    tx.push(
        "fight",
        territory=contest.territory,
        locations=contest.locations,
        aggressor=aggressor,
        defender=contest.other,
    )


@step("fight.begin")
def begin_fight(tx: Tx) -> None:
    """A battle begins."""
    tx.emit(FightBegan(tx.arg("territory"), tx.arg("locations"), tx.arg("aggressor"), tx.arg("defender")))


@step("fight.end")
def end_fight(tx: Tx) -> None:
    """A battle is over, and with it whatever was stopped for it."""
    end_stops(tx, "battle")
    tx.emit(FightEnded(tx[Fight].territory))


@step("battle.end")
def end_battles(tx: Tx) -> None:
    """All battles are over: leaders return from where they fought."""
    if tx[Leaders].stationed:
        tx.emit(LeadersReleased())
