"""Revival, shipment and movement of 1979 where scenarios do not reach: whole spaces, secrets, compositions, games."""

from __future__ import annotations

import json
from functools import cache

import pytest
from shipping_table import asked

import dunerules
from dunerules import Game, IllegalChoice, Pass, RulesetError
from dunerules.classic.forces import Forces
from dunerules.classic.leader_revival import ReviveLeader
from dunerules.classic.leaders import LeaderKilled, LeaderRevived, Leaders
from dunerules.classic.movement import Move, move_space
from dunerules.classic.pledges import Pledge, Pledges
from dunerules.classic.revival import Revive, dearest_revival
from dunerules.classic.shipment_fees import fee, purse_of
from dunerules.classic.shipment_kinds import ship_space
from dunerules.classic.spice import Spice
from dunerules.classic.turn import PhaseBegan
from dunerules.engine.chance import Rng
from dunerules.engine.hidden import HIDDEN
from dunerules.engine.players import random_player
from dunerules.engine.transaction import Tx

BASE = "ah-1979-basic"
LEADERS = ("staban-tuek", "master-bewt", "esmar-tuek", "soo-soo-sook", "guild-rep")
SEATS = ("guild", "harkonnen", "emperor")


@cache
def rulebook(*add, remove=(), extra=""):
    """The basic game of 1979 with more or fewer modules."""
    head = f'[ruleset]\nid = "test-1979"\ntitle = "1979"\nextends = "{BASE}"\n'
    return dunerules.loads(f"{head}[rules]\nadd = {json.dumps(add)}\nremove = {json.dumps(remove)}\n{extra}")


def shipping(*add, seats=SEATS, turn_of="guild", at="ship-and-move.call", **given):
    """A game that starts with a seat's turn to ship and move."""
    position = {"phase": "shipment", "order": seats, **given}
    return Game.start(rulebook(*add), seats, at=at, turn_of=turn_of, given=position)


# ------------------------------------------------------------------ leaders


@pytest.mark.rule("ah79.ruling.ghola-leader-same-battle-round", "ah79.card.ghola.leader")
def test_a_leader_that_came_back_in_the_battles_leads_again_in_the_next_ones():
    game = Game.start(rulebook(), SEATS, at="battle.begin", given={"phase": "battle", "order": SEATS})
    tx = Tx(game.rulebook, game.state.clone())
    lead = {"seat": "guild", "leader": "staban-tuek", "territory": "arrakeen"}
    tx.emit(PhaseBegan("battle"))
    tx.emit(LeaderKilled("guild", "staban-tuek", "guild"))

    tx.emit(LeaderRevived("guild", "staban-tuek", "tleilaxu-ghola"))

    at_once = tx.denial("leader.lead", **lead)
    tx.emit(PhaseBegan("collection"))
    tx.emit(PhaseBegan("battle"))
    assert ("ah79.ruling.ghola-leader-same-battle-round",) == at_once.cites
    assert tx.may("leader.lead", **lead)


@pytest.mark.rule("ah79.ruling.leader-revival-with-captives", "ah79.revival.leader-timing")
def test_who_has_no_leader_left_but_captives_revives_one_at_the_end_of_his_move():
    game = Game.start(
        rulebook(),
        SEATS,
        at="revival.begin",
        given={"order": SEATS, "spice": {"guild": 9}, "dead_leaders": {"guild": LEADERS[1:]}},
    )
    before = [kind for _, kind in asked(game)]
    state = game.state.clone()
    tx = Tx(game.rulebook, state)
    leaders = tx[Leaders]
    living, captives = {**leaders.living, "guild": ()}, {**leaders.captives, "harkonnen": LEADERS[:1]}
    tx.arrange(Leaders, living=living, captives=captives)

    tx.emit(PhaseBegan("revival"))

    assert "revive-leader" not in before
    assert ("guild",) == tx[Leaders].revival_open
    assert tx.may("revival.leader", seat="guild", leader="guild-rep")


