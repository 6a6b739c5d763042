"""The Fremen: start, arrival, worms, help for allies, and victory."""

from __future__ import annotations

from itertools import chain
from math import comb

import pytest
from kernel import rulebook

from dunerules import Game, Pass, Respond
from dunerules.classic.advantages import Advantages
from dunerules.classic.board import make_board
from dunerules.classic.forces import Forces
from dunerules.classic.movement import Move
from dunerules.classic.moves import moves_left
from dunerules.classic.shipment_kinds import Ship
from dunerules.classic.turn import Turn
from dunerules.classic.worms import Worms
from dunerules.engine.chance import Rng
from dunerules.engine.players import random_player
from dunerules.factions.fremen import Ride, SummonWorm
from dunerules.factions.fremen_2019 import GrantRevival, ProtectAllies

SEATS = ("fremen", "emperor", "harkonnen")
FOUR = ("fremen", "emperor", "harkonnen", "atreides")
THREES = "gf9-2019.alliances.3-4"
KARAMA = "option.special-karama"
PHASE = '[options."classic.advantages"]\nduration = "phase"\n'
ONE_WORM = {"turn": 4, "spice_piles": {"A": ["the-minor-erg"]}, "spice_deck": ["shai-hulud", "sihaya-ridge"]}


def table(at, *modules, seats=SEATS, extra="", turn_of="", **given):
    """A game that starts at a step with a position; the seats play in their order."""
    return Game.start(
        rulebook(*modules, extra=extra), seats, at=at, turn_of=turn_of, given={"storm": 1, **given, "order": seats}
    )


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


@pytest.mark.rule("gf9.faction.fremen.leaders")
def test_their_leaders_are_as_strong_as_the_sheet_says():
    leaders = [leader for leader in rulebook().components["leader"].values() if leader.faction == "fremen"]

    expected = {"Stilgar": 7, "Chani": 6, "Otheym": 5, "Shadout Mapes": 3, "Jamis": 2}
    assert expected == {leader.title: leader.strength for leader in leaders}


@pytest.mark.rule("gf9.faction.fremen.start")
def test_every_way_to_share_ten_forces_out_over_the_six_sectors_is_offered():
    (decision,) = table("fremen.place").decisions

    assert comb(10 + 5, 5) == decision.space.count()
    assert decision.space.contains(decision.space.sample(Rng(1)))


@pytest.mark.rule("gf9.faction.fremen.shipment", "gf9.ruling.fremen-great-flat-range")
def test_reserves_arrive_exactly_where_two_steps_from_the_great_flat_lead():
    board = rulebook().once(make_board)
    near = {"the-great-flat"}
    for _ in range(2):
        places = chain.from_iterable(board.locations_of[territory] for territory in sorted(near))
        near |= {board.territory_of[other] for place in places for other in board.adjacent[place]}
    game = table("ship-and-move.call", turn_of="fremen", phase="shipment")
    (decision,) = game.decisions

    def possible(place):
        return decision.space.contains(Ship(place, (("regular", 1),), kind="from-far-side"))

    reached = {board.territory_of[place] for place in board.territory_of if possible(place)}
    assert near == reached


@pytest.mark.rule("gf9.karama.cancel.fremen-movement")
def test_a_way_round_the_storm_is_a_use_of_the_long_march():
    """With the storm in its middle, the other end of Wind Pass is reached by leaving the territory and coming back."""
    given = {"phase": "shipment", "shipped": {"fremen": 1}, "hands": {"emperor": ["karama"]}}
    forces = {"wind-pass:14": {"fremen": 2}}
    game = table("ship-and-move.call", turn_of="fremen", forces=forces, **given, storm=15)

    game.submit("fremen", Move("wind-pass", picked("wind-pass:14", 2), "wind-pass:16"))

    assert [("emperor", "response")] == asked(game)


@pytest.mark.rule("gf9.ruling.worm-ride-not-a-move", "gf9.faction.fremen.worm-ride")
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


@pytest.mark.rule("gf9.silence.worm-ride-several")
def test_a_ride_comes_after_the_nexus_and_before_the_worm_goes():
    game = table("spice-blow.begin", forces={"the-minor-erg:5": {"fremen": 3}}, **ONE_WORM)
    during = [worm.territory for worm in game[Worms].waiting]

    pass_while(game, "nexus")

    assert ["the-minor-erg"] == during
    assert [("fremen", "ride")] == asked(game)


