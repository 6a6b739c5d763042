"""The nexus: who is asked, what may be proposed, and when it ends."""

from __future__ import annotations

import pytest
from spice_table import named, play_while, table

from dunerules import IllegalChoice, Pass
from dunerules.classic.alliances import Alliances
from dunerules.classic.nexus import AcceptAlliance, LeaveAlliance, Nexus, ProposeAlliance

SIX = ("atreides", "bene-gesserit", "emperor", "fremen", "guild", "harkonnen")
FOUR = ("emperor", "guild", "harkonnen", "atreides")


def nexus(*modules, house="", seats=FOUR, **given):
    return table(*modules, house=house, seats=seats, at="nexus.begin", nexus=True, **given)


@pytest.mark.rule("gf9.silence.nexus-procedure")
def test_the_first_player_is_asked_first_and_then_it_goes_to_the_right():
    game = nexus(order=["harkonnen", "atreides", "emperor", "guild"])
    asked = []
    while game[Nexus].is_open:
        asked.append(game.decisions[0].seat)
        game.submit(asked[-1], Pass())

    assert ["harkonnen", "atreides", "emperor", "guild"] == asked


@pytest.mark.rule("gf9.silence.nexus-procedure")
@pytest.mark.parametrize("rounds", [1, 3])
def test_a_nexus_goes_round_the_table_only_so_often(rounds):
    game = nexus(house=f'[options."classic.nexus"]\nrounds = {rounds}')
    turns = 0
    while game[Nexus].is_open and turns <= 4 * rounds:
        seat, kind = game.decisions[0].seat, game.decisions[0].kind
        others = [other for other in FOUR if other != seat]
        game.submit(seat, ProposeAlliance(others[0]) if kind == "nexus" else Pass())
        turns += kind == "nexus"

    assert 4 * rounds == turns


@pytest.mark.rule("gf9.alliance.size", "gf9.alliance.one-each")
def test_an_allied_seat_can_leave_or_pass_and_its_proposals_are_refused():
    game = nexus(order=FOUR, alliances=[["emperor", "guild"]])

    with pytest.raises(IllegalChoice) as refused:
        game.submit("emperor", ProposeAlliance("harkonnen"))

    assert [Pass(), LeaveAlliance()] == list(game.decisions[0].space)
    assert "gf9.alliance.size" in refused.value.denial.cites


@pytest.mark.rule("gf9.alliance.nexus-closing", "gf9.alliance.nexus-when")
def test_after_the_nexus_nobody_can_leave_or_propose():
    game = nexus(order=FOUR, alliances=[["emperor", "guild"]])
    while game[Nexus].is_open:
        game.submit(game.decisions[0].seat, Pass())

    for choice in (LeaveAlliance(), ProposeAlliance("harkonnen")):
        with pytest.raises(IllegalChoice):
            game.submit("emperor", choice)
    assert {"emperor": ("guild",), "guild": ("emperor",)} == game[Alliances].allies


@pytest.mark.rule("gf9.alliance.nexus-when")
def test_a_nexus_needs_a_worm_card_of_a_later_turn():
    held = {}
    for turn in (1, 2):
        for card in ("shai-hulud", "red-chasm"):
            held[turn, card] = bool(named(table(seats=FOUR, turn=turn, spice_deck=[card, "old-gap"]), "nexus-began"))

    assert {(1, "shai-hulud"): False, (1, "red-chasm"): False, (2, "shai-hulud"): True, (2, "red-chasm"): False} == held


def test_only_those_who_would_be_members_are_asked_for_consent_and_see_the_question():
    game = nexus(order=FOUR)

    game.submit("emperor", ProposeAlliance("harkonnen"))

    assert [("harkonnen", "alliance-consent")] == [(one.seat, one.kind) for one in game.decisions]
    assert {} == game.view("guild").table("flow").asks


@pytest.mark.rule("gf9.alliance.rejoin", "gf9.alliance.break")
def test_the_one_who_was_left_may_find_a_new_ally_too():
    game = nexus(order=FOUR, alliances=[["emperor", "guild"]])

    game.submit("emperor", LeaveAlliance())
    game.submit("emperor", Pass())
    game.submit("guild", ProposeAlliance("atreides"))
    game.submit("atreides", AcceptAlliance())

    assert {"guild": ("atreides",), "atreides": ("guild",)} == game[Alliances].allies


@pytest.mark.parametrize("modules", [(), ("gf9-2019.alliances.any-3",)])
def test_random_nexuses_end_keep_all_laws_and_leak_nothing(modules):
    for seed in range(8):
        game = nexus(*modules, seats=SIX, seed=seed)
        taken = play_while(game, lambda game: game[Nexus].is_open, seed)

        # Three rounds of six turns: one may leave, then propose, and five could be asked for their consent.
        assert taken <= 3 * 6 * (2 + 5)
        assert all(game.view(seat) == game.folded_view(seat) for seat in SIX)
