"""Revival: second deaths, captives, beings that are revived like leaders, and seams for factions."""

from __future__ import annotations

import pytest
from kernel import rulebook

from dunerules import Game, Pass
from dunerules.classic.leader_revival import BeingRevived, ReviveLeader, keep_revival
from dunerules.classic.leaders import LeaderKilled, LeaderRevived, Leaders
from dunerules.classic.revival import Revivals, Revive, free_left, price_of
from dunerules.classic.turn import TurnBegan
from dunerules.engine.transaction import Tx

SEATS = ("guild", "fremen")
LEADERS = ("staban-tuek", "master-bewt", "esmar-tuek", "soo-soo-sook", "guild-rep")
MODULES = ("classic.revival", "classic.leader-revival", "gf9-2019.revival")
BEING = """
[components.being.navigator]
title = "The Navigator"
faction = "guild"
strength = 2

[[permission]]
title = "The Navigator is dead"
allow = "revival.being"
when = { seat = "guild" }
"""


def revival(extra: str = "", **given) -> Game:
    """A game at the beginning of a revival phase, in which the Guild is the first player."""
    return Game.start(rulebook(*MODULES, extra=extra), SEATS, given={"order": SEATS, **given}, at="revival.begin")


def transaction(**given) -> Tx:
    """Events may be told to it, as if they happened in a game."""
    game = Game.start(rulebook(*MODULES), SEATS, given=given, at="charity.begin")
    return Tx(game.rulebook, game.state.clone())


def die(tx: Tx, *leaders: str) -> None:
    for leader in leaders:
        tx.emit(LeaderKilled("guild", leader, "guild"))


def may_return(tx: Tx) -> list[str]:
    return [leader for leader in LEADERS if tx.may("revival.leader", seat="guild", leader=leader)]


@pytest.mark.rule("gf9.revival.leader-killed-again", "gf9.silence.leader-revival-started")
def test_a_leader_that_died_again_waits_until_the_others_have_come_back_and_died():
    tx = transaction()
    first, *others = LEADERS
    die(tx, *LEADERS)
    tx.emit(LeaderRevived("guild", first, "position"))
    die(tx, first)
    waiting = may_return(tx)
    for leader in others:
        tx.emit(LeaderRevived("guild", leader, "position"))
    closed = tx[Leaders].revival_open
    die(tx, *others[:-1])
    one_alive = may_return(tx)

    die(tx, others[-1])

    assert others == waiting
    assert () == closed
    assert [] == one_alive
    assert list(LEADERS) == may_return(tx)
    assert ("guild",) == tx[Leaders].revival_open


@pytest.mark.rule("gf9.ruling.leader-revival-with-captives", "gf9.revival.leader-condition")
def test_leaders_in_captivity_are_as_unavailable_as_dead_ones():
    tx = transaction(dead_leaders={"guild": LEADERS[1:]})
    before = may_return(tx)
    leaders = tx[Leaders]
    living, captives = {**leaders.living, "guild": ()}, {**leaders.captives, "fremen": LEADERS[:1]}
    tx.arrange(Leaders, living=living, captives=captives)

    keep_revival(tx, "guild")

    assert [] == before
    assert list(LEADERS[1:]) == [leader for leader in may_return(tx) if leader in tx[Leaders].tanks["guild"]]


@pytest.mark.rule("gf9.silence.leader-face-down")
def test_a_captive_put_face_down_into_the_tanks_has_not_died_twice():
    tx = transaction(dead_leaders={"guild": LEADERS[1:]})
    leaders = tx[Leaders]
    living, hidden = {**leaders.living, "guild": ()}, {**leaders.hidden, "guild": LEADERS[:1]}
    tx.arrange(Leaders, living=living, hidden=hidden)

    keep_revival(tx, "guild")

    assert list(LEADERS) == may_return(tx)


@pytest.mark.rule("gf9.revival.leader-condition")
def test_one_leader_a_turn():
    game = revival(spice={"guild": 9}, dead_leaders={"guild": LEADERS}, tanks={"fremen": 1})
    game.submit("guild", ReviveLeader("guild-rep"))
    tx = Tx(game.rulebook, game.state.clone())
    in_this_turn = may_return(tx)

    tx.emit(TurnBegan(2))

    assert [] == in_this_turn
    assert "staban-tuek" in may_return(tx)


@pytest.mark.rule("gf9.silence.revival-order", "gf9.revival.free")
def test_free_revivals_are_used_up_before_paid_ones():
    game = revival(revived={"guild": {"regular": 1}}, spice={"guild": 9}, tanks={"guild": 5})

    assert 0 == free_left(game.look, "guild")
    assert 4 == price_of(game.look, "guild", (("regular", 2),), 0)
    assert {1, 2} == {choice.forces[0][1] for choice in game.decisions[0].space if isinstance(choice, Revive)}


@pytest.mark.rule("gf9.revival.paid")
def test_a_faction_that_may_not_pay_revives_only_what_is_free():
    forbidden = '[[permission]]\ntitle = "No trade"\nforbid = "revival.paid"\nwhen = { seat = "guild" }\n'
    game = revival(forbidden, spice={"guild": 9}, tanks={"guild": 5})

    assert [Pass(), Revive((("regular", 1),))] == list(game.decisions[0].space)


@pytest.mark.rule("gf9.revival.paid")
def test_whoever_is_paid_for_revivals_receives_the_price():
    paid = '[[permission]]\ntitle = "Fremen own the tanks"\nallow = "revival.income"\nwhen = { seat = "fremen" }\n'
    game = revival(paid, spice={"guild": 9, "fremen": 1}, tanks={"guild": 5, "fremen": 1})

    game.submit("guild", Revive((("regular", 3),)))

    assert 5 == game.look.whole("bidding.means", seat="guild")
    assert 5 == game.look.whole("bidding.means", seat="fremen")


def test_a_being_is_revived_like_a_leader_once_leader_revival_is_open():
    game = revival(BEING, spice={"guild": 2}, dead_leaders={"guild": LEADERS}, tanks={"fremen": 1})

    events = game.submit("guild", ReviveLeader("navigator"))

    assert BeingRevived("guild", "navigator") in events
    assert 0 == game.look.whole("bidding.means", seat="guild")
    assert {"guild": 1} == game[Revivals].leaders


def test_a_being_alone_does_not_open_leader_revival():
    game = revival(BEING, spice={"guild": 2}, tanks={"fremen": 1})

    assert ["fremen"] == [decision.seat for decision in game.decisions]