@pytest.mark.rule("ah79.revival.leader-timing", "ah79.card.hajr", "ah79.silence.hajr-details")
def test_a_leader_comes_back_only_behind_the_last_move_of_its_owner():
    game = shipping(
        spice={"guild": 9},
        hands={"guild": ["hajr"]},
        forces={"tueks-sietch": {"guild": 5}},
        dead_leaders={"guild": LEADERS},
        shipped={"guild": 1},
    )
    game.submit("guild", Move("tueks-sietch", ((("tueks-sietch:5", "regular"), 1),), "pasty-mesa:5"))
    with_a_card_left = asked(game)

    game.submit("guild", Pass())

    assert [("guild", "move")] == with_a_card_left
    assert [("guild", "revive-leader")] == asked(game)
    game.submit("guild", ReviveLeader("staban-tuek"))
    assert ("staban-tuek",) == game[Leaders].living["guild"]


# ------------------------------------------------------------------ groups


@pytest.mark.rule("ah79.ruling.sectors-move-apart", "ah79.silence.group-from-sectors", "ah79.movement.one-group")
def test_no_move_and_no_shipment_takes_forces_out_of_two_sectors():
    game = shipping(
        spice={"guild": 9},
        forces={"pasty-mesa:5": {"guild": 2}, "pasty-mesa:7": {"guild": 1}, "pasty-mesa:8": {"guild": 1}},
    )
    moves = move_space(game.look, "guild")
    shipments = ship_space(game.look, "guild", purse_of(game.look, "guild"))
    across = [ship.taken for ship in shipments if ship.taken]
    drawn = [moves.sample(Rng(seed)) for seed in range(50)]

    assert {1} == {len({place for (place, _), _ in move.forces}) for move in moves}
    assert {1} == {len({place for (place, _), _ in taken}) for taken in across}
    assert {"pasty-mesa:5", "pasty-mesa:7", "pasty-mesa:8"} == {taken[0][0][0] for taken in across}
    assert all(moves.contains(move) for move in drawn)
    assert len(list(moves)) == moves.count()


@pytest.mark.rule("ah79.ruling.sectors-and-movement", "ah79.movement.storm")
def test_a_mixed_group_is_refused_by_its_storm_first():
    game = shipping(
        shipped={"guild": 1},
        storm=7,
        forces={"pasty-mesa:5": {"guild": 2}, "pasty-mesa:7": {"guild": 1}, "pasty-mesa:8": {"guild": 1}},
    )

    def refusal(*places):
        with pytest.raises(IllegalChoice) as refused:
            game.submit("guild", Move("pasty-mesa", tuple(((place, "regular"), 1) for place in places), "polar-sink:0"))
        return refused.value.denial.cites

    assert "ah79.movement.storm" in refusal("pasty-mesa:5", "pasty-mesa:7")
    assert "ah79.ruling.sectors-move-apart" in refusal("pasty-mesa:5", "pasty-mesa:8")


# ------------------------------------------------------------------ the Guild and its allies


@pytest.mark.rule("ah79.faction.guild.alliance-shipment", "ah79.faction.guild.half-fee", "ah79.ruling.guild-odd-tokens")
@pytest.mark.parametrize(
    ("kind", "territory", "fees"),
    [
        ("from-reserves", "arrakeen", [1, 1, 2, 2, 3]),
        ("from-reserves", "red-chasm", [1, 2, 3, 4, 5]),
        ("across", "arrakeen", [1, 1, 2, 2, 3]),
        ("across", "polar-sink", [1, 2, 3, 4, 5]),
        ("to-reserves", "arrakeen", [1, 1, 2, 2, 3]),
        ("to-reserves", "red-chasm", [1, 1, 2, 2, 3]),
    ],
)
def test_allies_pay_what_the_guild_pays(kind, territory, fees):
    look = shipping(alliances=[("guild", "harkonnen")]).look

    for seat in ("guild", "harkonnen"):
        assert fees == [fee(look, seat, territory, kind, "", count) for count in range(1, 6)]


