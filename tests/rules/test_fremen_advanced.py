"""The Fremen, advanced: storm cards, worms that they send, the storm, Fedaykin."""

from __future__ import annotations

from math import comb

import pytest
from kernel import rulebook

from dunerules import Game, Pass, Respond
from dunerules.classic.battles import Attack
from dunerules.classic.fights import Plan
from dunerules.classic.forces import Forces
from dunerules.classic.shipment_kinds import Ship
from dunerules.classic.storm import DialStorm, LoseToStorm
from dunerules.classic.storm_marker import Storm
from dunerules.classic.turn import Turn
from dunerules.engine.chance import Rng
from dunerules.engine.players import random_player
from dunerules.factions.fremen import Ride
from dunerules.factions.fremen_2019 import ProtectAllies
from dunerules.factions.fremen_worms import SendWorm
from dunerules.options.storm_cards import StormCard

ADVANCED = "faction.fremen.advanced"
COMBAT = "option.advanced-combat"
DOUBLE = "gf9-2019.advanced.double-spice-blow"
KARAMA = "option.special-karama"
SEATS = ("fremen", "emperor", "harkonnen")


def table(at, *modules, seats=SEATS, extra="", turn_of="", **given):
    """A game with the advanced Fremen that starts at a step; the seats play in their order."""
    book = rulebook(ADVANCED, *modules, extra=extra)
    return Game.start(book, seats, at=at, turn_of=turn_of, given={"storm": 3, "turn": 4, **given, "order": seats})


def asked(game):
    """Who is asked what."""
    return [(decision.seat, decision.kind) for decision in game.decisions]


def next_storm(game):
    """Everybody does as little as possible until the storm of the next turn has moved."""
    turn, rng = game[Turn].turn, Rng(1)
    while game[Turn].turn == turn or game[Turn].phase == "storm":
        decision = game.decisions[0]
        choice = Pass() if decision.space.contains(Pass()) else decision.space.sample(rng)
        game.submit(decision.seat, choice)


@pytest.mark.rule("gf9.silence.setup-starred-tokens")
def test_any_number_of_fedaykin_may_be_among_the_forces_that_start_on_the_map():
    (decision,) = table("fremen.place").decisions

    ways = sum(comb(stars + 5, 5) * comb(10 - stars + 5, 5) for stars in range(4))
    assert ways == decision.space.count()


@pytest.mark.rule("gf9.storm.weather-markers", "gf9.storm.weather-reveal")
def test_the_card_that_is_laid_out_moves_the_storm_of_the_next_turn():
    chance = {"storm": ["storm-4", "storm-6"]}
    game = table("storm", turn=1, wheels=("emperor", "harkonnen"), chance=chance)
    game.submit("emperor", DialStorm(0))
    game.submit("harkonnen", DialStorm(0))
    laid = game[StormCard].card

    next_storm(game)

    assert "storm-4" == laid
    assert 3 + 4 == game[Storm].sector
    assert {"fremen": "storm-6"} == game[StormCard].known


@pytest.mark.rule("gf9.karama.cancel.fremen-weather")
def test_a_card_that_nobody_could_look_at_moves_the_storm_all_the_same():
    chance = {"storm": ["storm-2", "storm-6"]}
    game = table("storm", storm_card="storm-5", chance=chance, hands={"emperor": ["karama"]})
    game.submit("emperor", Respond("karama", "karama"))
    known = dict(game[StormCard].known)

    next_storm(game)

    assert {} == known
    assert 3 + 5 + 2 == game[Storm].sector
    assert {"fremen": "storm-6"} == game[StormCard].known


@pytest.mark.rule("gf9.faction.fremen.weather")
def test_nobody_but_the_fremen_can_tell_one_storm_card_from_another():
    low = table("storm", storm_card="storm-5", chance={"storm": ["storm-1"]})
    high = table("storm", storm_card="storm-5", chance={"storm": ["storm-6"]})

    for seat in ("emperor", "harkonnen"):
        assert low.view(seat) == high.view(seat)
        assert low.events_for(seat) == high.events_for(seat)
    assert low.view("fremen") != high.view("fremen")


