"""The Bene Gesserit sheet: predictions, forces that go along with shipments, the Voice."""

from __future__ import annotations

from typing import Any

import pytest
from battle_table import arrakeen, battle
from kernel import rulebook
from shipping_table import ship, table

from dunerules import Game, IllegalChoice
from dunerules.classic.fights import Fight
from dunerules.classic.ghola import GholaLeader
from dunerules.classic.shipment_kinds import Ship
from dunerules.factions.bene_gesserit import RULES, Accompany, Command, Predict, PredictionShown
from dunerules.rules import Pass, Respond

BENE_GESSERIT = "bene-gesserit"
STOP = Respond("karama", "karama")


def params(rule_id: str) -> dict[str, Any]:
    return dict(rulebook().catalogue[rule_id].data["params"])


def asked(game: Game) -> dict[str, str]:
    return {decision.seat: decision.kind for decision in game.decisions}


def commanded(*hand: str, **given: Any) -> Game:
    """A battle in which the emperor, with this hand, has been told to play a shield."""
    hands = {"emperor": list(hand)}
    game = battle(arrakeen(**{BENE_GESSERIT: 5, "emperor": 4}), seats=(BENE_GESSERIT, "emperor"), hands=hands, **given)
    game.submit(BENE_GESSERIT, Command("shield", True))
    return game


# ------------------------------------------------------------------ the sheet


@pytest.mark.rule("gf9.faction.bene-gesserit.leaders")
def test_their_leaders_are_those_of_the_sheet() -> None:
    leaders = rulebook().components["leader"].values()
    found = {one.id.replace("-", "_"): one.strength for one in leaders if one.faction == BENE_GESSERIT}

    assert params("gf9.faction.bene-gesserit.leaders") == found


# ------------------------------------------------------------------ the prediction


@pytest.mark.rule("gf9.faction.bene-gesserit.prediction", "gf9.silence.prediction-absent-faction")
def test_every_other_faction_of_the_game_can_be_predicted_for_every_turn() -> None:
    game = Game.start(rulebook(), (BENE_GESSERIT, "fremen", "guild"))

    (decision,) = game.decisions
    turns = params("gf9.faction.bene-gesserit.prediction")["turns"]

    assert "prediction" == decision.kind
    assert {Predict(who, turn) for who in ("fremen", "guild") for turn in range(1, turns + 1)} == set(decision.space)


@pytest.mark.rule("gf9.faction.bene-gesserit.prediction")
def test_nobody_learns_a_prediction_from_what_happens_afterwards() -> None:
    games = [Game.start(rulebook(), (BENE_GESSERIT, "fremen", "guild"), seed=4) for _ in range(2)]

    games[0].submit(BENE_GESSERIT, Predict("fremen", 3))
    games[1].submit(BENE_GESSERIT, Predict("guild", 7))

    for seat in ("fremen", "guild"):
        assert games[0].view(seat) == games[1].view(seat)
        assert games[0].events_for(seat) == games[1].events_for(seat)
    assert games[0].view(BENE_GESSERIT) != games[1].view(BENE_GESSERIT)


@pytest.mark.rule("gf9.faction.bene-gesserit.prediction-win")
def test_a_prediction_that_came_true_is_shown_to_all() -> None:
    strongholds = ("arrakeen", "carthag", "sietch-tabr")
    given = {
        "turn": 4,
        "forces": {place: {"emperor": 1} for place in strongholds},
        "prediction": {"faction": "emperor", "turn": 4},
    }
    game = Game.start(rulebook(), (BENE_GESSERIT, "emperor", "harkonnen"), given=given, at="mentat-pause")

    shown = [event for event in game.events_for("harkonnen") if isinstance(event, PredictionShown)]

    assert [PredictionShown(BENE_GESSERIT, "emperor", 4)] == shown
    assert game.outcome is not None
    assert (BENE_GESSERIT,) == game.outcome.winners
    assert ("gf9.faction.bene-gesserit.prediction-win",) == game.outcome.cites


# ------------------------------------------------------------------ the force that goes along


