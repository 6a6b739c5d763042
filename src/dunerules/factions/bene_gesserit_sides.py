"""Kinds of Bene Gesserit forces on the map: where those that hold a territory stand, and those that live in peace."""

from __future__ import annotations

from collections.abc import Iterator

from dunerules.classic.board import board_of, make_board
from dunerules.classic.forces import REGULAR, RESERVES, TANKS, Forces, ForcesMoved, ForcesTurned, spread
from dunerules.factions.bene_gesserit import BENE_GESSERIT
from dunerules.rules import Look, Rulebook, Tx, Write

MODULE = "faction.bene-gesserit.advanced"
ADVISOR = "advisor"
FIGHTER = REGULAR


def territories_with(look: Look, side: str) -> tuple[str, ...]:
    """The territories in which they have forces of a kind, sorted."""
    territory_of = board_of(look).territory_of
    placed = look[Forces].placed
    found = {territory_of[place] for place, owner, kind in placed if (owner, kind) == (BENE_GESSERIT, side)}
    return tuple(sorted(found))


def stands(look: Look, side: str, territory: str) -> bool:
    """Whether they have forces of a kind in a territory."""
    return (side, territory) in look.derived(Forces, all_stands)


def all_stands(rulebook: Rulebook, forces: Forces) -> set[tuple[str, str]]:
    """The kinds and territories of their forces; for `Look.derived`."""
    territory_of = rulebook.once(make_board).territory_of
    return {(kind, territory_of[place]) for place, owner, kind in forces.placed if owner == BENE_GESSERIT}


def advisors_in(look: Look, territory: str) -> int:
    """How many advisors are in a territory."""
    return sum(counts.get(ADVISOR, 0) for counts in spread(look, territory, BENE_GESSERIT).values())


def is_alone(look: Look, territory: str) -> bool:
    """Whether nobody else has forces in a territory."""
    territory_of = board_of(look).territory_of
    return not any(
        owner != BENE_GESSERIT and territory_of[place] == territory for place, owner, _ in look[Forces].placed
    )


def lonely(look: Look, side: str) -> Iterator[str]:
    """The territories in which their forces of a kind are without others."""
    return (territory for territory in territories_with(look, side) if is_alone(look, territory))


def may_fight(look: Look, territory: str) -> bool:
    """Whether advisors in a territory may become fighters."""
    return look.may("advisors.turn", seat=BENE_GESSERIT, territory=territory)


def turn_all(tx: Tx, territory: str, side: str) -> None:
    """Turn all their forces in a territory into one kind."""
    for place, counts in spread(tx, territory, BENE_GESSERIT).items():
        for kind, count in counts.items():
            if kind != side:
                tx.emit(ForcesTurned(BENE_GESSERIT, place, kind, side, count))


def show_no_side(write: Write, event: ForcesMoved, side: str) -> None:
    """In the reserves and in the tanks all forces are regular, whatever they are on the map."""
    for kind, count in event.forces:
        if kind == side:
            forces = write(Forces)
            for place, change in ((event.source, -count), (event.target, count)):
                if place in (RESERVES, TANKS):
                    kept = forces.reserves if place == RESERVES else forces.tanks
                    kept.pop((event.seat, side))
                    kept[event.seat, REGULAR] = kept.get((event.seat, REGULAR), 0) + change
