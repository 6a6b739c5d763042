"""Weather control: who is asked, and that nobody learns of it."""

from __future__ import annotations

import pytest
from kernel import rulebook

from dunerules import Game
from dunerules.classic.storm_marker import Storm
from dunerules.rules import Pass, Respond

SEATS = ("atreides", "emperor", "harkonnen")
LATE = '[options."classic.weather-control"]\nwindow = "before-marker-moves"\n'


def storm(*, held="weather-control", extra="", **given):
    position = {"turn": 2, "storm": 7, "wheels": ("atreides", "emperor"), "hands": {"harkonnen": (held,)}, **given}
    return Game.start(rulebook(extra=extra), SEATS, given=position, at="storm")


@pytest.mark.rule("gf9.card.weather-control")
def test_its_player_decides_from_0_to_10():
    game = storm()

    (decision,) = game.decisions
    movements = [choice.choice for choice in decision.space if isinstance(choice, Respond)]

    assert "harkonnen" == decision.seat
    assert list(range(11)) == movements


@pytest.mark.rule("gf9.card.weather-control")
@pytest.mark.parametrize(("movement", "sector"), [(0, 7), (3, 10), (10, 17)])
def test_the_storm_moves_as_its_player_says(movement, sector):
    game = storm()

    game.submit("harkonnen", Respond("weather-control", movement))

    assert sector == game[Storm].sector


@pytest.mark.rule("gf9.card.weather-control", "gf9.silence.weather-control-when")
def test_nobody_can_tell_who_was_asked():
    kept, absent = storm(), storm(held="hajr")

    kept.submit("harkonnen", Pass())

    assert absent.view("atreides") == kept.view("atreides")
    assert [one.kind for one in absent.decisions] == [one.kind for one in kept.decisions]


@pytest.mark.rule("gf9.silence.weather-control-when")
def test_the_switch_moves_the_moment_behind_the_dials():
    game = storm(extra=LATE)

    assert ["storm-dial", "storm-dial"] == [decision.kind for decision in game.decisions]
