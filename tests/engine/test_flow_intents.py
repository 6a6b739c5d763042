"""Intents: what is proposed, who may respond, what prevents it, and what nobody else may notice."""

from __future__ import annotations

from typing import Any

import pytest
from small_rules import (
    PICKING,
    SEATS,
    Noted,
    Pick,
    happened,
    notes,
    noting,
    open_to,
    procedure,
    refusal,
    small_game,
)

from dunerules import IllegalChoice, RuleModuleError
from dunerules.engine.flow import Asked
from dunerules.rules import (
    PREVENTED,
    Just,
    Look,
    OneOf,
    Pass,
    Respond,
    Space,
    Tx,
    commit,
    intent,
    on,
    prevented,
    respond,
    response,
    step,
)

EVERYONE = '[options."engine.windows"]\nask = "everyone"\n'
GAME = procedure("game", "start", "z")


@intent("song")
class Song:
    title: str


@intent("veto")
class Veto:
    seat: str


@step("start")
def propose_songs(tx: Tx) -> None:
    for title in ("one", "two"):
        tx.propose(Song(title))


@commit(Song)
def sing(tx: Tx, intent: Song) -> None:
    tx.emit(Noted(f"{intent.title} is sung"))


@prevented(Song)
def be_silent(tx: Tx, intent: Song) -> None:
    tx.emit(Noted(f"{intent.title} is stopped"))


@response(Song, "boo")
def blue_and_gold_may_boo(look: Look, intent: Song, seat: str) -> Space[None] | None:
    return Just(None) if seat in ("blue", "gold") else None


@respond("boo")
def boo(tx: Tx, intent: Song, seat: str, choice: None) -> object:
    tx.emit(Noted(f"{seat} boos {intent.title}"))
    return PREVENTED


SINGING = (Song, propose_songs, sing, be_silent, noting("z"))
BOOING = (*SINGING, blue_and_gold_may_boo, boo)
BOO, PASS = Respond("boo"), Pass()


# ------------------------------------------------------------------ windows


def test_intents_that_nobody_can_answer_are_committed_first_in_first_out():
    game = small_game(GAME, *SINGING)

    assert ("one is sung", "two is sung", "z") == notes(game)


def test_each_intent_is_committed_or_prevented_before_the_next_is_open():
    game = small_game(GAME, *BOOING)
    assert ("blue response window", "gold response window") == open_to(game)
    assert {"intent": Song("one")} == game.decisions[0].args

    game.submit("gold", PASS)
    game.submit("blue", PASS)
    assert ("one is sung",) == notes(game)
    assert {"intent": Song("two")} == game.decisions[0].args
    game.submit("blue", BOO)
    game.submit("gold", PASS)

    assert ("one is sung", "blue boos two", "two is stopped", "z") == notes(game)


@pytest.mark.parametrize("first", ["blue", "gold"])
def test_responses_are_carried_out_in_order_of_the_seats_until_one_prevents(first):
    game = small_game(GAME, *BOOING)
    second = "gold" if first == "blue" else "blue"

    game.submit(first, BOO)
    assert () == notes(game)
    game.submit(second, BOO)

    assert ("blue boos one", "one is stopped") == notes(game)


def test_a_response_that_does_not_prevent_lets_the_others_and_the_intent_go_on():
    @respond("boo")
    def boo_in_vain(tx: Tx, intent: Song, seat: str, choice: None) -> None:
        tx.emit(Noted(f"{seat} boos {intent.title}"))

    game = small_game(GAME, *SINGING, blue_and_gold_may_boo, boo_in_vain)

    game.submit("gold", BOO)
    game.submit("blue", BOO)

    assert ("blue boos one", "gold boos one", "one is sung") == notes(game)


def test_a_response_may_have_a_choice_of_its_own_and_several_may_be_offered():
    @response(Song, "throw")
    def blue_may_throw(look: Look, intent: Song, seat: str) -> Space[str] | None:
        return OneOf(("rose", "egg")) if seat == "blue" else None

    @respond("throw")
    def throw(tx: Tx, intent: Song, seat: str, choice: str) -> None:
        tx.emit(Noted(f"{seat} throws a {choice}"))

    game = small_game(GAME, *BOOING, blue_may_throw, throw)

    expected = [PASS, BOO, Respond("throw", "rose"), Respond("throw", "egg")]
    assert expected == list(game.decisions[0].space)

    game.submit("blue", Respond("throw", "egg"))
    game.submit("gold", PASS)

    assert ("blue throws a egg", "one is sung") == notes(game)


def test_an_offer_without_any_choice_is_none():
    @response(Song, "throw")
    def nothing_to_throw(look: Look, intent: Song, seat: str) -> Space[str]:
        return OneOf(())

    @respond("throw")
    def throw(tx: Tx, intent: Song, seat: str, choice: str) -> None: ...

    game = small_game(GAME, *SINGING, nothing_to_throw, throw)

    assert ("one is sung", "two is sung", "z") == notes(game)


