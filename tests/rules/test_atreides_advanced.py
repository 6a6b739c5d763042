"""The Kwisatz Haderach: how it comes, whom it joins, and how it goes."""

from __future__ import annotations

from typing import Any

import pytest
from battle_table import COMBAT, arrakeen, battle, book, on_a_clone, play_out

from dunerules import Game, Rulebook
from dunerules.classic.fights import Fight, Plan
from dunerules.classic.leaders import Leaders, leaders_of
from dunerules.classic.traitor_calls import Call, calls
from dunerules.classic.turn import TurnBegan
from dunerules.engine.chance import keyed
from dunerules.factions.atreides_kwisatz import KWISATZ, KwisatzHaderach
from dunerules.rules import Pass

SHEET = "faction.atreides.advanced"
SEATS = ("atreides", "emperor")
AWAKE = {"lost": 7}
WITH = (KWISATZ,)


def fight(rules: Rulebook | None = None, **given: Any) -> Game:
    """Atreides fight the emperor in Arrakeen and have not asked for an element yet."""
    return battle(arrakeen(atreides=9, emperor=4), seats=SEATS, rules=rules or book(SHEET), **given)


def windows(game: Game) -> list[str]:
    """The advantages that somebody could stop now."""
    return [one.args["intent"].advantage for one in game.decisions if one.kind == "response"]


@pytest.mark.rule("gf9.faction.atreides.kwisatz-bonus")
def test_the_bonus_is_explained() -> None:
    game = fight(kwisatz_haderach=AWAKE)
    game.submit("atreides", Pass())
    game.submit("atreides", Plan(2, "dr-yueh", also=WITH))
    tx = on_a_clone(game)
    tx.state.write(Fight).plans = {"atreides": Plan(2, "dr-yueh", also=WITH)}

    explained = tx.explain("battle.leader-strength", seat="atreides", leader="dr-yueh", territory="arrakeen")

    assert 3 == tx.quantity("battle.leader-strength", seat="atreides", leader="dr-yueh", territory="arrakeen")
    assert "The Kwisatz Haderach joins in" in str(explained)


@pytest.mark.rule("gf9.faction.atreides.kwisatz-threshold")
def test_how_many_forces_it_takes_is_a_number_that_a_table_can_change() -> None:
    house = '[[effect]]\ntitle = "Three are enough"\nquantity = "kwisatz.threshold"\nset = 3\n'
    game = fight(book(SHEET, extra=house))
    game.submit("atreides", Pass())
    game.submit("atreides", Plan(3, "lady-jessica"))

    game.submit("emperor", Plan(0, "bashar"))

    assert {"atreides": 3} == game[KwisatzHaderach].lost
    assert {"atreides": 0} == game[KwisatzHaderach].awake


@pytest.mark.rule("gf9.karama.cancel.atreides-kwisatz", "gf9.silence.karama-window")
@pytest.mark.parametrize(
    ("given", "stoppable"),
    [
        ({"kwisatz_haderach": AWAKE}, True),
        ({"kwisatz_haderach": {"lost": 6}}, False),
        ({"kwisatz_haderach": {"lost": 7, "dead": True}}, False),
        ({"kwisatz_haderach": {"lost": 7, "territory": "carthag"}}, False),
        ({"kwisatz_haderach": {"lost": 7, "territory": "arrakeen"}}, True),
    ],
    ids=["awake", "asleep", "dead", "elsewhere", "here before"],
)
def test_it_can_be_stopped_where_it_could_be_used(given: dict[str, Any], stoppable: bool) -> None:
    game = fight(hands={"emperor": ["karama"]}, **given)

    game.submit("atreides", Pass())

    assert (["atreides-kwisatz"] if stoppable else []) == windows(game)


@pytest.mark.rule("gf9.faction.atreides.kwisatz-bonus")
def test_without_anybody_to_join_there_is_nothing_to_stop() -> None:
    dead = {"atreides": list(leaders_of(fight().look, "atreides"))}
    game = fight(kwisatz_haderach=AWAKE, dead_leaders=dead, hands={"emperor": ["karama"]})

    game.submit("atreides", Pass())

    assert [] == windows(game)


