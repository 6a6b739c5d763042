"""Hajr: another move."""

from __future__ import annotations

import pytest
from shipping_table import asked, move, table

from dunerules import IllegalChoice, Pass
from dunerules.classic.forces import Forces
from dunerules.classic.moves import Moving, PlayForMove

HAJR = PlayForMove("hajr")


@pytest.mark.rule("gf9.card.hajr")
def test_hajr_gives_one_move_and_no_more():
    game = table(hands={"atreides": ["hajr"]}, forces={"tueks-sietch": {"atreides": 4}, "carthag": {"harkonnen": 1}})

    game.submit("atreides", HAJR)
    game.submit("atreides", move("tueks-sietch:5", 1, "pasty-mesa:5"))
    game.submit("atreides", move("tueks-sietch:5", 1, "south-mesa:5"))

    assert [("harkonnen", "move")] == asked(game)
    assert ({"atreides": 2}, {"atreides": 1}) == (game[Moving].made, game[Moving].gained)
    assert 2 == game[Forces].placed["tueks-sietch:5", "atreides", "regular"]


@pytest.mark.rule("gf9.card.hajr")
def test_no_other_card_gives_a_move():
    game = table(hands={"atreides": ["shield", "karama"]}, forces={"tueks-sietch": {"atreides": 4}})

    with pytest.raises(IllegalChoice):
        game.submit("atreides", PlayForMove("karama"))


@pytest.mark.rule("gf9.silence.hajr-details")
def test_whoever_holds_hajr_and_has_nowhere_to_go_is_not_asked():
    game = table(
        hands={"atreides": ["hajr"]},
        storm=5,
        order=("atreides", "harkonnen", "emperor"),
        forces={"tueks-sietch": {"atreides": 4}, "carthag": {"harkonnen": 1}},
    )

    assert [("harkonnen", "move")] == asked(game)


@pytest.mark.rule("gf9.silence.hajr-details")
def test_hajr_is_not_offered_while_shipping():
    game = table(hands={"atreides": ["hajr"]}, spice={"atreides": 3}, forces={"tueks-sietch": {"atreides": 4}})

    with pytest.raises(IllegalChoice):
        game.submit("atreides", HAJR)
    game.submit("atreides", Pass())
    game.submit("atreides", HAJR)
    assert [("atreides", "move")] == asked(game)
