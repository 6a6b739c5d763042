"""The rulesets in `examples/house-rules/`: checked, played to the end, and printed."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import dunerules
from dunerules.engine.laws import broken_laws

FOLDER = Path(__file__).parents[1] / "examples" / "house-rules"
FILES = sorted(path.name for path in FOLDER.glob("*.toml"))


@cache
def load(name: str) -> dunerules.Rulebook:
    return dunerules.load(FOLDER / name)


def seats(rulebook: dunerules.Rulebook) -> tuple[str, ...]:
    """As many factions as may play, those that are new at the table first."""
    most = rulebook.quantities["seats.max"].constant
    return tuple(reversed(rulebook.factions))[: int(most or 6)]


def test_there_are_enough_of_them():
    assert 6 <= len(FILES)


@pytest.mark.parametrize("name", FILES)
def test_it_says_in_a_comment_for_whom_it_is(name):
    first = (FOLDER / name).read_text(encoding="utf-8").splitlines()[0]

    assert first.startswith("# ")
    assert f"]({name})" in (FOLDER / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_found_wrong_with_it(name):
    assert [] == [str(found) for found in dunerules.check(FOLDER / name)]


@pytest.mark.parametrize("name", FILES)
def test_it_differs_from_what_it_extends(name):
    book = load(name)

    assert dunerules.diff(book.composition.chain[-1].file.ruleset.extends, book)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", FILES)
def test_games_are_played_to_the_end_and_no_law_is_broken(name, seed):
    rulebook = load(name)

    game = dunerules.play_out(dunerules.Game.start(rulebook, seats(rulebook), seed=seed))

    assert game.outcome is not None
    assert {} == broken_laws(game)


@pytest.mark.parametrize("form", ["markdown", "html"])
@pytest.mark.parametrize("name", FILES)
def test_its_rulebook_begins_with_its_house_rules(name, form):
    text = dunerules.rulebook_text(load(name), form=form)

    assert 0 < text.index("House rules of this table") < text.index("The order of play")
    assert "★" in text
