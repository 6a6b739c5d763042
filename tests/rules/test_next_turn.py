"""What was done or used up in one turn is free again in the next."""

from __future__ import annotations

import pytest
from kernel import rulebook
from shipping_table import asked, move, ship

from dunerules import Game, Pass
from dunerules.classic.revival import Revive, free_left
from dunerules.classic.storm import DialStorm, StormMoved
from dunerules.classic.turn import Turn
from dunerules.engine.chance import keyed

SEATS = ("guild", "emperor", "atreides")
WAYS = {
    "guild": ("tueks-sietch:5", "pasty-mesa:5"),
    "emperor": ("carthag:11", "hagga-basin:12"),
    "atreides": ("arrakeen:10", "old-gap:10"),
}
"""Where each seat stands, and the place beside it to which it moves."""
APART = {home: {seat: 2} for seat, (home, _) in WAYS.items()}


def turn_two(at: str, **given) -> Game:
    """Turn 2, with everybody's forces apart."""
    return Game.start(
        rulebook(), SEATS, given={"turn": 2, "storm": 13, "order": SEATS, "forces": APART, **given}, at=at
    )


def play_until(game: Game, turn: int, phase: str) -> None:
    """Go on to a phase; whoever may pass does, and the storm is slow."""
    number = 0
    while (game[Turn].turn, game[Turn].phase) != (turn, phase):
        decision = game.decisions[0]
        wanted = DialStorm(1) if decision.kind == "storm-dial" else Pass()
        if decision.space.denial(wanted) is not None:
            wanted = decision.space.sample(keyed(0, "choices", number))
        game.submit(decision.seat, wanted)
        number += 1


@pytest.mark.rule("gf9.shipment.one", "ah79.shipment.one", "gf9.movement.one-group", "ah79.movement.one-group")
def test_everybody_ships_and_moves_once_in_every_turn():
    game = turn_two("shipment", spice={"guild": 20, "emperor": 20, "atreides": 20})
    acted = []

    for turn in (2, 3):
        play_until(game, turn, "shipment")
        while game[Turn].phase == "shipment":
            ((seat, kind),) = asked(game)
            home, beside = WAYS[seat]
            game.submit(seat, ship(home, 1) if kind == "ship" else move(home, 1, beside))
            acted.append((turn, seat, kind))

    once = [(seat, kind) for seat in SEATS for kind in ("ship", "move")]
    assert sorted((turn, seat, kind) for turn in (2, 3) for seat, kind in once) == sorted(acted)


@pytest.mark.rule("gf9.revival.free", "gf9.revival.tokens", "ah79.revival.free", "ah79.revival.tokens")
def test_every_turn_has_its_own_revivals():
    game = turn_two("revival", tanks={"emperor": 9}, spice={"emperor": 9})
    left = []

    for turn in (2, 3):
        play_until(game, turn, "revival")
        while "emperor" not in [seat for seat, _ in asked(game)]:
            game.submit(game.decisions[0].seat, Pass())
        left.append(free_left(game.look, "emperor"))
        game.submit("emperor", Revive((("regular", 3),)))

    assert left[0] == left[1] > 0


@pytest.mark.rule("gf9.storm.dial", "ah79.storm.dial")
def test_the_storm_is_dialed_anew_in_every_turn():
    game = turn_two("storm", storm=18)
    moved = []

    for turn, number in ((2, 3), (3, 1)):
        play_until(game, turn, "storm")
        moved += dial(game, number)

    assert [6, 8] == moved


def dial(game: Game, number: int) -> list[int]:
    """Both dial the number; where the storm comes to."""
    before = len(game.events)
    while any(kind == "storm-dial" for _, kind in asked(game)):
        game.submit(next(seat for seat, kind in asked(game) if kind == "storm-dial"), DialStorm(number))
    return [event.sector for event in game.events[before:] if isinstance(event, StormMoved)]
