"""Battles of 1979: storm, plans that may change, leaders left at home, captives and the Kwisatz Haderach."""

from __future__ import annotations

import json
from functools import cache

import pytest
from battle_table import arrakeen, battle, names, play_out, random_position, reveal

import dunerules
from dunerules import Game, IllegalChoice, Rulebook, RulesetError
from dunerules.classic.battles import Attack, contests
from dunerules.classic.fights import Fight, Plan
from dunerules.classic.leaders import Leaders
from dunerules.classic.plans import legal_plans
from dunerules.classic.shown_elements import ShowElement
from dunerules.classic.treachery import hand_of
from dunerules.classic.truthtrance import AnswerTruth, AskTruth
from dunerules.editions.ah_1979.leaderless_battles import AgreeToNoLeaders, OfferNoLeaders
from dunerules.factions.atreides import AskElement
from dunerules.factions.atreides_kwisatz import KWISATZ, KwisatzHaderach
from dunerules.factions.harkonnen_captives import Capture, KeepCaptive
from dunerules.rules import Pass

COMBAT = "option.advanced-combat"
XV = ("ah-1979.xv.atreides", "ah-1979.xv.harkonnen")
GAMES = pytest.mark.parametrize("modules", [(), XV, (*XV, COMBAT)], ids=["basic", "xv", "xv and xxii"])


@cache
def book(*modules: str, base: str = "ah-1979-basic", extra: str = "") -> Rulebook:
    """A game with more modules and declarations."""
    head = f'[ruleset]\nid = "under-test"\ntitle = "Under test"\nextends = "{base}"\n'
    return dunerules.loads(f"{head}[rules]\nadd = {json.dumps(modules)}\n{extra}")


# ------------------------------------------------------------------ the storm


@pytest.mark.rule("ah79.silence.battle-storm-sector", "ah79.battle.storm-separation")
@pytest.mark.parametrize(
    ("forces", "met"),
    [
        ({1: "guild", 2: "emperor"}, [(1, 2)]),
        ({1: "guild", 3: "emperor"}, []),
        ({2: "both"}, [(1, 2)]),
        ({1: "guild", 2: "both"}, [(1, 2)]),
        ({1: "guild", 2: "both", 3: "emperor"}, [(1, 2), (2, 3)]),
        ({1: "guild", 2: "emperor", 3: "guild"}, [(1, 2), (2, 3)]),
        ({1: "both", 3: "both"}, [(1,), (3,)]),
    ],
)
def test_who_meets_whom_around_a_stormy_sector(forces: dict[int, str], met: list[tuple[int, ...]]) -> None:
    placed = {
        f"cielago-north:{sector}": {"guild": 2, "emperor": 2} if who == "both" else {who: 2}
        for sector, who in forces.items()
    }
    game = Game.start(book(), ("guild", "emperor"), given={"forces": placed, "storm": 2}, at="mentat-pause")

    found = [contest.locations for contest in contests(game.look) if contest.seat == "guild"]

    assert [tuple(f"cielago-north:{sector}" for sector in part) for part in met] == found


@pytest.mark.rule("ah79.silence.battle-storm-sector")
def test_parts_on_both_sides_of_the_storm_have_names_of_their_own() -> None:
    both = {"guild": 2, "emperor": 2}
    forces = {"cielago-north:1": {"guild": 2}, "cielago-north:2": both, "cielago-north:3": {"emperor": 2}}
    game = battle(forces, rules=book(), storm=2)
    (decision,) = game.decisions
    other = {"guild": "emperor", "emperor": "guild"}[decision.seat]

    assert [
        Attack("cielago-north", other, "cielago-north:1"),
        Attack("cielago-north", other, "cielago-north:3"),
    ] == list(decision.space)


# ------------------------------------------------------------------ plans that may change


def asked_about_poison(rules: Rulebook, *, ready: bool) -> Game:
    """The Emperor, who holds a poison, may be asked about it; his plan is ready or not."""
    hands = {"guild": ("truthtrance",), "emperor": ("chaumas",)}
    game = battle(arrakeen(guild=5, emperor=5), rules=rules, hands=hands)
    if ready:
        game.submit("emperor", Plan(1, "bashar", "chaumas"))
    game.submit("guild", AskTruth("emperor", "plays-kind", "poison"))
    return game