def test_only_those_who_were_asked_may_respond():
    game = small_game(GAME, *BOOING)

    expected = "red: Respond(response='boo', choice=None) is refused: "
    assert expected + "red is not asked anything now that this would answer" == refusal(
        IllegalChoice, game.submit, "red", BOO
    )


# ------------------------------------------------------------------ who is asked, and who notices


def test_holders_are_asked_and_nobody_else_can_see_that_anybody_was():
    game = small_game(GAME, *BOOING)

    assert ("blue", "gold") == tuple(decision.seat for decision in game.decisions)
    for stranger, expected in (("red", ()), ("blue", ("blue",)), ("gold", ("gold",))):
        asked = tuple(event.seat for event in game.events_for(stranger) if isinstance(event, Asked))
        assert expected == asked


def test_a_stranger_sees_the_same_whoever_can_respond():
    @response(Song, "boo")
    def only_blue(look: Look, intent: Song, seat: str) -> Space[None] | None:
        return Just(None) if seat == "blue" else None

    both, one = small_game(GAME, *BOOING), small_game(GAME, *SINGING, only_blue, boo)

    assert both.view("red").state.tables == one.view("red").state.tables
    assert both.view("blue").state.tables == one.view("blue").state.tables


def test_everyone_is_asked_when_the_ruleset_says_so():
    game = small_game(GAME, *BOOING, more=EVERYONE)

    assert tuple(f"{seat} response window" for seat in SEATS) == open_to(game)
    assert [PASS] == list(game.decisions[0].space)


def test_nobody_is_asked_about_an_intent_that_no_rule_responds_to():
    game = small_game(GAME, *SINGING, more=EVERYONE)

    assert ("one is sung", "two is sung", "z") == notes(game)


# ------------------------------------------------------------------ a response to a response


def boo_by_intent() -> tuple[Any, ...]:
    """Booing is an intent itself, which red may shush."""

    @respond("boo")
    def propose_boo(tx: Tx, intent: Song, seat: str, choice: None) -> None:
        tx.propose(Veto(seat))

    @commit(Veto)
    def boo_is_heard(tx: Tx, intent: Veto) -> None:
        tx.emit(Noted(f"{intent.seat} is heard"))
        tx.prevent(outer=True)

    @prevented(Veto)
    def boo_is_not_heard(tx: Tx, intent: Veto) -> None:
        tx.emit(Noted(f"{intent.seat} is not heard"))

    @response(Veto, "shush")
    def red_may_shush(look: Look, intent: Veto, seat: str) -> Space[None] | None:
        return Just(None) if seat == "red" else None

    @respond("shush")
    def shush(tx: Tx, intent: Veto, seat: str, choice: None) -> object:
        return PREVENTED

    nested = (Veto, propose_boo, boo_is_heard, boo_is_not_heard, red_may_shush, shush)
    return (*SINGING, blue_and_gold_may_boo, *nested)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (Respond("shush"), ("blue is not heard", "one is sung")),
        (PASS, ("blue is heard", "one is stopped")),
    ],
)
def test_a_response_to_a_response_decides_about_the_outer_intent(answer, expected):
    game = small_game(GAME, *boo_by_intent())
    game.submit("blue", BOO)
    game.submit("gold", PASS)
    assert ("red response window",) == open_to(game)

    game.submit("red", answer)

    assert expected == notes(game)
    assert {"intent": Song("two")} == game.decisions[0].args


def test_two_responses_that_are_intents_are_decided_one_after_the_other():
    game = small_game(GAME, *boo_by_intent())
    game.submit("blue", BOO)
    game.submit("gold", BOO)

    game.submit("red", Respond("shush"))
    assert {"intent": Veto("gold")} == game.decisions[0].args
    game.submit("red", PASS)

    assert ("blue is not heard", "gold is heard", "one is stopped") == notes(game)


def test_a_response_that_is_heard_prevents_the_outer_intent_and_not_the_response_beside_it():
    """The intent that waited beside the response was taken for the one around it."""
    game = small_game(GAME, *boo_by_intent())
    game.submit("blue", BOO)
    game.submit("gold", BOO)

    game.submit("red", PASS)
    game.submit("red", PASS)

    assert ("blue is heard", "gold is heard", "one is stopped") == notes(game)


def test_an_intent_inside_a_prevented_one_starts_unprevented():
    @prevented(Song)
    def hum_instead(tx: Tx, intent: Song) -> None:
        tx.emit(Noted(f"{intent.title} is hummed"))
        if intent.title == "one":
            tx.propose(Song("encore"))

    game = small_game(
        GAME, Song, propose_songs, sing, hum_instead, noting("z"), blue_and_gold_may_boo, boo, seats=["red", "blue"]
    )

    game.submit("blue", BOO)
    assert {"intent": Song("encore")} == game.decisions[0].args
    game.submit("blue", PASS)

    assert ("blue boos one", "one is hummed", "encore is sung") == notes(game)


