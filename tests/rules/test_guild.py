"""The Guild's sheet where scenarios do not reach: fees in detail, whole spaces, secrets, and stops in the middle."""

from __future__ import annotations

import json

import pytest
from shipping_table import asked, named, ship, table, taken

import dunerules
from dunerules import Game, IllegalChoice, Pass, Respond, verify
from dunerules.classic.advantages import Advantages, AdvantageStopped
from dunerules.classic.bribes import Bribe
from dunerules.classic.forces import Forces
from dunerules.classic.ship_and_move import ShipAndMove
from dunerules.classic.shipment import Shipping
from dunerules.classic.shipment_advantages import stops_end_with_their_shipment
from dunerules.classic.shipment_fees import purse_of
from dunerules.classic.shipment_kinds import Ship, price_of, ship_space
from dunerules.classic.spice import Spice
from dunerules.classic.turn import Turn
from dunerules.engine.chance import Rng
from dunerules.engine.players import random_player
from dunerules.engine.transaction import Tx

SEATS = ("guild", "harkonnen", "emperor")
KARAMA = Respond("karama", "karama")
SPECIAL = "option.special-karama"
PHASE = '[options."classic.advantages"]\nduration = "phase"\n'


def guild_table(*modules, seats=SEATS, turn_of="guild", **given):
    """A game that starts with a seat's turn to ship and move."""
    return table(*modules, seats=seats, turn_of=turn_of, **given)


def refusal(game, seat, choice):
    """The rules that refuse a choice."""
    with pytest.raises(IllegalChoice) as refused:
        game.submit(seat, choice)
    return refused.value.denial.cites


# ------------------------------------------------------------------ fees


@pytest.mark.rule(
    "gf9.faction.guild.half-fee",
    "gf9.ruling.guild-odd-tokens",
    "gf9.ruling.guild-return-rate",
    "gf9.silence.guild-cross-ship-fee",
)
@pytest.mark.parametrize(
    ("kind", "territory", "fees"),
    [
        ("from-reserves", "arrakeen", [1, 1, 2, 2, 3]),
        ("from-reserves", "red-chasm", [1, 2, 3, 4, 5]),
        ("from-reserves", "polar-sink", [1, 2, 3, 4, 5]),
        ("across", "arrakeen", [1, 1, 2, 2, 3]),
        ("across", "red-chasm", [1, 2, 3, 4, 5]),
        ("to-reserves", "arrakeen", [1, 1, 2, 2, 3]),
        ("to-reserves", "red-chasm", [1, 1, 2, 2, 3]),
    ],
)
def test_the_total_is_halved_and_rounded_up_and_a_return_has_its_own_price(kind, territory, fees):
    look = guild_table().look
    ctx = {"seat": "guild", "territory": territory, "kind": kind, "card": ""}

    assert fees == [look.whole("shipment.fee", **ctx, count=count) for count in range(1, 6)]


@pytest.mark.rule("gf9.faction.guild.half-fee", "gf9.karama.guild-rate")
def test_a_karama_does_not_halve_the_half_fee():
    look = guild_table().look
    ctx = {"seat": "guild", "territory": "arrakeen", "kind": "from-reserves", "count": 8}

    assert 4 == look.whole("shipment.fee", **ctx, card="") == look.whole("shipment.fee", **ctx, card="karama")


@pytest.mark.rule("gf9.faction.guild.half-fee")
def test_the_half_fee_is_explained_by_its_rule():
    look = guild_table().look

    told = look.explain("shipment.rate", seat="guild", territory="arrakeen", kind="from-reserves", card="")

    assert "gf9.faction.guild.half-fee" in str(told)


# ------------------------------------------------------------------ ways to ship


@pytest.mark.rule("gf9.faction.guild.shipment-kinds", "gf9.ruling.sectors-move-together")
def test_the_space_holds_every_way_with_every_number_of_forces():
    there = {"tueks-sietch": {"guild": 2}, "pasty-mesa:5": {"guild": 1}, "pasty-mesa:7": {"guild": 1}}
    game = guild_table(spice={"guild": 1}, forces=there, tanks={"guild": 15})

    (decision,) = game.decisions
    found = [choice for choice in decision.space if isinstance(choice, Ship)]
    back = {choice.taken for choice in found if choice.kind == "to-reserves"}
    across = {
        (choice.location, choice.taken)
        for choice in found
        if choice.kind == "across" and choice.source == "pasty-mesa" and choice.location in ("arrakeen:10", "old-gap:9")
    }

    both = ((("pasty-mesa:5", "regular"), 1), (("pasty-mesa:7", "regular"), 1))
    mesa = {both[:1], both[1:], both}
    assert {((("tueks-sietch:5", "regular"), count),) for count in (1, 2)} | mesa == back
    # One spice pays for two forces into a stronghold and for one elsewhere.
    assert {("arrakeen:10", group) for group in mesa} | {("old-gap:9", both[:1]), ("old-gap:9", both[1:])} == across


