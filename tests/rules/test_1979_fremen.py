"""The Fremen in 1979: worms for a karama, rides, and what their additional advantages bring."""

from __future__ import annotations

import pytest
from test_1979_spice_blow import book, names, table

from dunerules import Game, IllegalChoice, Pass, RulesetError
from dunerules.classic.forces import Forces
from dunerules.classic.movement import Move
from dunerules.classic.moves import moves_left
from dunerules.classic.storm import LoseToStorm
from dunerules.classic.turn import Turn
from dunerules.classic.worms import Worms
from dunerules.factions.fremen import Ride, SummonWorm
from dunerules.factions.fremen_worms import SendWorm

XV, KARAMA, WEATHER = "ah-1979.xv.fremen", "option.special-karama", "option.weather"
PARTS = {"faction.fremen.sent-worms", "faction.fremen.storm", "faction.fremen.fedaykin"}
ONE_WORM = {"spice_piles": {"A": ["the-minor-erg"]}, "spice_deck": ["shai-hulud", "sihaya-ridge"]}


def asked(game):
    """Who is asked what."""
    return [(decision.seat, decision.kind) for decision in game.decisions]


def pass_while(game, kind):
    """Everybody passes as long as the game asks such questions."""
    while game.decisions and game.decisions[0].kind == kind:
        game.submit(game.decisions[0].seat, Pass())


def picked(place, count, kind="regular"):
    """Forces of one kind in one location."""
    return (((place, kind), count),)


@pytest.mark.rule("ah79.faction.fremen.leaders")
def test_their_leaders_are_as_strong_as_the_sheet_says():
    leaders = [leader for leader in book().components["leader"].values() if leader.faction == "fremen"]

    expected = {"Stilgar": 7, "Chani": 6, "Otheym": 5, "Shadout Mapes": 3, "Jamis": 2}
    assert expected == {leader.title: leader.strength for leader in leaders}


@pytest.mark.rule("ah79.ruling.worm-ride-not-a-move", "ah79.faction.fremen.worm-ride")
def test_whoever_rode_a_worm_still_has_the_move_of_the_turn():
    game = table("spice-blow.begin", forces={"the-minor-erg:5": {"fremen": 3}}, **ONE_WORM)
    pass_while(game, "nexus")
    game.submit("fremen", Ride(picked("the-minor-erg:5", 3), "the-great-flat:15"))
    while game[Turn].phase != "shipment" or asked(game)[0] != ("fremen", "move"):
        game.submit(game.decisions[0].seat, Pass())

    left = moves_left(game.look, "fremen")
    game.submit("fremen", Move("the-great-flat", picked("the-great-flat:15", 3), "sietch-tabr:14"))

    assert 1 == left
    assert {("sietch-tabr:14", "fremen", "regular"): 3} == game[Forces].placed


@pytest.mark.rule("ah79.karama.special.fremen", "ah79.silence.karama-fremen-worm-details")
def test_a_karama_worm_comes_in_turn_one_and_in_the_middle_of_a_nexus():
    first = table(
        "revival.begin", KARAMA, turn=1, hands={"fremen": ["karama"]}, tanks={"emperor": 1}, spice={"emperor": 5}
    )
    forces = {"red-chasm:7": {"emperor": 2}, "the-minor-erg:5": {"emperor": 3}}
    nexus = table("spice-blow.begin", KARAMA, hands={"fremen": ["karama"]}, forces=forces, **ONE_WORM)

    first.submit("fremen", SummonWorm("karama", "polar-sink"))
    nexus.submit("fremen", SummonWorm("karama", "red-chasm"))

    assert "worm-appeared" in names(first)
    assert {("emperor", "regular"): 2} == nexus[Forces].tanks
    assert [("fremen", "nexus")] == asked(nexus)
    assert () == nexus[Worms].waiting


