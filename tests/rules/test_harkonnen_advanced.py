"""Captured leaders where scenarios do not reach: who can be drawn, who knows of it, and what becomes of them."""

from __future__ import annotations

from typing import Any

import pytest
from battle_table import COMBAT, arrakeen, battle, book, on_a_clone, play_out, reveal

from dunerules import Game, Pass
from dunerules.classic.fights import Plan
from dunerules.classic.ghola import GholaLeader
from dunerules.classic.leader_revival import SecondDeathsForgotten
from dunerules.classic.leaders import LeaderKilled, Leaders, waiting
from dunerules.engine.chance import keyed
from dunerules.factions.harkonnen_captives import CaptiveReturned, Capture, KeepCaptive, KillCaptive

SHEET = "faction.harkonnen.advanced"
SEATS = ("harkonnen", "emperor", "guild")
OTHERS = ["count-fenring", "captain-aramsham", "caid", "burseg", "bashar"]


def won(*modules: str, extra: str = "", forces: dict[str, Any] | None = None, **given: Any) -> Game:
    """The Harkonnen have defeated Bashar in Arrakeen and are asked whether they capture a leader."""
    others = {"carthag": {"emperor": 3, "guild": 1}}
    rules = book(SHEET, *modules, extra=extra)
    game = battle({**arrakeen(harkonnen=4, emperor=1), **(forces or others)}, seats=SEATS, rules=rules, **given)
    reveal(game, harkonnen=Plan(2, "feyd-rautha"), emperor=Plan(0, "bashar"))
    return game


def captured(game: Game, choice: KillCaptive | KeepCaptive) -> Game:
    """A leader was captured and this done with it."""
    game.submit("harkonnen", Capture())
    game.submit("harkonnen", choice)
    return game


def told(game: Game, seat: str) -> list[Any]:
    """What a seat has learned of everything that happened."""
    return [game.rulebook.redactor.event(event, (seat,)) for event in game.events]


@pytest.mark.rule("gf9.faction.harkonnen.capture", "gf9.silence.capture-pool-empty")
def test_any_leader_that_has_not_fought_elsewhere_can_be_drawn():
    drawn = set()
    position = {"order": SEATS, "forces": arrakeen(harkonnen=4, emperor=1)}
    for seed in range(30):
        game = Game.start(book(SHEET), SEATS, seed=seed, given=position, at="battle")
        reveal(game, harkonnen=Plan(2, "feyd-rautha"), emperor=Plan(0, "bashar"))
        game.submit("harkonnen", Capture())
        drawn.update(game[Leaders].captives["harkonnen"])

    assert set(OTHERS) == drawn


@pytest.mark.rule("gf9.faction.harkonnen.capture")
@pytest.mark.parametrize("choice", [KillCaptive(), KeepCaptive()], ids=["killed", "kept"])
def test_a_third_player_cannot_tell_who_was_captured(choice):
    one, other = (captured(won(chance={"capture": [leader]}), choice) for leader in ("caid", "bashar"))

    assert one.view("guild") == other.view("guild")
    assert told(one, "guild") == told(other, "guild")
    assert one.view("emperor") != other.view("emperor")
    for game in (one, other):
        assert all(game.view(seat) == game.folded_view(seat) for seat in SEATS)


@pytest.mark.rule("gf9.silence.leader-face-down")
def test_a_third_player_cannot_tell_that_a_captive_in_the_tanks_had_been_revived_before():
    given = {"revived_leaders": {"emperor": ["caid"]}}
    one, other = (captured(won(chance={"capture": [leader]}, **given), KillCaptive()) for leader in ("caid", "burseg"))

    assert ("caid",) == one[Leaders].twice_hidden["emperor"]
    assert {} == other[Leaders].twice_hidden
    assert one.view("guild") == other.view("guild")
    assert told(one, "guild") == told(other, "guild")