@pytest.mark.rule("gf9.karama.cancel.fremen-weather")
def test_a_look_that_was_stopped_tells_the_fremen_nothing():
    views = []
    for card in ("storm-1", "storm-6"):
        game = table("storm", storm_card="storm-5", chance={"storm": [card]}, hands={"emperor": ["karama"]})
        game.submit("emperor", Respond("karama", "karama"))
        views.append(game.view("fremen"))

    assert views[0] == views[1]


@pytest.mark.rule("gf9.faction.fremen.weather", "gf9.card.truthtrance")
def test_the_fremen_can_be_asked_for_the_storm_card():
    look = table("storm", storm_card="storm-5", chance={"storm": ["storm-1"]}).look

    answers = [look.holds("knows-storm-card", card, seat="fremen") for card in ("storm-1", "storm-5")]
    assert [True, False] == answers
    assert look.holds("knows-storm-card", "storm-1", seat="emperor") is False


@pytest.mark.rule("gf9.storm.weather-reveal")
def test_every_storm_card_can_come_up_again_and_again():
    cards = {
        table("storm", storm_card="storm-5", chance={"storm": [f"storm-{n}"]})[StormCard].card for n in range(1, 7)
    }

    assert set(rulebook(ADVANCED).decks["storm"]) == cards


@pytest.mark.rule("gf9.faction.fremen.extra-worms")
def test_an_additional_worm_can_be_sent_to_every_sand_territory_and_no_other():
    deck = ["shai-hulud", "shai-hulud", "sihaya-ridge"]
    (decision,) = table("spice-blow.begin", spice_piles={"A": ["red-chasm"]}, spice_deck=deck).decisions

    territories = rulebook(ADVANCED).components["territory"]
    sand = {name for name, one in territories.items() if one.terrain == "sand"}
    assert sand == {choice.territory for choice in decision.space if isinstance(choice, SendWorm)}


@pytest.mark.rule("gf9.karama.cancel.fremen-extra-worms", "gf9.karama.cancel.fremen-worm")
def test_who_lets_a_worm_be_sent_may_still_have_the_fremen_there_devoured():
    deck, forces = ["shai-hulud", "shai-hulud", "sihaya-ridge"], {"red-chasm:7": {"fremen": 2, "emperor": 1}}
    piles, hands = {"A": ["old-gap"]}, {"harkonnen": ["karama"]}
    game = table("spice-blow.begin", spice_piles=piles, spice_deck=deck, forces=forces, hands=hands)
    game.submit("fremen", SendWorm("red-chasm"))
    game.submit("harkonnen", Pass())

    game.submit("harkonnen", Respond("karama", "karama"))

    assert {("fremen", "regular"): 2, ("emperor", "regular"): 1} == game[Forces].tanks


def two_worms(**given):
    """Two worms of one blow, the first in Old Gap; the Fremen send the second to Red Chasm."""
    deck = ["shai-hulud", "shai-hulud", "sihaya-ridge"]
    return table("spice-blow.begin", spice_piles={"A": ["old-gap"]}, spice_deck=deck, **given)


def pass_while(game, kind):
    """Everybody passes as long as the game asks such questions."""
    while game.decisions and game.decisions[0].kind == kind:
        game.submit(game.decisions[0].seat, Pass())


@pytest.mark.rule("gf9.faction.fremen.alliance-worm")
def test_the_fremen_decide_about_an_ally_for_each_worm_anew():
    game = two_worms(forces={"old-gap:10": {"emperor": 2}}, alliances=[["fremen", "emperor"]])
    game.submit("fremen", ProtectAllies(("emperor",)))
    spared = dict(game[Forces].placed)

    game.submit("fremen", SendWorm("old-gap"))
    game.submit("fremen", ProtectAllies(()))

    assert {("old-gap:10", "emperor", "regular"): 2} == spared
    assert {("emperor", "regular"): 2} == game[Forces].tanks


