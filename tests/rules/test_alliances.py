"""Alliances: who is allied, what it changes, and the rows of the rulebook's table of optional alliance rules."""

from __future__ import annotations

import pytest
from options_table import OLD, book
from spice_table import rulebook, table

import dunerules
from dunerules import HIDDEN, Game, RulesetError
from dunerules.classic.alliances import Alliances

FOUR = ("emperor", "guild", "harkonnen", "atreides")
ROWS = {"2-4": (2, 4), "2-3": (2, 3), "3-4": (3, 4), "3-3": (3, 3), "any-3": (6, 3)}
PAIRS = {"emperor": "ann", "guild": "bo", "harkonnen": "ann", "atreides": "bo"}


def allied_pair(**given):
    return table(seats=FOUR, at="nexus.begin", nexus=True, alliances=[["guild", "emperor"]], **given)


@pytest.mark.rule("gf9.alliance.public")
def test_everybody_sees_who_is_allied():
    game = allied_pair()

    for seat in FOUR:
        assert {"emperor": ("guild",), "guild": ("emperor",)} == game.view(seat).table("alliances").allies


@pytest.mark.rule("gf9.alliance.negotiation")
def test_an_alliance_shows_nobody_anything_by_itself():
    """Allies may tell each other what they like; the game neither hinders nor does it."""
    game = allied_pair(hands={"emperor": ["karama"]}, spice={"emperor": 7})

    seen = game.view("guild")

    assert HIDDEN == seen.table("treachery").hands["emperor"]
    assert HIDDEN == seen.table("spice").held["emperor"]


@pytest.mark.rule("gf9.alliance.powers")
def test_help_for_an_ally_holds_for_the_ally_alone():
    house = '[[effect]]\ntitle = "Imperial friends"\nquantity = "hand.limit"\nwhen = { ally = "emperor" }\nadd = 1'

    game = table(house=house, seats=FOUR, at="nexus.begin", nexus=True, alliances=[["guild", "emperor"]])

    limits = {seat: game.look.whole("hand.limit", seat=seat) for seat in FOUR}
    without = {seat: table(seats=FOUR).look.whole("hand.limit", seat=seat) for seat in FOUR}
    assert {**without, "guild": without["guild"] + 1} == limits


@pytest.mark.rule("gf9.silence.two-factions-each")
def test_own_factions_are_allied_only_when_both_persons_hold_several():
    seatings = {
        "two each": PAIRS,
        "one each": {"emperor": "ann", "guild": "bo"},
        "two and one": {"emperor": "ann", "guild": "bo", "harkonnen": "ann"},
        "three persons": {**PAIRS, "harkonnen": "cy"},
        "three with two each": {**PAIRS, "fremen": "cy", "bene-gesserit": "cy"},
    }
    allied = {
        name: bool(Game.start(rulebook(), tuple(persons), persons=persons)[Alliances].allies)
        for name, persons in seatings.items()
    }

    assert ["two each"] == [name for name, are_allied in allied.items() if are_allied]


@pytest.mark.rule(*(f"gf9.alliance.table-{row}" for row in ROWS), *(f"gf9.option.alliance.{row}" for row in ROWS))
@pytest.mark.parametrize("row", ROWS)
def test_a_row_sets_the_size_of_alliances_and_their_strongholds(row):
    game = Game.start(dunerules.load(f"gf9-2019-basic-alliances-{row}"), FOUR)

    assert ROWS[row] == (
        game.look.whole("alliance.size"),
        game.look.whole("victory.alliance-strongholds", seat="guild"),
    )


@pytest.mark.rule("gf9.alliance.table-2-4", "gf9.alliance.size")
def test_the_first_row_is_how_the_basic_game_is_played():
    plain = Game.start(dunerules.load("gf9-2019-basic"), FOUR)

    assert ROWS["2-4"] == (
        plain.look.whole("alliance.size"),
        plain.look.whole("victory.alliance-strongholds", seat="guild"),
    )


@pytest.mark.rule("gf9.silence.two-factions-each", *(f"gf9.alliance.table-{row}" for row in ROWS))
@pytest.mark.parametrize("row", ROWS)
def test_no_row_shortens_a_game_of_two_persons(row):
    game = Game.start(rulebook(f"gf9-2019.alliances.{row}"), FOUR, persons=PAIRS)
    longer = Game.start(book(OLD, f"gf9-2019.alliances.{row}", "option.more-strongholds"), ("emperor", "guild"))

    assert 4 == game.look.whole("victory.alliance-strongholds", seat="guild")
    assert 5 == longer.look.whole("victory.alliance-strongholds", seat="guild")


@pytest.mark.rule(*(f"gf9.option.alliance.{row}" for row in ROWS))
def test_two_rows_cannot_be_played_together():
    with pytest.raises(RulesetError) as refused:
        rulebook("gf9-2019.alliances.3-4", "gf9-2019.alliances.any-3")

    assert "gf9-2019.alliances.3-4" in str(refused.value)
    assert "gf9-2019.alliances.any-3" in str(refused.value)