@pytest.mark.rule("gf9.faction.guild.shipment-kinds")
def test_samples_are_members_of_the_space_and_of_every_way():
    there = {"tueks-sietch": {"guild": 5}, "pasty-mesa:5": {"guild": 3}}
    look = guild_table(spice={"guild": 3}, forces=there, storm=5).look
    space, rng = ship_space(look, "guild", purse_of(look, "guild")), Rng(3)

    drawn = [space.sample(rng) for _ in range(300)]

    assert {"from-reserves", "across", "to-reserves"} == {choice.kind for choice in drawn}
    assert all(space.denial(choice) is None for choice in drawn)


@pytest.mark.rule("gf9.karama.cancel.guild-shipment-kinds")
def test_a_guild_without_reserves_that_is_kept_from_its_ways_is_done_with_shipping():
    game = guild_table(
        spice={"guild": 5}, forces={"tueks-sietch": {"guild": 5}}, tanks={"guild": 15}, hands={"emperor": ["karama"]}
    )

    game.submit("guild", taken("carthag:11", "tueks-sietch:5", 5, "across"))
    game.submit("emperor", KARAMA)

    assert [("guild", "move")] == asked(game)
    assert (("guild",), ()) == (game[Shipping].finished, game[Advantages].stopped)


@pytest.mark.rule("gf9.karama.cancel.guild-shipment-kinds", "gf9.silence.karama-window")
def test_nobody_learns_that_a_holder_of_a_karama_is_asked():
    forces = {"tueks-sietch": {"guild": 5}}
    games = [guild_table(spice={"guild": 5}, forces=forces, hands={"emperor": [card]}) for card in ("karama", "shield")]

    for game in games:
        game.submit("guild", taken("carthag:11", "tueks-sietch:5", 5, "across"))
    window, plain = games

    told = {
        seat: named(filter(None, (window.rulebook.redactor.event(event, (seat,)) for event in window.events)), "Asked")
        for seat in SEATS
    }
    assert [("emperor", "response")] == asked(window)
    assert {"emperor": ["response"], "guild": ["ship"], "harkonnen": []} == {
        seat: [event.ask.kind for event in events] for seat, events in told.items()
    }
    assert 5 == plain[Forces].placed["carthag:11", "guild", "regular"]


# ------------------------------------------------------------------ stops


@pytest.mark.rule("gf9.karama.cancel.guild-income", "gf9.silence.karama-after-cancel")
def test_a_fee_stays_with_the_bank_when_the_payer_has_to_plan_anew():
    game = guild_table(spice={"harkonnen": 3, "guild": 1}, hands={"emperor": ["karama"]}, turn_of="harkonnen")

    game.submit("harkonnen", ship("arrakeen:10", 3))
    game.submit("harkonnen", Bribe("emperor", 1))
    game.submit("emperor", KARAMA)
    planning = asked(game)
    game.submit("harkonnen", ship("arrakeen:10", 2))

    assert [("harkonnen", "ship")] == planning
    assert (0, 1) == (game[Spice].held["harkonnen"], game[Spice].held["guild"])
    assert () == game[Advantages].stopped


@pytest.mark.rule("gf9.karama.cancel.guild-half-fee", "gf9.silence.karama-duration")
@pytest.mark.parametrize(("house", "second"), [("", 2), (PHASE, 4)])
def test_the_half_fee_is_stopped_for_one_shipment_or_for_the_phase(house, second):
    two = '[[effect]]\ntitle = "Two"\nquantity = "shipment.shipments"\nset = 2\n'
    game = guild_table(house=house + two, spice={"guild": 9}, hands={"emperor": ["karama"]})

    game.submit("guild", ship("arrakeen:10", 4))
    game.submit("emperor", KARAMA)
    game.submit("guild", ship("arrakeen:10", 4))
    game.submit("guild", ship("carthag:11", 4))

    assert 9 - 4 - second == game[Spice].held["guild"]


