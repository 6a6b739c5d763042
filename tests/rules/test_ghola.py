"""The ghola card: whom it brings back."""

from __future__ import annotations

import pytest
from kernel import rulebook

from dunerules import Game, IllegalChoice
from dunerules.classic.ghola import GholaForces, GholaLeader
from dunerules.classic.leader_revival import BeingRevived
from dunerules.classic.revival import Revivals, Revive

SEATS = ("guild", "fremen")
STARRED = """
[[effect]]
title = "The Guild has starred forces"
quantity = "forces.starred"
when = { seat = "guild" }
set = 5

[[effect]]
title = "One starred force a turn"
quantity = "revival.kind-limit"
when = { force = "starred" }
set = 1
"""
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


def holder(extra: str = "", **given) -> Game:
    """A game at the beginning of a revival phase, in which the Guild holds the card."""
    given = {"order": SEATS, "hands": {"guild": ["tleilaxu-ghola"]}, **given}
    return Game.start(rulebook("classic.ghola", extra=extra), SEATS, given=given, at="revival.begin")


@pytest.mark.rule("gf9.silence.ghola-scope")
def test_starred_forces_count_together_with_the_revivals_of_the_turn():
    game = holder(STARRED, tanks={"guild": {"regular": 3, "starred": 3}, "fremen": 1})
    game.submit("guild", Revive((("starred", 1),)))

    with pytest.raises(IllegalChoice):
        game.submit("guild", GholaForces((("regular", 1), ("starred", 1))))
    game.submit("guild", GholaForces((("regular", 3),)))

    assert {("guild", "starred"): 1, ("guild", "regular"): 3} == game[Revivals].kinds
    assert {"guild": 1} == game[Revivals].forces


@pytest.mark.rule("gf9.silence.ghola-scope")
def test_of_five_forces_one_may_be_starred():
    game = holder(STARRED, tanks={"guild": {"regular": 5, "starred": 3}, "fremen": 1})

    game.submit("guild", GholaForces((("regular", 4), ("starred", 1))))

    assert {("guild", "starred"): 1, ("guild", "regular"): 4} == game[Revivals].kinds
    assert {} == game[Revivals].forces


@pytest.mark.rule("gf9.silence.ghola-scope")
def test_a_being_that_is_revived_like_a_leader_comes_back_too():
    game = holder(BEING, tanks={"fremen": 1})

    events = game.submit("guild", GholaLeader("navigator"))

    assert BeingRevived("guild", "navigator", "tleilaxu-ghola") in events
    assert {} == game[Revivals].leaders


@pytest.mark.rule("gf9.card.ghola.leader")
def test_nobody_else_can_play_the_card():
    game = holder(tanks={"fremen": 1}, dead_leaders={"fremen": ["stilgar"]})

    assert {} == {kind: space for kind, space in game.interjections("fremen").items() if kind == "ghola"}
    assert "ghola" not in game.interjections("guild")
