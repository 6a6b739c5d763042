"""Turns, phases, and who plays before whom."""

from __future__ import annotations

import pytest
from kernel import rulebook

from dunerules import DunerulesError, Game
from dunerules.classic.storm_marker import in_storm
from dunerules.classic.turn import Turn, order_from
from dunerules.engine.players import play_out

ROUND = ("atreides", "bene-gesserit", "emperor", "fremen", "guild", "harkonnen")


def params(rule_id):
    return dict(rulebook().catalogue[rule_id].data["params"])


@pytest.mark.rule("gf9.general.round-order")
def test_a_turn_has_nine_phases_in_fixed_order():
    phases = [part for part in rulebook().procedures["turns"].steps if part != "turn.begin"]
    expected = params("gf9.general.round-order")["rounds"]

    assert [phase.removesuffix("-and-movement") for phase in expected] == phases


@pytest.mark.rule("gf9.general.round-order", "gf9.general.turn-limit")
def test_every_phase_of_every_turn_is_played_until_the_game_ends():
    game = play_out(Game.start(rulebook(), seed=3))
    names = {"turn-began", "phase-began"}
    told = [event for event in game.events if game.rulebook.names[type(event)] in names]

    phases: dict[int, list[str]] = {}
    turn = 0
    for event in told:
        if hasattr(event, "turn"):
            turn = event.turn
        else:
            phases.setdefault(turn, []).append(event.phase)

    assert ["setup"] == phases.pop(0)
    whole = [part for part in rulebook().procedures["turns"].steps if part != "turn.begin"]
    assert all(whole == played for played in phases.values())
    assert list(range(1, len(phases) + 1)) == list(phases)
    assert len(phases) <= params("gf9.general.turn-limit")["max_turns"]


@pytest.mark.rule("gf9.setup.player-dot")
@pytest.mark.parametrize(
    ("circles", "message"),
    [
        (
            {"atreides": 5, "harkonnen": 5},
            "two players sit at one circle: {'atreides': 5, 'harkonnen': 5, 'fremen': 14}.",
        ),
        ({"freman": 5}, 'circles.freman: "freman" is not a seat here. Did you mean "fremen"?'),
    ],
)
def test_each_circle_is_for_one_player_of_the_game(circles, message):
    with pytest.raises(DunerulesError) as refused:
        Game.start(rulebook(), ("atreides", "harkonnen", "fremen"), given={"circles": circles})

    assert message == str(refused.value)


@pytest.mark.rule("gf9.setup.player-dot", "gf9.silence.player-dot-sectors")
@pytest.mark.parametrize(
    ("count", "expected"),
    [(2, [2, 11]), (3, [2, 8, 14]), (4, [2, 5, 11, 14]), (5, [2, 5, 8, 11, 14]), (6, [2, 5, 8, 11, 14, 17])],
)
def test_seats_take_circles_of_their_own_around_the_map(count, expected):
    game = Game.start(rulebook(), ROUND[:count])

    circles = game[Turn].circles

    assert expected == [circles[seat] for seat in ROUND[:count]]


@pytest.mark.rule("gf9.general.first-player", "gf9.general.turn-direction", "gf9.silence.storm-on-marker")
@pytest.mark.parametrize("storm", range(1, 19))
def test_whoever_the_storm_reaches_next_is_first_wherever_it_stands(storm):
    """Against a plain walk: step by step from the storm on, every circle met is the next player's."""
    look = Game.start(rulebook(), ROUND, at="storm.dial").look
    circles = {sector: seat for seat, sector in look[Turn].circles.items()}

    walked = [(storm + step - 1) % 18 + 1 for step in range(1, 19)]

    assert tuple(circles[sector] for sector in walked if sector in circles) == order_from(look, storm)


@pytest.mark.rule("gf9.storm.polar-sink")
@pytest.mark.parametrize("storm", range(1, 19))
def test_the_polar_sink_is_never_in_storm(storm):
    look = Game.start(rulebook(), ROUND, given={"storm": storm}, at="storm.dial").look

    assert not in_storm(look, "polar-sink:0")


@pytest.mark.rule("gf9.general.turn-limit")
def test_play_stops_after_the_last_turn_also_if_that_is_another_one():
    short = rulebook(extra='[[effect]]\ntitle = "Short"\nquantity = "turn.limit"\nset = 2\n')

    game = play_out(Game.start(short, ("atreides", "emperor", "harkonnen"), seed=1))

    assert game.outcome is not None
    assert game[Turn].turn <= 2
