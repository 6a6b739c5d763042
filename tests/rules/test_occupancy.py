"""Who may be where, and allies who part."""

from __future__ import annotations

import pytest
from shipping_table import CARRIER, move, named, table

from dunerules import Pass
from dunerules.classic.forces import Forces
from dunerules.classic.occupancy import allies_there, is_closed, some_occupy

TOGETHER = [("atreides", "emperor")]
SHIPPED = dict.fromkeys(("atreides", "harkonnen", "emperor"), 1)


@pytest.mark.rule("gf9.shipment.stronghold-limit", "gf9.movement.stronghold-limit")
def test_a_stronghold_is_closed_to_those_who_are_not_among_two_others():
    look = table(forces={"arrakeen": {"harkonnen": 1, "emperor": 1}, "pasty-mesa": {"harkonnen": 1, "emperor": 1}}).look

    assert is_closed(look, "atreides", "arrakeen")
    assert not is_closed(look, "emperor", "arrakeen")
    assert not is_closed(look, "atreides", "pasty-mesa")


@pytest.mark.rule("gf9.shipment.stronghold-limit")
def test_how_many_others_close_a_stronghold_is_a_number_of_the_rules():
    house = '[[effect]]\ntitle = "One"\nquantity = "stronghold.others"\nset = 1'
    look = table(house=house, forces={"arrakeen": {"harkonnen": 1}}).look

    assert is_closed(look, "atreides", "arrakeen")


@pytest.mark.rule("gf9.alliance.no-sharing")
def test_allies_share_the_polar_sink_and_nothing_else():
    look = table(alliances=TOGETHER, forces={"polar-sink": {"emperor": 1}, "arrakeen": {"emperor": 1}}).look

    assert () == allies_there(look, "atreides", "polar-sink")
    assert ("emperor",) == allies_there(look, "atreides", "arrakeen")
    assert () == allies_there(look, "harkonnen", "arrakeen")


@pytest.mark.rule("gf9.silence.coexist-stronghold-limit")
def test_forces_that_do_not_occupy_count_for_nothing():
    look = table(CARRIER).look

    assert not some_occupy(look, ("observer",))
    assert some_occupy(look, ("observer", "regular"))


@pytest.mark.rule("gf9.silence.alliance-already-together-details")
def test_forces_that_do_not_occupy_stay_beside_an_ally():
    game = table(
        CARRIER, turn_of="emperor", alliances=TOGETHER, shipped=SHIPPED, acted=("atreides", "harkonnen"), **_beside()
    )

    game.submit("emperor", Pass())

    placed = {key: count for key, count in game[Forces].placed.items() if key[1] == "emperor"}
    assert {("pasty-mesa:8", "emperor", "observer"): 1} == placed
    assert {("emperor", "regular"): 2} == game[Forces].tanks


def _beside():
    """An ally's forces, and the Emperor's with an observer that was a force before."""
    return {
        "forces": {"pasty-mesa:5": {"atreides": 1}, "pasty-mesa:8": {"emperor": 3}},
        "observers": {"pasty-mesa:8": 1},
    }


@pytest.mark.rule("gf9.alliance.already-together")
def test_an_ally_who_has_not_acted_yet_costs_nothing():
    game = table(
        alliances=TOGETHER,
        shipped=SHIPPED,
        forces={"pasty-mesa:5": {"atreides": 2}, "pasty-mesa:8": {"emperor": 1}, "carthag": {"harkonnen": 1}},
    )

    game.submit("atreides", Pass())

    assert 2 == game[Forces].placed["pasty-mesa:5", "atreides", "regular"]


@pytest.mark.rule("gf9.alliance.already-together")
def test_within_the_territory_one_does_not_leave_the_ally():
    game = table(
        turn_of="emperor",
        alliances=TOGETHER,
        shipped=SHIPPED,
        acted=("atreides", "harkonnen"),
        forces={"pasty-mesa:5": {"atreides": 2}, "pasty-mesa:8": {"emperor": 1}},
    )

    game.submit("emperor", move("pasty-mesa:8", 1, "pasty-mesa:7"))

    assert {("emperor", "regular"): 1} == game[Forces].tanks
    assert "beside an ally" == named(game.events, "ForcesMoved")[-1].cause