@pytest.mark.rule("gf9.karama.cancel.guild-alliance", "gf9.silence.karama-duration")
def test_a_stop_of_an_ally_never_outlives_the_shipment():
    game = guild_table(
        spice={"harkonnen": 4}, hands={"emperor": ["karama"]}, alliances=[("guild", "harkonnen")], turn_of="harkonnen"
    )

    game.submit("harkonnen", ship("arrakeen:10", 6))
    game.submit("emperor", KARAMA)
    stopped = game[Advantages].stopped
    game.submit("harkonnen", Pass())

    assert (("harkonnen", "guild-alliance", "use"),) == stopped
    assert () == game[Advantages].stopped


@pytest.mark.rule("gf9.silence.karama-duration")
def test_the_law_about_stops_names_whoever_is_still_kept_from_something():
    game = guild_table(spice={"guild": 5, "harkonnen": 5}, turn_of="harkonnen")
    tx = Tx(game.rulebook, game.state.clone())

    tx.emit(AdvantageStopped("guild", "guild-income", "use"))
    lawful = stops_end_with_their_shipment(tx)
    tx.state.write(Advantages).stopped = (("guild", "guild-half-fee", "use"),)

    assert lawful is None
    assert "guild is kept from guild-half-fee, and harkonnen ships" == stops_end_with_their_shipment(tx)


# ------------------------------------------------------------------ allies


@pytest.mark.rule("gf9.faction.guild.alliance-shipment", "gf9.silence.fremen-allied-with-guild")
@pytest.mark.parametrize(
    ("seat", "kinds"),
    [
        ("guild", {"from-reserves", "across", "to-reserves"}),
        ("harkonnen", {"from-reserves", "across"}),
        ("fremen", {"from-far-side", "across"}),
        ("emperor", {"from-reserves"}),
    ],
)
def test_each_member_of_an_alliance_with_the_guild_has_its_ways(seat, kinds):
    seats = ("guild", "harkonnen", "fremen", "emperor")
    look = guild_table("gf9-2019.alliances.any-3", seats=seats, alliances=[seats[:3]]).look

    found = {
        kind for kind in look.rulebook.components["shipment-kind"] if look.may("shipment.kind", seat=seat, kind=kind)
    }

    assert kinds == found


@pytest.mark.rule("gf9.faction.guild.alliance-shipment", "gf9.silence.karama-after-cancel")
def test_help_for_an_ally_is_planned_anew_with_the_shipment():
    game = guild_table(
        spice={"harkonnen": 2, "guild": 2},
        hands={"emperor": ["karama"]},
        alliances=[("guild", "harkonnen")],
        pledges={("guild", "harkonnen", "shipment"): 2},
        turn_of="harkonnen",
    )

    game.submit("harkonnen", ship("arrakeen:10", 6, ally_pays=2))
    game.submit("emperor", KARAMA)
    too_dear = refusal(game, "harkonnen", ship("arrakeen:10", 5, ally_pays=2))
    game.submit("harkonnen", ship("arrakeen:10", 4, ally_pays=2))

    assert ("gf9.shipment.cost",) == too_dear
    assert (0, 4) == (game[Spice].held["harkonnen"], game[Spice].held["guild"])


@pytest.mark.rule("gf9.faction.guild.alliance-shipment")
def test_the_rate_ends_with_the_alliance():
    look = guild_table(spice={"harkonnen": 9}).look

    assert 4 == price_of(look, "harkonnen", ship("arrakeen:10", 4))
    assert not look.may("shipment.kind", seat="harkonnen", kind="across")


# ------------------------------------------------------------------ the special power


@pytest.mark.rule("gf9.karama.special.guild")
def test_the_guild_is_not_asked_about_its_own_shipment_and_may_stop_an_ally():
    own = guild_table(SPECIAL, spice={"guild": 5}, hands={"guild": ["karama"]})
    ally = guild_table(
        SPECIAL,
        spice={"harkonnen": 5},
        hands={"guild": ["karama"]},
        alliances=[("guild", "harkonnen")],
        forces={"carthag": {"harkonnen": 1}},
        turn_of="harkonnen",
    )

    own.submit("guild", ship("arrakeen:10", 2))
    ally.submit("harkonnen", ship("arrakeen:10", 2))
    ally.submit("guild", Respond("guild-stop", "karama"))

    assert [("guild", "move")] == asked(own)
    assert [("harkonnen", "move")] == asked(ally)
    assert {"harkonnen": 1} == ally[Shipping].made


