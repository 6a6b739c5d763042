"""Shipment: its spaces, its stages, and the powers of factions that it leaves room for."""

from __future__ import annotations

import pytest
from carrier.powers import LandingNoted, Timing
from shipping_table import CARRIER, SEATS, asked, named, ship, table, taken

from dunerules import IllegalChoice, Pass, Respond, verify
from dunerules.classic.forces import RESERVES, Forces, kept
from dunerules.classic.pledges import Pledges
from dunerules.classic.ship_and_move import ShipAndMove
from dunerules.classic.shipment import Shipping, can_still_pay
from dunerules.classic.shipment_fees import Purse, affordable
from dunerules.classic.shipment_kinds import Ship, ship_space
from dunerules.classic.spice import Spice
from dunerules.classic.treachery import Treachery
from dunerules.classic.turn import Turn
from dunerules.engine.chance import Rng
from dunerules.engine.players import random_player


def refusal(game, seat, choice):
    """The rules that refuse a choice."""
    with pytest.raises(IllegalChoice) as refused:
        game.submit(seat, choice)
    return refused.value.denial.cites


@pytest.mark.rule("gf9.shipment.one", "gf9.shipment.cost")
def test_the_space_holds_exactly_what_can_be_paid_for_and_landed():
    game = table(spice={"atreides": 2}, storm=7, order=("atreides", "harkonnen", "emperor"), tanks={"atreides": 15})

    (decision,) = game.decisions
    found = list(decision.space)
    strongholds = {"arrakeen:10", "carthag:11", "habbanya-sietch:17", "sietch-tabr:14", "tueks-sietch:5"}
    into = {(choice.location, choice.forces) for choice in found if isinstance(choice, Ship)}

    assert 1 + 2 * 5 + (86 - 5 - 4) == len(found) == decision.space.count()
    assert {(place, (("regular", count),)) for place in strongholds for count in (1, 2)} <= into
    assert all(decision.space.denial(choice) is None for choice in found)
    assert not {place for place, _ in into if place.endswith(":7")}


@pytest.mark.rule("gf9.shipment.one")
def test_samples_are_members_even_where_almost_nothing_is_legal():
    game = table(spice={"atreides": 1}, forces={"arrakeen": {"harkonnen": 1, "emperor": 1}})
    space = ship_space(game.look, "atreides", Purse(1, 0))
    rng = Rng(5)

    drawn = {space.sample(rng).location for _ in range(300)}

    assert {"carthag:11", "habbanya-sietch:17", "sietch-tabr:14", "tueks-sietch:5"} == drawn


