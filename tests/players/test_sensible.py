"""The sensible player: what it chooses in plain positions, what it goes by, and that its games look like games."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from other_worlds import elsewhere, same_decision

import dunerules
from benchmarks.sensible_games import main
from dunerules import HIDDEN, Decision, Game, Pass, Rulebook, play_out
from dunerules.classic.auction import Bid
from dunerules.classic.battle_losses import KeepCards
from dunerules.classic.charity import ClaimCharity
from dunerules.classic.fights import FightBegan, Plan
from dunerules.classic.forces import seats_in
from dunerules.classic.ghola import GholaLeader
from dunerules.classic.nexus import AcceptAlliance, LeaveAlliance, ProposeAlliance
from dunerules.classic.pledges import Pledge
from dunerules.classic.revival import Revive
from dunerules.classic.traitor_calls import CallTreachery
from dunerules.classic.traitors import KeepTraitors
from dunerules.classic.treachery import Treachery
from dunerules.classic.turn import Turn
from dunerules.classic.victory import strongholds_of
from dunerules.engine.chance import Rng
from dunerules.sensible import sensible_player
from dunerules.sensible.player import JUDGEMENTS, answer
from dunerules.sensible.sight import Sight

THREE = ("atreides", "harkonnen", "emperor")
FIXED_SEEDS = range(6)


@cache
def rules(name: str = "gf9-2019-basic") -> Rulebook:
    return dunerules.load(name)


def position(at: str, *, seats: tuple[str, ...] = THREE, turn_of: str = "", **given: Any) -> Game:
    return Game.start(rules(), seats, given={"order": seats, **given}, at=at, turn_of=turn_of)


def asked(game: Game, kind: str, seat: str = "") -> Decision:
    return next(one for one in game.decisions if one.kind == kind and seat in ("", one.seat))


def choice(game: Game, kind: str, seat: str = "") -> Any:
    return answer(game, asked(game, kind, seat))


# ------------------------------------------------------------------ single choices


def test_charity_is_claimed():
    game = position("charity", spice={"atreides": 0, "harkonnen": 9, "emperor": 9})

    assert ClaimCharity() == choice(game, "charity")


@pytest.mark.parametrize(("card", "expected"), [("kulon", Pass()), ("shield", Bid(1))])
def test_a_card_that_was_seen_is_bid_on_for_what_it_is(card, expected):
    game = position("bidding", spice={"atreides": 10}, hands={"atreides": ["maula-pistol"]}, treachery_deck=[card])

    assert expected == choice(game, "bid", "atreides")


def test_bids_end_where_the_spice_is_needed_for_other_things():
    game = position("bidding", spice={"atreides": 6, "harkonnen": 9, "emperor": 9}, treachery_deck=["shield"])
    game.submit("atreides", Pass())
    game.submit("harkonnen", Bid(4))
    game.submit("emperor", Pass())

    assert Pass() == choice(game, "bid", "atreides")


def test_the_free_forces_are_revived_and_no_other_is_paid_for_by_the_poor():
    game = position("revival", tanks={"harkonnen": 3}, spice={"harkonnen": 4})

    assert Revive((("regular", 2),)) == choice(game, "revive")


def test_the_rich_pay_for_more():
    game = position("revival", tanks={"harkonnen": 3}, spice={"harkonnen": 20})

    assert Revive((("regular", 3),)) == choice(game, "revive")


def test_the_strongest_leader_of_somebody_else_is_kept_as_a_traitor():
    game = Game.start(rules(), THREE, seed=3)
    decision = asked(game, "keep-traitors")
    strength = {leader.id: leader.strength for leader in game.rulebook.components["leader"].values()}

    kept = answer(game, decision)

    offered = [one.leaders[0] for one in decision.space if isinstance(one, KeepTraitors)]
    assert max(strength[leader] for leader in offered) == strength[kept.leaders[0]]


# ------------------------------------------------------------------ shipments and moves


def test_the_stronghold_that_makes_the_victory_is_shipped_into():
    game = position(
        "ship-and-move.before",
        turn_of="atreides",
        phase="shipment",
        forces={"arrakeen": {"atreides": 5}, "carthag": {"atreides": 5}, "polar-sink": {"emperor": 1}},
        spice={"atreides": 10},
    )

    game.submit("atreides", choice(game, "ship"))

    assert 3 == len(strongholds_of(game.look, ("atreides",)))


def test_a_stronghold_is_not_left_to_somebody_who_would_win_with_it():
    """Defenders used to walk away from a stronger attacker, who then won unopposed."""
    game = position(
        "ship-and-move.before",
        turn_of="emperor",
        phase="shipment",
        acted=["harkonnen", "atreides"],
        forces={
            "carthag": {"harkonnen": 6},
            "arrakeen": {"harkonnen": 6},
            "sietch-tabr": {"harkonnen": 7, "emperor": 6},
        },
        spice={"emperor": 0},
    )
    while seats_moving(game):
        game.submit("emperor", answer(game, game.decisions[0]))

    assert ("harkonnen", "emperor") == seats_in(game.look, "sietch-tabr")


def seats_moving(game: Game) -> list[str]:
    return [decision.kind for decision in game.decisions if decision.kind in ("ship", "move")]


def test_nobody_ships_for_nothing():
    game = position(
        "ship-and-move.before",
        turn_of="atreides",
        phase="shipment",
        forces={"arrakeen": {"harkonnen": 10}, "carthag": {"harkonnen": 9}, "habbanya-sietch": {"emperor": 10}}
        | {"tueks-sietch": {"emperor": 9}, "sietch-tabr": {"emperor": 1, "harkonnen": 1}},
        spice={"atreides": 1},
    )

    assert Pass() == choice(game, "ship")


# ------------------------------------------------------------------ battles


def battle(**given: Any) -> Game:
    forces = {"arrakeen": {"harkonnen": 6, "emperor": 6}}
    return position("battle", seats=("harkonnen", "emperor"), forces=forces, **given)


def test_nobody_brings_a_lasgun_and_a_shield_to_the_same_battle():
    game = battle(hands={"harkonnen": ["lasgun", "shield"]})

    plan = choice(game, "plan", "harkonnen")

    assert ("lasgun", "shield") != (plan.weapon, plan.defense)


def test_weapons_and_defenses_are_played():
    game = battle(hands={"harkonnen": ["chaumas", "snooper"]})

    plan = choice(game, "plan", "harkonnen")

    assert ("chaumas", "snooper") == (plan.weapon, plan.defense)


def test_a_battle_that_a_leader_is_likely_to_win_costs_fewer_forces():
    game = battle(dead_leaders={"emperor": leaders("emperor")}, hands={"harkonnen": ["lasgun"]})

    plan = choice(game, "plan", "harkonnen")

    assert plan.dial < 6


def leaders(faction: str) -> list[str]:
    return [name for name, one in rules().components["leader"].items() if one.faction == faction]


def test_traitors_are_called():
    game = battle(traitors={"harkonnen": ["captain-aramsham"]})
    game.submit("harkonnen", choice(game, "plan", "harkonnen"))
    game.submit("emperor", Plan(6, "captain-aramsham"))

    assert CallTreachery() == choice(game, "treachery", "harkonnen")


def test_a_winner_keeps_what_does_something_and_discards_the_rest():
    game = battle(hands={"harkonnen": ["kulon", "snooper"]})
    game.submit("harkonnen", Plan(6, "feyd-rautha", "kulon", "snooper"))
    game.submit("emperor", Plan(0, "burseg"))

    assert KeepCards(("defense",)) == choice(game, "keep-cards")


# ------------------------------------------------------------------ alliances


def nexus(**given: Any) -> Game:
    return position("nexus.begin", seats=("atreides", "harkonnen", "emperor", "guild"), nexus=True, turn=3, **given)


def test_somebody_who_is_about_to_win_alone_makes_no_alliance():
    game = nexus(forces={"arrakeen": {"atreides": 5}, "carthag": {"atreides": 5}})

    assert Pass() == choice(game, "nexus", "atreides")


def test_the_ally_with_whom_victory_is_nearest_is_asked():
    game = nexus(forces={"arrakeen": {"guild": 5}, "polar-sink": {"harkonnen": 2}})
    decision = asked(game, "nexus", "atreides")

    chosen = Counter(answer(game, decision, seed) for seed in range(60))

    proposals = [one for one, _ in chosen.most_common() if isinstance(one, ProposeAlliance)]
    assert ProposeAlliance("guild") == proposals[0]


def test_an_alliance_that_brings_victory_nearer_is_mostly_accepted():
    game = nexus(forces={"arrakeen": {"harkonnen": 5}})
    game.submit("atreides", ProposeAlliance("harkonnen"))
    decision = asked(game, "alliance-consent", "harkonnen")

    chosen = Counter(answer(game, decision, seed) for seed in range(60))

    assert AcceptAlliance() == chosen.most_common(1)[0][0]


def test_who_wins_alone_leaves_the_alliance():
    forces = {"arrakeen": {"atreides": 5}, "carthag": {"atreides": 5}, "sietch-tabr": {"atreides": 5}}
    game = nexus(alliances=[["atreides", "emperor"]], forces=forces)

    assert LeaveAlliance() == choice(game, "nexus", "atreides")


# ------------------------------------------------------------------ unasked


def test_a_rich_ally_offers_help_once_before_a_bid():
    game = position(
        "bidding", spice={"atreides": 5, "emperor": 30, "harkonnen": 5}, alliances=[["atreides", "emperor"]]
    )
    player = sensible_player()

    helper, pledge = player(game)
    game.submit(helper, pledge)

    assert ("emperor", Pledge("atreides", "bid", 10)) == (helper, pledge)
    assert "atreides" == player(game)[0]


def test_the_card_that_brings_back_a_good_leader_is_played_before_a_shipment():
    game = position(
        "ship-and-move.before",
        turn_of="atreides",
        phase="shipment",
        hands={"atreides": ["tleilaxu-ghola"]},
        dead_leaders={"atreides": ["lady-jessica", "dr-yueh"]},
        spice={"atreides": 10},
    )

    assert ("atreides", GholaLeader("lady-jessica")) == sensible_player()(game)


# ------------------------------------------------------------------ what it goes by


@pytest.mark.parametrize(("name", "seed"), [("gf9-2019-basic", 1), ("gf9-2019-advanced", 2)])
def test_choices_do_not_depend_on_what_the_seat_may_not_know(name, seed):
    game, player, rng = Game.start(rules(name), seed=seed), sensible_player(seed), Rng(seed)
    compared = Counter()
    while game.outcome is None:
        decision = game.decisions[0]
        other = elsewhere(game, decision, rng)
        assert game.view(decision.seat) == other.view(decision.seat)
        assert game.state != other.state
        assert answer(game, decision, seed) == answer(other, same_decision(other, decision), seed), decision
        compared[decision.kind] += 1
        game.submit(*player(game))

    assert {"bid", "ship", "move", "plan", "revive", "storm-dial", "keep-traitors"} <= compared.keys()


def test_a_seat_sees_what_its_person_may_know_and_nothing_else():
    game = whole_game(0)

    sight = Sight.of(game, "atreides", Rng(0))

    assert game.view("atreides").state == sight.look.state
    assert HIDDEN is sight[Treachery].hands["harkonnen"]
    assert game[Treachery].hands["atreides"] == sight[Treachery].hands["atreides"]


SIGHTED = {"sight", "offers", "player"}
"""The files that are given a whole game: to take a view of it, to ask what is legal, and to answer."""


def test_judgements_are_given_a_view_and_never_the_game():
    folder = Path(dunerules.__file__).parent / "sensible"
    given_a_game = {
        file.stem
        for file in folder.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and any(alias.name == "Game" for alias in node.names)
    }

    assert SIGHTED == given_a_game


def test_the_same_seed_plays_the_same_game_and_another_seed_another():
    first, again, other = (
        play_out(Game.start(rules(), THREE, seed=5), sensible_player(seed)).digest() for seed in (5, 5, 6)
    )

    assert first == again
    assert first != other


def test_the_player_remembers_nothing():
    game, used = Game.start(rules(), THREE, seed=5), sensible_player(5)
    while game.outcome is None:
        assert sensible_player(5)(game) == used(game)
        game.submit(*used(game))


def test_a_decision_of_another_game_is_drawn_from_its_space():
    game = Game.start(dunerules.load("dice-feud"), seed=7)

    assert "bid" in JUDGEMENTS
    assert {"bid"} == {decision.kind for decision in game.decisions}
    assert play_out(game, sensible_player(7)).outcome is not None


# ------------------------------------------------------------------ whole games


@cache
def whole_game(seed: int) -> Game:
    return play_out(Game.start(rules(), seed=seed), sensible_player(seed))


@pytest.mark.parametrize("seed", FIXED_SEEDS)
def test_every_game_has_battles(seed):
    assert [] != [event for event in whole_game(seed).events if isinstance(event, FightBegan)]


def test_some_games_are_won_before_the_last_turn_by_strongholds():
    games = [whole_game(seed) for seed in FIXED_SEEDS]

    early = [game for game in games if game[Turn].turn < game.look.whole("turn.limit")]

    assert 2 <= len(early)
    assert all(strongholds_of(game.look, game.outcome.winners) for game in early)


@pytest.mark.parametrize("happening", ["AllianceFormed", "TreacheryCalled", "AdvantageStopped", "LeaderKilled"])
def test_what_makes_a_game_happens_in_some(happening):
    found = {type(event).__name__ for seed in FIXED_SEEDS for event in whole_game(seed).events}

    assert happening in found


def test_a_game_of_sensible_players_can_be_verified():
    game = whole_game(0)

    assert game.digest() == dunerules.verify(game.log(), game.rulebook).digest()


def test_the_command_that_measures_whole_games_counts_what_happened_in_them(capsys):
    fights = sum(isinstance(event, FightBegan) for seed in range(2) for event in whole_game(seed).events)

    main(["--games", "2", "--ruleset", "gf9-2019-basic"])

    (battles,) = [line.split() for line in capsys.readouterr().out.splitlines() if " battles " in line]
    assert fights / 2 == float(battles[2])
