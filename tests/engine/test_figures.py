"""Figures: numbers of the rules as a text tells them, before any game is played."""

from __future__ import annotations

from fractions import Fraction

import pytest
from small_rules import base, compiled, module, procedure

from dunerules.engine.figures import exceptions, figure
from dunerules.rules import effect, fact

RULES = """
[[quantity]]
id = "pay"
title = "Pay"
base = 3
needs = ["seat"]
round = "up"
max = 9

[[effect]]
title = "Red earns more"
quantity = "pay"
when = { seat = "red" }
set = 5

[[effect]]
title = "Half at night"
quantity = "pay"
when = { night = true }
unless = { seat = "gold" }
multiply = "1/2"

[[quantity]]
id = "double"
title = "Twice the pay"
base = { quantity = "pay" }
needs = ["seat"]

[[effect]]
title = "Twice"
quantity = "double"
multiply = 2

[[quantity]]
id = "wind"
title = "Wind"
base = 1

[[quantity]]
id = "gust"
fraction = true
title = "Gust"
base = 1
"""


@fact("night", values="bool")
def is_night(look, ctx, value):
    raise AssertionError("a figure asks no game")


@effect("wind", stage="set", title="As it blows")
def as_it_blows(look, ctx):
    raise AssertionError("a figure asks no game")


@effect("gust", stage="add", title="And more")
def and_more(look, ctx):
    raise AssertionError("a figure asks no game")


def book(house: str = ""):
    rules = module("small.rules", RULES + procedure("game"), is_night, as_it_blows, and_more)
    return compiled(base(), rules, more=house)


@pytest.mark.parametrize(
    ("quantity", "assumed", "expected"),
    [
        ("pay", {}, 3),
        ("pay", {"seat": "red"}, 5),
        ("pay", {"seat": "blue"}, 3),
        ("pay", {"night": True}, 2),
        ("pay", {"night": False}, 3),
        ("pay", {"seat": "red", "night": True}, 3),
        ("pay", {"seat": "gold", "night": True}, 3),
        ("double", {"seat": "red"}, 10),
        ("gust", {}, 1),
    ],
)
def test_a_figure_holds_what_is_assumed_and_nothing_else(quantity, assumed, expected):
    rulebook = book()

    assert expected == figure(rulebook, rulebook.quantities[quantity], assumed)


def test_what_rule_code_sets_has_no_figure():
    rulebook = book()

    assert figure(rulebook, rulebook.quantities["wind"], {}) is None


def test_figures_stay_exact():
    rulebook = book('[[effect]]\ntitle = "A third"\nquantity = "gust"\nmultiply = "1/3"\n')

    assert Fraction(1, 3) == figure(rulebook, rulebook.quantities["gust"], {})


def titles(rulebook, assumed) -> list[str]:
    return [change.title for change in exceptions(rulebook.quantities["pay"], assumed)]


def test_exceptions_are_what_holds_only_in_some_cases():
    assert ["Red earns more", "Half at night"] == titles(book(), {})


def test_an_exception_that_the_assumptions_decide_is_none():
    assert ["Half at night"] == titles(book(), {"seat": "blue"})
    assert [] == titles(book(), {"seat": "gold"})
    assert ["Half at night"] == titles(book(), {"seat": "red"})


def test_an_exception_that_another_always_overrules_is_none():
    house = '[[effect]]\ntitle = "Our {}"\nquantity = "pay"\nwhen = {{ seat = {} }}\nset = 7\n'

    assert ["Our red", "Half at night"] == titles(book(house.format("red", '"red"')), {})
    assert ["Our two", "Half at night"] == titles(book(house.format("two", '["red", "blue"]')), {})
    assert ["Our blue", "Red earns more", "Half at night"] == titles(book(house.format("blue", '"blue"')), {})
