"""`dunerules diff`: how two rulesets differ."""

from __future__ import annotations

import json

RULESET = """
[ruleset]
id = "long"
title = "Long"
extends = "dice-feud"

[[effect]]
title = "One more round, for those who like it long and have the whole of the evening before them, and the night too"
quantity = "rounds"
add = 1
cites = ["dice.general.rounds"]

[[permission]]
title = "Nobody uses the gate"
forbid = "place.into"
when = { slot = "gate" }
"""

SHOWN = """\
- Dice Feud (dice-feud)
+ Long (long)

The whole game
==============

Rounds of a game
  - 3
    [dice.general.rounds]
  + 3
    [dice.general.rounds]
  + 1 more: One more round, for those who like it long and have the whole of the evening before
    them, and the night too
    [dice.general.rounds]

Put dice into slots
===================

Put a die into a slot
  - allowed: unless a rule says otherwise
  + forbidden: Nobody uses the gate, when slot is The gate
"""


def test_differences_are_told_by_phase_in_lines_that_fit_a_terminal(run, tmp_path):
    file = tmp_path / "long.toml"
    file.write_text(RULESET)

    assert (1, SHOWN, "") == run("diff", "dice-feud", file)


def test_the_same_rules_end_with_code_0(run):
    out = "- Dice Feud (dice-feud)\n+ Dice Feud (dice-feud)\nThe rules are the same.\n"

    assert (0, out, "") == run("diff", "dice-feud", "dice-feud")


def test_differences_can_be_had_as_json(run):
    code, out, err = run("diff", "dice-feud", "dice-feud-long", "--json")
    data = json.loads(out)

    assert (1, "") == (code, err)
    assert {"id": "dice-feud", "title": "Dice Feud"} == data["left"]
    assert {"text": "3", "cites": ["dice.general.rounds"]} in [
        line for one in data["differences"] for line in one["left"]
    ]


def test_a_ruleset_that_cannot_be_read_ends_with_code_2(run):
    expected = 'dunerules: dice-fued: no ruleset of this name is installed. Did you mean "dice-feud"?\n'

    assert (2, "", expected) == run("diff", "dice-feud", "dice-fued")


def test_the_editions_differ_in_words_with_rules_of_both(run):
    code, out, _ = run("diff", "ah-1979-basic", "gf9-2019-basic")

    assert 1 == code
    assert "The last turn\n  - 15\n    [ah79.general.turn-limit]\n  + 10\n    [gf9.general.turn-limit]\n" in out
    assert "- The nexus comes before the worm eats: " in out
    assert max(map(len, out.splitlines())) <= 100
