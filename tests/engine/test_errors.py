"""Errors come whole out of another process: a server or a pool of workers hands them on."""

from __future__ import annotations

import pickle

import pytest

from dunerules import Denial, DunerulesError, IllegalChoice, Pass, Problem, RulesetError
from dunerules.engine.catalogue import UnknownRule
from dunerules.engine.scenario_files import ScenarioError
from dunerules.engine.spaces import EmptySpace, Range

PROBLEM = Problem("friday.toml", "rules.add[0]", "is wrong", "Do this.")


@pytest.mark.parametrize(
    "error",
    [
        RulesetError([PROBLEM, PROBLEM]),
        ScenarioError([PROBLEM]),
        IllegalChoice("red", Pass(), Denial("no", ("dice.roll",)), ("dice.roll", "dice.bid")),
        UnknownRule("dice.rol", "Did you mean this?"),
        EmptySpace(Range(1, 0)),
        DunerulesError("plain"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_pickling_keeps_the_message_and_every_part(error: DunerulesError) -> None:
    again = pickle.loads(pickle.dumps(error))

    assert (type(error), str(error), vars(error)) == (type(again), str(again), vars(again))
