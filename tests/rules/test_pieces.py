"""Forces, spice, cards and leaders: where they are, and who sees them."""

from __future__ import annotations

import pytest
from kernel import rulebook

from dunerules import Game
from dunerules.classic.forces import TANKS, Forces, group, kill_all, move, seats_in
from dunerules.classic.leaders import LeaderKilled, Leaders, LeaderStationed, available, leaders_of
from dunerules.classic.spice import BANK, FRONT, Spice, clear_spice, pay
from dunerules.classic.treachery import CardDiscarded, CardsHandedOver, Treachery, draw, has_room
from dunerules.classic.turn import PhaseBegan
from dunerules.engine.transaction import Tx
from dunerules.rules import HIDDEN

SEATS = ("atreides", "emperor", "harkonnen")


def position(**given):
    return Game.start(rulebook(), SEATS, given=given, at="storm.dial")


def tx_of(game):
    return Tx(game.rulebook, game.state.clone())


def broken(look):
    return [words for law in look.rulebook.invariants.values() if (words := law(look))]


@pytest.mark.rule("gf9.general.faction-pieces")
def test_every_faction_has_twenty_forces_and_five_leaders():
    game = Game.start(rulebook())

    for seat in game.header.seats:
        assert 20 == sum(count for (owner, _), count in game[Forces].reserves.items() if owner == seat)
        assert 5 == len(leaders_of(game.look, seat)) == len(game[Leaders].living[seat])


@pytest.mark.rule("gf9.general.faction-pieces")
def test_in_the_basic_game_all_forces_are_ordinary():
    game = Game.start(rulebook())

    assert {"regular"} == {kind for _, kind in game[Forces].reserves}


@pytest.mark.rule("gf9.general.tanks")
def test_the_dead_lie_in_public_view():
    game = position(tanks={"emperor": 3}, dead_leaders={"emperor": ("bashar",)})

    seen = game.view("atreides")

    assert {("emperor", "regular"): 3} == seen[Forces].tanks
    assert ("bashar",) == seen[Leaders].tanks["emperor"]


@pytest.mark.rule("gf9.general.tanks", "gf9.general.faction-pieces")
def test_whoever_is_killed_goes_to_the_tanks_and_others_are_spared():
    tx = tx_of(position(forces={"arrakeen": {"emperor": 3, "atreides": 2}, "carthag": {"emperor": 1}}))

    kill_all(tx, ("arrakeen:10",), "test", spare=("atreides",))

    assert {("emperor", "regular"): 3} == tx[Forces].tanks
    assert ("atreides",) == seats_in(tx, "arrakeen")
    assert [] == broken(tx)


@pytest.mark.rule("gf9.general.faction-pieces")
def test_more_forces_than_there_are_break_a_law():
    tx = tx_of(position())

    move(tx, "emperor", group({"regular": 21}), "reserves", TANKS, "test")

    assert any("fewer than no forces" in words for words in broken(tx))


@pytest.mark.rule("gf9.setup.spice-bank", "gf9.silence.spice-already-there")
def test_spice_adds_up_where_it_lies_and_returns_to_the_bank_from_there():
    tx = tx_of(position(spice_on_map={"old-gap": 6}))

    pay(tx, BANK, "old-gap:10", 4, "test")
    assert {"old-gap:10": 10} == tx[Spice].on_map
    clear_spice(tx, ("old-gap:10", "red-chasm:7"), "test")

    assert {} == tx[Spice].on_map
    assert [] == broken(tx)


@pytest.mark.rule("gf9.bribery.information", "gf9.silence.bribe-spice-status")
def test_spice_behind_a_shield_is_its_owner_s_and_in_front_everybody_s_to_see():
    game = position(spice={"emperor": 7}, spice_in_front={"emperor": 2})

    assert HIDDEN is game.view("atreides")[Spice].held["emperor"]
    assert 7 == game.view("emperor")[Spice].held["emperor"]
    assert {"emperor": 2} == game.view("atreides")[Spice].in_front


def test_spice_that_a_seat_does_not_have_breaks_a_law():
    tx = tx_of(position(spice={"emperor": 1}))

    pay(tx, "emperor", f"{FRONT}atreides", 2, "test")

    assert any("less than nothing" in words for words in broken(tx))


