"""Every program in `examples/` runs and shows what it is there to show."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
PROGRAMS = sorted(path.name for path in EXAMPLES.glob("*.py"))


def run(name: str) -> list[str]:
    done = subprocess.run([sys.executable, str(EXAMPLES / name)], capture_output=True, text=True, timeout=120)
    assert "" == done.stderr
    assert 0 == done.returncode
    return done.stdout.splitlines()


def test_a_game_is_played_to_a_winner_and_its_log_verified():
    lines = run("play_a_game.py")

    assert [f"{seat} may bid in 5 ways" for seat in ("red", "blue", "gold", "jade")] == [
        line.partition(" and ")[0] for line in lines[:4]
    ]
    assert re.fullmatch(r"after \d+ choices: (Dawn|Dusk) wins with \d+ points\.", lines[-3])
    assert lines[-2] in ("winners: red, gold", "winners: blue, jade")
    assert lines[-1].endswith("replayed, the game is the same: True")


def test_a_number_is_explained_by_base_and_effects_and_a_refusal_by_its_rule():
    lines = run("explain_a_number.py")

    assert "slot.worth is 6 (Points for a slot)" == lines[0]
    assert ["base 1 = 1", "set 3 = 3", "multiply 2 = 6", "round up = 6"] == [
        line.strip().partition(":")[0] for line in lines[1:5]
    ]
    assert "place.into is refused: Gold does not stoop to the gate (Put a die into a slot)" in lines


def test_forks_compare_all_choices_and_leave_the_game_alone():
    lines = run("fork_and_compare.py")

    assert lines[0].startswith("Pass(): ")
    assert len(lines[:-1]) > 1
    assert all(re.fullmatch(r".+: \d+ of 40 games won", line) for line in lines[:-1])
    assert "the game itself is as it was: True" == lines[-1]


def test_house_rules_report_a_mistake_and_refuse_by_name_of_the_rule():
    lines = run("house_rules.py")

    assert [
        'thursday.toml: rules.add[0]: "dice.last-rond" is not a rule module.',
        '  Did you mean "dice.last-round"?',
        "",
        "red: Bid(coins=5) is refused: coins: the bid must be from 0 to 2, not 5 (dice.bid.limit)",
        "",
        "place.into is refused: red promised to keep off the tower (Put a die into a slot)",
    ] == lines[:6]


def test_every_program_has_a_test_here():
    tested = set(re.findall(r'run\("(\w+\.py)"\)', Path(__file__).read_text(encoding="utf-8")))

    assert PROGRAMS == sorted(tested)


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_program_says_what_it_shows_and_stands_in_the_list(name):
    tree = ast.parse((EXAMPLES / name).read_text(encoding="utf-8"))

    assert ast.get_docstring(tree)
    assert "main" in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert f"]({name})" in (EXAMPLES / "README.md").read_text(encoding="utf-8")
