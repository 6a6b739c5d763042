"""The Bene Gesserit of 1979: their sheet, coexistence, and what it can be mixed with."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

import dunerules
from dunerules import Game, Rulebook, RulesetError, verify
from dunerules.classic.board import board_of
from dunerules.classic.forces import Forces
from dunerules.classic.movement import Move
from dunerules.engine.players import random_player
from dunerules.factions.bene_gesserit_coexistence import COEXISTING, EndCoexistence
from dunerules.factions.bene_gesserit_first_force import PlaceFirstForce

BENE_GESSERIT = "bene-gesserit"
COEXISTENCE = "faction.bene-gesserit.coexistence"
XV = "ah-1979.xv.bene-gesserit"
ADVISORS = "faction.bene-gesserit.advanced"
PARTS = ("faction.bene-gesserit.charity", "faction.bene-gesserit.worthless")


@cache
def rules(base: str, *add: str, remove: tuple[str, ...] = ()) -> Rulebook:
    head = f'[ruleset]\nid = "under-test"\ntitle = "Under test"\nextends = "{base}"\n'
    return dunerules.loads(f"{head}[rules]\nadd = {json.dumps(add)}\nremove = {json.dumps(remove)}\n")


def mixed() -> Rulebook:
    """The advanced game of 2019 with coexistence in place of advisors."""
    return rules("gf9-2019-advanced", COEXISTENCE, *PARTS, remove=(ADVISORS,))


def turn(*seats: str, **given: Any) -> Game:
    """The first seat is about to ship and move; nobody has spice, so nobody ships."""
    position = {"order": seats, "phase": "shipment", "spice": dict.fromkeys(seats, 0), **given}
    return Game.start(rules("ah-1979-basic", XV), seats, given=position, at="ship-and-move.call", turn_of=seats[0])


def asked(game: Game) -> list[tuple[str, str]]:
    return [(one.seat, one.kind) for one in game.decisions]


# ------------------------------------------------------------------ the sheet


@pytest.mark.rule("ah79.faction.bene-gesserit.leaders")
def test_the_leaders_are_five_of_strength_five() -> None:
    leaders = rules("ah-1979-basic").components["leader"].values()

    theirs = {one.title: one.strength for one in leaders if one.faction == BENE_GESSERIT}

    names = ("Alia", "Margot Lady Fenring", "Princess Irulan", "Mother Ramallo", "Wanna Marcus")
    assert dict.fromkeys(names, 5) == theirs


@pytest.mark.rule("ah79.faction.bene-gesserit.start-anywhere", "ah79.silence.setup-order")
def test_the_first_force_is_placed_after_the_fremen_anywhere_on_the_map() -> None:
    game = Game.start(rules("ah-1979-basic", XV), (BENE_GESSERIT, "fremen"), at="setup.forces")
    first = asked(game)
    while game.decisions[0].seat == "fremen":
        game.submit("fremen", next(iter(game.decisions[0].space)))

    (decision,) = game.decisions

    assert [("fremen", "place-forces")] == first
    assert {PlaceFirstForce(place) for place in board_of(game.look).territory_of} == set(decision.space)


# ------------------------------------------------------------------ coexistence in the middle of other things


@pytest.mark.rule("ah79.silence.coexist-alone", "ah79.faction.bene-gesserit.coexist-contact")
def test_who_leaves_one_of_their_territories_for_another_leaves_normal_forces_behind() -> None:
    """The group is met in the second territory before anything else happens; the first is theirs alone by then."""
    forces = {
        "arrakeen": {"harkonnen": 1, BENE_GESSERIT: {COEXISTING: 2}},
        "imperial-basin:10": {BENE_GESSERIT: 1},
    }
    game = turn("harkonnen", BENE_GESSERIT, forces=forces)

    game.submit("harkonnen", Move("arrakeen", ((("arrakeen:10", "regular"), 1),), "imperial-basin:10"))

    assert [(BENE_GESSERIT, "contact")] == asked(game)
    assert 2 == game[Forces].placed["arrakeen:10", BENE_GESSERIT, "regular"]


@pytest.mark.rule("ah79.faction.bene-gesserit.coexist-contact")
def test_a_group_from_several_sectors_is_met_once() -> None:
    forces = {
        "imperial-basin:9": {"emperor": 1},
        "imperial-basin:10": {"emperor": 2},
        "arrakeen": {BENE_GESSERIT: 2},
    }
    given = {"order": ("emperor", BENE_GESSERIT), "phase": "shipment", "spice": {}, "forces": forces}
    book = mixed()
    game = Game.start(book, ("emperor", BENE_GESSERIT), given=given, at="ship-and-move.call", turn_of="emperor")
    group = ((("imperial-basin:9", "regular"), 1), (("imperial-basin:10", "regular"), 2))
    game.submit("emperor", Move("imperial-basin", group, "arrakeen:10"))
    met = asked(game)

    game.submit(BENE_GESSERIT, EndCoexistence(("arrakeen",)))

    assert [(BENE_GESSERIT, "contact")] == met
    assert (BENE_GESSERIT, "contact") not in asked(game)


@pytest.mark.rule("ah79.faction.bene-gesserit.coexist", "ah79.silence.coexist-alone")
def test_forces_that_die_with_the_others_are_not_turned_on_the_way() -> None:
    """They are alone for a moment, between the deaths of the others and their own."""
    seats = ("harkonnen", BENE_GESSERIT)
    forces = {"cielago-south:2": {"harkonnen": 1}, "cielago-south:3": {BENE_GESSERIT: {COEXISTING: 2}}}
    given = {"turn": 3, "storm": 1, "wheels": seats, "forces": forces}
    game = Game.start(rules("ah-1979-basic", XV), seats, given=given, at="storm")

    for seat in seats:
        (decision,) = (one for one in game.decisions if one.seat == seat)
        game.submit(seat, max(decision.space, key=lambda choice: choice.number))

    assert {("harkonnen", "regular"): 1, (BENE_GESSERIT, "regular"): 2} == dict(game[Forces].tanks)
    assert [] == [event for event in game.events if type(event).__name__ == "ForcesTurned"]


# ------------------------------------------------------------------ with 2019


@pytest.mark.rule("ah79.faction.bene-gesserit.coexist", "ah79.option.xv.bene-gesserit")
def test_coexistence_and_advisors_exclude_each_other() -> None:
    with pytest.raises(RulesetError) as caught:
        rules("gf9-2019-advanced", COEXISTENCE)

    assert str(caught.value) == (
        '<ruleset>: rules.add[0]: "faction.bene-gesserit.coexistence" and "faction.bene-gesserit.advanced" '
        "exclude each other, "
        'and rulesets/gf9-2019-advanced.toml: rules.add[5] brought "faction.bene-gesserit.advanced" in.\n'
        '  Write  remove = ["faction.bene-gesserit.advanced"]  under [rules], '
        'or leave "faction.bene-gesserit.coexistence" out.'
    )


@pytest.mark.rule("ah79.option.xv.bene-gesserit")
def test_the_whole_option_can_take_the_place_of_the_advanced_sheet() -> None:
    book = rules("gf9-2019-advanced", XV, remove=(ADVISORS,))

    assert {XV, COEXISTENCE, PARTS[0]} <= set(book.modules)
    assert {ADVISORS, PARTS[1]}.isdisjoint(book.modules)


@pytest.mark.rule("ah79.faction.bene-gesserit.coexist", "ah79.silence.coexist-stronghold-limit")
def test_a_game_of_2019_explains_coexistence_by_its_rules() -> None:
    given = {"forces": {"arrakeen": {"harkonnen": 1, "emperor": 1}}}
    game = Game.start(mixed(), given=given, at="shipment")
    ctx = {"seat": BENE_GESSERIT, "territory": "arrakeen"}

    entry = game.explain("movement.into", **ctx, location="arrakeen:10", kinds=("regular",))
    end = game.explain("coexistence.end", **ctx)
    flight = game.explain("movement.flight", seat=BENE_GESSERIT, kinds=(COEXISTING,))

    assert "ah79.silence.coexist-stronghold-limit" in str(entry)
    assert "ah79.silence.coexist-stronghold-limit" in str(end)
    assert "ah79.faction.bene-gesserit.coexist" in str(flight)


@pytest.mark.rule("ah79.faction.bene-gesserit.coexist", "ah79.faction.bene-gesserit.coexist-end")
@pytest.mark.parametrize("seed", range(3))
def test_games_with_coexistence_are_played_to_the_end_in_2019_too(seed: int) -> None:
    game = Game.start(mixed(), seed=seed)
    choose = random_player(seed)

    while game.outcome is None:
        game.submit(*choose(game))
        assert [] == [fault for law in game.rulebook.invariants.values() if (fault := law(game.look))]

    verify(game.log(), game.rulebook)
    assert all(game.view(seat) == game.folded_view(seat) for seat in game.header.seats)


# ------------------------------------------------------------------ karama


@pytest.mark.rule("ah79.silence.karama-unlisted-powers")
def test_only_what_the_list_names_can_be_stopped() -> None:
    book = rules("ah-1979-advanced")
    game = Game.start(book, given={"hands": {"emperor": ["karama"], "fremen": ["karama"]}}, at="storm")

    def can_be_stopped(name: str, owner: str) -> bool:
        stopper = "fremen" if owner == "emperor" else "emperor"
        return game.look.may("advantage.stop", seat=stopper, other=owner, advantage=name)

    advantages = book.components["advantage"].items()
    listed = {name for name, one in advantages if one.stoppable and can_be_stopped(name, one.faction)}
    named = {cited for name in listed for cited in book.components["advantage"][name].cites}

    entries = {entry.id for entry in book.catalogue.edition("ah-1979") if entry.id.startswith("ah79.karama.cancel.")}
    assert entries <= named
    assert {"bene-gesserit-charity", "fremen-movement", "fremen-storm-losses"}.isdisjoint(listed)


@pytest.mark.rule("ah79.option.xvii", "ah79.silence.karama-special-once")
def test_the_special_powers_of_both_editions_exclude_each_other() -> None:
    with pytest.raises(RulesetError, match=r'"ah-1979\.xvii" and "option\.special-karama" exclude each other'):
        rules("gf9-2019-advanced", "ah-1979.xvii")


@pytest.mark.rule("ah79.option.xvii", "gf9.karama.special.once")
def test_a_game_of_1979_can_have_the_special_powers_of_2019() -> None:
    game = Game.start(rules("ah-1979-basic", "option.special-karama"), seed=1)
    choose = random_player(1)

    while game.outcome is None:
        game.submit(*choose(game))

    assert game.look.option("option.special-karama", "once_per_game")
    assert "faction.bene-gesserit.worthless" not in game.rulebook.modules
