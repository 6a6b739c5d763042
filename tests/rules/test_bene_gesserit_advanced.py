"""The advanced Bene Gesserit: two sides, what turns them over, and worthless cards as karama."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from kernel import rulebook
from shipping_table import asked, move, ship, table

from dunerules import Game, IllegalChoice, Rulebook, verify
from dunerules.classic.board import board_of
from dunerules.classic.forces import Forces, ForcesTurned
from dunerules.classic.movement import Move
from dunerules.engine.players import random_player
from dunerules.factions.bene_gesserit import Accompany
from dunerules.factions.bene_gesserit_advanced import PlaceAdvisor, TurnForces
from dunerules.factions.bene_gesserit_sides import ADVISOR, FIGHTER, lonely, stands, territories_with
from dunerules.rules import Pass, Respond

BENE_GESSERIT = "bene-gesserit"
ADVANCED = "faction.bene-gesserit.advanced"
SPECIAL = "option.special-karama"
STOP = Respond("karama", "karama")


def options(**values: Any) -> str:
    lines = "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())
    return f'[options."{ADVANCED}"]\n{lines}'


def position(*seats: str, house: str = "", **given: Any) -> Game:
    """The first seat is about to ship and move; nobody has spice, so nobody ships."""
    return table(ADVANCED, house=house, seats=seats, turn_of=seats[0], **{"spice": dict.fromkeys(seats, 0), **given})


def advisors(count: int, **others: int) -> dict[str, Any]:
    return {BENE_GESSERIT: {ADVISOR: count}, **others}


def at(game: Game, place: str) -> dict[str, int]:
    """What the Bene Gesserit have in a location."""
    placed = game[Forces].placed
    return {kind: count for (where, owner, kind), count in placed.items() if (where, owner) == (place, BENE_GESSERIT)}


# ------------------------------------------------------------------ set-up


@pytest.mark.rule("gf9.faction.bene-gesserit.start-anywhere", "gf9.silence.setup-order")
def test_they_place_their_first_force_after_the_fremen_anywhere_on_the_map() -> None:
    game = Game.start(rulebook(ADVANCED), (BENE_GESSERIT, "fremen"), at="setup.forces")
    while game.decisions[0].seat == "fremen":
        game.submit("fremen", next(iter(game.decisions[0].space)))

    (decision,) = game.decisions

    assert 20 - 10 == sum(count for (seat, _), count in game[Forces].reserves.items() if seat == "fremen")
    assert {PlaceAdvisor(place) for place in board_of(game.look).territory_of} == set(decision.space)


# ------------------------------------------------------------------ in the middle of other things


@pytest.mark.rule("gf9.faction.bene-gesserit.coexist", "gf9.silence.coexist-alone")
def test_advisors_who_die_with_the_others_are_not_turned_on_the_way() -> None:
    """They are alone for a moment, between the deaths of the others and their own."""
    given = {
        "turn": 3,
        "storm": 1,
        "wheels": ["harkonnen", BENE_GESSERIT],
        "forces": {"cielago-south:2": {"harkonnen": 1}, "cielago-south:3": advisors(2)},
    }
    game = Game.start(rulebook(ADVANCED), ("harkonnen", BENE_GESSERIT), given=given, at="storm")

    for seat in ("harkonnen", BENE_GESSERIT):
        (decision,) = (one for one in game.decisions if one.seat == seat)
        game.submit(seat, max(decision.space, key=lambda choice: choice.number))

    assert {("harkonnen", "regular"): 1, (BENE_GESSERIT, "regular"): 2} == dict(game[Forces].tanks)
    assert [] == [event for event in game.events if isinstance(event, ForcesTurned)]


@pytest.mark.rule("gf9.silence.coexist-alone", "gf9.faction.bene-gesserit.coexist-locked")
def test_locked_advisors_who_are_alone_for_a_while_may_turn_again_when_others_come_back() -> None:
    game = position(
        "harkonnen",
        "emperor",
        BENE_GESSERIT,
        forces={"arrakeen": advisors(2, harkonnen=1), "old-gap:10": {"emperor": 1}},
        locked_advisors=["arrakeen"],
    )

    game.submit("harkonnen", move("arrakeen:10", 1, "imperial-basin:10"))
    alone = at(game, "arrakeen:10")
    game.submit("emperor", move("old-gap:10", 1, "arrakeen:10"))
    game.submit(BENE_GESSERIT, TurnForces(("arrakeen",), ADVISOR))

    assert {FIGHTER: 2} == alone
    assert {ADVISOR: 2} == at(game, "arrakeen:10")


@pytest.mark.rule("gf9.faction.bene-gesserit.intrusion", "gf9.silence.bg-advisor-beside-fighters")
def test_a_stopped_intrusion_keeps_the_follower_out() -> None:
    game = position(
        "harkonnen",
        "emperor",
        BENE_GESSERIT,
        forces={"arrakeen": {BENE_GESSERIT: 2}},
        spice={"harkonnen": 5},
        hands={"emperor": ["karama"]},
    )
    game.submit("harkonnen", ship("arrakeen:10", 2))
    game.submit(BENE_GESSERIT, TurnForces(("arrakeen",), ADVISOR))

    game.submit("emperor", STOP)

    (decision,) = game.decisions
    assert [Pass(), Accompany("polar-sink:0", FIGHTER)] == list(decision.space)


@pytest.mark.rule("gf9.silence.bg-advisor-beside-fighters")
def test_where_sides_may_mix_a_group_of_both_goes_on_foot_and_stays_as_it_is() -> None:
    both = {BENE_GESSERIT: {ADVISOR: 1, FIGHTER: 2}, "harkonnen": 1}
    there = {"arrakeen": both, "imperial-basin:10": advisors(1, harkonnen=1)}
    game = position(BENE_GESSERIT, "harkonnen", house=options(mixed_sides=True), forces=there)
    group = ((("arrakeen:10", ADVISOR), 1), (("arrakeen:10", FIGHTER), 2))

    (decision,) = game.decisions
    far = [one.target for one in decision.space if getattr(one, "forces", ()) == group]
    game.submit(BENE_GESSERIT, Move("arrakeen", group, "imperial-basin:10"))

    assert "carthag:11" not in far
    assert {ADVISOR: 2, FIGHTER: 2} == at(game, "imperial-basin:10")


# ------------------------------------------------------------------ worthless cards


@pytest.mark.rule("gf9.karama.cancel.bg-worthless", "gf9.silence.karama-worthless-special")
def test_a_lent_worthless_card_can_be_stopped_like_an_own_one() -> None:
    game = table(
        ADVANCED,
        house='[options."classic.karama-shipment"]\nfor_ally = true',
        seats=("harkonnen", "emperor", BENE_GESSERIT),
        turn_of="harkonnen",
        alliances=[["harkonnen", BENE_GESSERIT]],
        spice={"harkonnen": 2},
        hands={BENE_GESSERIT: ["baliset"], "emperor": ["karama"]},
    )
    (lend,) = (space for kind, space in game.interjections(BENE_GESSERIT).items() if kind == "pledge")
    game.submit(BENE_GESSERIT, next(choice for choice in lend if type(choice).__name__ == "LendCard"))
    game.submit("harkonnen", ship("arrakeen:10", 4, card="baliset", lender=BENE_GESSERIT))

    game.submit("emperor", STOP)

    assert [("harkonnen", "ship")] == asked(game)
    with pytest.raises(IllegalChoice):
        game.submit("harkonnen", ship("arrakeen:10", 4, card="baliset", lender=BENE_GESSERIT))


# ------------------------------------------------------------------ whole games


def stable_laws(game: Game) -> Iterator[str]:
    """What holds whenever somebody is asked, but not between two events."""
    look = game.look
    if game.rulebook.option(ADVANCED, "alone") == "any-time":
        yield from (f"advisors are alone in {territory}" for territory in lonely(look, ADVISOR))
    if not game.rulebook.option(ADVANCED, "mixed_sides"):
        for territory in territories_with(look, ADVISOR):
            if stands(look, FIGHTER, territory):
                yield f"both sides are in {territory}"
    yield from (f"{name}: {wrong}" for name, law in game.rulebook.invariants.items() if (wrong := law(look)))


def rules_of(kind: str) -> Rulebook:
    house = {
        "plain": "",
        "mixed": options(mixed_sides=True, alone="before-battle"),
        "choosing": options(shipment_side="choice-if-occupied", advisor_range=3),
        "apart": options(beside_allies=False, announced_in_storm=False, shipment_side="choice-if-occupied"),
    }
    return rulebook(ADVANCED, SPECIAL, extra=house[kind])


@pytest.mark.rule("gf9.faction.bene-gesserit.two-sides", "gf9.silence.coexist-alone")
@pytest.mark.parametrize("kind", ["plain", "mixed", "choosing", "apart"])
def test_in_whole_games_sides_are_in_order_and_views_are_what_people_saw(kind: str) -> None:
    game, choose = Game.start(rules_of(kind), seed=11), random_player(11)
    number = 0

    while game.outcome is None:
        game.submit(*choose(game))
        number += 1
        assert [] == list(stable_laws(game))
        if number % 60 == 0:
            for seat in game.header.seats:
                assert game.view(seat) == game.folded_view(seat)

    assert game.outcome == verify(game.log(), game.rulebook).outcome
