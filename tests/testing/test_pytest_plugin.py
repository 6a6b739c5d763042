"""The pytest plug-in: scenario files as tests, under any ruleset; tables; marks that name real rules, counted."""

from __future__ import annotations

import subprocess
import sys

import pytest

PLUGIN = ("-p", "dunerules.testing.pytest_plugin", "-p", "no:cacheprovider", "--strict-markers")
SCENARIO = """
[scenario]
title = "The tower is worth more"
rulesets = ["dice-feud", "dice-feud-long"]
rules = ["dice.score.slots"]

[then]
quantities = [{ quantity = "slot.worth", slot = "tower", is = 3 }, { quantity = "rounds", is = 3 }]
"""


@pytest.fixture
def project(pytester):
    """Writes files of a small project, by path."""

    def write(files):
        for path, text in files.items():
            place = pytester.path / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        return pytester

    return write


def test_a_scenario_is_a_test_for_each_ruleset_and_fails_with_what_differs_and_no_traceback(project):
    result = project({"tests/scenarios/dice/tower.toml": SCENARIO}).runpytest(*PLUGIN)

    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "* The tower is worth more (dice-feud-long) *",
            "The tower is worth more (dice-feud-long): not as expected",
            "  then.quantities[[]1].is: expected rounds to be 3, it is 5: *",
            "FAILED tests/scenarios/dice/tower.toml::dice-feud-long*",
        ]
    )
    assert "Traceback" not in result.stdout.str()
    assert "pytest_plugin.py" not in result.stdout.str()


def test_only_toml_files_below_a_folder_called_scenarios_are_collected(project):
    files = {"tests/tower.toml": SCENARIO, "tests/scenarios/tower.txt": SCENARIO, "scenarios/a/b/tower.toml": SCENARIO}

    result = project(files).runpytest(*PLUGIN, "--collect-only", "-q")

    assert [
        "scenarios/a/b/tower.toml::dice-feud",
        "scenarios/a/b/tower.toml::dice-feud-long",
    ] == [line for line in result.outlines if "::" in line]


def test_the_rules_of_a_scenario_count_as_marks(project):
    result = project({"scenarios/tower.toml": SCENARIO}).runpytest(*PLUGIN, "-m", "rule", "--collect-only", "-q")

    assert 2 == len([line for line in result.outlines if "::" in line])


def test_a_broken_scenario_is_a_collection_error_with_its_message_alone(project):
    broken = SCENARIO.replace("dice.score.slots", "dice.score.slot").replace("dice-feud-long", "dice-feud-lng")

    result = project({"scenarios/tower.toml": broken}).runpytest(*PLUGIN)

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(
        [
            'scenarios/tower.toml: scenario.rulesets[[]1[]]: "dice-feud-lng" is not a known ruleset.',
            '  Did you mean "dice-feud-long"?',
            'scenarios/tower.toml: scenario.rules[[]0[]]: "dice.score.slot" is not in the catalogue.',
            '  Did you mean "dice.score.slots"?',
        ],
        consecutive=True,
    )
    assert "Traceback" not in result.stdout.str()


def test_a_scenario_with_words_that_a_ruleset_lacks_fails_with_its_message_alone(project):
    result = project({"scenarios/tower.toml": SCENARIO.replace("slot.worth", "slot.wort")}).runpytest(*PLUGIN)

    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(
        ['scenarios/tower.toml: then.quantities[[]0[]].quantity: "slot.wort" is not a quantity of dice-feud.']
    )
    assert "pytest_plugin.py" not in result.stdout.str()


def test_an_error_of_rule_code_keeps_its_traceback_and_says_which_scenario_was_played(project, monkeypatch):
    def broken(seat):
        raise KeyError("gold")

    monkeypatch.setattr("dunerules_dice.placing.TurnPassed", broken)
    text = '[scenario]\ntitle = "T"\nruleset = "dice-feud"\n[given]\nat = "place.turn"\ndice = { red = [1] }\n'
    text += 'seats = ["red", "blue"]\n[[when]]\nseat = "red"\nchoose = "pass"\n[then]\nover = false\n'

    result = project({"scenarios/odd.toml": text}).runpytest(*PLUGIN)

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*KeyError: 'gold'*", "*while playing when[[]0[]] of scenarios/odd.toml*"])


@pytest.mark.parametrize(
    ("mark", "message"),
    [
        ('rule("dice.score.slot")',
         'test_x.py::test_it: "dice.score.slot" is not in the catalogue.\n  Did you mean "dice.score.slots"?'),
        ("rule()", 'test_x.py::test_it: the marker "rule" takes catalogue ids, such as rule("some.rule").'),
        ("rule", 'test_x.py::test_it: the marker "rule" takes catalogue ids, such as rule("some.rule").'),
        ('rule(["dice.roll"])', "test_x.py::test_it: \"['dice.roll']\" is not in the catalogue."),
    ],
)  # fmt: skip
def test_a_mark_that_names_no_rule_is_a_collection_error(project, mark, message):
    test = f"import pytest\n\n@pytest.mark.{mark}\ndef test_it():\n    pass\n"

    result = project({"test_x.py": test, "test_y.py": "def test_other(): pass\n"}).runpytest(*PLUGIN)

    result.assert_outcomes(errors=1)
    assert message in result.stdout.str()
    result.stdout.fnmatch_lines(["*Interrupted: 1 error during collection*"])