@pytest.mark.rule("gf9.shipment.cost")
def test_the_most_affordable_forces_are_found_exactly():
    for spice in range(12):
        for most in range(12):
            expected = max(count for count in range(most + 1) if -(-3 * count // 2) <= spice)

            assert expected == affordable(lambda count: -(-3 * count // 2), most, spice)


@pytest.mark.rule("gf9.shipment.one")
def test_house_rules_may_give_a_second_shipment():
    two = '[[effect]]\ntitle = "Two"\nquantity = "shipment.shipments"\nset = 2'
    game = table(house=two, spice={"atreides": 9})

    game.submit("atreides", ship("arrakeen:10", 2))
    game.submit("atreides", ship("carthag:11", 1))

    assert [("atreides", "move")] == asked(game)
    assert {"atreides": 2} == game[Shipping].made


@pytest.mark.rule("gf9.shipment.no-storm", "gf9.silence.fremen-one-territory")
def test_another_way_to_ship_has_its_own_price_and_places():
    game = table(CARRIER, turn_of="harkonnen", storm=15, order=("atreides", "harkonnen", "emperor"))
    arrival = Ship("the-great-flat:15", (("regular", 9),), "arrival")

    assert refusal(game, "harkonnen", ship("arrakeen:10", 1)) == ()
    assert refusal(game, "harkonnen", Ship("arrakeen:10", (("regular", 1),), "arrival")) == ()
    game.submit("harkonnen", arrival)

    assert 9 == game[Forces].placed["the-great-flat:15", "harkonnen", "regular"]
    assert [LandingNoted("harkonnen", "the-great-flat", "the-great-flat:15", "arrival")] == named(
        game.events, "LandingNoted"
    )


@pytest.mark.rule("gf9.shipment.cost", "gf9.shipment.no-return", "gf9.silence.guild-ship-out-of-storm")
def test_forces_of_several_sectors_are_shipped_across_and_back_for_half_rounded_up():
    there = {"pasty-mesa:5": {"emperor": 2}, "pasty-mesa:7": {"emperor": 3}}
    picked = ((("pasty-mesa:5", "regular"), 2), (("pasty-mesa:7", "regular"), 3))
    across = table(CARRIER, turn_of="emperor", forces=there, spice={"emperor": 9}, storm=7)
    home = table(CARRIER, turn_of="emperor", forces=there, spice={"emperor": 9})

    across.submit("emperor", Ship("arrakeen:10", kind="across", source="pasty-mesa", taken=picked))
    home.submit("emperor", Ship("reserves", kind="home", source="pasty-mesa", taken=picked))

    assert {("arrakeen:10", "emperor", "regular"): 5} == across[Forces].placed
    assert 9 - 3 == across[Spice].held["emperor"]
    assert ({}, 20) == (home[Forces].placed, sum(kept(home.look, RESERVES, "emperor").values()))
    assert 9 - 3 == home[Spice].held["emperor"]


@pytest.mark.rule("gf9.silence.guild-ship-out-of-storm")
def test_a_strict_table_ships_nothing_out_of_storm():
    strict = '[options."classic.shipment-kinds"]\nout_of_storm = false'
    there = {"pasty-mesa:5": {"emperor": 2}, "pasty-mesa:7": {"emperor": 3}}
    game = table(CARRIER, house=strict, turn_of="emperor", forces=there, spice={"emperor": 9}, storm=7)

    with pytest.raises(IllegalChoice):
        game.submit("emperor", taken("arrakeen:10", "pasty-mesa:7", 3, "across"))
    game.submit("emperor", taken("arrakeen:10", "pasty-mesa:5", 2, "across"))
    assert 2 == game[Forces].placed["arrakeen:10", "emperor", "regular"]


@pytest.mark.rule("gf9.shipment.cost")
def test_a_shipment_across_leaves_its_territory():
    game = table(CARRIER, turn_of="emperor", forces={"pasty-mesa:5": {"emperor": 2}}, spice={"emperor": 9})

    with pytest.raises(IllegalChoice, match="in pasty-mesa already"):
        game.submit("emperor", taken("pasty-mesa:8", "pasty-mesa:5", 1, "across"))


@pytest.mark.rule("gf9.shipment.cost")
def test_whoever_is_entitled_to_the_fee_receives_it_unless_stopped():
    game = table(CARRIER, spice={"atreides": 4, "emperor": 1}, hands={"harkonnen": ["karama"]})
    stopped = game.fork()

    for play, answer in ((game, Pass()), (stopped, Respond("karama", "karama"))):
        play.submit("atreides", ship("arrakeen:10", 3))
        play.submit("harkonnen", answer)

    assert (1, 4) == (game[Spice].held["atreides"], game[Spice].held["emperor"])
    assert (1, 1) == (stopped[Spice].held["atreides"], stopped[Spice].held["emperor"])


@pytest.mark.rule("gf9.karama.guild-rate")
def test_with_a_karama_the_fee_goes_to_the_bank_whoever_is_entitled_to_it():
    game = table(CARRIER, spice={"atreides": 4, "emperor": 1}, hands={"atreides": ["karama"]})

    game.submit("atreides", ship("arrakeen:10", 5, card="karama"))

    assert (1, 1) == (game[Spice].held["atreides"], game[Spice].held["emperor"])


@pytest.mark.rule("gf9.silence.alliance-pay-own-income", "gf9.alliance.payment-route")
def test_help_of_the_one_who_is_paid_comes_back_to_him():
    game = table(
        CARRIER,
        spice={"emperor": 3},
        alliances=[("atreides", "emperor")],
        pledges={("emperor", "atreides", "shipment"): 3},
    )

    game.submit("atreides", ship("arrakeen:10", 6, ally_pays=3))

    contributed, paid = named(game.events, "SpiceMoved")[-2:]
    assert ("emperor", "atreides", 3) == (contributed.source, contributed.target, contributed.amount)
    assert ("atreides", "emperor", 3) == (paid.source, paid.target, paid.amount)
    assert 3 == game[Spice].held["emperor"]


@pytest.mark.rule("gf9.silence.karama-after-cancel")
def test_whoever_cannot_pay_without_a_stopped_advantage_chooses_anew():
    game = table(CARRIER, turn_of="emperor", spice={"emperor": 3}, hands={"harkonnen": ["karama"]})

    game.submit("emperor", ship("arrakeen:10", 6))
    game.submit("harkonnen", Respond("karama", "karama"))

    assert [("emperor", "ship")] == asked(game)
    assert (3, {}, None) == (game[Spice].held["emperor"], game[Shipping].made, game[Shipping].current)
    assert ("gf9.shipment.cost",) == refusal(game, "emperor", ship("arrakeen:10", 4))
    game.submit("emperor", ship("arrakeen:10", 3))
    assert 3 == game[Forces].placed["arrakeen:10", "emperor", "regular"]


@pytest.mark.rule("gf9.silence.karama-guild-stop", "gf9.shipment.one")
def test_a_stopped_shipment_is_not_paid_for_and_was_the_shipment_of_the_turn():
    game = table(
        CARRIER,
        spice={"atreides": 4},
        hands={"atreides": ["karama"]},
        forces={"arrakeen": {"atreides": 1}},
        carrier_stops=True,
    )

    game.submit("atreides", ship("carthag:11", 4, card="karama"))
    game.submit("emperor", Respond("stop-shipment"))

    assert [("atreides", "move")] == asked(game)
    assert (4, ("karama",)) == (game[Spice].held["atreides"], game[Treachery].hands["atreides"])
    assert {("arrakeen:10", "atreides", "regular"): 1} == game[Forces].placed
    assert [] == named(game.events, "LandingNoted")


@pytest.mark.rule("gf9.alliance.payment-limit", "gf9.silence.karama-after-cancel")
def test_whoever_spends_the_spice_or_the_card_for_a_shipment_meanwhile_chooses_anew():
    game = table(
        spice={"atreides": 4, "emperor": 2}, hands={"atreides": ["karama"]}, alliances=[("atreides", "emperor")]
    )
    look = game.look

    assert can_still_pay(look, "atreides", ship("arrakeen:10", 4), 4)
    assert not can_still_pay(look, "atreides", ship("arrakeen:10", 5), 5)
    assert can_still_pay(look, "atreides", ship("arrakeen:10", 5, card="karama"), 3)
    assert not can_still_pay(look, "atreides", ship("arrakeen:10", 5, card="karama", lender="emperor"), 3)
    assert not can_still_pay(look, "atreides", ship("arrakeen:10", 5, ally_pays=1), 5)


@pytest.mark.rule("gf9.shipment.order", "gf9.silence.guild-any-time-granularity")
def test_a_seat_may_be_let_in_before_the_turn_of_another():
    game = table(CARRIER, spice=dict.fromkeys(("atreides", "harkonnen", "emperor"), 3), carrier_chooses=True)

    game.submit("emperor", Timing(True))
    game.submit("emperor", Pass())
    game.submit("atreides", Pass())

    assert ("emperor", "atreides") == game[ShipAndMove].acted
    assert [("harkonnen", "ship")] == asked(game)


@pytest.mark.rule("gf9.shipment.order", "gf9.silence.guild-any-time-granularity")
def test_a_seat_that_lets_its_place_go_by_acts_at_the_latest_behind_all_others():
    seats = ("emperor", "atreides", "harkonnen")
    game = table(CARRIER, seats=seats, turn_of="emperor", spice=dict.fromkeys(seats, 3), carrier_chooses=True)

    game.submit("emperor", Timing(False))
    game.submit("emperor", Timing(False))
    game.submit("atreides", Pass())
    game.submit("emperor", Timing(False))
    game.submit("harkonnen", Pass())

    assert ("atreides", "harkonnen") == game[ShipAndMove].acted
    assert [("emperor", "ship")] == asked(game)


@pytest.mark.rule("gf9.shipment.cost")
def test_the_fee_is_explained_down_to_its_parts():
    look = table(spice={"atreides": 3}).look
    ctx = {"seat": "atreides", "territory": "arrakeen", "kind": "from-reserves"}

    assert 1 == look.explain("shipment.cost", **ctx).value
    assert 3 == look.quantity("shipment.fee", **ctx, card="karama", count=5)
    assert 5 == look.quantity("shipment.fee", **ctx, card="", count=5)


@pytest.mark.rule("gf9.silence.alliance-bid-pledge")
def test_a_pledge_ends_with_the_turn_of_the_one_it_was_made_to():
    game = table(
        spice={"emperor": 4, "atreides": 2},
        alliances=[("atreides", "emperor")],
        pledges={("atreides", "emperor", "shipment"): 2},
    )

    game.submit("atreides", Pass())
    game.submit("emperor", Pass())

    assert 1 == len(named(game.events, "PledgesEnded"))
    assert {} == game[Pledges].spice


@pytest.mark.rule("gf9.shipment.order")
@pytest.mark.parametrize("seed", range(4))
def test_random_phases_keep_every_law_hide_what_is_hidden_and_can_be_verified(seed):
    game = table(
        CARRIER,
        turn_of="",
        at="shipment.begin",
        seed=seed,
        spice={"atreides": 7, "harkonnen": 2, "emperor": 5},
        alliances=[("atreides", "emperor")] if seed % 2 else [],
        forces={
            "arrakeen": {"atreides": 5, "emperor": 2},
            "pasty-mesa:5": {"emperor": 3, "harkonnen": 1},
            "pasty-mesa:7": {"emperor": 3},
            "polar-sink": {"atreides": 2, "harkonnen": 4},
        },
        carrier_chooses=True,
        carrier_stops=True,
    )
    choose = random_player(seed)
    while len(game[ShipAndMove].acted) < len(SEATS) and game[Turn].phase == "shipment":
        game.submit(*choose(game))

        assert {None} == {law(game.look) for law in game.rulebook.invariants.values()}
        assert all(game.view(seat) == game.folded_view(seat) for seat in SEATS)

    assert game.digest() == verify(game.log(), game.rulebook).digest()
