"""A fork and a saved game go on as the game itself would, and touch nothing else."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunerules import Game, LogError, Rulebook
from properties.damage import edited, near_misses
from properties.strategies import Setup, Shown, endless, move, play, setups, word_lists


@given(setups(), word_lists(), word_lists(20), word_lists(20))
def test_a_fork_and_its_original_go_on_without_touching_each_other(
    setup: Setup, words: list[int], fork_words: list[int], own_words: list[int]
) -> None:
    game = play(setup.start(), words)
    before = Shown.of(game)

    fork = play(game.fork(), fork_words)
    assert before == Shown.of(game)
    after = Shown.of(fork)
    play(game, own_words)
    assert after == Shown.of(fork)


@given(setups(), word_lists(), st.integers(0, 2**16))
def test_a_fork_of_a_fork_goes_the_same_way_by_the_same_choices(setup: Setup, words: list[int], word: int) -> None:
    game = play(setup.start(), words)
    fork = game.fork().fork()

    play(game, islice(endless(word), 30))
    play(fork, islice(endless(word), 30))

    assert Shown.of(game) == Shown.of(fork)


@given(setups(), word_lists(), st.integers(0, 2**16))
def test_save_load_and_go_on_equals_going_on(setup: Setup, words: list[int], word: int) -> None:
    game = play(setup.start(), words)

    loaded = Game.restore(game.dump(), game.rulebook)

    assert Shown.of(game) == Shown.of(loaded)
    for more in islice(endless(word), 30):
        if game.outcome is not None:
            break
        seat, choice = move(game, more)
        assert game.submit(seat, choice) == loaded.submit(seat, choice)
        assert game.digest() == loaded.digest()
    assert Shown.of(game) == Shown.of(loaded)
    assert game.log().text() == loaded.log().text()


@given(setups(), word_lists(20), st.data())
def test_an_edited_save_is_refused(setup: Setup, words: list[int], data: st.DataObject) -> None:
    game = play(setup.start(), words)
    saved = json.loads(game.dump())

    for damaged in data.draw(st.lists(edited(saved), min_size=1, max_size=5)):
        with pytest.raises(LogError):
            Game.restore(json.dumps(damaged), game.rulebook)


def test_every_near_miss_in_a_save_is_refused() -> None:
    game = play(Setup("many-vetoes", ("gold", "jade"), 3, {"jade": "ann"}).start(), range(6))
    damaged = list(near_misses(json.loads(game.dump())))

    accepted = [save for save in damaged if not is_refused(save, game.rulebook)]

    assert len(damaged) > 500
    assert [] == accepted


def is_refused(save: Any, rulebook: Rulebook) -> bool:
    try:
        Game.restore(json.dumps(save), rulebook)
    except LogError:
        return True
    return False