@pytest.mark.rule("gf9.faction.fremen.alliance-worm")
def test_the_fremen_may_protect_one_ally_and_not_the_other():
    forces = {"the-minor-erg:5": {"emperor": 2, "harkonnen": 1}}
    alliance = ["fremen", "emperor", "harkonnen"]
    game = table("spice-blow.begin", THREES, seats=FOUR, alliances=[alliance], forces=forces, **ONE_WORM)
    (decision,) = game.decisions
    ways = {choice.allies for choice in decision.space}

    game.submit("fremen", ProtectAllies(("harkonnen",)))

    assert {(), ("emperor",), ("harkonnen",), ("emperor", "harkonnen")} == ways
    assert {("the-minor-erg:5", "harkonnen", "regular"): 1} == game[Forces].placed


@pytest.mark.rule("gf9.karama.cancel.fremen-worm", "gf9.silence.karama-opponent")
def test_an_ally_with_a_karama_is_not_asked_to_have_the_fremen_devoured():
    forces = {"the-minor-erg:5": {"fremen": 2}}
    hands = {"emperor": ["karama"], "harkonnen": ["karama"]}

    game = table("spice-blow.begin", alliances=[["fremen", "emperor"]], forces=forces, hands=hands, **ONE_WORM)

    assert [("harkonnen", "response")] == asked(game)


@pytest.mark.rule("gf9.karama.cancel.fremen-worm", "gf9.silence.karama-duration")
@pytest.mark.parametrize(("extra", "stopped"), [("", ()), (PHASE, (("fremen", "fremen-worm", "phase"),))])
def test_a_karama_against_the_worm_holds_for_one_worm_or_by_the_switch_for_the_phase(extra, stopped):
    hands, forces = {"emperor": ["karama"]}, {"the-minor-erg:5": {"fremen": 2}}
    game = table("spice-blow.begin", extra=extra, forces=forces, hands=hands, **ONE_WORM)

    game.submit("emperor", Respond("karama", "karama"))

    assert {("fremen", "regular"): 2} == game[Forces].tanks
    assert stopped == game[Advantages].stopped


@pytest.mark.rule("gf9.karama.cancel.fremen-worm")
def test_the_window_about_a_worm_gives_nothing_away():
    forces = {"the-minor-erg:5": {"fremen": 2}}
    position = {"forces": forces, **ONE_WORM}
    armed = table("spice-blow.begin", seats=FOUR, hands={"emperor": ["karama"]}, **position)
    armed.submit("emperor", Pass())
    unarmed = table("spice-blow.begin", seats=FOUR, hands={"emperor": ["shield"]}, **position)

    for seat in ("fremen", "harkonnen", "atreides"):
        assert armed.view(seat).state[Forces] == unarmed.view(seat).state[Forces]
        assert asked(armed) == asked(unarmed)
        assert [type(one) for one in armed.events_for(seat)] == [type(one) for one in unarmed.events_for(seat)]


@pytest.mark.rule("gf9.karama.cancel.fremen-alliance", "gf9.faction.fremen.alliance-revival")
def test_a_karama_against_the_revivals_of_one_ally_leaves_those_of_the_next():
    alliance = ["fremen", "emperor", "harkonnen"]
    tanks = {"emperor": 3, "harkonnen": 3}
    hands = {"atreides": ["karama"]}
    game = table("revival.begin", THREES, seats=FOUR, alliances=[alliance], tanks=tanks, hands=hands)
    game.submit("fremen", GrantRevival("emperor"))
    game.submit("atreides", Respond("karama", "karama"))
    game.submit("emperor", Pass())

    game.submit("fremen", GrantRevival("harkonnen"))

    assert 1 == game.look.whole("revival.free", seat="emperor")
    assert 3 == game.look.whole("revival.free", seat="harkonnen")


@pytest.mark.rule("gf9.faction.fremen.alliance-revival")
def test_what_was_granted_ends_with_the_phase():
    game = table("revival.begin", alliances=[["fremen", "emperor"]], tanks={"emperor": 3})
    game.submit("fremen", GrantRevival("emperor"))
    granted = game.look.whole("revival.free", seat="emperor")

    while game[Turn].phase == "revival":
        game.submit(game.decisions[0].seat, Pass())

    assert [3, 1] == [granted, game.look.whole("revival.free", seat="emperor")]


