"""Battles laid out for tests: who stands where, and plans in one line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kernel import rulebook

from dunerules import Game, Rulebook
from dunerules.classic.fights import Plan
from dunerules.classic.turn import Turn
from dunerules.engine.chance import Rng, keyed
from dunerules.engine.transaction import Tx

COMBAT = "option.advanced-combat"


def book(*modules: str, extra: str = "") -> Rulebook:
    """The basic game with more modules and declarations."""
    return rulebook(*modules, extra=extra)


def battle(
    forces: Mapping[str, Any],
    *,
    seats: tuple[str, ...] = ("guild", "emperor"),
    rules: Rulebook | None = None,
    **given: Any,
) -> Game:
    """A game at the beginning of its battle phase; the seats are aggressors in their order."""
    position = {"order": seats, "forces": forces, **given}
    return Game.start(rules or book(), seats, given=position, at="battle")


def arrakeen(**counts: Any) -> dict[str, Any]:
    """Forces in Arrakeen."""
    return {"arrakeen": counts}


def reveal(game: Game, **plans: Plan) -> tuple[Any, ...]:
    """Submit plans; the events that the last one led to."""
    events: tuple[Any, ...] = ()
    for seat, plan in plans.items():
        events = game.submit(seat, plan)
    return events


def on_a_clone(game: Game) -> Tx:
    """A transaction on a copy of the game, for questions about what would be."""
    return Tx(game.rulebook, game.state.clone())


def names(events: tuple[Any, ...]) -> list[str]:
    """The classes of events."""
    return [type(event).__name__ for event in events]


def random_position(rules: Rulebook, seed: int) -> Game:
    """Forces of some seats thrown together, with hands, traitors, spice, dead leaders and a storm."""
    rng = keyed(seed, "position", 0)
    seats = rng.shuffled(rules.factions)[: 2 + rng.below(5)]
    components = rules.components
    wide = [name for name, territory in components["territory"].items() if len(territory.sectors) > 2]
    split = rng.pick(wide)
    places = [name for name, place in components["location"].items() if place.territory == split]
    places += [*rng.shuffled(tuple(components["location"]))[:4], "arrakeen:10", "polar-sink"]
    forces: dict[str, dict[str, int]] = {}
    for place in dict.fromkeys(places):
        # Nobody gets into a stronghold that two others hold.
        most = 2 if components["territory"][place.partition(":")[0]].terrain == "stronghold" else 3
        for seat in rng.shuffled(seats)[: 1 + rng.below(most)]:
            forces.setdefault(place, {})[seat] = 1 + rng.below(2)
    cards = list(rng.shuffled([card for card, copies in rules.decks["treachery"].items() for _ in range(copies)]))
    leaders = list(rng.shuffled([name for name, one in components["leader"].items() if one.faction in seats]))
    mine = [name for name, one in components["leader"].items() if one.faction == seats[0]]
    given = {
        "storm": 1 + rng.below(18),
        "forces": forces,
        "hands": {seat: [cards.pop() for _ in range(4)] for seat in seats},
        "traitors": {seat: [leaders.pop() for _ in range(2)] for seat in seats},
        "spice": {seat: rng.below(9) for seat in seats},
        "spice_on_map": {"arrakeen": 3},
        "dead_leaders": {seats[0]: mine[: rng.below(6)]},
    }
    return Game.start(rules, seats, seed=seed, given=given, at="battle")


def play_out(game: Game, seed: int) -> Iterator[Game]:
    """Play the battle phase by chance; the game after each choice."""
    number = 0
    while game.outcome is None and game[Turn].phase == "battle":
        rng: Rng = keyed(seed, "choices", number)
        decision = rng.pick(game.decisions)
        game.submit(decision.seat, decision.space.sample(rng))
        number += 1
        yield game
