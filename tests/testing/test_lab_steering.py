"""After each round the lab sets up games for modules that have not met."""

from __future__ import annotations

from dunerules.testing.lab.meetings import Missed
from dunerules.testing.lab.playing import Played
from dunerules.testing.lab.steering import Steering

ROWS = (frozenset("ab"), frozenset("ac"), frozenset("bc"), frozenset("abc"))


def played(number: int, *decisions: str) -> Played:
    """A game in whose decisions the modules of these letters had a say."""
    said = tuple((("phase", frozenset(modules)),) for modules in decisions)
    return Played(number, 0, "", (), 0, len(decisions), said, frozenset(), None)


def apart(one: str, other: str, kind: str = "") -> Missed:
    return Missed((one, other), kind, "", 0)  # type: ignore[arg-type]


def after_a_round(*games: tuple[str, ...]) -> Steering:
    steering = Steering(ROWS, seed=1)
    for number, decisions in enumerate(games):
        steering.recipe(number)
        steering.learn(played(number, *decisions))
    return steering


def test_the_first_round_has_every_row_once_with_other_players_side_by_side():
    steering = Steering(ROWS, seed=1)

    first = [steering.recipe(number) for number in range(len(ROWS))]

    assert [0, 1, 2, 3] == [recipe.row for recipe in first]
    assert 3 == len({recipe.player for recipe in first[:3]})


def test_every_second_game_is_for_a_pair_that_has_not_met_and_like_one_in_which_one_of_them_was_heard_most():
    steering = after_a_round(("a",), ("a", "a", "a"), ("b", "b"), ("c",))
    heard = [steering._usual(number) for number in range(len(ROWS))]
    steering.aim([apart("a", "b")])

    recipes = [steering.recipe(number) for number in range(4, 24)]

    assert [0, 1, 2, 3, 0] == [recipe.row for recipe in recipes[:10:2]]
    aimed = recipes[1::2]
    assert {0, 3} == {recipe.row for recipe in aimed}
    assert {(heard[1].player, heard[1].thick), (heard[2].player, heard[2].thick)} == {
        (recipe.player, recipe.thick) for recipe in aimed
    }


def test_what_is_explained_and_what_no_row_has_is_not_aimed_at():
    steering = after_a_round(("abc",), ("abc",), ("abc",), ("abc",))
    steering.aim([apart("a", "b", "impossible"), apart("a", "d")])

    assert [0, 1, 2, 3] == [steering.recipe(number).row for number in range(4, 8)]


def test_what_is_heard_meanwhile_counts_from_the_next_round_on():
    """Games that are played side by side end in any order, and the report must be the same."""
    early, late = after_a_round(("a",), (), (), ()), after_a_round(("a",), (), (), ())
    for steering in (early, late):
        steering.aim([apart("a", "b")])
        steering.recipe(4)
    early.learn(played(4, "b", "b", "b", "b"))

    assert [late.recipe(number) for number in range(5, 12)] == [early.recipe(number) for number in range(5, 12)]