@pytest.mark.rule("gf9.silence.leader-face-down", "gf9.card.ghola.leader")
def test_a_captive_that_comes_back_although_it_waited_waits_no_longer():
    position = {"revived_leaders": {"emperor": ["caid"]}, "buried_captives": ["caid"]}
    game = Game.start(book(SHEET), SEATS, given={**position, "hands": {"emperor": ["tleilaxu-ghola"]}}, at="storm.dial")
    waited = waiting(game.look, "emperor")

    game.submit("emperor", GholaLeader("caid"))

    assert ("caid",) == waited
    assert () == waiting(game.look, "emperor")
    assert () == game[Leaders].hidden["emperor"]


@pytest.mark.rule("gf9.silence.leader-face-down", "gf9.revival.leader-killed-again")
def test_when_second_deaths_are_forgotten_nobody_learns_who_lies_face_down():
    revived = {"emperor": ["count-fenring", "captain-aramsham", "caid", "burseg"]}
    position = {"revived_leaders": revived, "buried_captives": ["caid"], "captives": ["bashar"]}
    tx = on_a_clone(Game.start(book(SHEET), SEATS, given=position, at="charity.begin"))
    for leader in ("count-fenring", "captain-aramsham", "burseg"):
        tx.emit(LeaderKilled("emperor", leader, "emperor"))

    forgotten = [event for event in tx.events if isinstance(event, SecondDeathsForgotten)]
    assert [("count-fenring", "captain-aramsham", "burseg")] == [event.leaders for event in forgotten]
    assert () == tx[Leaders].twice_dead
    assert tx.may("revival.leader", seat="emperor", leader="caid")


@pytest.mark.rule("gf9.faction.harkonnen.capture-killed", "gf9.revival.leader-condition")
def test_the_death_of_the_last_leader_in_captivity_opens_revival_at_once():
    game = won(dead_leaders={"emperor": OTHERS[:-1]})
    before = game[Leaders].revival_open

    captured(game, KillCaptive())

    assert () == before
    assert ("emperor",) == game[Leaders].revival_open


@pytest.mark.rule("gf9.faction.harkonnen.capture-killed", "gf9.silence.leader-face-down")
def test_a_captive_that_comes_back_by_a_ghola_may_fight_wherever_it_is_needed():
    hands = {"emperor": ["tleilaxu-ghola"]}
    game = captured(won(chance={"capture": ["bashar"]}, hands=hands), KillCaptive())
    assert "arrakeen" == game[Leaders].stationed["bashar"]

    game.submit("emperor", GholaLeader("bashar"))

    assert game.look.may("leader.lead", seat="emperor", leader="bashar", territory="carthag")
    assert "bashar" in {plan.leader for plan in game.decisions[0].space if plan.dial == 0}


@pytest.mark.rule("gf9.faction.harkonnen.capture", "gf9.bribery.information")
def test_a_view_of_leaders_that_came_back_for_all_to_see_survives_that_one_of_them_is_captured():
    """A view knew all leaders of a faction by name, and looked in vain for one that it did not know."""
    revived = {"emperor": OTHERS}
    game = captured(won(revived_leaders=revived, chance={"capture": ["caid"]}), KeepCaptive())
    reveal(game, emperor=Plan(3, "count-fenring"), guild=Plan(0, "guild-rep"))

    for seat in SEATS:
        assert game.view(seat) == game.folded_view(seat)


@pytest.mark.rule("gf9.faction.harkonnen.capture-use", "gf9.silence.capture-return-when")
def test_a_captive_that_won_by_treachery_fights_no_second_battle_even_where_leaders_are_free_again():
    free = '[options."classic.battle-resolution"]\nleader_free_after_treachery = true\n'
    game = battle(
        {"arrakeen": {"harkonnen": 2, "guild": 1}, "carthag": {"harkonnen": 2, "guild": 1}},
        seats=SEATS,
        rules=book(SHEET, extra=free),
        traitors={"harkonnen": ["guild-rep"]},
        captives=["caid"],
    )
    game.submit("harkonnen", next(iter(game.decisions[0].space)))
    reveal(game, harkonnen=Plan(0, "caid"), guild=Plan(1, "guild-rep"))
    game.submit("harkonnen", next(choice for choice in game.decisions[0].space if choice != Pass()))
    game.submit("harkonnen", Pass())

    assert "caid" not in game[Leaders].stationed
    assert not game.look.may("leader.lead", seat="harkonnen", leader="caid", territory="carthag")