@pytest.mark.rule("ah79.faction.guild.alliance-shipment", "ah79.shipment.no-return")
def test_help_of_the_guild_ends_with_the_alliance():
    kinds = ("from-reserves", "across", "to-reserves", "from-far-side")
    seats = ("guild", "harkonnen", "fremen")
    allied = shipping(seats=seats, alliances=[("guild", "harkonnen", "fremen")]).look
    alone = shipping(seats=seats).look

    def ways(look, seat):
        return [kind for kind in kinds if look.may("shipment.kind", seat=seat, kind=kind)]

    assert ["from-reserves", "across", "to-reserves"] == ways(allied, "harkonnen")
    assert ["across", "to-reserves", "from-far-side"] == ways(allied, "fremen")
    assert ["from-reserves"] == ways(alone, "harkonnen")
    assert ["from-far-side"] == ways(alone, "fremen")


@pytest.mark.rule("ah79.silence.karama-unlisted-powers")
@pytest.mark.parametrize("faction", ["guild", "emperor"])
def test_a_karama_finds_nothing_to_stop_in_the_basic_sheets(faction):
    components = rulebook().components["advantage"]

    assert [] == [one.id for one in components.values() if one.faction == faction and one.stoppable]


# ------------------------------------------------------------------ the Emperor and his allies


def helped(**given):
    """The revivals of an ally of the Emperor."""
    position = {"order": ("guild", "emperor", "harkonnen"), "alliances": [("emperor", "guild")], **given}
    return Game.start(rulebook(), ("guild", "emperor", "harkonnen"), at="revival", given=position)


@pytest.mark.rule("ah79.faction.emperor.alliance")
def test_only_the_two_learn_how_much_the_emperor_gives():
    game = helped(tanks={"guild": 8}, spice={"guild": 1, "emperor": 7})

    game.submit("emperor", Pledge("guild", "revival", 3))

    place = ("emperor", "guild", "revival")
    seen = {seat: game.view(seat)[Pledges].spice[place] for seat in ("guild", "emperor", "harkonnen")}
    assert {"guild": 3, "emperor": 3, "harkonnen": HIDDEN} == seen
    assert all(game.view(seat) == game.folded_view(seat) for seat in game.header.seats)


@pytest.mark.rule("ah79.faction.emperor.alliance", "ah79.revival.paid")
@pytest.mark.parametrize(
    ("tanks", "revived", "most"),
    [(8, {}, 4), (2, {}, 2), (1, {}, 0), (8, {"guild": {"regular": 2}}, 2), (8, {"guild": {"regular": 3}}, 0)],
)
def test_help_is_never_more_than_the_ally_can_use(tanks, revived, most):
    game = helped(tanks={"guild": tanks}, revived=revived, spice={"emperor": 20})

    assert most == dearest_revival(game.look, "guild")
    assert (most > 0) == (("emperor", "help-revival") in asked(game))


@pytest.mark.rule("ah79.faction.emperor.alliance", "ah79.faction.fremen.no-paid-revival")
def test_fremen_cannot_be_helped_to_buy_what_they_may_not_buy_even_with_a_higher_limit():
    house = '[[effect]]\ntitle = "More return"\nquantity = "revival.limit"\nset = 6\n'
    seats = ("fremen", "emperor")
    given = {"order": seats, "alliances": [seats], "tanks": {"fremen": 9}, "spice": {"emperor": 9}}

    game = Game.start(rulebook(extra=house), seats, at="revival", given=given)

    assert [("fremen", "revive")] == asked(game)


@pytest.mark.rule("ah79.faction.emperor.alliance")
def test_an_ally_draws_no_less_than_he_lacks_and_no_more_than_the_price():
    game = helped(tanks={"guild": 8}, spice={"guild": 1, "emperor": 7})
    game.submit("emperor", Pledge("guild", "revival", 3))

    offered = sorted(
        (choice.forces[0][1], choice.ally_pays) for choice in game.decisions[0].space if isinstance(choice, Revive)
    )

    assert [(1, 0), (2, 1), (2, 2), (3, 3)] == offered


