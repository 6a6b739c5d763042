"""Reducers are the only writers: folding the events gives the state, and a published state never changes."""

from __future__ import annotations

from functools import cache
from itertools import islice

import pytest
from dunerules_dice.feud import Feud
from hypothesis import given
from hypothesis import strategies as st

import dunerules
from dunerules import Game, Library, Pass, Rulebook
from dunerules.engine.save import state_digest
from dunerules.engine.tables import State
from dunerules.engine.views import fold
from properties.strategies import MOST_CHOICES, Setup, endless, setups, stages, word_lists

WITH_ROGUE = """
[ruleset]
id = "with-rogue"
title = "A game with a rogue module"
extends = "dice-feud"
[rules]
add = ["test.rogue"]
"""


def folded(game: Game) -> State:
    """The state that the events alone lead to."""
    rulebook = game.rulebook
    return fold(State.fresh(rulebook.tables.values()), game.events, rulebook.reducers, rulebook.names)


def published(game: Game, word: int) -> list[tuple[State, str]]:
    """Play a game out; each state that it went through, with the digest it had when it was published."""
    return [(stage.state, stage.digest()) for stage in stages(game, islice(endless(word), MOST_CHOICES))]


@given(setups(), word_lists())
def test_folding_the_events_gives_the_state_at_every_stage(setup: Setup, words: list[int]) -> None:
    for game in stages(setup.start(), words):
        state = folded(game)

        assert game.state == state
        assert game.digest() == state_digest(game.rulebook, state)


@given(setups(), st.integers(0, 2**16))
def test_a_published_state_never_changes(setup: Setup, word: int) -> None:
    game = setup.start()

    history = published(game, word)

    assert [digest for _, digest in history] == [state_digest(game.rulebook, state) for state, _ in history]


@given(setups(), st.integers(0, 2**16))
def test_events_never_change(setup: Setup, word: int) -> None:
    game = setup.start()
    texts = [
        (entry, repr(entry))
        for entry in (stage.history.entry for stage in stages(game, islice(endless(word), MOST_CHOICES)))
    ]

    assert [text for _, text in texts] == [repr(entry) for entry, _ in texts]


@cache
def rogue_rulebook() -> Rulebook:
    return dunerules.loads(WITH_ROGUE, library=Library.installed().plus("properties.plugins"))


@pytest.fixture
def rogue_game() -> Game:
    """A game in which a module will write a table directly as soon as somebody passes."""
    position = {"round": 1, "dice": {"red": [1], "blue": [1]}, "coins": {"red": 6, "blue": 6}}
    return Game.start(rogue_rulebook(), ("red", "blue"), given=position, at="place.turn", turn_of="red")


def test_a_write_without_an_event_shows_when_the_events_are_folded(rogue_game: Game) -> None:
    assert rogue_game.state == folded(rogue_game)

    rogue_game.submit("red", Pass())

    assert (0, 1) == (rogue_game[Feud].round, folded(rogue_game)[Feud].round)
    assert (7, 6) == (rogue_game[Feud].coins["red"], folded(rogue_game)[Feud].coins["red"])
    assert rogue_game.state != rogue_game.log().state(rogue_game.rulebook)


def test_a_write_without_an_event_shows_in_what_persons_were_told(rogue_game: Game) -> None:
    assert rogue_game.view("blue") == rogue_game.folded_view("blue")

    rogue_game.submit("red", Pass())

    assert (0, 1) == (rogue_game.view("blue")[Feud].round, rogue_game.folded_view("blue")[Feud].round)


def test_a_write_to_a_table_that_no_event_wrote_shows_in_the_published_state(rogue_game: Game) -> None:
    fork, digest = rogue_game.fork(), rogue_game.digest()

    rogue_game.submit("red", Pass())

    assert digest != fork.digest()
