"""Starting a game: seats, persons, a position, and the step that play starts at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from small_rules import (
    PICKING,
    SEATS,
    Notes,
    compiled,
    module,
    notes,
    noting,
    open_to,
    procedure,
    refusal,
    small_rulebook,
)

from dunerules import Game, SeatingError, load
from dunerules.engine.errors import DunerulesError
from dunerules.engine.flow import Seating
from dunerules.engine.rulebook import UnknownName
from dunerules.rules import Look, Tx, given, loop, order, step

FEUD = load("dice-feud")


@given("lines")
def lay_out_lines(tx: Tx, value: Any) -> None:
    tx.arrange(Notes, lines=tuple(value))


@step("turn")
def take_turn(tx: Tx) -> None:
    tx.ask(tx.seat, "pick")


@loop("endless")
def turns_for_ever(look: Look, args: Mapping[str, Any] | None) -> dict[str, Any]:
    """Red and blue have turns, gold never has."""
    return {"seat": "blue" if args and args["seat"] == "red" else "red"}


ROUNDS = (
    procedure("game", "a", "rounds", "z")
    + procedure("rounds", "b", "turns", "c")
    + procedure("turns", "d", "turn", each="table")
    + procedure("endless", "turn", repeat="endless")
    + procedure("aside", "e")
)


def rounds(text: str = ROUNDS) -> Any:
    steps = (noting(name) for name in "abcdez")
    return small_rulebook(text, take_turn, turns_for_ever, lay_out_lines, *steps, *PICKING)


# ------------------------------------------------------------------ seats and persons


def test_all_factions_are_seated_unless_seats_are_named():
    assert ("red", "blue", "gold", "jade") == Game.start(FEUD)[Seating].seats
    assert ("jade", "red") == Game.start(FEUD, ["jade", "red"])[Seating].seats


def test_a_seat_plays_for_the_side_of_its_faction_or_for_itself():
    assert {"jade": "dusk", "red": "dawn"} == Game.start(FEUD, ["jade", "red"])[Seating].sides
    assert {seat: seat for seat in SEATS} == Game.start(rounds(), SEATS)[Seating].sides


def test_a_person_may_hold_several_seats_and_sees_what_each_of_them_sees():
    game = Game.start(FEUD, persons={"red": "Ann", "gold": "Ann", "blue": "Bob"})

    assert {"red": "Ann", "blue": "Bob", "gold": "Ann", "jade": "jade"} == game[Seating].persons
    assert ("red", "gold") == game.seats_of("Ann") == game.view("Ann").seats
    assert {"red": 6, "gold": 8} == {
        seat: coins for seat, coins in game.view("Ann").table("feud").coins.items() if type(coins) is int
    }
    assert 'nobody called "Anna" plays. Did you mean "Ann"?' == refusal(DunerulesError, game.view, "Anna")


@pytest.mark.parametrize(
    ("seats", "persons", "expected"),
    [
        (["red", "bleu"], {}, '"bleu" is not a faction of dice-feud. Did you mean "blue"?'),
        (["red", "x"], {}, '"x" is not a faction of dice-feud. Known: "blue", "gold", "jade", "red".'),
        (["red", "blue", "red"], {}, '"red" is seated twice; every faction can be seated once.'),
        (["red"], {}, "dice-feud is for 2 to 4 seats, and 1 were taken."),
        ([], {}, "dice-feud is for 2 to 4 seats, and 0 were taken."),
        (["red", "blue"], {"gold": "Ann"}, '"gold" has a person but no seat. Known: "blue", "red".'),
        (["red", "blue"], {"rde": "Ann"}, '"rde" has a person but no seat. Did you mean "red"?'),
    ],
)
def test_seats_that_cannot_play_are_refused(seats, persons, expected):
    assert expected == refusal(SeatingError, Game.start, FEUD, seats, persons=persons)


def test_too_many_seats_are_refused():
    most = '[[quantity]]\nid = "seats.max"\ntitle = "Most seats"\nbase = 2\n'
    exactly = most + '[[quantity]]\nid = "seats.min"\ntitle = "Fewest seats"\nbase = 2\n'

    assert "small is for 1 to 2 seats, and 3 were taken." == refusal(SeatingError, Game.start, rounds(ROUNDS + most))
    assert "small is for 2 seats, and 3 were taken." == refusal(SeatingError, Game.start, rounds(ROUNDS + exactly))


def test_a_person_with_too_many_seats_is_refused():
    one = '[[quantity]]\nid = "seats.per-person"\ntitle = "Most seats of a person"\nbase = 1\n'
    persons = {"red": "Ann", "blue": "Ann"}

    assert 'small gives every person 1 seat, and "Ann" took 2.' == refusal(
        SeatingError, Game.start, rounds(ROUNDS + one), persons=persons
    )
    assert 'small gives every person at most 2 seats, and "Ann" took 3.' == refusal(
        SeatingError,
        Game.start,
        rounds(ROUNDS + one.replace("base = 1", "base = 2")),
        persons={**persons, "gold": "Ann"},
    )


def test_a_ruleset_without_factions_can_be_compiled_but_not_played():
    rulebook = compiled(module("small.alone", procedure("game", "a"), step("a")(lambda tx: None)))

    assert "small has no factions, so nobody can play it." == refusal(SeatingError, Game.start, rulebook)


# ------------------------------------------------------------------ positions


def test_a_position_is_laid_out_before_play_begins():
    game = Game.start(rounds(), given={"lines": ["first", "second"]})

    assert ("first", "second", "a", "b", "d red") == notes(game)


def test_a_word_that_no_module_gives_a_meaning_is_refused():
    assert '"line" is not a word for a position of this rulebook. Did you mean "lines"?' == refusal(
        UnknownName, Game.start, rounds(), given={"line": []}
    )


def test_play_starts_at_a_step_inside_all_that_leads_there_and_goes_on_behind_it():
    rulebook = small_rulebook(
        ROUNDS, *(noting(name) for name in ("a", "b", "c", "d", "e", "z", "turn")), turns_for_ever
    )

    assert ("c", "z") == notes(Game.start(rulebook, at="c"))
    assert ("turn red", "d blue", "turn blue", "d gold", "turn gold", "c", "z") == notes(
        Game.start(rulebook, at="turn")
    )
    assert ("turn gold", "c", "z") == notes(Game.start(rulebook, at="turn", turn_of="gold"))


def test_play_may_start_at_a_procedure():
    assert ("d red",) == notes(Game.start(rounds(), at="turns"))


def test_play_starts_with_the_turn_of_a_seat():
    game = Game.start(rounds(), at="turn", turn_of="blue")

    assert ("blue pick single",) == open_to(game)


def test_a_step_that_the_order_of_play_does_not_lead_to_is_refused():
    assert '"trun" is not a step of small. Did you mean "turn"?' == refusal(
        DunerulesError, Game.start, rounds(), at="trun"
    )
    assert '"e" is not a step of small. Known: "a", "b", "c", "d", "rounds", "turn", "turns", "z".' == refusal(
        DunerulesError, Game.start, rounds(), at="e"
    )


@pytest.mark.parametrize(
    ("at", "turn_of", "expected"),
    [
        ("turn", "purple", '"purple" has the turn but no seat. Known: "blue", "gold", "red".'),
        ("turn", "glod", '"glod" has the turn but no seat. Did you mean "gold"?'),
        ("", "gold", 'it is the turn of "gold", but nothing says at which step.'),
    ],
)
def test_a_turn_that_cannot_be_is_refused(at, turn_of, expected):
    assert expected == refusal(SeatingError, Game.start, rounds(), at=at, turn_of=turn_of)


def test_a_turn_that_never_comes_is_refused():
    """An endless loop was searched for ever for the turn of a seat that it passes over."""
    text = ROUNDS.replace('"rounds", "z"', '"endless", "z"')

    assert 'procedure "endless" has no turn of gold for the position at "turn".' == refusal(
        DunerulesError, Game.start, rounds(text), at="turn", turn_of="gold"
    )
    assert ("blue pick single",) == open_to(Game.start(rounds(text), at="turn", turn_of="blue"))


def test_a_step_that_no_seat_comes_to_is_refused():
    @order("nobody")
    def nobody(look: Look) -> tuple[str, ...]:
        return ()

    text = procedure("game", "turns") + procedure("turns", "a", each="nobody")

    assert 'procedure "turns" has no turn for the position at "a".' == refusal(
        DunerulesError, Game.start, small_rulebook(text, nobody, noting("a")), at="a"
    )


def test_a_position_may_be_in_the_last_pass_of_a_loop():
    game = Game.start(FEUD, given={"round": 3, "slots": {"gate": {"red": [3]}}}, at="score")

    assert "Dawn wins with 1 points." == game.outcome.reason


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ({"seed": "seven"}, "seed: expected a whole number, found 'seven'."),
        ({"persons": {"red": 7}}, "persons: expected a table of seats and persons, found {'red': 7}."),
        ({"at": 3}, "at: expected a text, found 3."),
    ],
)
def test_a_start_with_values_of_a_wrong_type_is_refused_at_once(start, expected):
    assert expected == refusal(TypeError, Game.start, FEUD, **start)
