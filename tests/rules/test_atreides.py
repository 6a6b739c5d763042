"""The Atreides sheet: what they see, when, and what nobody else learns by it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from battle_table import COMBAT, arrakeen, battle, book, names, on_a_clone, play_out, random_position

import dunerules
from dunerules import Game, IllegalChoice, Rulebook
from dunerules.classic.auction import CardShown
from dunerules.classic.fights import Fight, Plan
from dunerules.classic.plans import is_committed
from dunerules.classic.records import private_notes
from dunerules.classic.shown_elements import ElementShown, ShowElement
from dunerules.classic.spice_deck import turn_up_card
from dunerules.factions.atreides import (
    AskElement,
    PlanForeseen,
    Prescience,
    SeePlan,
    SpiceCardForeseen,
)
from dunerules.rules import HIDDEN, Pass, Respond

SPECIAL = "option.special-karama"
STOP = Respond("karama", "karama")
PHASE = '[options."classic.advantages"]\nduration = "phase"\n'


def shipment(*seats: str, rules: Rulebook | None = None, **given: Any) -> Game:
    """A game before the first shipment of a turn."""
    return Game.start(rules or book(), seats, given={"order": seats, **given}, at="shipment")


def question(**given: Any) -> Game:
    """Atreides are about to ask the emperor for an element."""
    return battle(arrakeen(atreides=5, emperor=4), seats=("atreides", "emperor"), **given)


def happened(game: Game, event: type) -> list[Any]:
    """The events of a class so far."""
    return [one for one in game.events if isinstance(one, event)]


# ------------------------------------------------------------------ looks


@pytest.mark.rule("gf9.faction.atreides.prescience-spice")
def test_the_spice_card_is_remembered_until_it_is_turned_up() -> None:
    game = shipment("atreides", "harkonnen", spice_deck=["hagga-basin", "shai-hulud"])
    before = game[Prescience].spice_card
    tx = on_a_clone(game)

    turn_up_card(tx, "A")

    assert {"atreides": "hagga-basin"} == before
    assert {} == tx[Prescience].spice_card


@pytest.mark.rule("gf9.faction.atreides.prescience-spice")
def test_without_atreides_nobody_looks_and_nobody_is_asked_to_stop_it() -> None:
    game = shipment("harkonnen", "emperor", hands={"emperor": ["karama"]}, spice={"harkonnen": 5})

    assert [] == happened(game, SpiceCardForeseen)
    assert ["ship"] == [decision.kind for decision in game.decisions]


@pytest.mark.rule("gf9.faction.atreides.prescience-bidding")
def test_without_cards_on_sale_there_is_nothing_to_stop() -> None:
    seats = ("atreides", "emperor")
    hands = {
        "atreides": ["lasgun", "hajr", "baliset", "kulon"],
        "emperor": ["karama", "shield", "snooper", "ellaca-drug"],
    }
    game = Game.start(book(), seats, given={"order": seats, "hands": hands}, at="bidding")

    # The first window is that of the look at the spice card, phases later.
    assert ["atreides-spice-look"] == [decision.args["intent"].advantage for decision in game.decisions]


@pytest.mark.rule("gf9.faction.atreides.records", "gf9.silence.written-records")
def test_what_was_seen_in_private_is_listed_for_atreides_alone() -> None:
    seats = ("harkonnen", "atreides")
    given = {"order": seats, "spice": dict.fromkeys(seats, 5), "treachery_deck": ["lasgun", "shield"]}
    game = Game.start(book(), seats, given=given, at="bidding")

    assert [CardShown("atreides", "lasgun")] == [
        note for note in private_notes(game, "atreides") if isinstance(note, CardShown)
    ]
    assert () == private_notes(game, "harkonnen")


@pytest.mark.rule("gf9.karama.cancel.exempt", "gf9.faction.atreides.records")
def test_a_stopped_look_leaves_the_notes_alone() -> None:
    game = shipment("atreides", "harkonnen", hands={"harkonnen": ["karama"]})

    game.submit("harkonnen", STOP)

    assert game.look.may("records.keep", seat="atreides")
    assert not game.rulebook.components["advantage"]["atreides-records"].stoppable


# ------------------------------------------------------------------ elements of plans


@pytest.mark.rule("gf9.faction.atreides.prescience-battle")
def test_leader_weapon_defense_and_dial_can_be_asked_for_and_nothing_else() -> None:
    game = question(rules=book(COMBAT, "faction.atreides.advanced"))

    asked = list(game.decisions[0].space)

    assert [Pass(), *map(AskElement, ("leader", "weapon", "defense", "dial"))] == asked


@pytest.mark.rule("gf9.faction.atreides.prescience-battle")
def test_the_question_need_not_be_asked() -> None:
    game = question()

    game.submit("atreides", Pass())

    assert {("atreides", "plan"), ("emperor", "plan")} == {(one.seat, one.kind) for one in game.decisions}
    assert {} == game[Fight].bindings


@pytest.mark.rule("gf9.silence.prescience-binding")
def test_a_card_that_was_shown_is_as_good_as_in_the_plan() -> None:
    game = question(hands={"emperor": ["baliset", "kulon"]})
    game.submit("atreides", AskElement("weapon"))

    game.submit("emperor", ShowElement("baliset"))

    assert is_committed(game.look, "emperor", "baliset")
    assert not is_committed(game.look, "emperor", "kulon")


@pytest.mark.rule("gf9.silence.karama-duration", "gf9.ruling.faq-karama-phase")
def test_a_stop_for_the_phase_stops_the_questions_of_all_its_battles() -> None:
    forces = {"arrakeen": {"atreides": 5, "emperor": 2}, "carthag": {"atreides": 5, "emperor": 2}}
    seats = ("atreides", "emperor")
    game = battle(forces, seats=seats, rules=book(extra=PHASE), hands={"emperor": ["karama"]})
    game.submit("atreides", next(iter(game.decisions[0].space)))
    game.submit("atreides", AskElement("dial"))
    game.submit("emperor", STOP)

    game.submit("atreides", Plan(2, "dr-yueh"))
    game.submit("emperor", Plan(0, "bashar"))

    assert {("atreides", "plan"), ("emperor", "plan")} == {(one.seat, one.kind) for one in game.decisions}


@pytest.mark.rule("gf9.faction.atreides.alliance")
def test_any_ally_of_a_bigger_alliance_is_helped() -> None:
    size = '[[effect]]\ntitle = "Alliances of three"\nquantity = "alliance.size"\nset = 3\n'
    seats = ("guild", "emperor", "atreides", "fremen")
    forces = {"carthag": {"guild": 3, "emperor": 3}, "arrakeen": {"fremen": 3, "emperor": 3}}
    game = battle(forces, seats=seats, rules=book(extra=size), alliances=[["guild", "atreides", "fremen"]])

    helped = []
    while len(helped) < 2:
        game.submit("atreides", AskElement("dial"))
        game.submit("emperor", ShowElement(0))
        helped.append(game[Fight].viewers["emperor", 0])
        (fighter,) = {game[Fight].aggressor, game[Fight].defender} - {"emperor"}
        leader = {"guild": "guild-rep", "fremen": "jamis"}[fighter]
        game.submit(fighter, Plan(3, leader))
        game.submit("emperor", Plan(0, "bashar" if fighter == "guild" else "burseg"))

    assert [("emperor", "guild"), ("emperor", "fremen")] == helped


# ------------------------------------------------------------------ a whole plan


@pytest.mark.rule("gf9.karama.special.atreides", "gf9.karama.special.once")
def test_the_whole_plan_is_seen_once_a_game() -> None:
    forces = {"arrakeen": {"atreides": 5, "emperor": 2}, "carthag": {"atreides": 5, "emperor": 2}}
    seats = ("atreides", "emperor")
    game = battle(forces, seats=seats, rules=book(SPECIAL), hands={"atreides": ["karama", "karama"]})
    game.submit("atreides", next(iter(game.decisions[0].space)))
    game.submit("atreides", SeePlan("karama", "emperor"))
    game.submit("emperor", Plan(0, "bashar"))
    game.submit("atreides", Plan(2, "dr-yueh"))

    with pytest.raises(IllegalChoice):
        game.submit("atreides", SeePlan("karama", "emperor"))

    assert "prescience" == game.decisions[0].kind


@pytest.mark.rule("gf9.silence.karama-atreides-plan")
def test_in_their_own_battle_atreides_cannot_see_the_plan_when_theirs_is_made() -> None:
    game = question(rules=book(SPECIAL), hands={"atreides": ["karama"]})
    game.submit("atreides", Pass())
    game.submit("atreides", Plan(5, "lady-jessica"))

    events = game.submit("emperor", Plan(0, "bashar"))

    assert "PlansRevealed" in names(events)


@pytest.mark.rule("gf9.silence.karama-atreides-plan")
def test_what_was_seen_is_what_is_shown() -> None:
    game = question(rules=book(SPECIAL), hands={"atreides": ["karama"], "emperor": ["crysknife"]})
    game.submit("atreides", SeePlan("karama", "emperor"))
    game.submit("emperor", Plan(2, "caid", "crysknife"))
    seen = game[Prescience].plan

    events = game.submit("atreides", Plan(5, "lady-jessica"))

    assert Plan(2, "caid", "crysknife") == seen
    assert (("atreides", Plan(5, "lady-jessica")), ("emperor", seen)) == next(
        event.plans for event in events if type(event).__name__ == "PlansRevealed"
    )


@pytest.mark.rule("gf9.silence.karama-atreides-plan", "gf9.faction.atreides.alliance")
def test_in_an_allys_battle_atreides_may_ask_for_an_element_and_see_a_plan() -> None:
    seats = ("guild", "emperor", "atreides")
    given = {"alliances": [["guild", "atreides"]], "hands": {"atreides": ["karama"]}}
    game = battle({"carthag": {"guild": 3, "emperor": 3}}, seats=seats, rules=book(SPECIAL), **given)
    game.submit("atreides", AskElement("dial"))
    game.submit("emperor", ShowElement(1))
    game.submit("guild", Plan(3, "guild-rep"))
    game.submit("emperor", Plan(1, "bashar"))

    events = game.submit("atreides", SeePlan("karama", "emperor"))

    assert "PlanForeseen" in names(events)


# ------------------------------------------------------------------ secrets and laws


def test_others_learn_that_atreides_look_and_not_what_they_see() -> None:
    game = shipment("atreides", "harkonnen")

    assert [SpiceCardForeseen("atreides", HIDDEN)] == _told(game, "harkonnen", SpiceCardForeseen)


def test_only_the_two_sides_learn_what_was_shown() -> None:
    game = battle(arrakeen(atreides=5, emperor=4), seats=("atreides", "emperor", "guild"))
    game.submit("atreides", AskElement("dial"))
    game.submit("emperor", ShowElement(3))

    told = {seat: [event.value for event in _told(game, seat, ElementShown)] for seat in game.header.seats}

    assert {"atreides": [3], "emperor": [3], "guild": [HIDDEN]} == told


def test_only_atreides_see_the_plan() -> None:
    game = question(rules=book(SPECIAL), hands={"atreides": ["karama"]})
    game.submit("atreides", SeePlan("karama", "emperor"))
    game.submit("emperor", Plan(2, "caid"))

    told = {seat: [event.plan for event in _told(game, seat, PlanForeseen)] for seat in game.header.seats}

    assert {"atreides": [Plan(2, "caid")], "emperor": [HIDDEN]} == told


def _told(game: Game, person: str, event: type) -> list[Any]:
    return [one for one in game.events_for(person) if isinstance(one, event)]


def games(seeds: range) -> Iterator[Game]:
    """Battle phases with Atreides, played by chance, with all that they can do there."""
    rules = book(SPECIAL, COMBAT, "faction.atreides.advanced")
    for seed in seeds:
        game = random_position(rules, seed)
        if "atreides" in game.header.seats:
            yield from play_out(game, seed)


def test_random_battles_with_prescience_keep_every_law_and_every_secret() -> None:
    for game in games(range(16)):
        assert [] == [law for law, holds in game.rulebook.invariants.items() if holds(game.look) is not None]
        for seat in game.header.seats:
            assert game.view(seat) == game.folded_view(seat)


def test_a_log_with_prescience_can_be_verified() -> None:
    rules = book(SPECIAL)
    game = question(rules=rules, hands={"atreides": ["karama"]})
    game.submit("atreides", SeePlan("karama", "emperor"))
    game.submit("emperor", Plan(2, "caid"))

    assert game.digest() == dunerules.verify(game.log(), rules).digest()