@pytest.mark.rule("gf9.faction.harkonnen.capture-return")
def test_everybody_knows_a_captive_that_has_fought_and_only_two_one_that_has_not():
    game = battle(
        {"arrakeen": {"harkonnen": 3, "guild": 1}, "carthag": {"harkonnen": 1, "guild": 3}},
        seats=SEATS,
        rules=book(SHEET),
        captives=["caid", "burseg"],
        dead_leaders={"harkonnen": ["feyd-rautha", "beast-rabban", "piter-de-vries", "captain-nefud"]},
        hands={"guild": ["crysknife"]},
    )
    first = next(attack for attack in game.decisions[0].space if attack.territory == "arrakeen")
    game.submit("harkonnen", first)
    reveal(game, harkonnen=Plan(3, "caid"), guild=Plan(0, "guild-rep"))
    game.submit("harkonnen", Pass())

    reveal(game, harkonnen=Plan(0, "umman-kudu"), guild=Plan(1, "soo-soo-sook", weapon="crysknife"))

    returned = {event.leader: event for event in game.events if isinstance(event, CaptiveReturned)}
    redacted = game.rulebook.redactor.event
    assert {"caid", "burseg"} == set(returned)
    assert "caid" == redacted(returned["caid"], ("guild",)).leader
    assert "burseg" != redacted(returned["burseg"], ("guild",)).leader
    assert all(game.view(seat) == game.folded_view(seat) for seat in SEATS)


@pytest.mark.rule("gf9.faction.harkonnen.capture-use")
def test_what_a_captive_brings_is_a_number_that_a_table_can_change():
    house = '[[effect]]\ntitle = "Dear heads"\nquantity = "capture.spice"\nset = 5\n'
    game = captured(won(extra=house, spice={"harkonnen": 0}), KillCaptive())

    assert 5 == game.look.whole("bidding.means", seat="harkonnen")


@pytest.mark.rule("gf9.faction.harkonnen.capture", "gf9.option.advanced.harkonnen")
def test_without_the_sheet_nobody_is_captured():
    game = battle(arrakeen(harkonnen=4, emperor=1), seats=SEATS, rules=book())

    reveal(game, harkonnen=Plan(2, "feyd-rautha"), emperor=Plan(0, "bashar"))

    assert "capture" not in {decision.kind for decision in game.decisions}


@pytest.mark.parametrize("seed", range(12))
def test_random_battles_with_captives_keep_every_law_and_every_secret(seed):
    rng = keyed(seed, "captives", 0)
    rules = book(SHEET, COMBAT)
    forces = {
        place: {seat: 1 + rng.below(4) for seat in rng.shuffled(SEATS)[:2]}
        for place in ("arrakeen", "carthag", "sietch-tabr", "tueks-sietch", "habbanya-sietch")
    }
    given = {
        "hands": {"emperor": ["karama", "crysknife"], "guild": ["chaumas"], "harkonnen": ["lasgun", "shield"]},
        "spice": {seat: rng.below(6) for seat in SEATS},
        "traitors": {"guild": ["caid"], "emperor": ["umman-kudu"], "harkonnen": ["bashar", "guild-rep"]},
        "dead_leaders": {"harkonnen": ["feyd-rautha", "beast-rabban"][: rng.below(3)]},
        "captives": ["caid", "guild-rep", "burseg"][: 1 + rng.below(3)],
    }
    game = battle(forces, seats=SEATS, rules=rules, **given)

    for stage in play_out(game, seed):
        assert [] == [law for law, holds in rules.invariants.items() if holds(stage.look) is not None]
        for seat in SEATS:
            assert stage.view(seat) == stage.folded_view(seat)
