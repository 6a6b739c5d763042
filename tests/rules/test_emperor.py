"""The Emperor's sheet where scenarios do not reach: limits of allies, and windows in the middle of other things."""

from __future__ import annotations

from typing import Any

import pytest
from battle_table import arrakeen, battle, book, reveal
from kernel import rulebook

from dunerules import Game, Pass, Respond
from dunerules.classic.auction import Bid
from dunerules.classic.bribes import Bribe, GiveSpice
from dunerules.classic.fights import FightWon, Plan
from dunerules.classic.paid_revivals import PayRevivals
from dunerules.classic.revival import Revive
from dunerules.classic.sale import payee
from dunerules.classic.spice import spice_of
from dunerules.engine.players import random_player
from dunerules.factions.emperor import ImperialForces, ImperialLeader

SPECIAL = "option.special-karama"
STOPPABLE = '[options."faction.emperor.gf9-2019"]\ngift_stoppable = true\n'
STARRED = """
[[effect]]
title = "Harkonnen have starred forces"
quantity = "forces.starred"
when = { seat = "harkonnen" }
set = 3

[[effect]]
title = "One of them comes back in a turn"
quantity = "revival.kind-limit"
when = { seat = "harkonnen", force = "starred" }
set = 1
"""


def revival(extra: str = "", **given: Any) -> Game:
    """A game at the beginning of a revival phase in which the Emperor's ally comes first."""
    seats = ("harkonnen", "emperor", "guild")
    position = {"order": seats, "alliances": [["emperor", "harkonnen"]], **given}
    return Game.start(rulebook(extra=extra), seats, given=position, at="revival")


@pytest.mark.rule("gf9.faction.emperor.income")
def test_what_others_pay_goes_to_the_emperor_and_what_he_pays_to_the_bank():
    with_him = Game.start(rulebook(), ("guild", "emperor"), at="charity.begin").look
    without = Game.start(rulebook(), ("guild", "harkonnen"), at="charity.begin").look

    assert ["emperor", "bank"] == [payee(with_him, payer) for payer in ("guild", "emperor")]
    assert "bank" == payee(without, "guild")


@pytest.mark.rule("gf9.silence.emperor-ally-revival-details")
def test_of_an_allys_starred_forces_no_more_come_back_than_the_ally_may_have():
    tanks = {"harkonnen": {"regular": 4, "starred": 3}}
    game = revival(STARRED, tanks=tanks, spice={"harkonnen": 9, "emperor": 9})
    game.submit("harkonnen", Revive((("regular", 2), ("starred", 1))))

    payable = [dict(one.forces) for one in game.decisions[0].space if isinstance(one, PayRevivals)]

    assert [{"regular": count} for count in (1, 2)] == payable


@pytest.mark.rule("gf9.silence.emperor-ally-revival-details")
def test_a_starred_force_of_an_ally_can_be_among_those_that_he_pays_for():
    game = revival(STARRED, tanks={"harkonnen": {"regular": 4, "starred": 3}}, spice={"harkonnen": 0, "emperor": 9})
    game.submit("harkonnen", Pass())

    game.submit("emperor", PayRevivals((("regular", 2), ("starred", 1))))

    assert 3 == spice_of(game.look, "emperor")


@pytest.mark.rule("gf9.faction.emperor.alliance-revival")
def test_with_too_little_spice_he_is_not_asked():
    game = revival(tanks={"harkonnen": 4, "guild": 1}, spice={"emperor": 1})

    game.submit("harkonnen", Pass())

    assert ["guild"] == [decision.seat for decision in game.decisions]


@pytest.mark.rule("gf9.silence.karama-unlisted-powers", "gf9.silence.emperor-gift-limits")
def test_a_gift_that_can_be_stopped_waits_for_the_window_in_the_middle_of_a_battle_and_leaves_the_plans_alone():
    game = battle(
        arrakeen(guild=3, fremen=3),
        seats=("guild", "fremen", "emperor"),
        rules=book(extra=STOPPABLE),
        alliances=[["guild", "emperor"]],
        hands={"fremen": ["karama"]},
        spice={"emperor": 6, "guild": 0},
    )
    reveal(game, guild=Plan(1, "guild-rep"))
    game.submit("emperor", GiveSpice("guild", 4))
    waiting = spice_of(game.look, "guild")

    game.submit("fremen", Pass())

    assert 0 == waiting
    assert 4 == spice_of(game.look, "guild")
    assert ["fremen"] == [decision.seat for decision in game.decisions if decision.kind == "plan"]
    assert [FightWon] == [type(event) for event in reveal(game, fremen=Plan(0, "jamis")) if isinstance(event, FightWon)]


