"""CHOAM charity: who may claim, and how much."""

from __future__ import annotations

import pytest
from kernel import rulebook

from dunerules import Game
from dunerules.classic.bribes import Bribe
from dunerules.classic.charity import ClaimCharity
from dunerules.classic.spice import Spice
from dunerules.rules import Pass

SEATS = ("atreides", "emperor", "harkonnen")


def charity(**spice):
    given = {"spice": spice, "order": SEATS}
    return Game.start(rulebook(), SEATS, given=given, at="charity")


def claimants(game):
    return [seat for seat in SEATS if game.look.may("charity.claim", seat=seat)]


@pytest.mark.rule("gf9.charity.claim")
@pytest.mark.parametrize(("owned", "after"), [(0, 2), (1, 2), (2, 2), (5, 5)])
def test_a_claim_brings_a_player_up_to_two(owned, after):
    game = charity(atreides=owned, emperor=9, harkonnen=9)

    if "atreides" in claimants(game):
        game.submit("atreides", ClaimCharity())

    assert after == game[Spice].held["atreides"]


@pytest.mark.rule("gf9.charity.claim", "gf9.general.turn-direction")
def test_claims_go_round_from_the_first_player():
    game = charity(atreides=0, emperor=1, harkonnen=0)

    asked = []
    while game.decisions[0].kind == "charity":
        asked.append(game.decisions[0].seat)
        game.submit(asked[-1], Pass())

    assert list(SEATS) == asked


@pytest.mark.rule("gf9.silence.charity-timing", "gf9.silence.bribe-spice-status")
def test_a_player_who_bribes_his_last_spice_away_may_claim_when_his_turn_comes():
    game = charity(atreides=0, emperor=3, harkonnen=9)

    game.submit("emperor", Bribe("harkonnen", 3))
    game.submit("atreides", Pass())
    game.submit("emperor", ClaimCharity())

    assert 2 == game[Spice].held["emperor"]


@pytest.mark.rule("gf9.silence.spice-bank-empty")
def test_the_bank_pays_on_when_it_is_empty_unless_the_table_wants_it_otherwise():
    limited = '[options."classic.spice"]\nunlimited = false\n'
    held = {}
    for name, extra in (("unlimited", ""), ("limited", limited)):
        book = rulebook(extra=extra)
        rich = int(book.quantity("bank.spice").value(None, {})) - 1
        given = {"spice": {"emperor": rich, "harkonnen": 0}, "order": SEATS}
        game = Game.start(book, SEATS, given=given, at="charity")
        game.submit("atreides", ClaimCharity())
        held[name] = game[Spice].held["atreides"]
        assert all(law(game.look) is None for law in book.invariants.values())

    assert {"unlimited": 2, "limited": 1} == held
