"""Sardaukar where scenarios do not reach."""

from __future__ import annotations

from fractions import Fraction

import pytest
from battle_table import COMBAT, battle, book

from dunerules import Game
from dunerules.classic.forces import Forces
from dunerules.classic.strengths import strengths_of

SHEET = "faction.emperor.advanced"


def strengths(opponent: str, *modules: str) -> dict[str, tuple[int | Fraction, int | Fraction]]:
    """What a supported and an unsupported force of each kind of the Emperor are worth against somebody."""
    forces = {"arrakeen": {"emperor": {"regular": 1, "starred": 1}, opponent: 1}}
    game = battle(forces, seats=("emperor", opponent), rules=book(SHEET, *modules))
    return {one.kind: (one.full, one.bare) for one in strengths_of(game.look, "emperor")}


@pytest.mark.rule("gf9.faction.emperor.sardaukar", "gf9.silence.adv-half-starred")
def test_what_a_sardaukar_is_worth_depends_on_the_opponent_and_on_support():
    half = Fraction(1, 2)

    assert {"regular": (1, 1), "starred": (2, 2)} == strengths("guild")
    assert {"regular": (1, 1), "starred": (1, 1)} == strengths("fremen")
    assert {"regular": (1, half), "starred": (2, 1)} == strengths("guild", COMBAT)
    assert {"regular": (1, half), "starred": (1, half)} == strengths("fremen", COMBAT)


@pytest.mark.rule("gf9.faction.emperor.sardaukar")
def test_the_strength_of_a_sardaukar_is_explained():
    forces = {"arrakeen": {"emperor": {"starred": 1}, "guild": 1}}
    game = battle(forces, seats=("emperor", "guild"), rules=book(SHEET))

    explained = game.explain("force.strength", seat="emperor", kind="starred", opponent="guild", territory="arrakeen")

    assert "A Sardaukar fights like two" in str(explained)


@pytest.mark.rule("gf9.option.advanced.emperor", "gf9.silence.setup-starred-tokens")
def test_without_the_sheet_all_forces_are_alike():
    seats = ("emperor", "guild")
    with_sheet, without = (Game.start(rules, seats, at="charity.begin") for rules in (book(SHEET), book()))

    assert {"regular": 15, "starred": 5} == _reserves(with_sheet)
    assert {"regular": 20} == _reserves(without)


def _reserves(game: Game) -> dict[str, int]:
    return {kind: count for (seat, kind), count in game[Forces].reserves.items() if seat == "emperor"}
