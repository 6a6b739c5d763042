"""The order of play: procedures inside procedures, once for each seat, again and again, and pushed by rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from small_rules import (
    PICKING,
    Noted,
    Notes,
    Pick,
    happened,
    notes,
    noting,
    open_to,
    procedure,
    refusal,
    small_game,
)

from dunerules import RuleModuleError
from dunerules.engine.flow import Flow
from dunerules.engine.rulebook import UnknownName
from dunerules.rules import DONE, Look, Tx, loop, on, order, step


def test_an_entry_that_names_a_procedure_runs_it_there():
    text = procedure("game", "a", "middle", "z") + procedure("middle", "b", "inner", "d") + procedure("inner", "c")

    game = small_game(text, *(noting(name) for name in "abcdz"))

    assert ("a", "b", "c", "d", "z") == notes(game)


def test_a_procedure_without_steps_is_passed_by():
    text = procedure("game", "a", "nothing", "z") + procedure("nothing") + procedure("idle", each="table")

    assert ("a", "z") == notes(small_game(text, noting("a"), noting("z")))


def test_a_game_ends_without_a_winner_when_the_order_of_play_has_run_out():
    outcome = small_game(procedure("game", "a"), noting("a")).outcome

    assert ((), "The order of play has run out.", ()) == (outcome.winners, outcome.reason, outcome.cites)


# ------------------------------------------------------------------ each


def test_each_runs_all_steps_for_one_seat_after_the_other():
    text = procedure("game", "turns", "z") + procedure("turns", "a", "b", each="table")

    game = small_game(text, noting("a"), noting("b"), noting("z"), seats=("gold", "red"))

    assert ("a gold", "b gold", "a red", "b red", "z") == notes(game)


def test_the_order_of_each_is_taken_once_when_it_begins():
    @order("shrinking")
    def fewer_with_every_note(look: Look) -> tuple[str, ...]:
        return look.seats[len(look[Notes].lines) :]

    text = procedure("game", "a", "turns", "turns") + procedure("turns", "b", each="shrinking")

    game = small_game(text, noting("a"), noting("b"), fewer_with_every_note)

    assert ("a", "b blue", "b gold") == notes(game)


def test_a_procedure_inside_each_knows_the_seat():
    text = procedure("game", "turns") + procedure("turns", "inner", each="table") + procedure("inner", "a")

    assert ("a red", "a blue", "a gold") == notes(small_game(text, noting("a")))


def test_a_step_that_asks_for_what_its_procedure_was_not_started_with_is_an_error():
    @step("a")
    def whose_turn(tx: Tx) -> None:
        tx.emit(Noted(tx.seat))

    assert 'procedure "game" was started without "seat"' == refusal(
        RuleModuleError, small_game, procedure("game", "a"), whose_turn
    )


# ------------------------------------------------------------------ repeat


def test_a_loop_is_asked_before_each_pass_and_hands_its_words_to_the_steps():
    asked = []

    @loop("countdown")
    def count_down(look: Look, args: Mapping[str, Any] | None) -> dict[str, Any] | None:
        asked.append(args)
        left = 3 if args is None else args["left"] - 1
        return {"left": left, "seat": "red"} if left else None

    @step("a")
    def note_left(tx: Tx) -> None:
        tx.emit(Noted(f"{tx.arg('left')} for {tx.seat}"))

    text = procedure("game", "counting", "z") + procedure("counting", "a", repeat="countdown")
    game = small_game(text, count_down, note_left, noting("z"))

    assert ("3 for red", "2 for red", "1 for red", "z") == notes(game)
    assert [None, *({"left": left, "seat": "red"} for left in (3, 2, 1))] == asked


def test_a_loop_that_gives_no_first_pass_skips_its_procedure():
    @loop("never")
    def never(look: Look, args: Mapping[str, Any] | None) -> None:
        return None

    text = procedure("game", "a", "skipped", "z") + procedure("skipped", "b", repeat="never")

    assert ("a", "z") == notes(small_game(text, never, *(noting(name) for name in "abz")))


def test_alternating_actions_go_round_the_table_until_nobody_wants_to():
    """Who picks 3 is out; the loop gives the turn to the next who is in."""

    @loop("turns")
    def next_turn(look: Look, args: Mapping[str, Any] | None) -> dict[str, Any] | None:
        out = {line.split()[0] for line in look[Notes].lines if line.endswith("picks 3")}
        seats = look.seats
        if args is not None:
            place = seats.index(args["seat"]) + 1
            seats = seats[place:] + seats[:place]
        return next(({"seat": seat} for seat in seats if seat not in out), None)

    @step("turn")
    def take_turn(tx: Tx) -> None:
        tx.ask(tx.seat, "pick")

    text = procedure("game", "actions", "z") + procedure("actions", "turn", repeat="turns")
    game = small_game(text, next_turn, take_turn, noting("z"), *PICKING)

    for seat, number in (("red", 1), ("blue", 3), ("gold", 1), ("red", 3), ("gold", 2), ("gold", 3)):
        assert (f"{seat} pick single",) == open_to(game)
        game.submit(seat, Pick(number))

    assert "z" == notes(game)[-1]


# ------------------------------------------------------------------ steps that repeat


def asking_until(number: int, *, done_with_question: bool = False) -> Any:
    """A repeating step that asks red until it has picked so often."""

    @step("asking", repeat=True)
    def ask_again(tx: Tx) -> object:
        asked = tx[Flow].asked.get("red", 0)
        if asked < number:
            tx.ask("red", "pick")
        return DONE if asked + done_with_question >= number else None

    return ask_again


def test_a_repeating_step_runs_again_after_each_answer_until_it_is_done():
    game = small_game(procedure("game", "asking", "z"), asking_until(3), noting("z"), *PICKING)

    for number in (1, 2, 3):
        game.submit("red", Pick(number))

    assert ("red picks 1", "red picks 2", "red picks 3", "z") == notes(game)


@pytest.mark.parametrize("more", [("z",), ()], ids=["before another step", "as the last step"])
def test_a_repeating_step_may_put_its_last_question_and_be_done(more):
    """The question was lost when the step was the last of its procedure: the frame it belonged to was gone."""
    text = procedure("game", "inner", "end") + procedure("inner", "asking", *more)
    game = small_game(text, asking_until(2, done_with_question=True), noting("z"), noting("end"), *PICKING)

    game.submit("red", Pick(1))
    assert ("red pick single",) == open_to(game)
    game.submit("red", Pick(2))

    assert ("red picks 1", "red picks 2", *more, "end") == notes(game)


def test_what_a_step_pushed_when_it_was_done_runs_before_the_next_pass_is_looked_for():
    @loop("until-noted")
    def until_noted(look: Look, args: Mapping[str, Any] | None) -> dict[str, Any] | None:
        return None if look[Notes].lines else {}

    @step("work", repeat=True)
    def push_and_done(tx: Tx) -> object:
        tx.push("pushed")
        return DONE

    text = procedure("game", "work", repeat="until-noted") + procedure("pushed", "a")

    assert ("a",) == notes(small_game(text, until_noted, push_and_done, noting("a")))


def test_a_repeating_step_that_does_nothing_and_is_not_done_is_an_error():
    @step("idle", repeat=True)
    def idle(tx: Tx) -> None:
        return None

    assert 'step "idle" repeats although nothing happened; it must return DONE' == refusal(
        RuleModuleError, small_game, procedure("game", "idle"), idle
    )


# ------------------------------------------------------------------ push


def test_of_several_pushed_procedures_the_first_runs_first():
    @step("start")
    def push_two(tx: Tx) -> None:
        tx.push("one", seat="gold")
        tx.push("two")
        tx.emit(Noted("pushed"))

    text = procedure("game", "start", "z") + procedure("one", "a") + procedure("two", "b")

    assert ("pushed", "a gold", "b", "z") == notes(
        small_game(text, push_two, *(noting(name) for name in ("a", "b", "z")))
    )


def test_a_procedure_pushed_by_a_pushed_one_runs_before_its_siblings():
    @step("start")
    def push_two(tx: Tx) -> None:
        tx.push("one")
        tx.push("two")

    @step("a")
    def push_inner(tx: Tx) -> None:
        tx.emit(Noted("a"))
        tx.push("inner")

    text = procedure("game", "start") + procedure("one", "a", "c") + procedure("two", "d") + procedure("inner", "b")

    assert ("a", "b", "c", "d") == notes(small_game(text, push_two, push_inner, noting("b"), noting("c"), noting("d")))


def test_a_pushed_procedure_inherits_the_words_of_the_one_that_pushed_it():
    @step("start")
    def push_one(tx: Tx) -> None:
        tx.push("one", what="song")

    @step("a")
    def note_words(tx: Tx) -> None:
        tx.emit(Noted(f"{tx.seat} {tx.arg('what')}"))

    text = procedure("game", "start", each="table") + procedure("one", "a")

    assert ("red song", "gold song") == notes(small_game(text, push_one, note_words, seats=("red", "gold")))


def test_an_observer_may_push_too():
    @on(Noted)
    def sing_after_a(tx: Tx, event: Noted) -> None:
        if event.line == "a":
            tx.push("song")

    text = procedure("game", "a", "z") + procedure("song", "b")

    assert ("a", "b", "z") == notes(small_game(text, sing_after_a, noting("a"), noting("b"), noting("z")))


def test_pushing_an_unknown_procedure_is_an_error_that_names_the_nearest():
    @step("start")
    def push_wrongly(tx: Tx) -> None:
        tx.push("gama")

    assert '"gama" is not a procedure of this rulebook. Did you mean "game"?' == refusal(
        UnknownName, small_game, procedure("game", "start"), push_wrongly
    )


# ------------------------------------------------------------------ ends


def test_finishing_in_the_middle_closes_every_question_and_the_whole_order_of_play():
    @on(Noted)
    def end_with_a_song(tx: Tx, event: Noted) -> None:
        if event.line == "red picks 3":
            tx.finish(["blue"], "Red sang.", cites=("song",))
            tx.push("later")

    @step("ask")
    def ask_everybody(tx: Tx) -> None:
        tx.ask("red", "pick")
        tx.ask_sealed("pick", ["blue", "gold"])

    text = procedure("game", "outer", "later") + procedure("outer", "ask", "z", each="table") + procedure("later", "y")
    game = small_game(text, end_with_a_song, ask_everybody, noting("z"), noting("y"), *PICKING)
    game.submit("blue", Pick(1))

    game.submit("red", Pick(3))

    assert (("blue",), "Red sang.", ("song",)) == (game.outcome.winners, game.outcome.reason, game.outcome.cites)
    assert ("red picks 3",) == notes(game)
    assert () == game.decisions == game[Flow].agenda
    assert {} == game[Flow].asks == game[Flow].sealed
    assert {"blue", "gold"} == {event.seat for event in happened(game, "withdrawn")}


def test_a_game_that_goes_round_in_circles_is_stopped():
    @loop("for-ever")
    def for_ever(look: Look, args: Mapping[str, Any] | None) -> dict[str, Any]:
        return {}

    @step("nothing")
    def nothing(tx: Tx) -> None: ...

    text = procedure("game", "circle") + procedure("circle", "nothing", repeat="for-ever")

    assert 'the game goes round in circles in procedure "circle": no decision and no end' == refusal(
        RuleModuleError, small_game, text, for_ever, nothing
    )


def test_many_steps_without_a_decision_are_no_circle():
    @loop("long")
    def long(look: Look, args: Mapping[str, Any] | None) -> dict[str, Any] | None:
        left = 2000 if args is None else args["left"] - 1
        return {"left": left} if left else None

    @step("nothing")
    def nothing(tx: Tx) -> None: ...

    game = small_game(procedure("game", "circle") + procedure("circle", "nothing", repeat="long"), long, nothing)

    assert "The order of play has run out." == game.outcome.reason
