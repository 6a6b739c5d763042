"""A state machine for Hypothesis that plays a game, tries what may not be done, and goes on from saves and forks."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from dunerules.engine.errors import IllegalChoice
from dunerules.engine.game import Game
from dunerules.testing.laws import assert_lawful, assert_nothing_leaks, assert_views_are_what_was_learned
from dunerules.testing.reports import go_on
from dunerules.testing.strategies import Rulebooks, choices, games


def game_machine(rulebooks: Rulebooks, **start: Any) -> type[RuleBasedStateMachine]:
    """A state machine class for games of these rulebooks; its ``TestCase`` is a unit test.

    ``start`` goes to `games`, which draws where the machine begins.
    """

    class GameMachine(RuleBasedStateMachine):
        """Plays one game; the laws hold after every step."""

        game: Game

        @initialize(game=games(rulebooks, most=0, **start))
        def begin(self, game: Game) -> None:
            """Start the game."""
            self.game = game

        @precondition(lambda self: self.game.outcome is None)
        @rule(data=st.data())
        def choose(self, data: st.DataObject) -> None:
            """Make a legal choice."""
            go_on(self.game, *data.draw(choices(self.game), label="choice"))

        @precondition(lambda self: self.game.outcome is None)
        @rule(data=st.data())
        def choose_for_somebody_else(self, data: st.DataObject) -> None:
            """Offer a seat the choice of another: it is refused and changes nothing, or is as good."""
            _, choice = data.draw(choices(self.game), label="choice")
            seat = data.draw(st.sampled_from(self.game.header.seats), label="seat")
            before, trial = self.game.digest(), self.game.fork()
            try:
                trial.submit(seat, choice)
            except IllegalChoice:
                assert before == trial.digest(), "a refused choice has changed the game"
            assert before == self.game.digest(), "a choice in a fork has changed the game"

        @rule()
        def go_on_from_a_save(self) -> None:
            """Save the game and load it."""
            loaded = Game.restore(self.game.dump(), self.game.rulebook)
            assert self.game.digest() == loaded.digest(), "the loaded game is another one"
            self.game = loaded

        @rule()
        def go_on_in_a_fork(self) -> None:
            """Leave the game and go on in a fork of it."""
            self.game = self.game.fork()

        @rule()
        def look_around(self) -> None:
            """Everybody's view is what they learned, and shows nothing else."""
            assert_views_are_what_was_learned(self.game)
            assert_nothing_leaks(self.game)

        @invariant()
        def laws_hold(self) -> None:
            """Every declared law holds, and the game can go on or is over."""
            if hasattr(self, "game"):
                assert_lawful(self.game)

    return GameMachine
