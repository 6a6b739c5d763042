"""Set-up: what everybody begins with, and ways to share out the factions before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dunerules.classic.board import place_named
from dunerules.classic.forces import REGULAR, RESERVES, group, move
from dunerules.classic.turn import begin_phase
from dunerules.engine.chance import keyed
from dunerules.engine.errors import DunerulesError, nearest
from dunerules.rules import Rulebook, Tx, step


@step("setup.begin")
def begin(tx: Tx) -> None:
    """Set-up begins."""
    begin_phase(tx, "setup")


@step("setup.place")
def place_forces(tx: Tx) -> None:
    """Put the starting forces on the map, as the sheets say."""
    for seat in tx.seats:
        for territory, count in tx.component("faction", seat).start.items():
            move(tx, seat, group({REGULAR: count}), RESERVES, place_named(tx, territory), "set-up")


def deal_factions(rulebook: Rulebook, persons: Sequence[str], *, apiece: int = 1, seed: int = 0) -> dict[str, str]:
    """Deal factions at random: faction and the person who plays it, ready for a game's seats and persons.

    With several ``apiece`` the persons get them in turn, so that they sit around the table in turn as well.
    """
    _check(persons, len(rulebook.factions), "factions", apiece)
    dealt = keyed(seed, "faction-deal", 0).shuffled(rulebook.factions)
    return dict(zip(dealt, tuple(persons) * apiece, strict=False))


def drafting_order(rulebook: Rulebook, persons: Sequence[str], *, seed: int = 0) -> tuple[str, ...]:
    """The order in which persons pick factions, each having drawn a turn card: the highest number first.

    Persons who play several factions apiece go through it as often.
    """
    last = int(rulebook.quantity("turn.limit").value(None, {}))
    _check(persons, last, "turn cards")
    numbers = keyed(seed, "faction-draft", 0).shuffled(range(1, last + 1))
    drawn = dict(zip(persons, numbers, strict=False))
    return tuple(sorted(drawn, key=lambda person: -drawn[person]))


def exchanged(dealt: Mapping[str, str], one: str, other: str) -> dict[str, str]:
    """The factions after two of their players have exchanged them, by agreement and before play."""
    for faction in (one, other):
        if faction not in dealt:
            raise DunerulesError(f'nobody plays "{faction}". {nearest(faction, dealt)}'.strip())
    return {**dealt, one: dealt[other], other: dealt[one]}


def _check(persons: Sequence[str], most: int, things: str, apiece: int = 1) -> None:
    twice = next((person for person in persons if list(persons).count(person) > 1), None)
    if twice is not None:
        raise DunerulesError(f'"{twice}" is named twice.')
    if apiece < 1:
        raise DunerulesError(f"everybody plays a faction at least, not {apiece}.")
    if len(persons) * apiece > most:
        each = "" if apiece == 1 else f" with {apiece} each"
        raise DunerulesError(f"there are {most} {things} for {len(persons)} persons{each}.")
