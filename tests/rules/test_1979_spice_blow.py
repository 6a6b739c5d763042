"""Spice blow, worms, nexus and alliances in 1979."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

import pytest

import dunerules
from dunerules import HIDDEN, Game, Pass
from dunerules.classic.forces import Forces
from dunerules.classic.spice_deck import SpiceDeck
from dunerules.engine.chance import Rng
from dunerules.engine.players import random_player

BASIC, PILES = "ah-1979-basic", "ah-1979.advanced.spice-blow"
SEATS = ("fremen", "emperor", "harkonnen")


@cache
def book(*modules, extends=BASIC, house="", remove=()):
    """A ruleset with more modules and house rules."""
    head = f'[ruleset]\nid = "under-test"\ntitle = "Under test"\nextends = "{extends}"\n'
    rules = f"[rules]\nadd = {json.dumps(modules)}\nremove = {json.dumps(remove)}\n"
    return dunerules.loads(head + rules + house)


def table(at, *modules, seats=SEATS, rules=None, seed=0, **given):
    """A game that starts at a step; the seats play in their order."""
    position = {"storm": 1, "turn": 4, **given, "order": seats}
    return Game.start(rules or book(*modules), seats, at=at, seed=seed, given=position)


def names(game):
    """The names of all events, in order."""
    return [game.rulebook.names[type(event)] for event in game.events]


def idle_game(seed):
    """Two seats without forces do as little as possible until the game is over."""
    game = table("spice-blow.begin", PILES, seats=("emperor", "harkonnen"), seed=seed, turn=1)
    rng = Rng(seed)
    while game.outcome is None:
        decision = game.decisions[0]
        passed = decision.space.contains(Pass())
        game.submit(decision.seat, Pass() if passed else decision.space.sample(rng))
    return game


@pytest.mark.rule("ah79.example.adv-turn-8-deck", "ah79.spice-blow.adv-turn-8", "ah79.spice-blow.adv-two-cards")
@pytest.mark.parametrize("seed", range(4))
def test_after_seven_turns_of_two_territory_cards_one_is_left_for_the_first_pile(seed):
    game = idle_game(seed)

    told = list(zip(names(game), game.events, strict=True))
    shuffled = [place for place, (name, _) in enumerate(told) if name == "spice-deck-shuffled"]
    until = told[shuffled[0] : shuffled[1]]
    shown = [event.pile for name, event in until if name == "spice-card-discarded" and event.territory]
    assert [*"AB"] * 7 + ["A"] == shown
    assert 7 == [name for name, _ in until].count("turn-began")


@pytest.mark.rule("ah79.alliance.negotiation")
def test_allies_may_tell_each_other_things_but_the_game_shows_nobody_anything_by_itself():
    game = table("spice-blow.begin", alliances=[["emperor", "harkonnen"]], hands={"emperor": ["karama"]})

    assert HIDDEN == game.view("harkonnen").table("treachery").hands["emperor"]


@pytest.mark.rule("ah79.spice-blow.adv-reshuffle", "ah79.silence.spice-deck-empty-basic")
@pytest.mark.parametrize("piles", [1, 2, 3, 5])
@pytest.mark.parametrize("cards", [["red-chasm"], ["red-chasm", "shai-hulud"], ["shai-hulud"], []])
def test_any_number_of_piles_and_any_deck_can_be_played(piles, cards):
    """A house rule may leave few cards, or none: the blow brings what there is and play goes on."""
    counts = Counter(cards)
    deck = "".join(f"{card} = {counts[card]}\n" for card in book().decks["spice"])
    house = f'[[effect]]\ntitle = "Piles"\nquantity = "spice-blow.piles"\nset = {piles}\n[decks.spice]\n{deck}'
    game = table("spice-blow.begin", rules=book(house=house), seats=("emperor", "guild"))

    assert "charity" in {decision.kind for decision in game.decisions}
    assert piles * ("red-chasm" in cards) == names(game).count("spice-card-discarded") - _worms_discarded(game)
    assert sorted(cards) == sorted(
        (*game[SpiceDeck].deck, *(c for pile in game[SpiceDeck].piles.values() for c in pile))
    )


def _worms_discarded(game):
    discarded = [event for event in game.events if game.rulebook.names[type(event)] == "spice-card-discarded"]
    return sum(event.card == "shai-hulud" for event in discarded)


@pytest.mark.rule("ah79.spice-blow.worm-nexus")
def test_the_game_of_2019_can_take_the_earlier_nexus_and_keep_its_alliances_of_two():
    rules = book("ah-1979.nexus", extends="gf9-2019-advanced", remove=("gf9-2019.nexus",))
    worm = {"spice_piles": {"A": ["red-chasm"]}, "spice_deck": ["shai-hulud", "old-gap", "sihaya-ridge"]}
    game = table("spice-blow.begin", rules=rules, forces={"red-chasm:7": {"emperor": 2}}, **worm)
    before = dict(game[Forces].tanks)
    while game.decisions[0].kind == "nexus":
        game.submit(game.decisions[0].seat, Pass())

    assert {} == before
    assert {("emperor", "regular"): 2} == game[Forces].tanks
    assert 2 == game.look.whole("alliance.size")


def test_both_times_of_the_nexus_at_once_are_refused():
    with pytest.raises(dunerules.RulesetError, match=r"ah-1979\.nexus"):
        book("ah-1979.nexus", extends="gf9-2019-basic")


@pytest.mark.rule("ah79.victory.no-alliances", "ah79.option.xviii.a1")
@pytest.mark.parametrize("extends", ["ah-1979-basic", "gf9-2019-basic"])
def test_a_whole_game_without_alliances_has_no_nexus(extends):
    rules = book("option.no-alliances", extends=extends)
    game = Game.start(rules, seed=3)
    choose = random_player(3)
    while game.outcome is None:
        game.submit(*choose(game))

    assert not {"nexus-began", "alliance-formed"} & set(names(game))
    assert "worm-card-came" in names(game)