@pytest.mark.rule("gf9.karama.special.fremen", "gf9.karama.special.once")
def test_the_worm_of_a_karama_is_there_once_a_game_and_its_riders_can_be_devoured_by_another_karama():
    hands = {"fremen": ["karama"], "emperor": ["karama"]}
    forces = {"red-chasm:7": {"fremen": 2}}
    game = table("spice-blow.begin", KARAMA, forces=forces, hands=hands, turn=4, spice_deck=["sihaya-ridge"])

    game.submit("fremen", SummonWorm("karama", "red-chasm"))
    game.submit("emperor", Respond("karama", "karama"))

    assert {("fremen", "regular"): 2} == game[Forces].tanks
    assert "spice-blow" != game[Turn].phase
    assert game.look.may("karama.special", seat="fremen") is False


@pytest.mark.rule("gf9.karama.special.fremen")
def test_a_karama_brings_a_worm_to_every_sand_territory_and_no_other():
    game = table("spice-blow.begin", KARAMA, hands={"fremen": ["karama"]}, turn=4)
    (decision,) = game.decisions

    sand = {name for name, one in game.rulebook.components["territory"].items() if one.terrain == "sand"}
    offered = {choice.territory for choice in decision.space if isinstance(choice, SummonWorm)}
    assert sand == offered


SPOILED = {
    "a stranger in Sietch Tabr": {"sietch-tabr": {"guild": 1}},
    "a stranger beside them in Sietch Tabr": {"sietch-tabr": {"guild": 1, "fremen": 5}},
    "a stranger in Habbanya Sietch": {"habbanya-sietch": {"bene-gesserit": 1}},
    "Harkonnen in Tuek's Sietch": {"tueks-sietch": {"harkonnen": 1}},
    "Atreides in Tuek's Sietch": {"tueks-sietch": {"atreides": 1}},
    "the Emperor beside them in Tuek's Sietch": {"tueks-sietch": {"emperor": 1, "fremen": 2}},
}


@pytest.mark.rule("gf9.faction.fremen.victory", "gf9.victory.end-of-play")
@pytest.mark.parametrize("forces", SPOILED.values(), ids=SPOILED)
def test_whoever_holds_a_sietch_that_is_not_for_him_spoils_their_victory(forces):
    seats = ("atreides", "bene-gesserit", "emperor", "fremen", "guild", "harkonnen")

    game = table("mentat-pause", seats=seats, turn=10, forces=forces, prediction={"faction": "guild", "turn": 2})

    assert "fremen" not in game.outcome.winners


@pytest.mark.rule("gf9.silence.fremen-victory-allies")
@pytest.mark.parametrize(("place", "wins"), [("sietch-tabr", True), ("habbanya-sietch", True), ("tueks-sietch", False)])
def test_an_ally_spoils_their_victory_only_in_tueks_sietch(place, wins):
    seats = ("fremen", "guild", "harkonnen")
    position = {"alliances": [["fremen", "harkonnen"]], "forces": {place: {"harkonnen": 1}, "carthag": {"guild": 1}}}

    game = table("mentat-pause", seats=seats, turn=10, **position)

    assert wins is (("fremen", "harkonnen") == game.outcome.winners)


@pytest.mark.rule("gf9.ruling.no-winner-no-guild", "gf9.faction.fremen.alliance-victory")
def test_without_the_guild_allies_share_their_victory_in_any_case():
    forces = {"sietch-tabr": {"harkonnen": 1}, "carthag": {"harkonnen": 1}}

    game = table("mentat-pause", turn=10, alliances=[["fremen", "emperor"]], forces=forces)

    assert ("fremen", "emperor") == game.outcome.winners
    assert ("gf9.victory.end-of-play",) == game.outcome.cites


@pytest.mark.parametrize("seed", range(3))
def test_random_games_keep_every_law_and_hide_what_is_hidden(seed):
    game, player = Game.start(rulebook(KARAMA, THREES), seed=seed), random_player(seed)
    number = 0
    while game.outcome is None:
        game.submit(*player(game))
        number += 1
        assert [] == [words for law in game.rulebook.invariants.values() if (words := law(game.look))]
        if number % 50 == 0:
            assert all(game.view(seat) == game.folded_view(seat) for seat in game.header.seats)
