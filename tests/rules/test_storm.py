"""The storm: who dials, how far it goes, and whom it kills."""

from __future__ import annotations

import pytest
from kernel import rulebook

from dunerules import Game, IllegalChoice
from dunerules.classic.forces import Forces
from dunerules.classic.storm import DialStorm, LoseToStorm
from dunerules.classic.storm_marker import Storm
from dunerules.classic.wheels import Wheels
from dunerules.engine.players import random_player

SEATS = ("atreides", "emperor", "harkonnen")
HALF = '[[effect]]\ntitle = "Half"\nquantity = "storm.deaths"\nwhen = { seat = "emperor" }\nmultiply = 0.5\n'
STARRED = '[[effect]]\ntitle = "Stars"\nquantity = "forces.starred"\nwhen = { seat = "emperor" }\nset = 5\n'


def storm(*, extra="", **given):
    """The storm of a later turn, about to be dialed by Atreides and Emperor."""
    position = {"turn": 2, "wheels": ("atreides", "emperor"), **given}
    return Game.start(rulebook(extra=extra), SEATS, given=position, at="storm")


def blow(game, distance):
    """Dial so that the storm moves so far."""
    game.submit("atreides", DialStorm(distance // 2))
    return game.submit("emperor", DialStorm(distance - distance // 2))


@pytest.mark.rule("gf9.storm.dial")
@pytest.mark.parametrize(("turn", "numbers"), [(1, range(21)), (2, range(1, 4)), (10, range(1, 4))])
def test_the_wheel_shows_what_the_turn_allows(turn, numbers):
    game = storm(turn=turn)

    assert [list(numbers)] * 2 == [[choice.number for choice in decision.space] for decision in game.decisions]


@pytest.mark.rule("gf9.storm.dial", "gf9.silence.storm-last-wheel-users")
def test_a_turn_without_a_battle_leaves_the_pair():
    game = storm()

    blow(game, 4)

    assert ("atreides", "emperor") == game[Wheels].last


@pytest.mark.rule("gf9.storm.kills-tokens")
@pytest.mark.parametrize("count", [1, 2, 5])
def test_a_seat_that_loses_half_loses_it_rounded_up(count):
    game = storm(extra=HALF, storm=7, forces={"gara-kulon:8": {"emperor": count}})

    blow(game, 2)

    assert -(-count // 2) == game[Forces].tanks["emperor", "regular"]


@pytest.mark.rule("gf9.storm.kills-tokens")
def test_whoever_loses_a_part_of_different_forces_chooses_which():
    caught = {"gara-kulon:8": {"emperor": {"regular": 2, "starred": 2}}}
    game = storm(extra=HALF + STARRED, storm=7, forces=caught)
    blow(game, 2)

    (decision,) = [one for one in game.decisions if one.kind == "storm-losses"]
    options = {tuple(sorted(dict(choice.forces).items())) for choice in decision.space}
    stars = ("gara-kulon:8", "starred")
    with pytest.raises(IllegalChoice):
        game.submit("emperor", LoseToStorm(((stars, 1),)))
    game.submit("emperor", next(choice for choice in decision.space if dict(choice.forces).get(stars) == 2))

    assert 3 == len(options)
    assert {("emperor", "starred"): 2} == game[Forces].tanks
    assert {("gara-kulon:8", "emperor", "regular"): 2} == game[Forces].placed


@pytest.mark.rule("gf9.storm.kills-tokens", "gf9.silence.storm-zero-move")
def test_only_sectors_that_are_newly_entered_are_struck():
    everywhere = {f"the-minor-erg:{sector}": {"harkonnen": 1} for sector in (5, 6, 7, 8)}
    game = storm(storm=5, forces=everywhere)

    blow(game, 2)

    left = sorted(place for place, _, _ in game[Forces].placed)
    assert ["the-minor-erg:5", "the-minor-erg:8"] == left


@pytest.mark.rule("gf9.storm.first-placement", "gf9.silence.storm-full-circle")
@pytest.mark.parametrize(("distance", "sector"), [(0, 1), (1, 2), (17, 18), (18, 1), (19, 2), (40, 5)])
def test_the_marker_goes_round_and_round(distance, sector):
    game = storm(turn=1)

    blow(game, distance)

    assert sector == game[Storm].sector


@pytest.mark.rule("gf9.storm.dial", "gf9.bribery.information")
def test_nobody_learns_a_dial_before_both_are_made():
    low, high = storm(), storm()

    low.submit("atreides", DialStorm(1))
    high.submit("atreides", DialStorm(3))

    for person in ("emperor", "harkonnen"):
        assert low.view(person) == high.view(person)
        assert low.events_for(person) == high.events_for(person)


@pytest.mark.parametrize("seed", range(4))
def test_views_and_laws_hold_through_a_few_turns(seed):
    game, player = Game.start(rulebook(), seed=seed), random_player(seed)

    for _ in range(120):
        game.submit(*player(game))
        assert [] == [words for law in game.rulebook.invariants.values() if (words := law(game.look))]
    for seat in game.header.seats:
        assert game.view(seat) == game.folded_view(seat)