# ------------------------------------------------------------------ rules around an intent


def test_every_module_has_its_say_when_an_intent_is_committed():
    @commit(Song)
    def applaud(tx: Tx, intent: Song) -> None:
        tx.emit(Noted(f"applause for {intent.title}"))

    game = small_game(GAME, *SINGING, applaud)

    assert ("one is sung", "applause for one", "two is sung", "applause for two", "z") == notes(game)


def boo_that_counts_at_once() -> tuple[Any, ...]:
    """A boo stops the song, and if red shushes it everybody may boo again."""

    @respond("boo")
    def boo_and_propose(tx: Tx, intent: Song, seat: str, choice: None) -> object:
        tx.emit(Noted(f"{seat} boos"))
        tx.propose(Veto(seat))
        return PREVENTED

    @prevented(Veto)
    def boo_comes_to_nothing(tx: Tx, intent: Veto) -> None:
        tx.emit(Noted(f"{intent.seat} is shushed"))
        tx.reopen(outer=True)

    @response(Veto, "shush")
    def red_may_shush(look: Look, intent: Veto, seat: str) -> Space[None] | None:
        return Just(None) if seat == "red" else None

    @respond("shush")
    def shush(tx: Tx, intent: Veto, seat: str, choice: None) -> object:
        return PREVENTED

    return (*SINGING, blue_and_gold_may_boo, Veto, boo_and_propose, boo_comes_to_nothing, red_may_shush, shush)


def test_a_reopened_window_asks_everybody_anew_and_lets_the_intent_go_on():
    game = small_game(GAME, *boo_that_counts_at_once())
    game.submit("blue", BOO)
    game.submit("gold", BOO)

    game.submit("red", Respond("shush"))
    assert ("blue response window", "gold response window") == open_to(game)
    game.submit("blue", PASS)
    game.submit("gold", PASS)

    assert ("blue boos", "blue is shushed", "one is sung") == notes(game)[:3]


def test_a_response_that_stands_leaves_those_behind_it_unplayed():
    game = small_game(GAME, *boo_that_counts_at_once())
    game.submit("blue", BOO)
    game.submit("gold", BOO)

    game.submit("red", PASS)

    assert ("blue boos", "one is stopped") == notes(game)[:2]


def test_a_question_asked_by_a_commit_is_answered_before_the_next_intent():
    @commit(Song)
    def red_picks(tx: Tx, intent: Song) -> None:
        tx.ask("red", "pick", song=intent.title)

    game = small_game(GAME, Song, propose_songs, red_picks, noting("z"), *PICKING)

    game.submit("red", Pick(1))
    assert {"song": "two"} == game.decisions[0].args
    game.submit("red", Pick(2))

    assert ("red picks 1", "red picks 2", "z") == notes(game)


def test_preventing_without_a_window_is_an_error():
    @step("start")
    def prevent_nothing(tx: Tx) -> None:
        tx.prevent()

    assert "there is no window whose intent could be prevented" == refusal(
        RuleModuleError, small_game, GAME, prevent_nothing, noting("z")
    )


def test_preventing_the_outer_intent_needs_one():
    @respond("boo")
    def prevent_outer(tx: Tx, intent: Song, seat: str, choice: None) -> None:
        tx.prevent(outer=True)

    game = small_game(GAME, *SINGING, blue_and_gold_may_boo, prevent_outer, seats=["red", "blue"])

    assert "there is no window whose intent could be prevented" == refusal(RuleModuleError, game.submit, "blue", BOO)
    assert ("blue response window",) == open_to(game)


def test_proposing_what_no_module_declared_is_an_error():
    @step("start")
    def propose_undeclared(tx: Tx) -> None:
        tx.propose(Veto("red"))

    assert "Veto is not an intent of a selected rule module" == refusal(
        RuleModuleError, small_game, GAME, propose_undeclared, noting("z")
    )


def test_an_observer_may_propose_and_its_intent_waits_its_turn():
    @on(Noted)
    def encore(tx: Tx, event: Noted) -> None:
        if event.line == "one is sung":
            tx.propose(Song("encore"))

    game = small_game(GAME, *SINGING, encore)

    assert ("one is sung", "encore is sung", "two is sung", "z") == notes(game)


def test_a_game_that_ends_in_a_window_leaves_no_question_behind():
    @respond("boo")
    def walk_out(tx: Tx, intent: Song, seat: str, choice: None) -> None:
        tx.finish([seat], f"{seat} walks out.")

    game = small_game(GAME, *SINGING, blue_and_gold_may_boo, walk_out)
    game.submit("blue", BOO)

    game.submit("gold", PASS)

    assert "blue walks out." == game.outcome.reason
    assert () == game.decisions
    assert () == happened(game, "withdrawn")
