"""Bidding: what scenarios cannot lay out, and random auctions."""

from __future__ import annotations

import pytest
from kernel import rulebook

from dunerules import HIDDEN, Game, Pass, verify
from dunerules.classic.auction import Auction, Bid, BidLapsed, CardShown
from dunerules.classic.bidding import RowDealt, deal_row
from dunerules.classic.karama_purchase import BuyWithKarama
from dunerules.classic.spice import FRONT, SpiceMoved
from dunerules.classic.treachery import CardPlayed, CardsHandedOver, Treachery, TreacheryShuffled
from dunerules.engine.players import random_player
from dunerules.engine.transaction import Tx

SEATS = ("guild", "fremen", "bene-gesserit")
MODULES = ("classic.bidding", "classic.karama-purchase", "classic.ally-bids", "gf9-2019.bidding")
FIGHTER = '[components.advantage.sight]\ntitle = "Sight"\nfaction = "fremen"\n'


def auction(extra: str = "", **given) -> Game:
    """A game at the beginning of a bidding phase, in which the Guild is the first player."""
    return Game.start(rulebook(*MODULES, extra=extra), SEATS, given={"order": SEATS, **given}, at="bidding.begin")


def changed(game: Game, *events) -> Game:
    """The game after something else has happened, with the same questions open."""
    tx = Tx(game.rulebook, game.state.clone())
    for event in events:
        tx.emit(event)
    return Game(game.rulebook, game.header, tx.state, game._spaces, game.history)


@pytest.mark.rule("gf9.silence.treachery-deck-short", "gf9.setup.treachery-deck")
def test_a_deck_that_runs_out_while_cards_are_laid_out_is_made_of_the_discards():
    game = auction(spice={"guild": 1}, hands={"guild": ["hajr"]})
    tx = Tx(game.rulebook, game.state.clone())
    tx.arrange(Auction, row=(), card="")
    rest = [*tx[Treachery].deck, game[Auction].card, *game[Auction].row]
    tx.arrange(Treachery, deck=tuple(rest[:1]), removed=tuple(rest[1:]))
    tx.emit(CardPlayed("guild", "hajr"))
    tx.events.clear()

    deal_row(tx)

    told = [event for event in tx.events if isinstance(event, RowDealt | TreacheryShuffled)]
    assert [RowDealt(1, tuple(rest[:1])), TreacheryShuffled(("hajr",)), RowDealt(1, ("hajr",))] == told


@pytest.mark.rule("gf9.silence.bribe-spice-status", "gf9.bidding.bid-limit")
def test_spice_in_front_of_the_shield_is_not_bid_with():
    game = auction(spice={"guild": 3, "fremen": 4})

    game = changed(game, SpiceMoved(4, "fremen", f"{FRONT}guild", "bribe"))

    assert 3 == game.look.whole("bidding.limit", seat="guild")


@pytest.mark.rule("gf9.karama.overbid")
def test_a_holder_of_a_karama_may_bid_up_to_all_the_spice_there_is():
    game = auction(spice={"guild": 2}, hands={"guild": ["karama"]})
    (decision,) = game.decisions

    assert 564 == game.look.whole("bidding.limit", seat="guild")
    assert decision.space.contains(Bid(564))
    assert not decision.space.contains(Bid(565))
    assert 1 + 564 == decision.space.count()


@pytest.mark.rule("gf9.silence.karama-free-purchase-limit")
def test_a_karama_that_a_bid_rests_on_stops_no_advantage():
    game = auction(FIGHTER, spice={"guild": 2, "fremen": 9}, hands={"guild": ["karama"]})
    stop = {"seat": "guild", "other": "fremen", "advantage": "sight"}
    before = game.look.may("advantage.stop", **stop)

    game.submit("guild", Bid(3))

    denial = game.look.denial("advantage.stop", **stop)
    assert before
    assert denial is not None
    assert "gf9.silence.karama-free-purchase-limit" in denial.cites


@pytest.mark.rule("gf9.silence.karama-free-purchase-limit")
def test_of_two_karamas_one_is_free_for_other_uses():
    game = auction(FIGHTER, spice={"guild": 2, "fremen": 9}, hands={"guild": ["karama", "karama"]})

    game.submit("guild", Bid(3))

    assert game.look.may("advantage.stop", seat="guild", other="fremen", advantage="sight")