@pytest.mark.rule("ah79.silence.karama-fremen-worm-details")
def test_no_karama_worm_comes_while_the_fremen_choose_whom_the_storm_kills():
    """Otherwise those who are about to die would ride away."""
    forces = {"the-great-flat:15": {"fremen": {"regular": 2, "starred": 1}}}
    given = {"storm": 14, "storm_card": "storm-1", "forces": forces, "hands": {"fremen": ["karama"]}}
    game = table("storm", XV, KARAMA, WEATHER, **given)

    with pytest.raises(IllegalChoice):
        game.submit("fremen", SummonWorm("karama", "the-great-flat"))
    denial = game.look.denial("worm.summon", seat="fremen")
    game.submit("fremen", LoseToStorm(((("the-great-flat:15", "regular"), 2),)))

    assert denial is not None
    assert "something else is being done" == denial.reason
    assert {("fremen", "regular"): 2} == game[Forces].tanks


@pytest.mark.rule("ah79.karama.special.fremen")
def test_without_the_option_or_a_karama_no_worm_is_called():
    plain = table("revival.begin", hands={"fremen": ["karama"]}, tanks={"emperor": 1}, spice={"emperor": 5})
    empty = table("revival.begin", KARAMA, hands={"fremen": ["kulon"]}, tanks={"emperor": 1}, spice={"emperor": 5})

    assert "call-worm" not in plain.interjections("fremen")
    assert "call-worm" not in empty.interjections("fremen")


@pytest.mark.rule("ah79.karama.special.fremen")
def test_only_the_fremen_call_worms_and_to_every_territory():
    hands = {"fremen": ["karama"], "emperor": ["karama"]}
    game = table("revival.begin", KARAMA, hands=hands, tanks={"emperor": 1}, spice={"emperor": 5})

    territories = {choice.territory for choice in game.interjections("fremen")["call-worm"]}
    assert set(game.rulebook.components["territory"]) == territories
    assert "call-worm" not in game.interjections("emperor")


@pytest.mark.rule("ah79.faction.fremen.extra-worms")
def test_three_worms_are_one_that_strikes_and_two_that_are_placed():
    worms = {"spice_piles": {"A": ["the-minor-erg"]}, "spice_deck": ["shai-hulud"] * 3 + ["sihaya-ridge"]}
    forces = {"the-minor-erg:5": {"emperor": 1}, "red-chasm:7": {"emperor": 2}, "old-gap:9": {"harkonnen": 3}}
    game = table("spice-blow.begin", XV, forces=forces, **worms)
    pass_while(game, "nexus")

    game.submit("fremen", SendWorm("red-chasm"))
    game.submit("fremen", SendWorm("old-gap"))

    assert {("emperor", "regular"): 3, ("harkonnen", "regular"): 3} == game[Forces].tanks
    assert 1 == names(game).count("nexus-began")


@pytest.mark.rule("ah79.option.xv.fremen", "ah79.silence.capture-level")
def test_their_additional_advantages_are_shared_parts_that_come_and_go_together():
    without = book(XV, remove=("faction.fremen.storm",))

    assert set(book(XV).modules) >= PARTS
    assert not PARTS & set(book().modules)
    assert PARTS - {"faction.fremen.storm"} == PARTS & set(without.modules)
    assert WEATHER not in book(XV).modules


@pytest.mark.rule("ah79.option.xvi")
def test_the_weather_needs_the_fremen_in_the_rules():
    with pytest.raises(RulesetError, match=r'"option\.weather" requires "faction\.fremen"'):
        book(WEATHER, remove=("faction.fremen", "faction.fremen.ah-1979"))


@pytest.mark.rule("ah79.storm.weather-needs-fremen")
def test_with_the_weather_and_without_fremen_a_game_begins_as_ever():
    game = Game.start(book(WEATHER), ("emperor", "harkonnen", "guild"), at="storm", given={"turn": 3})

    assert {"storm-dial"} == {decision.kind for decision in game.decisions}
