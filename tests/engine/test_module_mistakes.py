"""What authors of rule modules get wrong in Python: refused when the ruleset is loaded, or named when it happens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import cycle
from typing import Any

import pytest
from small_rules import PICKING, SEATS, Noted, noting, picking_without, procedure, refusal, small_game, small_rulebook

from dunerules import RuleModuleError, RulesetError
from dunerules.rules import Ask, Look, Tx, event, loop, on, order, public, space, step, table

GAME = procedure("game", "go")
TURNS = procedure("game", "turns") + procedure("turns", "go", each="odd")


def step_that(act: Any) -> Any:
    """The step `go`, which does this with its transaction."""

    @step("go")
    def go(tx: Tx) -> None:
        act(tx)

    return go


def order_of(given: object) -> Any:
    """The order `odd`, which gives this."""

    @order("odd")
    def odd(look: Look) -> Any:
        return given

    return odd


# ------------------------------------------------------------------ refused when the ruleset is loaded


def test_a_function_that_takes_other_arguments_than_its_hook_gives_is_refused():
    @step("go")
    def go(tx: Tx, seat: str) -> None: ...

    path = "small_rules.test_a_function_that_takes_other_arguments_than_its_hook_gives_is_refused.<locals>.go"
    expected = f"small.rules.toml: {path}: expected a function of (tx), found one of (tx, seat)."
    assert expected == refusal(RulesetError, small_rulebook, GAME, go)


def test_a_function_may_have_defaults_or_take_whatever_comes():
    @step("go")
    def go(tx: Tx, line: str = "") -> None: ...

    @on(Noted)
    def whatever(*arguments: Any) -> None: ...

    assert "go" in small_rulebook(GAME, go, whatever).hooks["run_step"]


def test_a_step_that_yields_is_refused_because_nothing_would_run_it():
    @step("go")
    def go(tx: Tx) -> Iterator[None]:
        yield tx.emit(Noted("never"))

    told = refusal(RulesetError, small_rulebook, GAME, go)

    assert "expected a plain function, found one that yields or awaits, which would never be run." in told


def test_an_order_may_yield_its_seats():
    @order("odd")
    def odd(look: Look) -> Iterator[str]:
        yield from reversed(look.seats)

    game = small_game(TURNS, odd, noting("go"))

    assert ("go gold", "go blue", "go red") == tuple(e.line for e in game.events if isinstance(e, Noted))


def test_what_a_game_cannot_hold_is_refused_where_it_is_declared():
    @table("things")
    class Things:
        items: list[int] = public(factory=list)

    @event("weighed")
    class Weighed:
        weight: float

    told = refusal(RulesetError, small_rulebook, GAME, Things, Weighed, noting("go"))

    assert 'the table "things" has fields that cannot be kept: items.' in told
    assert 'the event "weighed" has fields that cannot be kept: weight.' in told


def test_a_module_that_serves_a_step_twice_is_told_so():
    told = refusal(RulesetError, small_rulebook, GAME, noting("go"), noting("go"))

    assert 'small.rules.toml: its Python serves "go" of the hook run_step twice.\n  Keep one of the two.' == told


# ------------------------------------------------------------------ named when it happens


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (None, 'the order "odd" gives None, which is no order of seats'),
        ("red", "the order \"odd\" gives 'red', which is no order of seats"),
        ({"red"}, "the order \"odd\" gives {'red'}, which is no order of seats"),
        (("red", "jade"), "the order \"odd\" gives 'jade', and nobody sits there"),
        (cycle(SEATS), 'the order "odd" gives more than 1000 seats'),
    ],
    ids=["nothing", "one seat", "set", "nobody", "endless"],
)
def test_an_order_that_gives_no_seats_is_an_error_that_names_it(given, expected):
    assert expected == refusal(RuleModuleError, small_game, TURNS, order_of(given), noting("go"))


def test_a_loop_that_gives_no_words_is_an_error_that_names_it():
    @loop("odd")
    def odd(look: Look, args: Mapping[str, Any] | None) -> Any:
        return True

    text = procedure("game", "turns") + procedure("turns", "go", repeat="odd")

    assert 'the loop "odd" gives True, not words for the next pass' == refusal(
        RuleModuleError, small_game, text, odd, noting("go")
    )


def test_choices_that_are_no_space_are_an_error_that_names_the_question():
    @space("pick")
    def listed(look: Look, ask: Ask) -> Any:
        return [1, 2, 3]

    asking = step_that(lambda tx: tx.ask("red", "pick"))

    assert 'the choices of "pick" are [1, 2, 3], which is no space' == refusal(
        RuleModuleError, small_game, GAME, asking, listed, *picking_without("pick_space")
    )


def test_reactions_that_set_each_other_off_are_stopped():
    @on(Noted)
    def again(tx: Tx, event: Noted) -> None:
        tx.emit(Noted("again"))

    assert 'reactions to "noted" set each other off without end' == refusal(
        RuleModuleError, small_game, GAME, again, noting("go")
    )


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        (
            lambda tx: tx.ask_sealed("pick", ["red", "blue", "red"]),
            'red is asked "pick" twice at once, and only one answer can be taken',
        ),
        (lambda tx: tx.finish(["jade"], "Won."), "'jade' wins, and nobody sits there"),
        (lambda tx: tx.finish("red", "Won."), "'r' wins, and nobody sits there"),
        (lambda tx: tx.roll("die", 0), '"die" is a roll of 0 sides, which can show nothing'),
        (lambda tx: tx.pick("card", ()), '"card" is a pick from nothing'),
        (
            lambda tx: tx.pick("card", {"ace"}),
            '"card" draws from a set, whose order changes from run to run: sort it first',
        ),
        (
            lambda tx: tx.shuffled("deck", {"ace"}),
            '"deck" draws from a set, whose order changes from run to run: sort it first',
        ),
    ],
    ids=["asked twice", "nobody wins", "a word wins", "no sides", "no items", "pick of a set", "shuffled set"],
)
def test_what_no_rule_can_mean_is_an_error_of_the_rule_module(act, expected):
    assert expected == refusal(RuleModuleError, small_game, GAME, step_that(act), *PICKING)


def test_a_value_that_cannot_be_written_down_is_told_with_where_it_stands():
    game = small_game(procedure("game", "go", "z"), step_that(lambda tx: tx.emit(Noted(0.5))), noting("z"))

    assert (
        "event:noted: 0.5 is not plain data: use int, str, bool, None, tuple, dict, frozenset or a declared class"
        == refusal(TypeError, game.log)
    )
