"""The functions that are written for quantities and permissions ask no more than they must, and nothing twice."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import field, frozen

from dunerules.engine.conditions import BUILT_IN_FACTS, Fact
from dunerules.engine.declarations import (
    EffectDeclaration,
    PermissionDeclaration,
    PermissionRule,
    QuantityDeclaration,
    Reference,
)
from dunerules.engine.origin import Origin, Precedence
from dunerules.engine.permissions import compile_permissions
from dunerules.engine.quantities import compile_quantities

CORE = Origin("core", "general", "core.toml", "")


@frozen
class Book:
    modules: tuple[str, ...] = ("core",)
    options: dict[str, dict[str, bool | int | str]] = field(factory=dict)


class Asked:
    """A fact about a card that notes what it is asked; the answer is what the look, a mapping, says of the card."""

    def __init__(self, *, fixed, needs=("card",)):
        self.calls = []
        self.fact = Fact("kind", self, needs=needs, fixed=fixed)

    def __call__(self, look, ctx, value):
        named = tuple(ctx[key] for key in self.fact.needs)
        self.calls.append((*named, value))
        return look[named[0]] == value


def surroundings(fact):
    return {
        "facts": {**BUILT_IN_FACTS, "kind": fact.fact},
        "precedence": Precedence({}),
        "static_context": Book(),
        "known_values": {"faction": ("red", "blue")},
    }


def price(fact, *effects, needs=("card",), **kwargs):
    """A quantity of which `effects` are conditional parts."""
    declared = QuantityDeclaration("price", "price of a card", kwargs.pop("base", 1), needs, **kwargs)
    numbered = [
        (
            Origin("extra", "option", "extra.toml", f"effect[{index}]"),
            EffectDeclaration(f"extra {index}", "price", **one),
        )
        for index, one in enumerate(effects)
    ]
    found, problems = compile_quantities([(CORE, declared)], numbered, [], options={}, **surroundings(fact))
    assert [] == problems
    return found["price"]


def playing(fact, *rules, default="allow"):
    """A permission with some rules, each in a layer above the one before."""
    layers = ("edition", "option", "faction", "card")
    declared = PermissionDeclaration("play", "play a card", default, needs=("seat", "card"))
    placed = [
        (Origin(layer, layer, f"{layer}.toml", "permission[0]"), PermissionRule(layer, **one))
        for layer, one in zip(layers, rules, strict=False)
    ]
    found, problems = compile_permissions([(CORE, declared)], placed, [], **surroundings(fact))
    assert [] == problems
    return found["play"]


LOOK = {"ace": "hearts", "king": "clubs"}


def test_a_fixed_fact_is_asked_once_for_each_context():
    asked = Asked(fixed=True)
    quantity = price(asked, {"when": {"kind": "hearts"}, "add": 2})

    values = [quantity.value(LOOK, {"card": card}) for card in ("ace", "king", "ace", "king")]

    assert [3, 1, 3, 1] == values
    assert [("ace", "hearts"), ("king", "hearts")] == asked.calls


def test_a_fixed_fact_that_needs_two_words_is_asked_once_for_each_pair():
    asked = Asked(fixed=True, needs=("card", "seat"))
    quantity = price(asked, {"when": {"kind": "hearts"}, "add": 2}, needs=("card", "seat"))

    values = [quantity.value(LOOK, {"card": "ace", "seat": seat}) for seat in ("red", "blue", "red")]

    assert [3, 3, 3] == values
    assert [("ace", "red", "hearts"), ("ace", "blue", "hearts")] == asked.calls


def test_any_other_fact_is_asked_each_time():
    asked = Asked(fixed=False)
    quantity = price(asked, {"when": {"kind": "hearts"}, "add": 2})

    values = [quantity.value(look, {"card": "ace"}) for look in (LOOK, {"ace": "clubs"})]

    assert [3, 1] == values
    assert 2 == len(asked.calls)


def test_what_one_rulebook_remembers_is_unknown_to_another():
    asked = Asked(fixed=True)
    one, other = (price(asked, {"when": {"kind": "hearts"}, "add": 2}) for _ in range(2))

    values = [one.value(LOOK, {"card": "ace"}), other.value({"ace": "clubs"}, {"card": "ace"})]

    assert [3, 1] == values


def test_a_failure_of_a_fixed_fact_is_not_remembered():
    quantity = price(Asked(fixed=True), {"when": {"kind": "hearts"}, "add": 2})

    with pytest.raises(KeyError):
        quantity.value({}, {"card": "ace"})

    assert 3 == quantity.value(LOOK, {"card": "ace"})


@pytest.mark.parametrize("fixed", [True, False])
def test_a_condition_holds_for_any_of_its_values_and_none_of_those_excluded(fixed):
    asked = Asked(fixed=fixed)
    effects = [{"when": {"kind": ["hearts", "clubs"]}, "add": 2}, {"unless": {"kind": "clubs"}, "multiply": 5}]
    quantity = price(asked, *effects)

    values = [quantity.value(LOOK, {"card": card}) for card in ("ace", "king")]

    assert [15, 3] == values


def test_what_is_compared_only_is_tried_before_rule_code():
    asked = Asked(fixed=False)
    quantity = price(asked, {"when": {"kind": "hearts", "seat": "red"}, "add": 2}, needs=("card", "seat"))

    assert 1 == quantity.value(LOOK, {"card": "ace", "seat": "blue"})
    assert [] == asked.calls


@pytest.mark.parametrize("rate", [Fraction(1, 2), Fraction(1, 3), 2])
def test_numbers_are_exact_until_they_are_rounded(rate):
    effects = [{"when": {"kind": "hearts"}, "multiply": rate}, {"when": {"kind": "clubs"}, "round": "down"}]
    quantity = price(Asked(fixed=True), *effects, base=5, round="up")

    explained = [quantity.explain(LOOK, {"card": card}).value for card in LOOK]

    assert [-(-5 * rate // 1), 5] == [quantity.value(LOOK, {"card": card}) for card in LOOK] == explained


def test_a_quantity_that_refers_to_another_computes_it():
    asked = Asked(fixed=False)
    rate = QuantityDeclaration("rate", "rate", 2, ("card",))
    cost = QuantityDeclaration("cost", "cost", Reference(quantity="rate"), ("card",))
    more = (
        Origin("extra", "option", "extra.toml", "effect[0]"),
        EffectDeclaration("more", "rate", when={"kind": "hearts"}, add=3),
    )
    found, problems = compile_quantities([(CORE, rate), (CORE, cost)], [more], [], options={}, **surroundings(asked))

    assert [] == problems
    assert [5, 2] == [found["cost"].value(LOOK, {"card": card}) for card in ("ace", "king")]


def test_a_rule_that_would_say_the_same_as_the_rest_is_not_asked_whether_it_holds():
    asked = Asked(fixed=False)
    permission = playing(
        asked, {"allow": "play", "when": {"kind": "hearts"}}, {"forbid": "play", "when": {"seat": "red"}}
    )

    allowed = [permission.allows(LOOK, {"seat": seat, "card": "ace"}) for seat in ("red", "blue")]

    assert [False, True] == allowed
    assert [] == asked.calls


def test_a_rule_between_two_of_the_other_verdict_decides():
    permission = playing(
        Asked(fixed=False),
        {"forbid": "play", "when": {"kind": "hearts"}},
        {"allow": "play", "when": {"seat": "blue"}},
    )

    allowed = {seat: permission.allows(LOOK, {"seat": seat, "card": "ace"}) for seat in ("red", "blue")}

    assert {"red": False, "blue": True} == allowed
    assert [False, True] == [permission.denial(LOOK, {"seat": seat, "card": "ace"}) is None for seat in ("red", "blue")]


@pytest.mark.parametrize("ask", ["allows", "denial"])
def test_a_permission_refuses_a_question_that_names_too_little(ask):
    permission = playing(Asked(fixed=False))

    with pytest.raises(TypeError) as caught:
        getattr(permission, ask)(LOOK, {"seat": "red"})

    assert 'The permission "play" cannot be asked without "card"; given: "seat".' == str(caught.value)
