"""Saves that somebody made by hand: their digest fits, and they are refused all the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from small_rules import refusal

from dunerules import Game, LogError, load
from dunerules.engine.plain import canonical, digest_of


def forged(change: Callable[[dict[str, Any]], object]) -> str:
    """A save of Dice Feud, changed, with the digest of what it says now."""
    data = json.loads(Game.start(load("dice-feud"), seed=7).dump())
    change(data)
    content = {key: value for key, value in data.items() if key != "digest"}
    return json.dumps({**content, "digest": digest_of(canonical(content))})


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda save: save.update(seed="7"), "header.seed: expected a whole number, found '7'."),
        (lambda save: save.update(seats="red"), "header.seats: expected a list of seats, found 'red'."),
        (
            lambda save: save.update(seats=["red", "blue"]),
            "the header and the table of seats do not name the same seats.",
        ),
        (lambda save: save["tables"].pop("hands"), "the save does not have the tables of its rulebook."),
        (lambda save: save["tables"].update(more={}), "the save does not have the tables of its rulebook."),
        (
            lambda save: save["tables"]["flow"]["agenda"][0].update(procedure="round"),
            "the agenda has 'round', which is not a procedure of \"dice-feud\".",
        ),
        (
            lambda save: save["tables"]["flow"]["asks"]["of"][0][1].update(kind="bdi"),
            "'red' is asked 'bdi', which cannot be.",
        ),
        (
            lambda save: save["tables"]["flow"]["asks"]["of"][0][1].update(seat="white"),
            "'white' is asked 'bid', which cannot be.",
        ),
    ],
    ids=["seed", "no seats", "other seats", "table gone", "table more", "agenda", "question", "asked seat"],
)
def test_a_forged_save_is_refused_although_its_digest_fits(change, expected):
    assert f"<save>: {expected}" == refusal(LogError, Game.restore, forged(change), load("dice-feud"))


def test_an_unchanged_save_is_taken():
    assert Game.start(load("dice-feud"), seed=7).digest() == Game.restore(forged(lambda save: None)).digest()


@pytest.mark.parametrize("name", ["house", "rulesets/house.toml", None])
def test_a_save_without_its_rulebook_is_loaded_with_installed_rules_only(name, tmp_path, monkeypatch):
    """A save may come from anybody, so the ruleset it names is never read as a file."""
    monkeypatch.chdir(tmp_path)

    told = refusal(LogError, Game.restore, forged(lambda save: save.update(ruleset=name)))

    assert f"<save>: the ruleset {name!r} is not installed; give its rulebook to load the game." == told
