"""Positions of Dune that there cannot be are refused in words, with the place in the file."""

from __future__ import annotations

import pytest

from dunerules import DunerulesError
from dunerules.engine.scenarios import read_scenario, run_scenario

SCENARIO = """\
[scenario]
title = "A position"
ruleset = "gf9-2019-basic"

[given]
seats = ["atreides", "emperor"]
at = "mentat-pause"
"""


def refusal(path):
    try:
        run_scenario(read_scenario(path))
    except DunerulesError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "spice = { emperer = 3 }",
            'given.spice.emperer: "emperer" is not a seat here.\n  Did you mean "emperor"?',
        ),
        (
            'hands = { emperor = ["karma"] }',
            'given.hands.emperor[0]: "karma" is not a card of this rulebook.\n  Did you mean "karama"?',
        ),
        (
            'hands = { emperor = ["lasgun", "lasgun"] }',
            'given: "lasgun" is not there, or not so often, among the treachery cards.',
        ),
        (
            "forces = { arrakeen = { emperor = { sardukar = 3 } } }",
            'given.forces.arrakeen.emperor.sardukar: "sardukar" is not a force of this rulebook.\n'
            '  Known: "regular", "starred".',
        ),
        (
            "forces = { arrakeen = { emperor = 30 } }",
            'given: the position breaks the law "every force is in one place": '
            "fewer than no forces: [('emperor', 'regular')].",
        ),
        (
            'alliances = [["emperor", "fremen"]]',
            'given.alliances[0][1]: "fremen" is not a seat here.\n  Known: "atreides", "emperor".',
        ),
        (
            'pledges = { "emperor/shipment" = 3 }',
            'given.pledges."emperor/shipment": "emperor/shipment" should be 3 words.\n'
            "  Join them with slashes, such as  one/two/three.",
        ),
        (
            'dead_leaders = { emperor = ["jamis"] }',
            'given: "jamis" is not there, or not so often, among the leaders of emperor that are alive.',
        ),
        (
            'traitors = { emperor = ["jammis"] }',
            'given.traitors.emperor[0]: "jammis" is not a leader of this rulebook.\n  Did you mean "jamis"?',
        ),
        ("storm = 22", 'given: the position breaks the law "the storm is on the map": it stands in sector 22'),
        ("turn = 99", 'given: the position breaks the law "turns are counted up to the last": it is turn 99 of 10.'),
    ],
)
def test_a_position_that_there_cannot_be_is_refused_with_its_place(tmp_path, line, message):
    file = tmp_path / "position.toml"
    file.write_text(f"{SCENARIO}{line}\n\n[then]\nasked = {{}}\n", encoding="utf-8")

    assert refusal(file).startswith(f"{file}: {message}")