@pytest.mark.rule("gf9.karama.cancel.atreides-kwisatz")
def test_in_a_battle_of_others_there_is_nothing_to_stop() -> None:
    seats = ("emperor", "guild", "atreides")
    forces = {"arrakeen": {"emperor": 3, "guild": 3}}

    game = battle(forces, seats=seats, rules=book(SHEET), kwisatz_haderach=AWAKE, hands={"guild": ["karama"]})

    assert ["plan", "plan"] == [one.kind for one in game.decisions]


@pytest.mark.rule("gf9.silence.kwisatz-and-captives")
def test_a_captured_atreides_leader_is_not_protected() -> None:
    seats = ("harkonnen", "emperor", "atreides")
    game = battle(
        {"carthag": {"harkonnen": 3, "emperor": 3}},
        seats=seats,
        rules=book(SHEET),
        kwisatz_haderach=AWAKE,
        traitors={"emperor": ["dr-yueh"]},
    )
    tx = on_a_clone(game)
    leaders, fight = tx.state.write(Leaders), tx.state.write(Fight)
    leaders.living["atreides"] = tuple(name for name in leaders.living["atreides"] if name != "dr-yueh")
    leaders.captives["harkonnen"] = ("dr-yueh",)
    fight.plans = {"harkonnen": Plan(1, "dr-yueh"), "emperor": Plan(1, "bashar")}

    assert [Call("emperor", "emperor", "harkonnen", "dr-yueh")] == list(calls(tx))


@pytest.mark.rule("gf9.silence.kwisatz-and-captives", "gf9.faction.atreides.kwisatz-death")
def test_it_is_no_leader() -> None:
    game = fight(kwisatz_haderach=AWAKE)

    assert KWISATZ not in leaders_of(game.look, "atreides")
    assert KWISATZ not in game[Leaders].living["atreides"]


@pytest.mark.rule("gf9.faction.atreides.kwisatz-bonus")
def test_nobody_else_has_it() -> None:
    game = fight(kwisatz_haderach=AWAKE)

    assert not game.look.may("plan.also", seat="emperor", extra=KWISATZ, territory="arrakeen")


@pytest.mark.rule("gf9.faction.atreides.kwisatz-bonus")
def test_in_the_next_turn_it_may_go_elsewhere() -> None:
    game = fight(kwisatz_haderach={"lost": 7, "territory": "carthag"})
    tx = on_a_clone(game)
    tied = tx.may("plan.also", seat="atreides", extra=KWISATZ, territory="arrakeen")

    tx.emit(TurnBegan(2))

    assert not tied
    assert tx.may("plan.also", seat="atreides", extra=KWISATZ, territory="arrakeen")


@pytest.mark.parametrize("seed", range(10))
def test_random_battles_with_it_keep_every_law_and_every_secret(seed: int) -> None:
    rng = keyed(seed, "kwisatz", 0)
    rules = book(SHEET, COMBAT, "option.special-karama")
    seats = ("atreides", "emperor", "harkonnen")
    forces = {
        place: {seat: 1 + rng.below(4) for seat in rng.shuffled(seats)[:2]}
        for place in ("arrakeen", "carthag", "sietch-tabr", "tueks-sietch")
    }
    hands = {"atreides": ["shield", "karama"], "emperor": ["lasgun", "karama", "crysknife"], "harkonnen": ["chaumas"]}
    spice = {seat: rng.below(6) for seat in seats}
    game = battle(forces, seats=seats, rules=rules, kwisatz_haderach=AWAKE, hands=hands, spice=spice)

    for stage in play_out(game, seed):
        assert [] == [law for law, holds in rules.invariants.items() if holds(stage.look) is not None]
        for seat in seats:
            assert stage.view(seat) == stage.folded_view(seat)
