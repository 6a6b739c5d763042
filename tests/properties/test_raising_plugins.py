"""A rule module that raises leaves the game as it was, and the game can go on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dunerules
from dunerules import Library, Rulebook
from properties.plugins.fuse import FUSE, PLACES, BlownError
from properties.strategies import Setup, Shown, endless, move, play_to_the_end, seatings

WITH_FUSE = """
[ruleset]
id = "with-fuse"
title = "A game with a fuse"
extends = "dice-feud-long"
[rules]
add = ["test.fuse"]
[decks.cards]
veto = 8
"""


@cache
def rulebook() -> Rulebook:
    return dunerules.loads(WITH_FUSE, library=Library.installed().plus("properties.plugins"))


@pytest.fixture(autouse=True)
def _fuse_is_put_out() -> Iterator[None]:
    yield
    FUSE.left = None


@given(seatings(), st.integers(0, 2**16), st.integers(0, 2**16), st.lists(st.integers(1, 60), max_size=8))
def test_a_raising_module_changes_nothing_and_the_game_goes_on(
    seats: tuple[str, ...], seed: int, word: int, fuses: list[int]
) -> None:
    setup = Setup("", seats, seed)
    FUSE.left = None
    game, undisturbed = setup.start(rulebook()), setup.start(rulebook())
    fuses = list(fuses)
    for word_ in islice(endless(word), 80):
        if game.outcome is not None:
            break
        seat, choice = move(game, word_)
        FUSE.left = None
        before, state = Shown.of(game) if fuses else None, game.state
        FUSE.left = fuses[0] if fuses else None
        try:
            game.submit(seat, choice)
        except BlownError:
            FUSE.left = None
            fuses.pop(0)
            assert before == Shown.of(game)
            assert state is game.state
            game.submit(seat, choice)
        FUSE.left = None
        undisturbed.submit(seat, choice)

    assert Shown.of(undisturbed) == Shown.of(game)
    assert undisturbed.log().text() == game.log().text()


@given(st.integers(1, 40))
def test_a_module_that_raises_at_the_start_gives_no_game(left: int) -> None:
    setup = Setup("", ("red", "blue"))
    FUSE.left = left
    try:
        setup.start(rulebook())
    except BlownError:
        pass
    else:
        assert FUSE.left > 0
    FUSE.left = None

    assert setup.start(rulebook()).digest() == setup.start(rulebook()).digest()


def test_every_part_of_the_module_is_called_in_a_game() -> None:
    """So the law above is about reducers and observers as much as about steps and permissions."""
    FUSE.called.clear()

    play_to_the_end(Setup("", ("red", "blue", "gold")).start(rulebook()), 1)

    assert PLACES == FUSE.called
