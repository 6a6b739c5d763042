"""Advanced combat: what forces are worth with and without spice, and what a winner may lose."""

from __future__ import annotations

from fractions import Fraction

import pytest
from battle_table import COMBAT, arrakeen, battle, book, reveal

from dunerules import Game
from dunerules.classic.battle_losses import TakeLosses
from dunerules.classic.fights import Plan
from dunerules.classic.plans import legal_plans
from dunerules.classic.strengths import Strength, Wheel

HALF = Fraction(1, 2)
STARRED = """
[[effect]]
title = "The Emperor has starred forces"
quantity = "forces.starred"
when = { seat = "emperor" }
set = 5
[[effect]]
title = "They count double"
quantity = "force.strength"
when = { seat = "emperor", force = "starred" }
set = 2
[[effect]]
title = "But not against Fremen"
quantity = "force.strength"
when = { seat = "emperor", opponent = "fremen" }
max = 1
"""
FREE = """
[[effect]]
title = "Fremen need no spice"
quantity = "force.support"
when = { seat = "fremen" }
set = 0
"""


def printed_example() -> Game:
    """The Emperor has 1 starred and 5 ordinary forces, dials 3, spends 1 spice and wins."""
    forces = arrakeen(guild=1, emperor={"regular": 5, "starred": 1})
    game = battle(forces, rules=book(COMBAT, extra=STARRED), spice={"emperor": 1})
    reveal(game, guild=Plan(0, "guild-rep"), emperor=Plan(3, "count-fenring", spice=1))
    return game


def losses(starred: int, regular: int) -> TakeLosses:
    """Losses in Arrakeen."""
    counts = {"regular": regular, "starred": starred}
    return TakeLosses(tuple((("arrakeen:10", kind), count) for kind, count in counts.items() if count))


@pytest.mark.rule(
    "gf9.battle.adv-losses",
    "gf9.example.adv-losses-sardaukar",
    "gf9.example.adv-losses-ordinary",
    "gf9.silence.adv-half-starred",
)
def test_the_printed_example_has_exactly_three_ways_to_lose() -> None:
    game = printed_example()

    assert {losses(1, 2), losses(0, 5), losses(1, 3)} == set(game.decisions[0].space)


@pytest.mark.rule("gf9.silence.adv-half-starred")
def test_against_fremen_a_starred_force_without_support_counts_half() -> None:
    forces = arrakeen(fremen=1, emperor={"starred": 1})
    game = battle(forces, seats=("fremen", "emperor"), rules=book(COMBAT, extra=STARRED), spice={"emperor": 1})

    assert {0: (0, HALF), 1: (1,)} == dict(legal_plans(game.look, "emperor").dials)


@pytest.mark.rule("gf9.battle.adv-support", "gf9.silence.adv-excess-spice")
def test_forces_that_need_no_spice_count_fully_and_spend_none() -> None:
    game = battle(
        arrakeen(fremen=3, emperor=1), seats=("fremen", "emperor"), rules=book(COMBAT, extra=FREE), spice={"fremen": 5}
    )

    assert {0: (0, 1, 2, 3)} == dict(legal_plans(game.look, "fremen").dials)


@pytest.mark.rule("gf9.silence.dial-not-reachable")
def test_a_number_that_no_forces_make_up_cannot_be_dialed() -> None:
    wheel = Wheel()

    assert {0: (0, 2, 4)} == wheel.dials((Strength("starred", 2, 2, 2, 0),), 9, 1)
    assert () == wheel.losses((Strength("starred", 2, 2, 2, 0),), 3, 0)


@pytest.mark.parametrize("regular", range(5))
@pytest.mark.parametrize("starred", range(4))
def test_every_number_on_the_wheel_can_be_paid_and_no_other(regular: int, starred: int) -> None:
    strengths = (Strength("regular", regular, 1, HALF, 1), Strength("starred", starred, 2, 1, 1))
    wheel = Wheel()
    dials = wheel.dials(strengths, 3, HALF)

    for spice in range(4):
        for halves in range(2 * (regular + 2 * starred) + 2):
            payable = bool(wheel.losses(strengths, Fraction(halves, 2), spice))
            assert payable == (Fraction(halves, 2) in dials.get(spice, ()))


@pytest.mark.rule("gf9.silence.advanced-parts-separately")
def test_the_basic_game_knows_no_halves_and_no_spice() -> None:
    game = battle(arrakeen(guild=2, emperor=1), spice={"guild": 9})

    assert {0: (0, 1, 2)} == dict(legal_plans(game.look, "guild").dials)