@pytest.mark.rule("ah79.faction.emperor.alliance")
def test_pledged_spice_is_free_again_for_the_emperor_when_the_ally_has_revived():
    game = helped(tanks={"guild": 8, "emperor": 3}, spice={"guild": 0, "emperor": 4})
    game.submit("emperor", Pledge("guild", "revival", 4))

    game.submit("guild", Pass())

    game.submit("emperor", Revive((("regular", 3),)))
    assert 0 == game[Spice].held["emperor"]
    assert ("emperor", "regular") not in game[Forces].tanks


# ------------------------------------------------------------------ compositions


@pytest.mark.parametrize(
    ("mine", "other"),
    [
        ("faction.guild.ah-1979", "faction.guild.gf9-2019"),
        ("faction.emperor.ah-1979", "faction.emperor.gf9-2019"),
        ("ah-1979.leader-revival", "gf9-2019.revival"),
    ],
)
def test_what_the_editions_do_differently_cannot_be_had_both_ways(mine, other):
    with pytest.raises(RulesetError, match=f'"{mine}"') as refused:
        rulebook(other)

    assert other in str(refused.value)


@pytest.mark.parametrize(
    ("mine", "other"),
    [
        ("faction.guild.ah-1979", "faction.guild.gf9-2019"),
        ("faction.emperor.ah-1979", "faction.emperor.gf9-2019"),
        ("ah-1979.leader-revival", "gf9-2019.revival"),
    ],
)
def test_a_table_may_take_the_way_of_2019_instead(mine, other):
    rules = rulebook(other, remove=(mine,))

    game = dunerules.play_out(Game.start(rules, seed=3))

    assert other in rules.modules
    assert game.outcome.winners


@pytest.mark.rule("ah79.option.xv.guild", "ah79.option.xv.emperor")
@pytest.mark.parametrize(
    ("bundle", "part", "advantage"),
    [
        ("ah-1979.xv.guild", "faction.guild.any-time", "guild-timing"),
        ("ah-1979.xv.emperor", "faction.emperor.sardaukar", "emperor-sardaukar"),
    ],
)
def test_an_additional_advantage_comes_with_its_option_alone(bundle, part, advantage):
    with_it, without_it = rulebook(bundle), rulebook()

    assert part in with_it.modules
    assert advantage in with_it.components["advantage"]
    assert part not in without_it.modules
    assert advantage not in without_it.components["advantage"]


@pytest.mark.rule("ah79.faction.guild.leaders", "ah79.faction.emperor.leaders")
def test_leaders_have_their_names_of_1979():
    leaders = rulebook().components["leader"]

    named = {leader.title: leader.strength for leader in leaders.values() if leader.faction in ("guild", "emperor")}
    guild = {"Staban Tuek": 5, "Esmar Tuek": 3, "Master Bewt": 3, "Soo Soo Sook": 2, "Guild Rep": 1}
    emperor = {"Count Fenring": 6, "Captain Aramsham": 5, "Burseg": 3, "Caid": 3, "Bashar": 2}
    assert {**guild, **emperor} == named


@pytest.mark.parametrize("seed", range(4))
def test_random_games_with_many_gholas_and_karamas_keep_every_law(seed):
    extra = "[decks.treachery]\ntleilaxu-ghola = 6\nkarama = 6\nhajr = 4\n"
    rules = rulebook("ah-1979.xv.guild", "ah-1979.xv.emperor", "ah-1979.xvii", extra=extra)
    game = Game.start(
        rules, seed=seed, given={"alliances": [("guild", "harkonnen", "fremen"), ("emperor", "atreides")]}
    )
    choose = random_player(seed)

    broken = []
    while game.outcome is None and not broken:
        game.submit(*choose(game))
        broken = [words for law in rules.invariants.values() if (words := law(game.look)) is not None]

    assert [] == broken
    assert all(game.view(seat) == game.folded_view(seat) for seat in game.header.seats)