@pytest.mark.rule("ah79.ruling.plan-may-change-after-questions", "ah79.silence.truthtrance-intent")
def test_an_answer_is_true_of_a_plan_that_is_ready_which_may_then_change() -> None:
    game = asked_about_poison(book(), ready=True)

    game.submit("emperor", Plan(1, "bashar"))

    assert {} == game[Fight].bindings
    assert ["plan"] == [decision.kind for decision in game.decisions]


@pytest.mark.rule("ah79.ruling.plan-may-change-after-questions", "gf9.ruling.plan-may-change-after-questions")
@pytest.mark.parametrize(("base", "free"), [("ah-1979-basic", True), ("gf9-2019-basic", False)])
def test_an_answer_about_an_intention_binds_in_2019_only(base: str, free: bool) -> None:
    game = asked_about_poison(book(base=base), ready=False)

    game.submit("emperor", AnswerTruth(yes=True))

    assert free is legal_plans(game.look, "emperor").contains(Plan(1, "bashar"))


@pytest.mark.rule("ah79.ruling.plan-may-change-after-questions")
def test_2019_may_take_the_plans_of_1979() -> None:
    game = asked_about_poison(book("ah-1979.battles", base="gf9-2019-basic"), ready=False)

    game.submit("emperor", AnswerTruth(yes=True))
    explained = str(game.explain("plan.change", seat="emperor", cause="answered"))

    assert legal_plans(game.look, "emperor").contains(Plan(1, "bashar"))
    assert "What was answered to a truthtrance may be changed" in explained


# ------------------------------------------------------------------ leaders left at home


@pytest.mark.rule("ah79.ruling.no-leaders-by-consent")
def test_nobody_is_asked_about_leaders_unless_somebody_offers() -> None:
    game = battle(arrakeen(guild=2, emperor=2), rules=book())

    assert ["plan", "plan"] == [decision.kind for decision in game.decisions]


@pytest.mark.rule("ah79.ruling.no-leaders-by-consent")
def test_a_third_player_cannot_offer_it() -> None:
    game = battle(arrakeen(guild=2, emperor=2), seats=("guild", "emperor", "fremen"), rules=book())

    with pytest.raises(IllegalChoice):
        game.submit("fremen", OfferNoLeaders())


@pytest.mark.rule("ah79.ruling.no-leaders-by-consent")
def test_a_leader_that_was_shown_may_stay_at_home_if_both_agree() -> None:
    game = battle(arrakeen(atreides=2, emperor=2), seats=("atreides", "emperor"), rules=book())
    game.submit("atreides", AskElement("leader"))
    game.submit("emperor", ShowElement("bashar"))
    game.submit("emperor", OfferNoLeaders())
    game.submit("atreides", AgreeToNoLeaders())

    events = reveal(game, atreides=Plan(1), emperor=Plan(1))

    assert "FightWon" in names(events)
    assert "LeaderStationed" not in names(events)


@pytest.mark.rule("ah79.ruling.no-leaders-by-consent")
def test_a_table_can_do_without_the_offer_and_2019_with_it() -> None:
    without = book(extra='remove = ["ah-1979.leaderless-battles"]')
    with_it = book("ah-1979.leaderless-battles", base="gf9-2019-basic")

    refused = battle(arrakeen(guild=2, emperor=2), rules=without)
    taken = battle(arrakeen(guild=2, emperor=2), rules=with_it)
    taken.submit("guild", OfferNoLeaders())

    assert "offer-no-leaders" not in without.choices
    assert ["plan", "plan"] == [decision.kind for decision in refused.decisions]
    assert ["no-leaders"] == [decision.kind for decision in taken.decisions]


# ------------------------------------------------------------------ cards


@pytest.mark.rule("ah79.ruling.cards-reused-later")
def test_cards_that_a_winner_kept_are_in_his_hand_after_the_round() -> None:
    game = battle(arrakeen(guild=2, emperor=2), rules=book(), hands={"guild": ["crysknife", "shield"]})
    reveal(game, guild=Plan(2, "guild-rep", "crysknife", "shield"), emperor=Plan(0, "bashar"))

    keep = next(choice for choice in game.decisions[0].space if len(choice.places) == 2)
    game.submit("guild", keep)

    assert ("crysknife", "shield") == hand_of(game.look, "guild")


# ------------------------------------------------------------------ additional advantages


