"""The water of the dead breaks no law of Dune, beside whatever else is played."""

from hypothesis import given, settings

from dunerules import Game
from dunerules.testing import assert_sound, games, positions, rulesets

WITH_WATER = rulesets("gf9-2019-basic", "gf9-2019-advanced", adding=["water.dead"])
BATTLES = positions(WITH_WATER, when={"phase": "battle"}, skip=20)


@settings(max_examples=10, deadline=None, derandomize=True, database=None)
@given(games(WITH_WATER, start=BATTLES, most=20))
def test_the_water_of_the_dead_breaks_no_law(game: Game) -> None:
    assert_sound(game)
