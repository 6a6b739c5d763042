"""Truthtrance: which questions there are, and that the rules answer them truthfully."""

from __future__ import annotations

import pytest
from kernel import rulebook

from dunerules import Game, IllegalChoice
from dunerules.classic.fights import AVOID, PLAY, Fight, Plan
from dunerules.classic.plan_questions import INTENT
from dunerules.classic.truthtrance import AnswerTruth, AskTruth, TruthAnswered, Truths
from dunerules.engine.chance import Rng

SEATS = ("guild", "emperor", "fremen")
MODULES = ("classic.truthtrance", "classic.plan-questions")
HELD = {
    "hands": {"fremen": ("truthtrance",), "emperor": ("chaumas", "shield", "karama")},
    "spice": {"emperor": 4},
    "traitors": {"emperor": ("stilgar",)},
    "dead_leaders": {"emperor": ("bashar",)},
}


def table(at="storm.dial", **given):
    return Game.start(rulebook(*MODULES), SEATS, given={"order": SEATS, **HELD, **given}, at=at)


def battle(**given):
    """Guild against Emperor in Arrakeen; nobody has made a plan."""
    return table("battle", forces={"arrakeen": {"guild": 5, "emperor": 5}}, **given)


def answers(game):
    return [(answer.value, answer.yes) for answer in game[Truths].answers]


@pytest.mark.rule("gf9.card.truthtrance")
@pytest.mark.parametrize(
    ("question", "value", "expected"),
    [
        ("holds-card", "chaumas", True),
        ("holds-card", "crysknife", False),
        ("holds-card-kind", "poison", True),
        ("holds-card-kind", "projectile", False),
        ("cards-at-least", 3, True),
        ("cards-at-least", 4, False),
        ("spice-at-least", 4, True),
        ("spice-at-least", 5, False),
        ("has-traitor", "stilgar", True),
        ("has-traitor", "chani", False),
        ("has-leader", "caid", True),
        ("has-leader", "bashar", False),
        ("has-leader", "stilgar", False),
    ],
)
def test_the_rules_answer_questions_about_facts(question, value, expected):
    game = table()

    events = game.submit("fremen", AskTruth("emperor", question, value))

    assert [expected] == [event.yes for event in events if isinstance(event, TruthAnswered)]
    assert {"storm-dial"} == {decision.kind for decision in game.decisions}


@pytest.mark.rule("gf9.card.truthtrance")
def test_every_question_has_values_and_a_fact_about_a_seat_that_the_rules_know():
    book = rulebook(*MODULES)

    for question in book.components["question"].values():
        sources = (question.kind, question.deck, question.words, question.most, question.text)
        assert 1 == sum(map(bool, sources)), question.id
        assert "{value}" in question.title
        if question.fact:
            assert ("seat",) == book.facts[question.fact].needs


@pytest.mark.rule("gf9.card.truthtrance")
def test_kinds_of_cards_that_are_asked_about_are_those_of_the_deck():
    book = rulebook(*MODULES)

    kinds = {book.components["card"][card].kind for card in book.decks["treachery"]}

    assert kinds == set(book.components["question"]["holds-card-kind"].words)
    assert kinds - {"special"} == set(book.components["question"]["plays-kind"].words)


@pytest.mark.rule("gf9.card.truthtrance", "gf9.bribery.information")
def test_everybody_learns_the_answer_and_nothing_else():
    yes, no = table(), table(hands={**HELD["hands"], "emperor": ("snooper", "hajr", "lasgun")})

    for game in (yes, no):
        game.submit("fremen", AskTruth("emperor", "holds-card", "truthtrance"))

    assert yes.view("guild")[Truths] == no.view("guild")[Truths]
    assert yes.view("guild") == no.view("guild")
    assert yes.view("guild") == yes.folded_view("guild")


@pytest.mark.rule("gf9.ruling.truthtrance-in-battle")
def test_it_can_be_played_while_a_card_is_waited_for():
    """A window is open for the holder of weather control; the truthtrance is answered before it goes on."""
    hands = {**HELD["hands"], "guild": ("weather-control",)}
    game = table("storm", turn=2, wheels=("guild", "emperor"), hands=hands)
    assert ["response"] == [decision.kind for decision in game.decisions]

    game.submit("fremen", AskTruth("guild", "in-own-words", "Will you stop the storm?"))
    game.submit("guild", AnswerTruth(False))

    assert ["response"] == [decision.kind for decision in game.decisions]
    assert [("Will you stop the storm?", False)] == answers(game)


@pytest.mark.rule("gf9.silence.truthtrance-intent")
@pytest.mark.parametrize(("yes", "what"), [(True, PLAY), (False, AVOID)])
def test_an_answer_about_the_plan_binds_for_everybody_to_know(yes, what):
    game = battle()

    game.submit("fremen", AskTruth("emperor", "plays-kind", "shield"))
    game.submit("emperor", AnswerTruth(yes))

    assert {("emperor", 0): (what, "shield", INTENT)} == game.view("guild")[Fight].bindings
    (space,) = [decision.space for decision in game.decisions if decision.seat == "emperor"]
    assert {yes} == {plan.defense == "shield" for plan in space}


@pytest.mark.rule("gf9.silence.truthtrance-intent")
def test_two_answers_bind_together():
    game = battle(hands={"fremen": ("truthtrance", "truthtrance"), "emperor": ("chaumas", "crysknife", "shield")})

    for kind in ("poison", "shield"):
        game.submit("fremen", AskTruth("emperor", "plays-kind", kind))
        game.submit("emperor", AnswerTruth(True))
    (space,) = [decision.space for decision in game.decisions if decision.seat == "emperor"]

    assert {("chaumas", "shield")} == {(plan.weapon, plan.defense) for plan in space}


@pytest.mark.rule("gf9.silence.truthtrance-intent")
def test_an_answer_that_another_promise_excludes_is_not_open():
    """With poison promised for the only weapon place no projectile can be: the rules answer no."""
    game = battle(hands={"fremen": ("truthtrance", "truthtrance"), "emperor": ("chaumas", "crysknife")})

    game.submit("fremen", AskTruth("emperor", "plays-kind", "poison"))
    game.submit("emperor", AnswerTruth(True))
    game.submit("fremen", AskTruth("emperor", "plays-kind", "projectile"))

    assert [("poison", True), ("projectile", False)] == answers(game)


@pytest.mark.rule("gf9.silence.truthtrance-intent")
def test_nobody_is_asked_about_plans_outside_a_battle_or_after_they_are_shown():
    outside = table()
    inside = battle(traitors={"emperor": ("guild-rep",)})
    inside.submit("guild", Plan(1, "guild-rep"))
    inside.submit("emperor", Plan(0, "caid"))
    assert ["treachery"] == [decision.kind for decision in inside.decisions]

    for game in (outside, inside):
        with pytest.raises(IllegalChoice, match="makes no battle plan now"):
            game.submit("fremen", AskTruth("emperor", "plays-kind", "shield"))


@pytest.mark.rule("gf9.card.truthtrance")
@pytest.mark.parametrize("seed", range(20))
def test_random_questions_are_legal_and_get_an_answer(seed):
    game, rng = battle(), Rng(seed)

    game.submit("fremen", game.interjections("fremen")["truthtrance"].sample(rng))
    if game.decisions[0].kind == "truth":
        game.submit(game.decisions[0].seat, game.decisions[0].space.sample(rng))

    assert 1 == len(game[Truths].answers)
    assert {"plan"} == {decision.kind for decision in game.decisions}
    for seat in SEATS:
        assert game.view(seat) == game.folded_view(seat)