@pytest.mark.rule("ah79.faction.atreides.kwisatz-bonus")
def test_how_often_the_kwisatz_haderach_is_used_is_a_number_that_a_table_can_change() -> None:
    house = '[[effect]]\ntitle = "Twice"\nquantity = "kwisatz.uses"\nset = 2\n'
    seats = ("atreides", "emperor", "guild")
    forces = arrakeen(atreides=9, emperor=2, guild=2)
    game = battle(forces, seats=seats, rules=book(XV[0], extra=house), kwisatz_haderach={"lost": 7})
    game.submit("atreides", Attack("arrakeen", "emperor"))
    game.submit("atreides", Pass())
    reveal(game, atreides=Plan(2, "dr-yueh", also=(KWISATZ,)), emperor=Plan(0, "bashar"))

    game.submit("atreides", Pass())

    assert 1 == game[KwisatzHaderach].uses
    assert legal_plans(game.look, "atreides").contains(Plan(2, "dr-yueh", also=(KWISATZ,)))


@pytest.mark.rule("ah79.faction.harkonnen.capture", "ah79.faction.harkonnen.capture-use")
def test_a_captive_that_won_is_not_drawn_again_in_the_same_battle() -> None:
    dead = {"emperor": ["count-fenring", "captain-aramsham", "burseg"]}
    rules = book(XV[1])
    game = battle(
        arrakeen(harkonnen=6, emperor=1),
        seats=("harkonnen", "emperor"),
        rules=rules,
        captives=["caid"],
        dead_leaders=dead,
    )
    reveal(game, harkonnen=Plan(6, "caid"), emperor=Plan(0, "bashar"))
    game.submit("emperor", Pass())

    game.submit("harkonnen", Capture())
    events = game.submit("harkonnen", KeepCaptive())

    assert ("bashar",) == game[Leaders].captives["harkonnen"]
    assert ("caid",) == game[Leaders].living["emperor"]
    assert "CaptiveReturned" in names(events)


@pytest.mark.rule("ah79.silence.capture-level")
@pytest.mark.parametrize("more", [(), (COMBAT,), ("option.increased-spice-flow", COMBAT)])
def test_captives_go_with_the_basic_and_with_the_advanced_game(more: tuple[str, ...]) -> None:
    rules = book(XV[1], *more)

    game = battle(arrakeen(harkonnen=6, emperor=1), seats=("harkonnen", "emperor"), rules=rules, captives=["caid"])

    assert any("caid" == leader for leader, _, _ in legal_plans(game.look, "harkonnen").arms)


@pytest.mark.rule("ah79.option.xv.atreides", "ah79.option.xv.harkonnen")
@pytest.mark.parametrize("faction", ["atreides", "harkonnen"])
def test_a_faction_has_the_sheet_of_one_edition(faction: str) -> None:
    with pytest.raises(RulesetError) as refused:
        book(f"ah-1979.xv.{faction}", f"faction.{faction}.advanced")

    assert f"faction.{faction}.advanced" in str(refused.value)


@pytest.mark.rule("ah79.option.xv.atreides", "ah79.option.xv.harkonnen")
@pytest.mark.parametrize(("faction", "part"), [("atreides", "kwisatz"), ("harkonnen", "captives")])
@pytest.mark.parametrize(
    ("base", "sheet"), [("ah-1979-basic", "ah-1979.xv.{}"), ("gf9-2019-basic", "faction.{}.advanced")]
)
def test_what_the_sheets_share_comes_and_goes_with_them(faction: str, part: str, base: str, sheet: str) -> None:
    shared = f"faction.{faction}.{part}"

    assert shared not in book(base=base).modules
    assert shared in book(sheet.format(faction), base=base).modules


# ------------------------------------------------------------------ laws


@GAMES
@pytest.mark.parametrize("seed", range(10))
def test_any_battle_round_ends_with_nobody_left_to_fight(modules: tuple[str, ...], seed: int) -> None:
    rules = book(*modules)
    game = random_position(rules, seed)
    # A position thrown together may break a law that moves could not have broken.
    laws = {name: law for name, law in rules.invariants.items() if law(game.look) is None}

    for stage in play_out(game, seed):
        assert [] == [name for name, law in laws.items() if law(stage.look) is not None]
        for seat in stage.header.seats:
            assert stage.view(seat) == stage.folded_view(seat)

    assert [] == list(contests(game.look))
