"""Every game ends, and until then there is always something to choose and no law is broken."""

from __future__ import annotations

from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from dunerules.engine.flow import Flow
from properties.strategies import MOST_CHOICES, Setup, endless, play_to_the_end, setups, stages


@given(setups(), st.integers(0, 2**16))
def test_every_game_ends_and_asks_nothing_more(setup: Setup, word: int) -> None:
    game = play_to_the_end(setup.start(), word)

    assert game.outcome is not None
    assert set(game.outcome.winners) <= set(setup.seats)
    assert () == game.decisions
    assert [{}] * len(setup.seats) == [game.interjections(seat) for seat in setup.seats]
    assert ({}, {}, ()) == (game[Flow].asks, game[Flow].sealed, game[Flow].agenda)


@given(setups(), st.integers(0, 2**16))
def test_somebody_is_always_asked_and_has_something_to_choose(setup: Setup, word: int) -> None:
    for game in stages(setup.start(), islice(endless(word), MOST_CHOICES)):
        assert (game.outcome is None) == bool(game.decisions)
        for decision in game.decisions:
            assert not decision.space.is_empty()
            assert decision.space.count() > 0
        for seat in setup.seats:
            assert not any(space.is_empty() for space in game.interjections(seat).values())


@given(setups(), st.integers(0, 2**16))
def test_the_declared_invariants_hold_after_every_choice(setup: Setup, word: int) -> None:
    for game in stages(setup.start(), islice(endless(word), MOST_CHOICES)):
        broken = {name: holds(game.look) for name, holds in game.rulebook.invariants.items()}

        assert {"coins are conserved": None, "every card is in one place": None} == broken
