"""The Harkonnen sheet where scenarios do not reach: windows, secrets, and an exchange in the middle of other things."""

from __future__ import annotations

from typing import Any

import pytest
from kernel import rulebook

from dunerules import Game, IllegalChoice, Pass, Respond, Rulebook
from dunerules.classic.auction import Bid
from dunerules.classic.treachery import CardDrawn, Treachery
from dunerules.engine.players import random_player
from dunerules.factions.harkonnen import ExchangeCards, GiveCards, TakeCards

SPECIAL = "option.special-karama"
SEATS = ("harkonnen", "guild", "atreides")
KARAMAS = "[decks.treachery]\nkarama = 8\n"


def bidding(*modules: str, seats: tuple[str, ...] = SEATS, extra: str = "", **given: Any) -> Game:
    """A game at the beginning of its bidding phase, in which the first seat opens."""
    position = {"order": seats, "spice": dict.fromkeys(seats, 5), **given}
    return Game.start(rulebook(*modules, extra=extra), seats, given=position, at="bidding")


def asked(game: Game) -> dict[str, str]:
    """Who is asked what."""
    return {decision.seat: decision.kind for decision in game.decisions}


def told(game: Game, seat: str) -> list[Any]:
    """What a seat has learned of everything that happened."""
    return [game.rulebook.redactor.event(event, (seat,)) for event in game.events]


def buy(game: Game) -> None:
    """The Harkonnen buy the card on sale for 1 spice."""
    game.submit("harkonnen", Bid(1))
    while "bid" in asked(game).values() and asked(game) != {"harkonnen": "bid"}:
        game.submit(game.decisions[0].seat, Pass())


# ------------------------------------------------------------------ the extra card


@pytest.mark.rule("gf9.silence.free-card-source", "gf9.faction.harkonnen.free-card")
def test_nobody_else_learns_which_card_was_free():
    game = bidding(treachery_deck=["crysknife", "shield", "snooper", "lasgun"])

    buy(game)

    drawn = [event for event in game.events if isinstance(event, CardDrawn)]
    seen = {seat: game.rulebook.redactor.event(drawn[0], (seat,)).card for seat in SEATS}
    assert "lasgun" == seen["harkonnen"]
    assert "lasgun" not in (seen["guild"], seen["atreides"])


@pytest.mark.rule("gf9.faction.harkonnen.hand")
def test_the_size_of_the_hand_is_explained():
    game = bidding()

    assert 8 == game.look.whole("hand.limit", seat="harkonnen")
    assert "Harkonnen hold up to 8 treachery cards" in str(game.explain("hand.limit", seat="harkonnen"))


@pytest.mark.rule("gf9.karama.cancel.exempt")
def test_neither_the_hand_nor_traitors_in_own_battles_can_be_stopped():
    advantages = rulebook().components["advantage"]

    assert not advantages["harkonnen-hand"].stoppable
    assert not advantages["harkonnen-traitors"].stoppable


@pytest.mark.rule("gf9.faction.harkonnen.free-card")
def test_how_many_cards_are_free_is_a_number_that_a_table_can_change_within_the_limit_of_the_hand():
    house = '[[effect]]\ntitle = "Two more"\nquantity = "purchase.extra-cards"\nset = 3\n'
    cards = ["crysknife", "maula-pistol", "chaumas", "gom-jabbar", "shield"]
    game = bidding(extra=house, hands={"harkonnen": cards})

    buy(game)

    assert 8 == len(game[Treachery].hands["harkonnen"])


@pytest.mark.rule("gf9.faction.harkonnen.free-card")
def test_without_harkonnen_nobody_takes_a_card_free():
    game = bidding(seats=("guild", "atreides"), hands={"atreides": ["karama"]})
    game.submit("guild", Bid(1))

    game.submit("atreides", Pass())

    assert {"atreides": "bid"} == asked(game)
    assert not [event for event in game.events if isinstance(event, CardDrawn)]


# ------------------------------------------------------------------ the exchange


@pytest.mark.rule("gf9.karama.special.harkonnen")
def test_any_card_of_the_hand_can_be_taken():
    taken = set()
    for seed in range(30):
        position = {"hands": {"harkonnen": ["karama"], "guild": ["crysknife", "shield", "lasgun"]}}
        game = Game.start(rulebook(SPECIAL), SEATS, seed=seed, given=position, at="storm.dial")
        game.submit("harkonnen", ExchangeCards("guild", "karama"))
        game.submit("harkonnen", TakeCards(1))
        # The one card goes straight back, as the last of the hand it went to.
        taken.add(game[Treachery].hands["guild"][-1])

    assert {"crysknife", "shield", "lasgun"} == taken


