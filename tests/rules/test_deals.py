"""Deals and bribes: what is secret, what is staked, and what random play makes of them."""

from __future__ import annotations

import pytest
from kernel import rulebook

from dunerules import Game, IllegalChoice, verify
from dunerules.classic.bribes import Bribe, GiveSpice
from dunerules.classic.deals import AcceptDeal, AgreeToCancel, CancelDeal, Deals, OfferDeal, phases
from dunerules.classic.records import private_notes
from dunerules.classic.secrecy import Show, Shown
from dunerules.classic.spice import Spice
from dunerules.engine.chance import Rng
from dunerules.engine.log import parse_log
from dunerules.engine.players import play_out
from dunerules.rules import Pass

MODULES = ("classic.deals", "gf9-2019.bribes", "classic.secrecy", "classic.records", "classic.truthtrance")
SEATS = ("atreides", "emperor", "fremen")
OPEN_GIFTS = '[[permission]]\ntitle = "Gifts"\nallow = "gift.give"\n'


def table(*, extra="", **given):
    """Three players before the storm, with some spice."""
    position = {"spice": {"atreides": 6, "emperor": 4, "fremen": 0}, **given}
    return Game.start(rulebook(*MODULES, extra=extra), SEATS, given=position, at="storm.dial")


def refused(game, seat, choice):
    with pytest.raises(IllegalChoice) as error:
        game.submit(seat, choice)
    return error.value.denial


@pytest.mark.rule("gf9.bribery.deals")
def test_nobody_bribes_himself_or_with_nothing():
    game = table()

    assert refused(game, "atreides", Bribe("atreides", 1))
    assert refused(game, "atreides", Bribe("emperor", 0)).cites == ("gf9.bribery.deals",)
    assert "bribe" not in game.interjections("fremen")


@pytest.mark.rule("gf9.bribery.deals", "gf9.silence.deal-enforcement")
def test_every_offer_that_the_space_holds_can_be_made():
    game = table()
    space = game.interjections("atreides")["offer-deal"]

    offer = OfferDeal("emperor", "Stay away from the Polar Sink", 7, 0, "battle")

    assert space.contains(OfferDeal("emperor", "Stay away from the Polar Sink", 6))
    assert not space.contains(OfferDeal("emperor", "Stay away from the Polar Sink", 7))
    assert space.contains(offer) is ("battle" in phases(game.rulebook))
    assert not space.contains(OfferDeal("emperor", "", 1))
    assert not space.contains(OfferDeal("emperor", "two\nlines", 1))
    assert not space.contains(OfferDeal("emperor", "x" * 201, 1))
    assert not space.contains(OfferDeal("emperor", "x", 1, 0, "tea"))


@pytest.mark.rule("gf9.bribery.information", "gf9.bribery.deals")
def test_an_offer_does_not_tell_whether_the_other_could_pay():
    """The one who cannot pay is asked as well, so that no silence gives away what is behind the shield."""
    rich, poor = table(), table(spice={"atreides": 6, "emperor": 0})
    offer = OfferDeal("emperor", "The first card is yours", 0, 3)

    seen = []
    for game in (rich, poor):
        game.submit("atreides", offer)
        assert ["emperor"] == [decision.seat for decision in game.decisions]
        game.submit("emperor", Pass())
        seen.append(game.view("atreides"))

    assert seen[0] == seen[1]


@pytest.mark.rule("gf9.ruling.faq-deal-cancelled")
def test_both_may_ask_to_cancel_at_once_and_the_later_question_lapses():
    game = table(deals=({"seat": "atreides", "to": "emperor", "terms": "Peace"},))

    game.submit("atreides", CancelDeal(1))
    game.submit("emperor", CancelDeal(1))
    game.submit("atreides", AgreeToCancel())

    assert {} == game[Deals].made
    assert {"storm-dial"} == {decision.kind for decision in game.decisions}


@pytest.mark.rule("gf9.bribery.binding")
def test_offers_may_cross():
    game = table()

    game.submit("atreides", OfferDeal("emperor", "Peace", 2))
    game.submit("emperor", OfferDeal("atreides", "War", 1))
    game.submit("atreides", AcceptDeal())
    game.submit("emperor", AcceptDeal())

    assert {1: "Peace", 2: "War"} == {number: deal.terms for number, deal in sorted(game[Deals].made.items())}
    assert {"atreides": 1, "emperor": 2} == game[Spice].in_front