@pytest.mark.rule("gf9.silence.worm-ride-several")
def test_whoever_rides_to_another_worm_does_not_ride_that_one_too():
    game = two_worms(forces={"old-gap:10": {"fremen": 2}})
    game.submit("fremen", SendWorm("red-chasm"))
    pass_while(game, "nexus")

    game.submit("fremen", Ride(((("old-gap:10", "regular"), 2),), "red-chasm:7"))

    assert "ride" not in {kind for _, kind in asked(game)}
    assert {("red-chasm:7", "fremen", "regular"): 2} == game[Forces].placed


@pytest.mark.rule("gf9.silence.karama-duration", "gf9.karama.cancel.fremen-worm")
@pytest.mark.parametrize(("duration", "rides"), [("one-use", True), ("phase", False)])
def test_a_stop_for_the_phase_keeps_the_fremen_from_riding_an_earlier_worm_too(duration, rides):
    extra = f'[options."classic.advantages"]\nduration = "{duration}"\n'
    forces = {"old-gap:10": {"fremen": 2}, "red-chasm:7": {"fremen": 1}}
    game = two_worms(extra=extra, forces=forces, hands={"harkonnen": ["karama"]})
    game.submit("harkonnen", Pass())
    game.submit("fremen", SendWorm("red-chasm"))
    game.submit("harkonnen", Pass())
    game.submit("harkonnen", Respond("karama", "karama"))

    pass_while(game, "nexus")

    assert rides is (("fremen", "ride") in asked(game))
    assert {("fremen", "regular"): 1} == game[Forces].tanks


@pytest.mark.rule("gf9.karama.cancel.fremen-storm-losses")
def test_nobody_is_asked_about_reserves_that_do_not_come_into_storm():
    given = {"phase": "shipment", "storm": 15, "hands": {"emperor": ["karama"]}}
    game = table("ship-and-move.call", turn_of="fremen", **given)

    game.submit("fremen", Ship("sietch-tabr:14", (("regular", 1),), kind="from-far-side"))

    assert [("fremen", "move")] == asked(game)


@pytest.mark.rule("gf9.karama.cancel.fremen-storm-losses")
def test_a_karama_against_half_losses_is_over_with_the_storm():
    forces = {"the-minor-erg:5": {"fremen": 2}}
    game = table("storm", storm_card="storm-2", forces=forces, hands={"emperor": ["karama"]})

    game.submit("emperor", Respond("karama", "karama"))

    assert {("fremen", "regular"): 2} == game[Forces].tanks
    assert 1 == game.look.whole("storm.deaths", seat="fremen", count=2)


@pytest.mark.rule("gf9.faction.fremen.storm-losses")
def test_the_shield_wall_still_shelters_the_fremen_whole():
    forces = {"imperial-basin:9": {"fremen": 3}}

    game = table("storm", storm=8, storm_card="storm-1", forces=forces, hands={"emperor": ["karama"]})

    assert {("imperial-basin:9", "fremen", "regular"): 3} == game[Forces].placed


@pytest.mark.rule("gf9.silence.fremen-storm-which-tokens")
def test_forces_in_two_territories_of_a_sector_are_counted_together():
    game = table("storm", storm_card="storm-1", forces={"south-mesa:4": {"fremen": 1}, "harg-pass:4": {"fremen": 1}})

    game.submit("fremen", LoseToStorm(((("harg-pass:4", "regular"), 1),)))

    assert {("south-mesa:4", "fremen", "regular"): 1} == game[Forces].placed