@pytest.mark.rule("gf9.karama.special.guild", "gf9.karama.cancel.guild-alliance")
def test_a_shipment_that_was_planned_anew_may_still_be_stopped():
    game = guild_table(
        SPECIAL,
        spice={"harkonnen": 5},
        hands={"guild": ["karama"], "emperor": ["karama"]},
        alliances=[("guild", "harkonnen")],
        forces={"carthag": {"harkonnen": 1}},
        turn_of="harkonnen",
    )

    game.submit("harkonnen", ship("arrakeen:10", 4))
    game.submit("emperor", KARAMA)
    game.submit("harkonnen", ship("arrakeen:10", 4))
    game.submit("guild", Respond("guild-stop", "karama"))

    assert [("harkonnen", "move")] == asked(game)
    assert (5, ()) == (game[Spice].held["harkonnen"], game[Advantages].stopped)


# ------------------------------------------------------------------ victory and the rest


@pytest.mark.rule("gf9.faction.guild.victory", "gf9.silence.end-of-play-precedence")
@pytest.mark.parametrize("removed", ["faction.fremen", "faction.guild"])
def test_the_guild_and_the_fremen_each_work_without_the_other(removed):
    head = '[ruleset]\nid = "one-of-two"\ntitle = "One"\nextends = "gf9-2019-basic"\n'
    sheets = [name for name in dunerules.load("gf9-2019-basic").modules if f"{name}.".startswith(f"{removed}.")]
    book = dunerules.loads(f"{head}[rules]\nremove = {json.dumps(sheets)}\n")
    seat = "guild" if removed == "faction.fremen" else "fremen"

    game = Game.start(book, (seat, "harkonnen"), at="mentat-pause", given={"turn": 10, "order": (seat, "harkonnen")})

    assert (seat,) == game.outcome.winners


@pytest.mark.rule("gf9.faction.guild.income", "gf9.faction.guild.shipment-kinds")
def test_without_the_guild_at_the_table_nothing_of_it_happens():
    game = table(
        "faction.guild.advanced",
        SPECIAL,
        spice={"atreides": 4},
        hands={"harkonnen": ["karama"], "emperor": ["karama"]},
        forces={"arrakeen": {"atreides": 3}},
        alliances=[("atreides", "harkonnen")],
    )

    kinds = {choice.kind for choice in game.decisions[0].space if isinstance(choice, Ship)}
    game.submit("atreides", ship("arrakeen:10", 4))

    assert {"from-reserves"} == kinds
    assert [("atreides", "move")] == asked(game)


@pytest.mark.rule("gf9.faction.guild.shipment-kinds", "gf9.faction.guild.alliance-shipment", "gf9.karama.special.guild")
@pytest.mark.parametrize("seed", range(6))
def test_random_phases_keep_every_law_hide_what_is_hidden_and_can_be_verified(seed):
    karamas = "[decks.treachery]\nkarama = 6\n"
    game = table(
        "faction.guild.advanced",
        SPECIAL,
        house=karamas,
        seats=("guild", "harkonnen", "bene-gesserit", "fremen"),
        turn_of="",
        at="shipment.begin",
        seed=seed,
        spice={"guild": 6, "harkonnen": 9, "bene-gesserit": 4, "fremen": 3},
        alliances=[("guild", ("harkonnen", "fremen")[seed % 2])] if seed % 3 else [],
        hands={seat: ["karama"] for seat in ("guild", "harkonnen", "bene-gesserit", "fremen")},
        forces={"tueks-sietch": {"guild": 5}, "carthag": {"harkonnen": 6}, "sietch-tabr": {"fremen": 4}},
    )
    choose = random_player(seed)
    while len(game[ShipAndMove].acted) < 4 and game[Turn].phase == "shipment":
        game.submit(*choose(game))

        assert {None} == {law(game.look) for law in game.rulebook.invariants.values()}
        assert all(game.view(seat) == game.folded_view(seat) for seat in game.look.seats)

    assert game.digest() == verify(game.log(), game.rulebook).digest()
