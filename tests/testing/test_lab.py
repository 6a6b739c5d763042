"""The lab: rulesets composed, games really played, laws checked, and what met told with reasons for the rest."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations

import attrs
import pytest

import dunerules
from dunerules import Game, Library, RulesetError
from dunerules.engine.scenarios import parse_scenario, run_scenario
from dunerules.testing import lab
from dunerules.testing.lab.factors import IN, OUT, choices_of
from dunerules.testing.lab.instruments import Notes, instrumented
from dunerules.testing.lab.page import page
from dunerules.testing.lab.running import LabError

GAMES = 40
"""Enough for two games of each ruleset of Dice Feud."""


@cache
def dice() -> lab.Report:
    return lab.run("dice-feud", games=GAMES)


@cache
def slips() -> Library:
    return Library.installed().plus("slips")


# ------------------------------------------------------------------ what can be chosen


def test_optional_modules_and_all_options_are_choices():
    model = choices_of("dice-feud-long").model

    assert (IN, OUT) == model.factors["dice.gifts"].levels
    assert {0, 20} < set(model.factors["dice.bidding/limit"].levels)
    assert "reading.book" not in model.factors, "it sets options of another game"
    assert ("holders", "everyone") == model.factors["engine.windows/ask"].levels


def test_what_a_ruleset_adds_to_the_one_it_extends_is_a_choice():
    factors = choices_of("gf9-2019-advanced").model.factors

    assert (IN, OUT) == factors["gf9-2019.advanced.double-spice-blow"].levels
    assert (IN, OUT) == factors["faction.atreides.kwisatz"].levels, "a part of a bundle too"
    assert "gf9-2019.turn" not in factors
    assert not [name for name in factors if name.startswith("dice.")], "a module of another game is none"


def test_a_row_selects_what_it_says():
    choices = choices_of("gf9-2019-advanced")
    for fixed in (
        [("faction.atreides.advanced", OUT), ("faction.atreides.kwisatz", IN)],
        [("faction.atreides.advanced", OUT), ("faction.atreides.kwisatz", OUT)],
        [("option.no-alliances", IN), ("classic.nexus/rounds", 1)],
    ):
        row = choices.model.completed(fixed)
        assert row is not None
        rulebook = choices.rulebook(row)

        for name, level in row.items():
            question = choices.questions[name]
            if not question.option:
                assert (level == IN) == (name in rulebook.modules), name
            elif level is not None:
                assert level == rulebook.option(question.module, question.option), name


# ------------------------------------------------------------------ instruments


@pytest.mark.parametrize("ruleset", ["dice-feud-long", "gf9-2019-advanced"])
def test_a_rulebook_with_instruments_plays_the_same_game(ruleset):
    rulebook = dunerules.load(ruleset)
    notes = Notes()

    noted = dunerules.play_out(Game.start(instrumented(rulebook, notes), seed=5))

    assert dunerules.play_out(Game.start(rulebook, seed=5)).events == noted.events
    assert {module for modules in notes.take().values() for module in modules} <= {*rulebook.modules, ruleset}


def test_functions_effects_and_permissions_are_noted_with_their_phase():
    notes = Notes()
    game = Game.start(instrumented(dunerules.load("dice-feud-long"), notes), seed=3)
    notes.take()
    game.look.quantity("slot.worth", slot="tower")
    asked = set().union(*notes.take().values())
    game.look.may("place.into", seat="gold", slot="gate", die=1)

    assert "dice.feud" in asked
    assert {"dice-feud-long", "dice.placing"} == set().union(*notes.take().values()), (
        "whose rules hold, overruled or not"
    )
    assert {"slot.worth", "place.into"} <= notes.asked


def test_a_rule_that_decides_in_any_case_has_a_say():
    """A permission that one module decides for good once told the lab nothing, so that the module seemed silent."""
    text = '[ruleset]\nid = "x"\ntitle = "X"\nextends = "gf9-2019-basic"\n[rules]\nadd = ["option.leaderless-plans"]\n'
    notes = Notes()
    game = Game.start(instrumented(dunerules.loads(text), notes), seed=3)
    notes.take()
    allowed = game.look.may("plan.leaderless", seat="guild")

    assert allowed
    assert {"option.leaderless-plans", "classic.plans"} == set().union(*notes.take().values())


# ------------------------------------------------------------------ a run


def test_every_pair_of_choices_that_can_be_had_is_played():
    (ruleset,) = dice().rulesets

    assert (GAMES, ()) == (ruleset.games, ruleset.failures)
    assert len(ruleset.rulesets) == ruleset.played
    assert () == ruleset.unplayed
    assert {'"dice.gifts/most" is a setting of "dice.gifts"'} == {one.why for one in ruleset.unpaired}


def test_every_pair_of_modules_has_met_or_is_missed():
    (ruleset,) = dice().rulesets

    pairs = {frozenset(pair) for pair in combinations([module.id for module in ruleset.modules], 2)}
    met, missed = ({frozenset(one.modules) for one in found} for found in (ruleset.met, ruleset.missed))
    assert pairs == met | missed
    assert not met & missed
    assert () == ruleset.unexplained
    assert frozenset({"dice.cards", "dice.placing"}) in met


def test_the_same_number_of_games_gives_the_same_report():
    again = lab.run("dice-feud", games=GAMES, jobs=2)

    assert json.dumps(dice().data()) == json.dumps(again.data())


def test_games_differ_with_the_seed():
    assert dice().rulesets[0].met != lab.run("dice-feud", games=3, seed=1).rulesets[0].met


def test_few_games_leave_pairs_of_choices_and_say_so():
    (ruleset,) = lab.run("dice-feud", games=1).rulesets

    assert 1 == ruleset.played
    assert ruleset.unplayed
    assert '"dice.gifts" had no say in any of 1 games' in {one.why for one in ruleset.unexplained}


def test_a_budget_of_no_time_plays_one_game():
    assert 1 == lab.run("dice-feud", budget=0.001).rulesets[0].games


def test_a_broken_rule_is_found_and_written_as_a_scenario_that_breaks_it_again():
    (ruleset,) = lab.run("dice-feud", games=GAMES, among=["slip.lost-coin"], library=slips()).rulesets

    failed = ruleset.failures[0]
    assert 'The law "coins are conserved" is broken' in failed.what
    assert "with slip.lost-coin" in ruleset.rulesets[failed.ruleset]
    (report,) = run_scenario(parse_scenario(failed.scenario, library=slips()), library=slips())
    assert not report.ok


def test_what_a_rule_module_raises_is_a_finding_too():
    (ruleset,) = lab.run("dice-feud", games=GAMES, among=["slip.crash"], library=slips()).rulesets

    failed = ruleset.failures[0]
    assert "Error: " in failed.what
    assert 'choose = "bid"' in failed.scenario


def test_a_few_games_of_dune_with_other_readings_keep_every_law():
    (ruleset,) = lab.run("gf9-2019-basic", games=3, among=()).rulesets

    assert [] == [failed.what for failed in ruleset.failures]
    assert {"without option.weather"} != set(ruleset.rulesets[1]), "options are set otherwise"


def test_modules_that_exclude_each_other_cannot_be_chosen_together():
    model = choices_of("gf9-2019-advanced").model
    pair = (("gf9-2019.alliances.2-3", IN), ("gf9-2019.alliances.2-4", IN))

    assert model.completed(pair) is None
    assert '"gf9-2019.alliances.2-3" excludes "gf9-2019.alliances.2-4"' == model.why_not(pair)


def test_what_does_not_compile_together_is_learned_with_what_was_said():
    choices = choices_of("dice-feud", Library.installed().plus("quarrel"))
    covering = lab.plan(choices)

    pair = (("quarrel.four-rounds", IN), ("quarrel.five-rounds", IN))
    assert "nothing orders them" in covering.impossible[tuple(sorted(pair))]
    assert 1 == len([why for why in covering.impossible.values() if "nothing orders them" in why])


# ------------------------------------------------------------------ the report


def test_the_page_draws_every_module_and_needs_nothing_else():
    text = page(dice())

    assert text.count("<svg") == 1
    for module in dice().rulesets[0].modules:
        assert f">{module.id}<title>" in text
    assert not [word for word in ("<script", "src=", "href=", "@import", "url(") if word in text]


def test_words_of_rules_cannot_break_the_page():
    odd = attrs.evolve(dice().rulesets[0], title="<b>Odd</b> & even")

    assert "<h2>&lt;b&gt;Odd&lt;/b&gt; &amp; even " in page(lab.Report((odd,), 0))


# ------------------------------------------------------------------ what cannot be done


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0}, "games: expected a number above 0, found 0."),
        ({"budget": -1.0}, "budget: expected a number above 0, found -1.0."),
        ({"jobs": 0}, "jobs: expected a number above 0, found 0."),
    ],
)
def test_numbers_that_make_no_sense_are_refused(arguments, message):
    with pytest.raises(LabError) as refused:
        lab.run("dice-feud", **arguments)

    assert message == str(refused.value)


def test_a_ruleset_is_needed_and_must_be_known():
    with pytest.raises(LabError, match=r"^the lab needs a ruleset\.$"):
        lab.run()
    with pytest.raises(RulesetError, match="no ruleset of this name is installed"):
        lab.run("dice-fued")