@pytest.mark.rule("gf9.silence.fremen-storm-which-tokens")
def test_losses_in_two_sectors_are_picked_one_by_one():
    both = {"fremen": {"regular": 1, "starred": 1}}
    game = table("storm", storm_card="storm-3", forces={"the-minor-erg:5": both, "the-minor-erg:6": both})
    first = asked(game)

    game.submit("fremen", LoseToStorm(((("the-minor-erg:5", "regular"), 1),)))
    game.submit("fremen", LoseToStorm(((("the-minor-erg:6", "starred"), 1),)))

    assert [("fremen", "storm-losses")] * 2 == first
    assert {("fremen", "regular"): 1, ("fremen", "starred"): 1} == game[Forces].tanks


@pytest.mark.rule("gf9.silence.fremen-ship-into-storm-details")
def test_only_those_who_are_brought_into_storm_suffer():
    forces = {"the-great-flat:15": {"fremen": 6}}
    given = {"phase": "shipment", "forces": forces, "storm": 15}
    game = table("ship-and-move.call", turn_of="fremen", **given)

    game.submit("fremen", Ship("the-great-flat:15", (("regular", 1),), kind="from-far-side"))

    assert {("the-great-flat:15", "fremen", "regular"): 6} == game[Forces].placed
    assert {("fremen", "regular"): 1} == game[Forces].tanks


@pytest.mark.rule("gf9.faction.fremen.ship-into-storm")
def test_nobody_else_comes_into_storm():
    given = {"phase": "shipment", "storm": 15, "spice": {"emperor": 9}}
    game = table("ship-and-move.call", turn_of="emperor", **given)

    (decision,) = game.decisions
    assert decision.space.contains(Ship("the-greater-flat:16", (("regular", 1),)))
    assert not decision.space.contains(Ship("the-great-flat:15", (("regular", 1),)))


@pytest.mark.rule("gf9.karama.cancel.fremen-fedaykin", "gf9.faction.fremen.fedaykin")
def test_fedaykin_are_themselves_again_in_the_next_battle():
    seats = ("fremen", "harkonnen", "guild")
    mixed = {"fremen": {"starred": 1}, "harkonnen": 1}
    given = {"forces": {"arrakeen": mixed, "carthag": mixed}, "hands": {"guild": ["karama"]}}
    game = table("battle", seats=seats, **given)
    game.submit("fremen", Attack("arrakeen", "harkonnen"))
    game.submit("guild", Respond("karama", "karama"))
    stopped = next(decision for decision in game.decisions if decision.seat == "fremen")
    possible = stopped.space.contains(Plan(2, "jamis"))

    game.submit("fremen", Plan(1, "jamis"))
    game.submit("harkonnen", Plan(0, "umman-kudu"))

    (second,) = [decision for decision in game.decisions if decision.seat == "fremen"]
    assert possible is False
    assert second.space.contains(Plan(2, "chani"))


@pytest.mark.rule("gf9.faction.fremen.battles", "gf9.silence.advanced-parts-separately")
@pytest.mark.parametrize(("modules", "question"), [((), ("fremen", "plan")), ((COMBAT,), ("guild", "response"))])
def test_fighting_without_spice_means_something_only_in_advanced_combat(modules, question):
    seats = ("fremen", "harkonnen", "guild")
    forces = {"arrakeen": {"fremen": 2, "harkonnen": 2}}

    game = table("battle", *modules, seats=seats, forces=forces, hands={"guild": ["karama"]})

    assert question == asked(game)[0]


@pytest.mark.parametrize("seed", range(4))
def test_random_games_keep_every_law_and_hide_what_is_hidden(seed):
    game, player = Game.start(rulebook(ADVANCED, COMBAT, DOUBLE, KARAMA), seed=seed), random_player(seed)
    number = 0
    while game.outcome is None:
        game.submit(*player(game))
        number += 1
        assert [] == [words for law in game.rulebook.invariants.values() if (words := law(game.look))]
        if number % 50 == 0:
            assert all(game.view(seat) == game.folded_view(seat) for seat in game.header.seats)