def test_marks_of_classes_and_modules_are_checked_too(project):
    test = """
        import pytest

        pytestmark = pytest.mark.rule("dice.rol")

        @pytest.mark.rule("dice.roll", "dice.victry")
        class TestIt:
            def test_it(self):
                pass
    """
    result = project({"test_x.py": "\n".join(line[8:] for line in test.splitlines())}).runpytest(*PLUGIN)

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(['*"dice.victry" is not in the catalogue.', '*"dice.rol" is not in the catalogue.'])


def test_right_marks_are_registered_and_pass_under_strict_markers(project):
    test = 'import pytest\n\n@pytest.mark.rule("dice.roll", "dice.victory")\ndef test_it():\n    pass\n'

    result = project({"test_x.py": test}).runpytest(*PLUGIN)

    result.assert_outcomes(passed=1)


HOUSE = """
[ruleset]
id = "thursday"
title = "Thursday night"
extends = "dice-feud-long"

[options."dice.bidding"]
limit = 2
"""
TURNS = """
[scenario]
title = "The long game has more rounds"
rulesets = ["dice-feud", "dice-feud-long"]

[then]
quantities = [{ quantity = "slot.worth", slot = "tower", is = 3 }]

[under.dice-feud.then]
quantities = [{ quantity = "rounds", is = 3 }]

[under.dice-feud-long.then]
quantities = [{ quantity = "rounds", is = 5 }]
"""


def test_scenarios_are_played_under_a_ruleset_that_extends_theirs_and_others_are_left_out(project):
    other = SCENARIO.replace('rulesets = ["dice-feud", "dice-feud-long"]', 'ruleset = "gf9-2019-basic"')
    files = {"scenarios/turns.toml": TURNS, "scenarios/other.toml": other, "thursday.toml": HOUSE}

    result = project(files).runpytest(*PLUGIN, "--dunerules-ruleset", "thursday.toml", "-v")

    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["scenarios/turns.toml::thursday PASSED*"])


def test_a_scenario_that_is_not_so_under_the_ruleset_fails(project):
    house = HOUSE + '[[effect]]\ntitle = "Short"\nquantity = "rounds"\nset = 2\n'

    result = project({"scenarios/turns.toml": TURNS, "thursday.toml": house}).runpytest(
        *PLUGIN, "--dunerules-ruleset", "thursday.toml"
    )

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*expected rounds to be 5, it is 2*"])


def test_a_ruleset_that_is_not_there_is_a_usage_error(project):
    result = project({"scenarios/turns.toml": TURNS}).runpytest(*PLUGIN, "--dunerules-ruleset", "dice-fued")

    assert pytest.ExitCode.USAGE_ERROR == result.ret
    assert 'Did you mean "dice-feud"?' in result.stderr.str()


def test_a_run_ends_with_the_rules_that_passed_tests_have_shown(project):
    test = """
import pytest

@pytest.mark.rule("dice.roll", "dice.victory")
def test_it():
    pass

@pytest.mark.rule("dice.bid.limit")
def test_that_fails():
    assert False
"""
    result = project({"test_x.py": test}).runpytest(*PLUGIN, "--dunerules-rules")

    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["rules shown: dice 2 of * rules, 0 of 1 examples"])
    assert "  not shown: dice.bid.limit" in result.outlines
    assert "  not shown: dice.roll" not in result.outlines


def test_a_run_without_marks_says_nothing_of_rules(project):
    result = project({"test_x.py": "def test_it(): pass\n"}).runpytest(*PLUGIN)

    assert "rules shown" not in result.stdout.str()


def test_a_table_is_set_up_in_one_line(project):
    test = """
def test_it(dune_table):
    game = dune_table("dice-feud", ["red", "blue"], seed=3, given={"coins": {"red": 1, "blue": 2}}, at="bid.sealed")

    assert ["red", "blue"] == [decision.seat for decision in game.decisions]
    assert dune_table("dice-feud").rulebook is game.rulebook
    assert dune_table(game.rulebook, ["red", "blue"]).rulebook is game.rulebook
"""
    result = project({"test_x.py": test}).runpytest(*PLUGIN)

    result.assert_outcomes(passed=1)


def test_the_library_itself_needs_neither_pytest_nor_hypothesis():
    code = (
        "import sys, dunerules, dunerules.rules, dunerules.testing, dunerules.engine.scenarios\n"
        "print(sorted({'pytest', 'hypothesis'} & set(sys.modules)))"
    )

    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert "[]" == printed.strip()