@pytest.mark.rule("gf9.silence.karama-free-purchase-limit", "gf9.karama.overbid")
def test_whoever_has_bid_beyond_his_means_chooses_between_karamas_and_cannot_pay():
    extra = '[[permission]]\ntitle = "A baliset will do"\nallow = "card.as-karama"\nwhen = { card = "baliset" }\n'
    game = auction(extra, spice={"guild": 2}, hands={"guild": ["karama", "baliset"]})

    game.submit("guild", Bid(3))

    (decision,) = game.decisions
    assert [BuyWithKarama("karama"), BuyWithKarama("baliset")] == list(decision.space)


@pytest.mark.rule("gf9.silence.returned-card-order", "gf9.bidding.end-no-bid")
def test_the_refused_card_lies_on_top_of_those_that_came_after_it():
    game = auction(spice={"guild": 2}, treachery_deck=["lasgun", "hajr", "kulon", "baliset"])

    game.submit("guild", Pass())

    assert ("lasgun", "hajr", "kulon", "baliset") == game[Treachery].deck[:4]


@pytest.mark.rule("gf9.silence.karama-free-purchase-limit", "gf9.bidding.bid-limit")
def test_a_bid_that_can_no_longer_be_paid_puts_the_card_up_again():
    game = auction(spice={"guild": 2, "fremen": 9}, hands={"guild": ["karama"]})
    game.submit("guild", Bid(8))
    between = ("guild", "bene-gesserit")
    game = changed(game, CardsHandedOver("guild", "bene-gesserit", between, ("karama",)))

    game.submit("fremen", Pass())
    events = game.submit("bene-gesserit", Pass())

    assert BidLapsed("guild") in events
    assert ["guild"] == [decision.seat for decision in game.decisions]
    assert 2 == game.look.whole("bidding.limit", seat="guild")
    assert game.view("fremen") == Game.restore(game.dump(), game.rulebook).view("fremen")


@pytest.mark.rule("gf9.silence.bid-after-pass", "gf9.silence.karama-free-purchase-limit")
def test_whoever_passed_on_a_bid_that_lapsed_may_bid_also_where_a_pass_is_for_good():
    game = auction(
        '[options."gf9-2019.bidding"]\nreenter_after_pass = false',
        spice={"guild": 2, "fremen": 9},
        hands={"guild": ["karama"]},
    )
    game.submit("guild", Bid(8))
    game = changed(game, CardsHandedOver("guild", "bene-gesserit", ("guild", "bene-gesserit"), ("karama",)))
    game.submit("fremen", Pass())
    game.submit("bene-gesserit", Pass())

    game.submit("guild", Bid(1))

    assert ["fremen"] == [decision.seat for decision in game.decisions]
    assert (1, "guild") == (game[Auction].number, game[Auction].bidder)


def test_only_those_who_were_shown_the_card_on_sale_see_it():
    game = auction(spice={"guild": 3, "fremen": 4}, treachery_deck=["lasgun"])
    shown = changed(game, CardShown("fremen", "lasgun"), CardShown("bene-gesserit", "lasgun"))

    seen = {seat: shown.view(seat)[Auction].card for seat in SEATS}

    assert {"guild": HIDDEN, "fremen": "lasgun", "bene-gesserit": "lasgun"} == seen


@pytest.mark.parametrize("reenter", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_random_auctions_keep_every_law_and_every_secret(seed, reenter):
    extra = f'[options."gf9-2019.bidding"]\nreenter_after_pass = {str(reenter).lower()}\n'
    book = rulebook(*MODULES, extra=extra)
    spice = {"guild": 9, "fremen": 3, "bene-gesserit": 12, "harkonnen": 6}
    given = {"alliances": [["guild", "fremen"]], "spice": spice, "treachery_deck": ["karama", "hajr", "karama"]}
    game = Game.start(book, tuple(spice), seed=seed, given=given, at="bidding.begin")
    choose = random_player(seed)

    while game[Auction].number and game.outcome is None:
        game.submit(*choose(game))

        broken = {name: law(game.look) for name, law in book.invariants.items()}
        assert {} == {name: fault for name, fault in broken.items() if fault}
        assert all(game.view(seat) == game.folded_view(seat) for seat in spice)
    verify(game.log(), book)