@pytest.mark.rule("gf9.silence.karama-unlisted-powers")
def test_how_large_an_announced_gift_is_nobody_else_can_tell():
    def announced(spice: int) -> Game:
        position = {"spice": {"emperor": 6, "guild": 0}, "alliances": [["guild", "emperor"]], "phase": "storm"}
        position["hands"] = {"fremen": ["karama"]}
        game = Game.start(book(extra=STOPPABLE), ("guild", "fremen", "emperor"), given=position, at="storm.dial")
        game.submit("emperor", GiveSpice("guild", spice))
        return game

    one, other = announced(2), announced(5)

    assert one.view("fremen") == other.view("fremen")
    for game in (one, other):
        game.submit("fremen", Respond("karama", "karama"))
        assert 6 == spice_of(game.look, "emperor")
    assert one.view("fremen") == other.view("fremen")


@pytest.mark.rule("gf9.bribery.no-rule-breaking", "gf9.silence.emperor-gift-limits")
def test_a_gift_comes_to_nothing_if_the_emperor_gives_the_spice_away_before_it_is_handed_over():
    position = {"spice": {"emperor": 6, "guild": 0}, "alliances": [["guild", "emperor"]], "phase": "storm"}
    position["hands"] = {"fremen": ["karama"]}
    game = Game.start(book(extra=STOPPABLE), ("guild", "fremen", "emperor"), given=position, at="storm.dial")
    game.submit("emperor", GiveSpice("guild", 5))
    game.submit("emperor", Bribe("fremen", 3))

    game.submit("fremen", Pass())

    assert [3, 0] == [spice_of(game.look, seat) for seat in ("emperor", "guild")]


@pytest.mark.rule("gf9.karama.special.emperor")
def test_the_special_power_is_offered_only_for_what_is_in_the_tanks():
    def offered(**given: Any) -> list[Any]:
        position = {"hands": {"emperor": ["karama"]}, **given}
        game = Game.start(rulebook(SPECIAL), ("guild", "emperor"), given=position, at="storm.dial")
        return list(game.interjections("emperor").get("emperor-special", ()))

    assert [] == offered()
    assert [ImperialForces((("regular", count),), "karama") for count in (1, 2)] == offered(tanks={"emperor": 2})
    assert [ImperialLeader("caid", "karama")] == offered(dead_leaders={"emperor": ["caid"]})


@pytest.mark.rule("gf9.karama.cancel.emperor-income", "gf9.silence.karama-opponent")
def test_an_ally_cannot_keep_a_payment_from_the_emperor():
    seats = ("guild", "emperor", "fremen")
    position = {"order": seats, "alliances": [["emperor", "guild"]], "spice": {"guild": 3, "emperor": 0, "fremen": 0}}
    position["hands"] = {"guild": ["karama"]}
    game = Game.start(rulebook(), seats, given=position, at="bidding")
    game.submit("guild", Bid(2))

    game.submit("guild", Pass())

    assert 2 == spice_of(game.look, "emperor")


@pytest.mark.parametrize("seed", range(3))
def test_random_games_keep_every_law_and_every_secret(seed):
    rules = rulebook(SPECIAL, "faction.emperor.advanced", extra=STOPPABLE + "[decks.treachery]\nkarama = 8\n")
    game, choose = Game.start(rules, seed=seed), random_player(seed)

    for count in range(300):
        if game.outcome is not None:
            break
        game.submit(*choose(game))
        assert [] == [law for law, holds in rules.invariants.items() if holds(game.look) is not None]
        if count % 10 == 0:
            assert all(game.view(seat) == game.folded_view(seat) for seat in rules.factions)