@pytest.mark.rule("gf9.silence.karama-harkonnen-exchange")
def test_a_third_player_cannot_tell_which_cards_were_exchanged():
    def exchanged(first: str, second: str) -> Game:
        position = {"hands": {"harkonnen": ["karama", "baliset"], "guild": ["crysknife", "shield"]}}
        position["chance"] = {"harkonnen-exchange": [[first, second]]}
        game = Game.start(rulebook(SPECIAL), SEATS, given=position, at="storm.dial")
        game.submit("harkonnen", ExchangeCards("guild", "karama"))
        game.submit("harkonnen", TakeCards(1))
        return game

    one, other = exchanged("crysknife", "shield"), exchanged("shield", "crysknife")

    assert one.view("atreides") == other.view("atreides")
    assert told(one, "atreides") == told(other, "atreides")
    assert one.view("harkonnen") != other.view("harkonnen")
    for game in (one, other):
        assert all(game.view(seat) == game.folded_view(seat) for seat in SEATS)


@pytest.mark.rule("gf9.silence.karama-harkonnen-exchange")
def test_whether_a_player_has_cards_does_not_show_before_the_karama_is_spent():
    position = {"hands": {"harkonnen": ["karama"], "guild": ["crysknife", "shield"]}}
    game = Game.start(rulebook(SPECIAL), SEATS, given=position, at="storm.dial")

    offered = game.interjections("harkonnen")["harkonnen-special"]

    assert [ExchangeCards("guild", "karama"), ExchangeCards("atreides", "karama")] == list(offered)


@pytest.mark.rule("gf9.silence.karama-harkonnen-exchange")
def test_a_karama_that_is_taken_while_its_holder_thinks_about_it_stops_nothing():
    hands = {"harkonnen": ["karama", "baliset"], "guild": ["karama"]}
    deck = ["crysknife", "shield", "snooper", "lasgun"]
    game = bidding(SPECIAL, seats=("harkonnen", "guild", "fremen"), hands=hands, treachery_deck=deck)
    buy(game)
    # The purchase asks the Harkonnen for the karama, then the Guild whether it stops the extra card.
    game.submit("harkonnen", Pass())
    assert {"guild": "response"} == asked(game)
    game.submit("harkonnen", ExchangeCards("guild", "karama"))

    game.submit("harkonnen", GiveCards((("baliset", 1),)))

    with pytest.raises(IllegalChoice):
        game.submit("guild", Respond("karama", "karama"))
    game.submit("guild", Pass())
    assert ("crysknife", "karama", "lasgun") == game[Treachery].hands["harkonnen"]


@pytest.mark.rule("gf9.silence.karama-harkonnen-exchange")
def test_whoever_owes_cards_neither_stops_anything_nor_begins_another_exchange():
    hands = {"harkonnen": ["karama", "baliset"], "guild": ["karama", "shield"]}
    once = '[options."option.special-karama"]\nonce_per_game = false\n'
    game = bidding(SPECIAL, extra=once, hands=hands)
    before = game.look.may("advantage.stop", seat="harkonnen", other="guild", advantage="harkonnen-hand")
    game.submit("harkonnen", ExchangeCards("guild", "karama"))

    game.submit("harkonnen", TakeCards(2))

    assert before
    assert not game.look.may("advantage.stop", seat="harkonnen", other="guild", advantage="harkonnen-hand")
    assert not game.look.may("karama.special", seat="harkonnen")
    assert game.look.may("karama.special", seat="guild")


# ------------------------------------------------------------------ whole games


def laws(rules: Rulebook, game: Game) -> list[str]:
    """The laws that a game breaks."""
    return [law for law, holds in rules.invariants.items() if holds(game.look) is not None]


@pytest.mark.parametrize("seed", range(3))
def test_random_games_keep_every_law_and_every_secret(seed):
    options = '[options."faction.harkonnen"]\nally_traitor_stoppable = true\n'
    rules = rulebook(SPECIAL, extra=options + KARAMAS)
    game, choose = Game.start(rules, seed=seed), random_player(seed)

    for count in range(300):
        if game.outcome is not None:
            break
        game.submit(*choose(game))
        assert [] == laws(rules, game)
        if count % 10 == 0:
            assert all(game.view(seat) == game.folded_view(seat) for seat in rules.factions)