@pytest.mark.rule("gf9.bribery.no-rule-breaking")
def test_a_pledge_to_an_ally_cannot_be_given_away():
    game = table(alliances=(("atreides", "fremen"),))
    look = game.look
    free = look.quantity("spice.staked", seat="atreides")

    with_pledge = Game.start(
        game.rulebook,
        SEATS,
        given={"spice": {"atreides": 6}, "alliances": (("atreides", "fremen"),), **pledge_of_four(game)},
        at="storm.dial",
    )

    assert 0 == free
    assert 4 == with_pledge.look.quantity("spice.staked", seat="atreides")
    assert refused(with_pledge, "atreides", Bribe("emperor", 3))
    with_pledge.submit("atreides", Bribe("emperor", 2))


def pledge_of_four(game):
    purpose = next(iter(game.rulebook.components["pledge-purpose"]))
    return {"pledges": {("atreides", "fremen", purpose): 4}}


@pytest.mark.rule("gf9.silence.emperor-gift-limits", "gf9.silence.alliance-spice-transfer")
def test_gifts_are_for_allies_only_even_where_they_are_free():
    game = table(extra=OPEN_GIFTS, alliances=(("atreides", "fremen"),))

    game.submit("atreides", GiveSpice("fremen", 6))

    assert refused(game, "fremen", GiveSpice("emperor", 1))
    assert {"atreides": 0, "emperor": 4, "fremen": 6} == game[Spice].held


@pytest.mark.rule("gf9.bribery.information", "gf9.alliance.negotiation")
def test_what_one_shows_an_ally_nobody_else_notices():
    game = table(hands={"atreides": ("karama",)}, alliances=(("atreides", "fremen"),))
    before = game.events_for("emperor")

    game.submit("atreides", Show("holds-card", "karama", "fremen"))

    (shown,) = [event for event in game.events_for("fremen") if isinstance(event, Shown)]
    assert ("atreides", "holds-card", "karama") == (shown.seat, shown.question, shown.value)
    assert before == game.events_for("emperor")


@pytest.mark.rule("gf9.bribery.information")
def test_only_what_is_true_can_be_shown_to_one_or_to_all():
    game = table(hands={"atreides": ("karama",)}, traitors={"atreides": ("stilgar",)})

    game.submit("atreides", Show("spice-at-least", 6))
    game.submit("atreides", Show("has-traitor", "stilgar", "emperor"))

    assert "that is not true of atreides" in refused(game, "atreides", Show("holds-card", "shield")).reason
    assert refused(game, "atreides", Show("spice-at-least", 7)).cites == ("gf9.bribery.information",)
    assert refused(game, "atreides", Show("in-own-words", "I am poor"))
    everybody = [event.value for event in game.events_for("fremen") if isinstance(event, Shown)]
    assert [6] == everybody


@pytest.mark.rule("gf9.silence.written-records")
def test_notes_of_what_was_private_are_for_those_who_keep_records():
    keepers = '[[permission]]\ntitle = "Notes"\nallow = "records.keep"\nwhen = { seat = "emperor" }\n'
    given = {"hands": {"emperor": ("karama",)}}
    shown = Show("holds-card", "karama", "fremen")

    few, all_of_them = table(extra=keepers, **given), table(extra=MEMORY, **given)
    for game in (few, all_of_them):
        game.submit("emperor", shown)

    assert [] == [event for event in private_notes(few, "fremen") if isinstance(event, Shown)]
    assert 1 == len([event for event in private_notes(few, "emperor") if isinstance(event, Shown)])
    assert 1 == len([event for event in private_notes(all_of_them, "fremen") if isinstance(event, Shown)])
    assert [] == [event for event in private_notes(all_of_them, "atreides") if isinstance(event, Shown)]


MEMORY = '[options."classic.records"]\nmemory_aid = "all"\n'


@pytest.mark.parametrize("seed", range(3))
def test_random_games_with_deals_keep_every_law(seed):
    game = Game.start(rulebook(*MODULES), seed=seed)

    checked = 0
    while game.outcome is None and checked < 250:
        play_one(game, seed + checked)
        broken = [words for law in game.rulebook.invariants.values() if (words := law(game.look))]
        assert [] == broken
        checked += 1
    for seat in game.header.seats:
        assert game.view(seat) == game.folded_view(seat)


def play_one(game, seed):
    """One random choice, an interjection as often as not."""
    rng = Rng(seed * 7919)
    seat = rng.pick(game.header.seats)
    offers = tuple(game.interjections(seat).values())
    if offers and rng.below(2):
        game.submit(seat, rng.pick(offers).sample(rng))
    else:
        decision = rng.pick(game.decisions)
        game.submit(decision.seat, decision.space.sample(rng))


def test_a_whole_random_game_can_be_verified():
    game = play_out(Game.start(rulebook(*MODULES), seed=11))

    verified = verify(parse_log(game.log().text()), game.rulebook)

    assert game.outcome is not None
    assert game.digest() == verified.digest()
