"""`dunerules scenario`: what holds, what differs, and what cannot be run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dunerules.engine.scenarios import read_scenario, run_scenario

HOLDS = """\
[scenario]
title = "A game has three rounds"
ruleset = "dice-feud"

[[then.quantities]]
quantity = "rounds"
is = 3
"""
DIFFERS = HOLDS.replace("is = 3", "is = 4")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_scenario_that_holds_is_one_line(run):
    Path("rounds.toml").write_text(HOLDS)

    expected = "ok       rounds.toml: A game has three rounds (dice-feud)\n1 run, 0 differ\n"
    assert (0, expected, "") == run("scenario", "rounds.toml")


def test_a_scenario_that_differs_says_how_and_the_answer_is_no(run):
    Path("rounds.toml").write_text(DIFFERS)

    code, out, err = run("scenario", "rounds.toml")

    first, *differences, last = out.splitlines()
    assert (1, "") == (code, err)
    assert "DIFFERS  rounds.toml: A game has three rounds (dice-feud)" == first
    report = run_scenario(read_scenario("rounds.toml"))[0]
    assert [f"         {difference}" for difference in report.differences] == differences
    assert "expected rounds to be 4, it is 3" in differences[0]
    assert "1 run, 1 differ" == last


def test_a_scenario_of_two_rulesets_is_run_with_both(run):
    Path("rounds.toml").write_text(HOLDS.replace('ruleset = "dice-feud"', 'rulesets = ["dice-feud", "dice-feud-long"]'))

    code, out, _ = run("scenario", "rounds.toml")

    assert 1 == code
    assert ["ok      ", "DIFFERS "] == [line[:8] for line in out.splitlines() if "rounds.toml" in line]


def test_a_folder_is_searched_and_each_file_is_run_once(run):
    Path("deep/deeper").mkdir(parents=True)
    for name in ("deep/b.toml", "deep/deeper/a.toml", "deep/notes.txt"):
        Path(name).write_text(HOLDS)

    out = run("scenario", "deep", "deep/b.toml").out

    found = [line.split()[1] for line in out.splitlines()[:-1]]
    assert ["deep/b.toml:", "deep/deeper/a.toml:"] == found


def test_files_that_cannot_be_run_are_reported_and_the_others_are_run(run):
    Path("a.toml").write_text("[scenario\n")
    Path("b.toml").write_text(DIFFERS)
    Path("c.toml").write_text(HOLDS.replace('"dice-feud"', '"dice-fued"'))

    code, out, err = run("scenario", "a.toml", "b.toml", "c.toml", "none.toml")

    first, second, third = err.splitlines()
    assert 2 == code
    assert "1 run, 1 differ, 3 cannot be run" == out.splitlines()[-1]
    assert first.startswith("dunerules: a.toml: ")
    assert (
        'dunerules: c.toml: scenario.ruleset: "dice-fued" is not a known ruleset. Did you mean "dice-feud"?' == second
    )
    assert "dunerules: none.toml: there is no such file." == third


def test_a_folder_without_scenarios_is_refused(run):
    os.mkdir("empty")

    expected = "dunerules: empty: there is no scenario in this folder: no file ends in .toml.\n"
    assert (2, "", expected) == run("scenario", "empty")


def test_a_file_at_which_the_rules_stop_is_told_in_one_line_and_the_others_are_run(run, monkeypatch):
    Path("a.toml").write_text(HOLDS)
    Path("b.toml").write_text(HOLDS)

    def stop(scenario: object, **_: object) -> None:
        if scenario.shown == "a.toml":
            {}["red"]
        return real(scenario)

    real = run_scenario
    monkeypatch.setattr("dunerules.cli.scenario.run_scenario", stop)
    code, out, err = run("scenario", "a.toml", "b.toml")

    assert 2 == code
    assert "ok       b.toml: A game has three rounds (dice-feud)\n1 run, 0 differ, 1 cannot be run\n" == out
    assert err.startswith("dunerules: a.toml: the rules stop with KeyError: 'red' (test_cli_scenario.py, line ")
    assert err.endswith("in stop()). Is something missing in [given]?\n")