@pytest.mark.rule("gf9.bribery.information")
def test_hands_are_secret_with_their_size():
    few, many = position(hands={"emperor": ("karama",)}), position(hands={"emperor": ("shield", "karama", "hajr")})

    assert few.view("emperor") != many.view("emperor")
    assert few.view("atreides")[Treachery].hands == many.view("atreides")[Treachery].hands


@pytest.mark.rule("gf9.bidding.hand-limit")
def test_a_hand_has_room_below_its_limit():
    game = position(hands={"emperor": ("shield",) * 4, "atreides": ("snooper",) * 3})

    assert 4 == game.look.whole("hand.limit", seat="emperor")
    assert (False, True) == (has_room(game.look, "emperor"), has_room(game.look, "atreides"))


@pytest.mark.rule("gf9.setup.treachery-deck", "gf9.silence.treachery-deck-short")
def test_the_discards_are_shuffled_into_a_new_deck_when_the_deck_runs_out():
    tx = tx_of(position(hands={"emperor": ("karama",)}))
    while tx[Treachery].deck:
        draw(tx, "atreides")
    tx.emit(CardDiscarded("emperor", "karama"))
    tx.emit(CardDiscarded("atreides", "shield"))

    drawn = draw(tx, "harkonnen")

    assert drawn
    assert () == tx[Treachery].discard
    assert {"karama", "shield"} == {*tx[Treachery].deck, *tx[Treachery].hands["harkonnen"]}
    assert ["atreides holds 31 cards"] == broken(tx)  # on purpose; every card is in one place


@pytest.mark.rule("gf9.silence.treachery-deck-short")
def test_without_any_card_nobody_draws():
    tx = tx_of(position())
    while draw(tx, "atreides"):
        pass

    assert not draw(tx, "emperor")
    assert () == tx[Treachery].hands["emperor"]


@pytest.mark.rule("gf9.bribery.information")
def test_a_card_that_somebody_plays_from_an_unknown_hand_can_be_followed_by_all():
    """Folding the events of somebody else's play once failed on a hand that is hidden as a whole."""
    game = position(hands={"emperor": ("karama", "truthtrance"), "atreides": ("hajr",)})
    tx = tx_of(game)
    tx.emit(CardDiscarded("emperor", "karama"))
    tx.emit(CardsHandedOver("atreides", "emperor", ("atreides", "emperor"), ("hajr",)))
    redactor = game.rulebook.redactor

    view = redactor.state(game.state, ("harkonnen",))
    for event in tx.events:
        for reduce in game.rulebook.reducers[type(event)]:
            reduce(view.write, redactor.event(event, ("harkonnen",)))

    assert redactor.state(tx.state, ("harkonnen",)) == redactor.state(view, ("harkonnen",))
    assert ("karama",) == view[Treachery].discard


@pytest.mark.rule("gf9.battle.leader-one-territory", "gf9.silence.battle-leader-available")
def test_a_leader_who_fought_is_available_there_only_until_the_phase_is_over():
    tx = tx_of(position(dead_leaders={"emperor": ("caid",)}))
    everybody = {"count-fenring", "captain-aramsham", "burseg", "bashar"}

    tx.emit(LeaderStationed("bashar", "arrakeen"))
    there, elsewhere = set(available(tx, "emperor", "arrakeen")), set(available(tx, "emperor", "carthag"))
    tx.emit(PhaseBegan("collection"))

    assert everybody == there
    assert everybody - {"bashar"} == elsewhere
    assert everybody == set(available(tx, "emperor", "carthag"))


@pytest.mark.rule("gf9.general.faction-pieces")
def test_a_leader_is_worth_what_its_disc_says():
    look = position().look

    assert 6 == look.whole("leader.strength", leader="count-fenring")
    assert 2 == look.whole("leader.strength", leader="bashar")


@pytest.mark.rule("gf9.general.tanks")
def test_a_killed_leader_leaves_its_territory():
    tx = tx_of(position())
    tx.emit(LeaderStationed("bashar", "arrakeen"))

    tx.emit(LeaderKilled("emperor", "bashar", "emperor"))

    assert {} == tx[Leaders].stationed
    assert ("bashar",) == tx[Leaders].tanks["emperor"]
    assert [] == broken(tx)
