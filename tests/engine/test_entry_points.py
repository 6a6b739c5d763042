"""Rules packages of other distributions: built, installed, found by entry point, silent until they are selected."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

PACKAGE = Path(__file__).parents[1] / "packages" / "lucky_die"

IMPORTED = "sorted(name for name in sys.modules if name.startswith(('dunerules_lucky_die', 'dunerules_dice')))"

FOUND = f"""
library = dunerules.Library.installed()
answer = {{
    "packages": [name for name in library.packages if name in ("dunerules_dice", "dunerules_lucky_die")],
    "module": [source.shown for source in library.modules.get("lucky.die", ())],
    "ruleset": [source.shown for source in library.rulesets.get("dice-feud-lucky", ())],
    "rule": "lucky.roll" in library.catalogue.ids,
    "imported": {IMPORTED},
}}
"""

PLAYED = f"""
games = [dunerules.play_out(dunerules.Game.start(dunerules.load(name), seed=3)) for name in RULESETS]
answer = {{
    "fingerprints": [game.rulebook.fingerprint for game in games],
    "logs": [game.log().text() for game in games],
    "imported": {IMPORTED},
}}
"""

LUCKY = f"""
rulebook = dunerules.load("dice-feud-lucky")
game = dunerules.Game.start(rulebook, ["red", "blue"], scripted={{"dice.red": [5, 5], "dice.blue": [5, 4]}})
from dunerules_dice.feud import Feud
answer = {{
    "modules": list(rulebook.modules),
    "lucky": [event.seat for event in game.events if type(event).__name__ == "LuckStruck"],
    "points": game[Feud].points,
    "explained": [str(line) for line in game.explain("lucky.points").lines],
    "ended": dunerules.play_out(game).outcome is not None,
    "imported": {IMPORTED},
}}
"""


@pytest.fixture(scope="module")
def lucky_die(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the distribution `dunerules-lucky-die` was built and installed into, without a network."""
    target = tmp_path_factory.mktemp("installed")
    options = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(target), str(PACKAGE)]

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (0, "") == (done.returncode, done.stderr)
    return target


@pytest.fixture
def ask(lucky_die: Path) -> Callable[..., Any]:
    """Runs a program in a process of its own, with or without the package, and gives its answer."""

    def run(program: str, *, installed: bool) -> Any:
        paths = [str(lucky_die)] if installed else []
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        whole = f"import json, sys\nimport dunerules\n{program}\nprint(json.dumps(answer))"
        done = subprocess.run(
            [sys.executable, "-c", whole], env=environment, capture_output=True, text=True, check=False
        )
        assert "" == done.stderr
        return json.loads(done.stdout)

    return run


def test_the_dice_game_is_an_installed_distribution_found_by_entry_point():
    (point,) = (point for point in entry_points(group="dunerules.rules") if point.value == "dunerules_dice")

    assert ("dice", "dunerules-dice") == (point.name, point.dist.name)


def test_an_installed_package_is_found_by_entry_point_without_being_imported(ask):
    assert {
        "packages": ["dunerules_dice", "dunerules_lucky_die"],
        "module": ["dunerules_lucky_die/lucky-die.toml"],
        "ruleset": ["dunerules_lucky_die/rulesets/dice-feud-lucky.toml"],
        "rule": True,
        "imported": [],
    } == ask(FOUND, installed=True)


def test_a_package_that_is_not_installed_is_not_there(ask):
    assert {"packages": ["dunerules_dice"], "module": [], "ruleset": [], "rule": False, "imported": []} == ask(
        FOUND, installed=False
    )


def test_an_installed_module_does_nothing_and_is_not_imported_until_it_is_selected(ask):
    program = PLAYED.replace("RULESETS", '["dice-feud", "dice-feud-long"]')

    with_it, without = ask(program, installed=True), ask(program, installed=False)

    assert without == with_it
    assert not any(name.startswith("dunerules_lucky_die") for name in with_it["imported"])


def test_only_the_python_of_selected_modules_is_imported(ask):
    answer = ask(PLAYED.replace("RULESETS", '["dice-feud"]'), installed=True)

    expected = ["", ".bidding", ".cards", ".feud", ".placing"]
    assert [f"dunerules_dice{name}" for name in expected] == answer["imported"]


def test_a_selected_module_plays(ask):
    answer = ask(LUCKY, installed=True)

    assert "lucky.die" in answer["modules"]
    assert ["red"] == answer["lucky"]
    assert {"dawn": 2} == answer["points"]
    assert ['base 2 from option "lucky.die/points" = 2: Points for a lucky roll [lucky.die] (lucky.roll)'] == answer[
        "explained"
    ]
    assert answer["ended"]
    assert {"dunerules_lucky_die", "dunerules_lucky_die.lucky_die"} < set(answer["imported"])


def test_a_ruleset_that_selects_what_is_not_installed_is_refused(ask):
    program = """
try:
    dunerules.loads('[ruleset]\\nid = "x"\\ntitle = "X"\\nextends = "dice-feud"\\n[rules]\\nadd = ["lucky.die"]')
except dunerules.RulesetError as error:
    answer = str(error)
"""

    assert '<ruleset>: rules.add[0]: "lucky.die" is not a rule module.' == ask(program, installed=False).split("\n")[0]
