"""Shai-Hulud, and what a faction power can do about it."""

from __future__ import annotations

import pytest
from spice_table import DOUBLE, RIDER, named, table
from worm_rider.rider import CallWorm

from dunerules import Pass, Respond
from dunerules.classic.forces import Forces
from dunerules.classic.spice import Spice
from dunerules.classic.spice_deck import SpiceDeck
from dunerules.classic.worms import WormDevoured, Worms

ONE_WORM = {"spice_piles": {"A": ["red-chasm"]}, "spice_deck": ["shai-hulud", "old-gap"]}
TWO_PILES = {
    "spice_piles": {"A": ["red-chasm"], "B": ["funeral-plain"]},
    "spice_deck": ["shai-hulud", "old-gap", "shai-hulud", "sihaya-ridge"],
}
TRIO = ("emperor", "guild", "harkonnen")


def pass_all(game):
    """Everybody passes as long as the nexus asks."""
    while game.decisions and game.decisions[0].kind == "nexus":
        game.submit(game.decisions[0].seat, Pass())


@pytest.mark.rule("gf9.spice-blow.worm-devours")
def test_a_worm_spares_whom_it_may_not_devour_and_takes_the_spice_all_the_same():
    house = '[[permission]]\ntitle = "Worms fear the Emperor"\nforbid = "worm.devours"\nwhen = { seat = "emperor" }'

    game = table(
        house=house, forces={"red-chasm": {"emperor": 2, "guild": 3}}, spice_on_map={"red-chasm": 4}, **ONE_WORM
    )

    assert {("red-chasm:7", "emperor", "regular"): 2} == game[Forces].placed
    assert {("guild", "regular"): 3} == game[Forces].tanks
    assert {"old-gap:10": 6} == game[Spice].on_map
    assert [WormDevoured(1, "red-chasm", "card", ("emperor",))] == named(game, "worm-devoured")


@pytest.mark.rule("gf9.spice-blow.further-worms")
def test_of_three_worms_in_a_blow_one_strikes():
    game = table(spice_piles={"A": ["red-chasm"]}, spice_deck=["shai-hulud"] * 3 + ["old-gap"])

    assert 3 == len(named(game, "worm-card-came"))
    assert 1 == len(named(game, "worm-appeared"))


@pytest.mark.rule("gf9.spice-blow.further-worms")
def test_how_many_worms_of_a_blow_strike_is_a_number_of_the_rules():
    house = '[[effect]]\ntitle = "Hungry worms"\nquantity = "worm.per-blow"\nset = 2'

    game = table(house=house, spice_piles={"A": ["red-chasm"]}, spice_deck=["shai-hulud"] * 3 + ["old-gap"])

    assert 2 == len(named(game, "worm-appeared"))


@pytest.mark.rule("gf9.spice-blow.first-turn-worms", "gf9.spice-blow.adv-first-turn-worms")
def test_worms_of_the_first_turn_are_in_the_deck_again_when_it_is_over():
    game = table(DOUBLE, turn=1, **TWO_PILES)

    assert () == game[SpiceDeck].aside
    assert 6 == game[SpiceDeck].deck.count("shai-hulud")
    assert [] == named(game, "worm-card-came")


@pytest.mark.rule("gf9.silence.second-pile-worm")
@pytest.mark.parametrize(("within", "struck"), [("phase", "broken-land"), ("pile", "funeral-plain")])
def test_whether_the_first_worm_of_the_second_pile_is_additional_is_an_option(within, struck):
    house = f'[options."classic.worms"]\nadditional_within = "{within}"'

    game = table(DOUBLE, RIDER, house=house, **TWO_PILES)

    assert ["red-chasm", struck] == [event.territory for event in named(game, "worm-appeared")]


@pytest.mark.rule("gf9.silence.second-pile-worm", "gf9.silence.worm-nexus-when-ignored")
def test_an_additional_worm_strikes_only_where_it_is_sent_and_still_brings_a_nexus():
    game = table(DOUBLE, RIDER, seats=TRIO, forces={"broken-land": {"emperor": 2}}, **TWO_PILES)

    pass_all(game)

    appeared = [(event.territory, event.origin) for event in named(game, "worm-appeared")]
    assert [("red-chasm", "card"), ("broken-land", "placed")] == appeared
    assert {("emperor", "regular"): 2} == game[Forces].tanks
    assert 2 == len(named(game, "nexus-began"))


def test_a_second_worm_of_a_blow_can_be_sent_as_well():
    game = table(RIDER, spice_piles={"A": ["red-chasm"]}, spice_deck=["shai-hulud"] * 3 + ["old-gap"])

    assert ["red-chasm", "broken-land", "broken-land"] == [event.territory for event in named(game, "worm-appeared")]


@pytest.mark.rule("gf9.spice-blow.worm-nexus")
def test_whom_a_worm_has_spared_rides_after_the_nexus():
    game = table(RIDER, seats=TRIO, forces={"red-chasm": {"guild": 5, "emperor": 1}}, **ONE_WORM)
    waiting = game[Worms].waiting

    pass_all(game)

    order = [game.rulebook.names[type(event)] for event in game.events]
    assert [("red-chasm", ("guild",))] == [(worm.territory, worm.spared) for worm in waiting]
    assert {("polar-sink:0", "guild", "regular"): 5} == game[Forces].placed
    assert order.index("nexus-ended") < order.index("worm-departed")
    assert () == game[Worms].waiting


def test_a_karama_comes_before_the_worm_devours_and_holds_for_that_worm():
    game = table(RIDER, seats=TRIO, hands={"emperor": ["karama"]}, forces={"red-chasm": {"guild": 5}}, **ONE_WORM)

    game.submit("emperor", Respond("karama", "karama"))

    assert {("guild", "regular"): 5} == game[Forces].tanks
    assert game.look.may("worm.devours", seat="guild", territory="red-chasm") is False


def test_a_worm_that_somebody_calls_brings_no_nexus_and_goes_at_once():
    forces = {"red-chasm": {"guild": 5}, "broken-land": {"guild": 2, "emperor": 1}}
    game = table(RIDER, seats=TRIO, forces=forces, **ONE_WORM)

    game.submit("guild", CallWorm("broken-land"))

    assert {("red-chasm:7", "guild", "regular"): 5, ("polar-sink:0", "guild", "regular"): 2} == game[Forces].placed
    assert {("emperor", "regular"): 1} == game[Forces].tanks
    assert ["red-chasm"] == [worm.territory for worm in game[Worms].waiting]
    assert 1 == len(named(game, "nexus-began"))
    assert "nexus" == game.decisions[0].kind
