"""Family atomics: from where they can be played, and what lasts."""

from __future__ import annotations

import pytest
from kernel import rulebook

from dunerules import Game
from dunerules.classic.board import make_board
from dunerules.classic.family_atomics import storm_between
from dunerules.classic.forces import ForcesTurned
from dunerules.classic.storm import DialStorm
from dunerules.classic.storm_marker import Storm
from dunerules.engine.transaction import Tx
from dunerules.rules import Respond

SEATS = ("atreides", "emperor", "harkonnen")
QUIET = '[components.force.quiet]\ntitle = "quiet force"\noccupies = false\n'


def storm(*, extra="", **given):
    position = {"turn": 2, "storm": 1, "wheels": ("atreides", "harkonnen"), "hands": {"emperor": ("family-atomics",)}}
    return Game.start(rulebook(extra=extra), SEATS, given={**position, **given}, at="storm")


def dialed(**given):
    game = storm(**given)
    game.submit("atreides", DialStorm(1))
    game.submit("harkonnen", DialStorm(1))
    return game


@pytest.mark.rule("gf9.card.family-atomics.who")
@pytest.mark.parametrize(
    ("place", "near"),
    [
        ("shield-wall:8", True),
        ("shield-wall:9", True),
        ("imperial-basin:11", True),
        ("hole-in-the-rock:9", True),
        ("pasty-mesa:5", True),
        ("arrakeen", False),
        ("polar-sink", False),
        ("rim-wall-west", False),
    ],
)
def test_a_force_on_the_wall_or_in_an_adjacent_territory_is_needed(place, near):
    game = dialed(forces={place: {"emperor": 1}})

    assert near is any(decision.kind == "response" for decision in game.decisions)


@pytest.mark.rule("gf9.card.family-atomics.who")
def test_forces_that_do_not_occupy_do_not_qualify():
    book = rulebook(extra=QUIET)
    position = {"turn": 2, "forces": {"shield-wall:8": {"emperor": {"regular": 1}}}}
    game = Game.start(book, SEATS, given=position, at="storm.dial")
    tx = Tx(book, game.state.clone())

    tx.emit(ForcesTurned("emperor", "shield-wall:8", "regular", "quiet", 1))

    assert game.look.may("family-atomics.play", seat="emperor")
    assert not tx.may("family-atomics.play", seat="emperor")


@pytest.mark.rule("gf9.card.family-atomics.when")
def test_they_are_not_played_before_the_number_is_known():
    game = storm(forces={"shield-wall:8": {"emperor": 1}})

    assert ["storm-dial", "storm-dial"] == [decision.kind for decision in game.decisions]


@pytest.mark.rule("gf9.card.family-atomics.marker", "gf9.card.family-atomics.effect")
def test_the_wall_stays_destroyed_and_the_card_stays_out():
    game = dialed(forces={"shield-wall:8": {"emperor": 1}})

    game.submit("emperor", Respond("family-atomics"))

    assert game[Storm].wall_destroyed
    assert game.view("harkonnen")[Storm].wall_destroyed
    assert all(law(game.look) is None for law in game.rulebook.invariants.values())


@pytest.mark.rule("gf9.silence.atomics-storm-between")
@pytest.mark.parametrize(
    ("place", "storm", "between"),
    [
        ("false-wall-east:5", 6, True),
        ("false-wall-east:5", 7, True),
        ("false-wall-east:5", 5, False),
        ("false-wall-east:5", 8, False),
        ("false-wall-east:5", 4, False),
        ("imperial-basin:11", 10, True),
        ("imperial-basin:11", 9, False),
        ("shield-wall:8", 9, False),
        ("sihaya-ridge:9", 8, False),
    ],
)
def test_the_storm_is_between_if_it_lies_on_the_short_way_to_the_wall(place, storm, between):
    assert between is storm_between(rulebook().once(make_board), place, storm)
