"""The battle phase as a whole: which battles there are, what is left behind, and laws that hold in any position."""

from __future__ import annotations

from typing import Any

import pytest
from battle_table import COMBAT, arrakeen, battle, book, names, play_out, random_position, reveal

import dunerules
from dunerules import Game, Rulebook
from dunerules.classic.battles import Attack, contests
from dunerules.classic.fights import Fight, Plan
from dunerules.classic.forces import Forces, ForcesTurned, turn_forces
from dunerules.classic.leaders import Leaders
from dunerules.classic.plans import legal_plans
from dunerules.classic.treachery import hand_of
from dunerules.classic.wheels import Wheels

ADVISORS = """
[components.force.advisor]
title = "advisor"
occupies = false
"""
BOTH = pytest.mark.parametrize("modules", [(), (COMBAT,)], ids=["basic", "advanced"])


@pytest.mark.rule("gf9.silence.battle-storm-sector", "gf9.battle.storm-separation")
def test_an_opponent_on_both_sides_of_the_storm_is_fought_twice() -> None:
    both = {"guild": 2, "emperor": 2}
    game = battle({"cielago-north:1": both, "cielago-north:3": both}, storm=2)
    aggressor = game.decisions[0].seat
    other = {"guild": "emperor", "emperor": "guild"}[aggressor]

    assert [
        Attack("cielago-north", other, "cielago-north:1"),
        Attack("cielago-north", other, "cielago-north:3"),
    ] == list(game.decisions[0].space)

    game.submit(aggressor, Attack("cielago-north", other, "cielago-north:3"))

    assert ("cielago-north:3",) == game[Fight].locations


def test_the_wheels_remember_who_fought() -> None:
    game = battle(arrakeen(guild=2, emperor=2))

    reveal(game, guild=Plan(2, "guild-rep"), emperor=Plan(0, "bashar"))

    assert ("guild", "emperor") == game[Wheels].last


def with_advisors(**given: Any) -> Game:
    """Three of the Emperor's five forces live beside the Guild in peace."""
    game = battle(arrakeen(guild=2, emperor=5), rules=book(extra=ADVISORS), **given)
    turn_forces(game.state.write, ForcesTurned("emperor", "arrakeen:10", "regular", "advisor", 3))
    return game


def test_forces_that_do_not_occupy_neither_fight_nor_fall() -> None:
    game = with_advisors()

    dials = legal_plans(game.look, "emperor").dials
    reveal(game, guild=Plan(2, "guild-rep"), emperor=Plan(0, "bashar"))

    assert {0: (0, 1, 2)} == dict(dials)
    assert {("arrakeen:10", "emperor", "advisor"): 3} == game[Forces].placed


@pytest.mark.rule("gf9.card.lasegun.explosion")
def test_an_explosion_takes_those_too() -> None:
    game = with_advisors(hands={"guild": ["lasgun", "shield"]})

    reveal(game, guild=Plan(2, "guild-rep", "lasgun", "shield"), emperor=Plan(0, "bashar"))

    assert {} == game[Forces].placed


@pytest.mark.rule("gf9.ruling.cards-reused-later")
def test_cards_that_a_winner_kept_are_in_his_hand_after_the_phase() -> None:
    game = battle(arrakeen(guild=2, emperor=2), hands={"guild": ["crysknife", "shield"]})
    reveal(game, guild=Plan(2, "guild-rep", "crysknife", "shield"), emperor=Plan(0, "bashar"))

    keep = next(choice for choice in game.decisions[0].space if len(choice.places) == 2)
    game.submit("guild", keep)

    assert ("crysknife", "shield") == hand_of(game.look, "guild")


@pytest.mark.rule("gf9.battle.leader-one-territory")
def test_leaders_return_when_all_battles_are_over() -> None:
    game = battle(arrakeen(guild=3, emperor=2))

    events = reveal(game, guild=Plan(2, "guild-rep"), emperor=Plan(0, "bashar"))

    assert 2 == names(events).count("LeaderStationed")
    assert {} == game[Leaders].stationed


@BOTH
@pytest.mark.parametrize("seed", range(12))
def test_any_battle_phase_ends_with_nobody_left_to_fight(modules: tuple[str, ...], seed: int) -> None:
    rules = book(*modules)
    game = random_position(rules, seed)

    for stage in play_out(game, seed):
        assert [] == broken_laws(rules, stage)

    assert [] == list(contests(game.look))
    assert "" == game[Fight].territory


@BOTH
@pytest.mark.parametrize("seed", range(6))
def test_what_a_person_learned_adds_up_to_what_he_may_know(modules: tuple[str, ...], seed: int) -> None:
    game = random_position(book(*modules), seed)

    for stage in play_out(game, seed):
        for seat in stage.header.seats:
            assert stage.view(seat) == stage.folded_view(seat)


@BOTH
def test_the_log_of_a_battle_phase_proves_it(modules: tuple[str, ...]) -> None:
    rules = book(*modules)
    game = random_position(rules, 3)
    for _ in play_out(game, 3):
        pass

    replayed = dunerules.verify(game.log(), rules)

    assert game.digest() == replayed.digest()


def broken_laws(rules: Rulebook, game: Game) -> list[str]:
    """The invariants that do not hold."""
    return [f"{name}: {fault}" for name, law in rules.invariants.items() if (fault := law(game.look)) is not None]