@pytest.mark.rule("gf9.silence.shipment-zero", "gf9.faction.bene-gesserit.advisor")
def test_there_is_no_shipment_of_nothing_to_go_along_with() -> None:
    game = table(seats=("harkonnen", BENE_GESSERIT), turn_of="harkonnen", spice={"harkonnen": 5})

    with pytest.raises(IllegalChoice) as refused:
        game.submit("harkonnen", Ship("arrakeen:10", ()))
    game.submit("harkonnen", Pass())

    assert ("gf9.silence.shipment-zero",) == refused.value.denial.cites
    assert "accompany" not in asked(game).values()


@pytest.mark.rule("gf9.faction.bene-gesserit.advisor")
def test_the_only_place_in_the_basic_game_is_the_polar_sink() -> None:
    game = table(seats=("harkonnen", BENE_GESSERIT), turn_of="harkonnen", spice={"harkonnen": 5})

    game.submit("harkonnen", ship("arrakeen:10", 1))

    (decision,) = game.decisions
    assert [Pass(), Accompany("polar-sink:0", "regular")] == list(decision.space)


@pytest.mark.rule("gf9.silence.karama-duration", "gf9.karama.cancel.bg-advisor")
def test_where_a_stop_lasts_for_the_phase_no_force_goes_along_any_more() -> None:
    game = table(
        house='[options."classic.advantages"]\nduration = "phase"',
        seats=("harkonnen", "emperor", BENE_GESSERIT),
        turn_of="harkonnen",
        spice={"harkonnen": 5, "emperor": 5},
        hands={"emperor": ["karama"]},
    )
    game.submit("harkonnen", ship("arrakeen:10", 1))
    game.submit(BENE_GESSERIT, Accompany("polar-sink:0"))
    game.submit("emperor", STOP)
    game.submit("harkonnen", Pass())

    game.submit("emperor", ship("carthag:11", 1))

    assert BENE_GESSERIT not in asked(game)


# ------------------------------------------------------------------ the Voice


@pytest.mark.rule("gf9.faction.bene-gesserit.voice")
def test_the_kinds_that_the_voice_names_are_those_of_the_sheet() -> None:
    game = battle(arrakeen(**{BENE_GESSERIT: 5, "emperor": 4}), seats=(BENE_GESSERIT, "emperor"))

    (decision,) = game.decisions
    named = {kind.removesuffix("-weapon") for kind in params("gf9.faction.bene-gesserit.voice")["kinds"]}

    assert {Pass(), *(Command(kind, play) for kind in named for play in (True, False))} == set(decision.space)


@pytest.mark.rule("gf9.silence.voice-not-held")
def test_whether_the_opponent_can_obey_is_not_seen() -> None:
    able, unable = commanded("shield"), commanded("snooper")

    assert able.view(BENE_GESSERIT) == unable.view(BENE_GESSERIT)
    assert {("emperor", 0): ("play", "shield", RULES)} == able.view(BENE_GESSERIT)[Fight].bindings


@pytest.mark.rule("gf9.faction.bene-gesserit.voice")
@pytest.mark.parametrize(("hand", "obeying"), [(("shield", "snooper"), {"shield"}), (("snooper",), {"", "snooper"})])
def test_all_plans_obey_or_all_are_free(hand: tuple[str, ...], obeying: set[str]) -> None:
    game = commanded(*hand)

    (plans,) = (decision.space for decision in game.decisions if decision.seat == "emperor")

    assert obeying == {plan.defense for plan in plans}


@pytest.mark.rule("gf9.faction.bene-gesserit.voice", "gf9.silence.voice-not-held")
def test_whoever_becomes_able_to_obey_before_planning_has_to() -> None:
    seats = (BENE_GESSERIT, "emperor", "atreides")
    game = battle(
        arrakeen(**{BENE_GESSERIT: 5, "emperor": 4}),
        seats=seats,
        hands={"emperor": ["tleilaxu-ghola", "cheap-hero"]},
        dead_leaders={"emperor": ["bashar", "burseg", "caid", "captain-aramsham", "count-fenring"]},
    )
    game.submit(BENE_GESSERIT, Command("cheap-hero", False))
    (bound,) = (decision.space for decision in game.decisions if decision.seat == "emperor")
    only_hero = {plan.leader for plan in bound}

    game.submit("emperor", GholaLeader("bashar"))

    (bound,) = (decision.space for decision in game.decisions if decision.seat == "emperor")
    assert {"cheap-hero"} == only_hero
    assert {"bashar"} == {plan.leader for plan in bound}
