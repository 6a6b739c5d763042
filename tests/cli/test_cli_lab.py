"""`dunerules lab`: how rules get on with each other."""

from __future__ import annotations

import json

import pytest

from dunerules.cli.lab import duration


def test_the_numbers_are_printed_and_the_report_is_written(run, tmp_path):
    code, out, err = run("lab", "dice-feud", "--games", "2", "--out", tmp_path / "deep" / "report")

    assert (0, "dice-feud: playing 2 games\n") == (code, err)
    assert "Dice Feud (dice-feud)\n  2 games of 2 of " in out
    data = json.loads((tmp_path / "deep" / "report" / "report.json").read_text())
    assert ("dice-feud", 2) == (data["rulesets"][0]["id"], data["rulesets"][0]["games"])
    assert "<svg" in (tmp_path / "deep" / "report" / "report.html").read_text()


def test_with_strict_what_is_left_ends_with_code_1(run, tmp_path):
    assert 1 == run("lab", "dice-feud", "--games", "1", "--strict", "--out", tmp_path).code


def test_a_game_that_fails_ends_with_code_1_and_is_written_as_a_scenario(run, tmp_path, monkeypatch):
    ruleset = tmp_path / "house.toml"
    ruleset.write_text('[ruleset]\nid = "house"\ntitle = "House"\nextends = "dice-feud"\n')
    monkeypatch.setattr("dunerules.testing.lab.playing.MOST_CHOICES", 5)

    code, out, _ = run("lab", ruleset, "--games", "1", "--out", tmp_path / "report")

    assert 1 == code
    assert '  failed: house-game-0.toml: The law "every game ends" is broken: it is not over after 5 choices.' in out
    written = (tmp_path / "report" / "house-game-0.toml").read_text()
    assert 'ruleset = "dice-feud"' in written


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["dice-fued"], 'dice-fued: no ruleset of this name is installed. Did you mean "dice-feud"?'),
        (["dice-feud", "--games", "0"], "games: expected a number above 0, found 0."),
        (
            ["dice-feud", "--budget", "soon"],
            'argument --budget: expected a time such as 90s, 5m or 1h, found "soon". See dunerules lab --help.',
        ),
    ],
)
def test_bad_input_ends_with_code_2(run, tmp_path, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)

    assert (2, "", f"dunerules: {message}\n") == run("lab", *words)
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize(("text", "seconds"), [("90s", 90), ("5m", 300), ("1h", 3600), ("1.5m", 90), ("20", 20)])
def test_times_are_read(text, seconds):
    assert seconds == duration(text)
