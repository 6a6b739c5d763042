"""Victory in 1979, and the bundles of its optional rules and of its advanced game."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import dunerules
from dunerules import Game, RulesetError
from dunerules.classic.spice import Spice
from dunerules.engine.citations import citations

CATALOGUE = Path(dunerules.__file__).parent / "catalogue" / "ah-1979.toml"
OPTIONS = {option["id"]: option for option in tomllib.loads(CATALOGUE.read_text(encoding="utf-8"))["option"]}
FACTIONS = ("atreides", "bene-gesserit", "emperor", "fremen", "guild", "harkonnen")
LIBRARY = dunerules.Library.installed()


def head(module_id):
    return LIBRARY.module(module_id).file.module


IMPLEMENTED = {cited: module_id for module_id in LIBRARY.modules for cited in head(module_id).cites if cited in OPTIONS}
"""For each optional rule of the book the module that is it."""


def composed(*, add=(), remove=(), base="ah-1979-basic"):
    text = f'[ruleset]\nid = "composed"\ntitle = "Composed"\nextends = "{base}"\n[rules]\n'
    return dunerules.loads(f"{text}add = {list(add)}\nremove = {list(remove)}\n")


def needed(module_id):
    """The modules besides the basic game that must be added for a module to be there."""
    basic = dunerules.load("ah-1979-basic").modules
    head_of = head(module_id)
    more = [one for one in head_of.requires if one not in basic and one not in head_of.includes]
    return [*(inner for one in more for inner in needed(one)), module_id]


def play(rulebook, seats=None, seed=3):
    game = Game.start(rulebook, seats, seed=seed)
    dunerules.play_out(game)
    assert [] == [broken for law in rulebook.invariants.values() if (broken := law(game.look)) is not None]
    return game


def test_every_optional_rule_of_the_book_is_a_rule_module():
    assert [] == sorted(OPTIONS.keys() - IMPLEMENTED.keys())


@pytest.mark.parametrize("option", OPTIONS)
def test_every_optional_rule_can_be_taken_alone_with_what_it_requires(option):
    rulebook = composed(add=needed(IMPLEMENTED[option]))

    assert IMPLEMENTED[option] in rulebook.modules
    assert play(rulebook).outcome.winners


@pytest.mark.parametrize("option", OPTIONS)
def test_what_an_optional_rule_requires_in_the_book_it_requires_here(option):
    module = IMPLEMENTED[option]
    required = [
        f"faction.{name.partition(':')[2]}" if name.startswith("faction:") else IMPLEMENTED[name]
        for name in OPTIONS[option]["requires"]
    ]

    assert [] == [one for one in required if one not in head(module).requires]


@pytest.mark.parametrize("option", OPTIONS)
def test_rules_that_an_optional_rule_brings_are_cited_by_it_or_what_goes_with_it(option):
    def cited(module_id):
        file = LIBRARY.module(module_id).file
        own = {rule for _, rule in citations(file)}
        return own.union(*(cited(one) for one in file.module.includes))

    brought = set(OPTIONS[option]["enables"])
    suggested = [IMPLEMENTED[other] for other in OPTIONS[option]["suggests"]]
    there = [IMPLEMENTED[option], *suggested, *dunerules.load("ah-1979-basic").modules]

    assert [] == sorted(brought.difference(*map(cited, there)))


@pytest.mark.rule("ah79.option.xv")
def test_the_additional_advantages_are_a_bundle_of_those_of_each_faction():
    rulebook = composed(add=["ah-1979.xv"])

    assert {f"ah-1979.xv.{faction}" for faction in FACTIONS} <= set(rulebook.modules)


@pytest.mark.rule("ah79.option.xv")
@pytest.mark.parametrize("faction", FACTIONS)
def test_the_additional_advantages_of_one_faction_can_be_left_out(faction):
    rulebook = composed(add=["ah-1979.xv"], remove=[f"ah-1979.xv.{faction}"])

    assert f"ah-1979.xv.{faction}" not in rulebook.modules
    assert play(rulebook).outcome.winners


@pytest.mark.rule("ah79.option.advanced", "ah79.collection.adv-income")
@pytest.mark.parametrize(
    "part", ["option.increased-spice-flow", "option.advanced-combat", "ah-1979.advanced.spice-blow"]
)
def test_no_part_of_the_advanced_game_can_be_left_out(part):
    with pytest.raises(RulesetError) as refused:
        composed(base="ah-1979-advanced", remove=[part])

    assert f'rules.remove[0]: "{part}" is taken out, but "ah-1979.advanced" requires it' in str(refused.value)


@pytest.mark.rule("ah79.option.advanced", "ah79.collection.adv-income")
def test_the_advanced_game_has_its_three_parts():
    rulebook = composed(add=["ah-1979.advanced"])

    assert {"option.increased-spice-flow", "option.advanced-combat", "ah-1979.advanced.spice-blow"} <= set(
        rulebook.modules
    )


@pytest.mark.rule("ah79.collection.adv-income", "ah79.collection.stronghold-income")
def test_whoever_holds_arrakeen_takes_income_in_the_advanced_game():
    forces = {"arrakeen": {"emperor": 1}}

    def spice_after_the_harvest(name):
        given = {"forces": forces, "turn": 3}
        return Game.start(dunerules.load(name), ("emperor", "guild"), given=given, at="collection")[Spice].held[
            "emperor"
        ]

    assert (0, 2) == (spice_after_the_harvest("ah-1979-basic"), spice_after_the_harvest("ah-1979-advanced"))


@pytest.mark.rule("ah79.option.xviii.b")
def test_the_shield_wall_counts_only_where_one_more_stronghold_is_needed():
    with pytest.raises(RulesetError, match=r'"option.shield-wall" requires "option.more-strongholds"'):
        composed(add=["option.shield-wall"])


@pytest.mark.rule("ah79.option.xviii.a2", "ah79.option.xviii.a1")
def test_the_longer_game_has_no_alliances_and_one_more_stronghold():
    rulebook = dunerules.load("ah-1979-basic-longer")

    assert {"option.no-alliances", "option.more-strongholds"} == set(rulebook.modules) - set(
        dunerules.load("ah-1979-basic").modules
    )


def test_every_optional_rule_from_xv_to_xix_is_in_the_game_with_all_of_them():
    wanted = {
        IMPLEMENTED[option]
        for option in OPTIONS
        if option.removeprefix("ah79.option.").partition(".")[0] in ("xv", "xvi", "xvii", "xviii", "xix")
    }

    assert set() == wanted - set(dunerules.load("ah-1979-optional").modules)


def test_the_advanced_game_has_what_the_book_suggests_with_it():
    wanted = {IMPLEMENTED[option] for option in OPTIONS["ah79.option.advanced"]["suggests"]}

    assert set() == wanted - set(dunerules.load("ah-1979-advanced").modules)


@pytest.mark.rule("ah79.silence.player-eliminated")
def test_a_player_without_any_force_wins_with_allies():
    forces = {place: {"emperor": 1} for place in ("arrakeen", "carthag", "sietch-tabr")}
    given = {"forces": forces, "tanks": {"guild": 20}, "alliances": (("emperor", "guild"),), "turn": 3}

    game = Game.start(dunerules.load("ah-1979-basic"), ("emperor", "guild", "fremen"), given=given, at="mentat-pause")

    assert {"emperor", "guild"} == set(game.outcome.winners)
    assert ("ah79.alliance.joint-victory",) == game.outcome.cites


@pytest.mark.rule("ah79.alliance.joint-victory")
def test_three_winners_are_listed_as_people_list_them():
    forces = {"arrakeen": {"emperor": 1}, "carthag": {"guild": 1}, "sietch-tabr": {"fremen": 1}}
    given = {"forces": forces, "alliances": (("emperor", "guild", "fremen"),), "turn": 3}
    seats = ("emperor", "guild", "fremen", "atreides")

    game = Game.start(dunerules.load("ah-1979-basic"), seats, given=given, at="mentat-pause")

    assert "Emperor, Spacing Guild and Fremen win with 3 strongholds." == game.outcome.reason
