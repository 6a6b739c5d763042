"""The spice deck and the spice blow."""

from __future__ import annotations

from collections import Counter

import pytest
from spice_table import DOUBLE, named, play_while, rulebook, table

import dunerules
from dunerules import HIDDEN, Game
from dunerules.classic.spice import Spice
from dunerules.classic.spice_deck import SpiceDeck
from dunerules.classic.turn import Turn

SIX = ("atreides", "bene-gesserit", "emperor", "fremen", "guild", "harkonnen")


@pytest.mark.rule("gf9.setup.spice-deck")
def test_the_deck_has_fifteen_territories_and_six_worms_face_down():
    game = Game.start(rulebook(), SIX)

    cards = Counter(game[SpiceDeck].deck)
    assert 21 == cards.total()
    assert 6 == cards.pop("shai-hulud")
    assert [1] * 15 == list(cards.values())
    assert (HIDDEN,) * 21 == game.view("atreides").table("spice-deck").deck


@pytest.mark.rule("gf9.setup.spice-deck")
def test_two_games_shuffle_otherwise():
    first, second = (Game.start(rulebook(), SIX, seed=seed)[SpiceDeck].deck for seed in (1, 2))

    assert sorted(first) == sorted(second)
    assert first != second


@pytest.mark.rule("gf9.spice-blow.territory-card")
def test_every_territory_card_brings_what_the_map_says_into_one_location():
    territories = rulebook().components["territory"]
    blows = {}
    for card in rulebook().decks["spice"]:
        if card != "shai-hulud":
            blows[card] = dict(table(spice_deck=[card])[Spice].on_map)

    assert {card: {f"{card}:{territories[card].blow_sector}": territories[card].blow} for card in blows} == blows
    assert 15 == len(blows)


@pytest.mark.rule("gf9.silence.spice-deck-empty-basic", "gf9.spice-blow.adv-reshuffle")
def test_a_new_deck_has_all_cards_and_is_secret():
    game = table(DOUBLE, spice_cards_left=["red-chasm", "old-gap"])

    (_, shuffled) = named(game, "spice-deck-shuffled")
    assert 21 == len(shuffled.deck)
    assert (HIDDEN,) * 21 == game.view("guild").table("spice-deck").deck


@pytest.mark.rule("gf9.spice-blow.draw")
def test_a_deck_without_territories_ends_the_blow():
    house = "[decks.spice]\n" + "".join(f"{card} = 0\n" for card in rulebook().decks["spice"] if card != "shai-hulud")

    game = table(house=house, seats=("emperor", "guild"))

    assert [] == named(game, "spice-card-turned-up")


@pytest.mark.rule("gf9.option.double-spice-blow")
def test_the_double_spice_blow_is_a_piece_of_its_own():
    assert 1 == rulebook().quantities["spice-blow.piles"].value(None, {})
    assert 2 == rulebook(DOUBLE).quantities["spice-blow.piles"].value(None, {})


@pytest.mark.parametrize("modules", [(), (DOUBLE,)])
def test_random_phases_keep_all_laws_and_secrets(modules):
    for seed in range(12):
        game = table(*modules, seats=SIX, seed=seed, turn=1 + seed % 3, forces={"the-great-flat": {"emperor": 3}})
        play_while(game, lambda game: game[Turn].phase == "spice-blow", seed)

        assert all(game.view(seat) == game.folded_view(seat) for seat in SIX)
        assert game.digest() == dunerules.verify(game.log(), rulebook(*modules)).digest()
