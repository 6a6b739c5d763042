"""Battle plans: which are legal, and what binds them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from battle_table import COMBAT, arrakeen, battle, book, on_a_clone

from dunerules import Game, IllegalChoice, Pass
from dunerules.classic.fights import AVOID, COMMANDED, PLAY, SHOWN, Plan, bind_plan
from dunerules.classic.plans import elements, is_committed, legal_plans
from dunerules.engine.chance import keyed

VOICE = "gf9.faction.bene-gesserit.voice"
GUILD = ("staban-tuek", "master-bewt", "esmar-tuek", "soo-soo-sook", "guild-rep")


def bound(game: Game, seat: str, *bindings: tuple[str, Any]) -> Any:
    """The legal plans of a seat that is bound in these ways, one after the other."""
    tx = on_a_clone(game)
    for what, value in bindings:
        bind_plan(tx, seat, (what, value, (VOICE,)), by=COMMANDED, viewers=())
    return legal_plans(tx, seat)


ROOM = '[[effect]]\ntitle = "Room for a hand of every sort"\nquantity = "hand.limit"\nset = 5\n'


@pytest.fixture
def armed() -> Game:
    """The Guild has five forces and a hand of every sort."""
    hand = ["crysknife", "chaumas", "shield", "baliset", "cheap-hero"]
    return battle(arrakeen(guild=5, emperor=5), rules=book(extra=ROOM), hands={"guild": hand})


def test_the_space_of_plans_agrees_with_itself(armed: Game) -> None:
    plans = legal_plans(armed.look, "guild")
    listed = list(plans)
    drawn = [plans.sample(keyed(1, "draw", number)) for number in range(200)]

    # 6 who lead, 4 weapons, 3 defenses, less the one card that would be in both places, 6 numbers
    assert 6 * (4 * 3 - 1) * 6 == plans.count() == len(set(listed))
    assert all(plans.contains(plan) for plan in (*listed, *drawn))


@pytest.mark.parametrize(
    "value",
    [
        None,
        "plan",
        Plan(True, "guild-rep"),
        Plan(Fraction(3), "guild-rep"),
        Plan(3, "guild-rep", also=["x"]),  # type: ignore[arg-type]
        Plan(3, []),  # type: ignore[arg-type]
        Plan(3, "guild-rep", also=("kwisatz-haderach",)),
        Plan(3, "bashar"),
        Plan(-1, "guild-rep"),
    ],
)
def test_anything_else_is_refused_with_a_reason(armed: Game, value: object) -> None:
    plans = legal_plans(armed.look, "guild")

    assert not plans.contains(value)
    assert plans.denial(value) is not None


@pytest.mark.rule("gf9.silence.voice-details")
def test_a_command_to_play_a_kind_leaves_only_plans_with_it(armed: Game) -> None:
    plans = bound(armed, "guild", (PLAY, "poison"))

    assert {"chaumas"} == {plan.weapon for plan in plans}


@pytest.mark.rule("gf9.card.worthless")
def test_a_command_to_play_a_worthless_card_is_obeyed_in_either_place(armed: Game) -> None:
    plans = bound(armed, "guild", (PLAY, "worthless"))

    assert {"weapon", "defense"} == {"weapon" if plan.weapon == "baliset" else "defense" for plan in plans}
    assert all("baliset" in plan.cards for plan in plans)


def test_a_command_not_to_play_a_kind_leaves_the_rest(armed: Game) -> None:
    plans = bound(armed, "guild", (AVOID, "shield"))

    assert {"", "baliset"} == {plan.defense for plan in plans}


@pytest.mark.rule("gf9.silence.voice-cheap-hero-only")
def test_told_to_play_a_cheap_hero_a_player_leaves_his_leaders_out(armed: Game) -> None:
    plans = bound(armed, "guild", (PLAY, "cheap-hero"))

    assert {"cheap-hero"} == {plan.leader for plan in plans}


@pytest.mark.rule("gf9.silence.voice-cheap-hero-only")
def test_a_player_with_nothing_but_a_cheap_hero_cannot_be_told_to_leave_it_out() -> None:
    game = battle(arrakeen(guild=2, emperor=2), hands={"guild": ["cheap-hero"]}, dead_leaders={"guild": GUILD})

    assert {"cheap-hero"} == {plan.leader for plan in bound(game, "guild", (AVOID, "cheap-hero"))}


@pytest.mark.rule("gf9.silence.voice-details")
def test_a_command_that_cannot_be_obeyed_binds_nobody() -> None:
    game = battle(arrakeen(guild=2, emperor=2), hands={"guild": ["lasgun"]}, dead_leaders={"guild": GUILD})
    free = legal_plans(game.look, "guild").count()

    assert free == bound(game, "guild", (PLAY, "lasgun")).count() == bound(game, "guild", (PLAY, "poison")).count()


@pytest.mark.rule("gf9.silence.prescience-no-weapon")
def test_no_weapon_is_an_answer_that_binds(armed: Game) -> None:
    assert {""} == {plan.weapon for plan in bound(armed, "guild", ("weapon", ""))}


@pytest.mark.rule("gf9.ruling.plan-may-change-after-questions")
def test_what_was_shown_is_fixed_and_the_rest_may_change(armed: Game) -> None:
    plans = bound(armed, "guild", ("leader", "guild-rep"), ("dial", 2))

    assert {("guild-rep", 2)} == {(plan.leader, plan.dial) for plan in plans}
    assert {"", "crysknife", "chaumas", "baliset"} == {plan.weapon for plan in plans}


def test_a_whole_plan_can_be_fixed(armed: Game) -> None:
    plan = Plan(4, "guild-rep", "crysknife", "shield")
    names = ("leader", "weapon", "defense", "dial", "spice", "also")

    assert [plan] == list(bound(armed, "guild", *((name, getattr(plan, name)) for name in names)))


def test_a_plan_that_breaks_a_promise_is_refused_by_the_rule_that_binds(armed: Game) -> None:
    denial = bound(armed, "guild", (PLAY, "poison")).denial(Plan(1, "guild-rep"))

    assert (VOICE,) == denial.cites
    assert "the plan must have a poison card" == denial.reason


@pytest.mark.rule("gf9.silence.prescience-spice")
def test_a_dial_that_was_shown_stays_payable_and_its_spice_may_change() -> None:
    game = battle(arrakeen(guild=5, emperor=5), rules=book(COMBAT), spice={"guild": 3})

    plans = bound(game, "guild", ("dial", 2))

    assert {0, 1, 2} == {plan.spice for plan in plans}


def test_elements_are_those_of_legal_plans(armed: Game) -> None:
    look = armed.look

    assert ("", "crysknife", "chaumas", "baliset") == elements(look, "guild", "weapon")
    assert ("", "shield", "baliset") == elements(look, "guild", "defense")
    assert (*GUILD, "cheap-hero") == elements(look, "guild", "leader")
    assert (0, 1, 2, 3, 4, 5) == elements(look, "guild", "dial")


@pytest.mark.rule("gf9.battle.reveal")
def test_who_knows_a_binding_is_up_to_who_asked(armed: Game) -> None:
    tx = on_a_clone(armed)
    bind_plan(tx, "guild", ("dial", 2, ()), by=SHOWN, viewers=("emperor",))
    fight = tx.rulebook.tables["fight"]

    seen = {seat: tx.rulebook.redactor.redacted(tx[fight], (seat,)).bindings for seat in ("guild", "emperor", "fremen")}

    assert {("guild", 0): ("dial", 2, ())} == seen["guild"] == seen["emperor"]
    assert "HIDDEN" == repr(seen["fremen"]["guild", 0])


@pytest.mark.rule("gf9.battle.reveal")
def test_a_card_in_a_plan_is_not_free_for_anything_else() -> None:
    hands = {"guild": ["baliset", "kulon"]}
    game = battle(arrakeen(guild=2, emperor=2), hands=hands, traitors={"emperor": ["guild-rep"]})
    before = is_committed(game.look, "guild", "baliset")

    game.submit("guild", Plan(0, "guild-rep", "baliset"))
    game.submit("emperor", Plan(0, "bashar"))

    assert not before
    assert {"baliset": True, "kulon": False} == {
        card: is_committed(game.look, "guild", card) for card in ("baliset", "kulon")
    }


@pytest.mark.rule("gf9.battle.adv-set-aside")
def test_spice_in_a_plan_is_committed_until_the_battle_is_decided() -> None:
    position = {"spice": {"guild": 4, "emperor": 4}, "traitors": {"emperor": ["guild-rep"]}}
    game = battle(arrakeen(guild=5, emperor=5), rules=book(COMBAT), **position)
    game.submit("guild", Plan(3, "guild-rep", spice=3))
    game.submit("emperor", Plan(0, "bashar"))

    assert 3 == game.look.whole("spice.committed", seat="guild")

    game.submit("emperor", Pass())

    assert 0 == game.look.whole("spice.committed", seat="guild")


@pytest.mark.rule("gf9.card.battle-only")
def test_twenty_five_cards_of_the_deck_are_for_plans_only() -> None:
    rules = book()
    look = battle(arrakeen(guild=1, emperor=1)).look
    cards = rules.components["card"]
    for_plans = {
        card
        for card in rules.decks["treachery"]
        if cards[card].weapon or cards[card].defense or look.may("plan.hero", seat="guild", card=card)
    }

    assert 25 == sum(rules.decks["treachery"][card] for card in for_plans)
    assert not [card for card in for_plans if look.may("card.as-karama", seat="guild", card=card)]


def test_a_refused_plan_changes_nothing(armed: Game) -> None:
    before = armed.digest()

    with pytest.raises(IllegalChoice):
        armed.submit("guild", Plan(6, "guild-rep"))

    assert before == armed.digest()
