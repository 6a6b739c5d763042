"""Quantities are computed in fixed stages and can say how."""

import random
from fractions import Fraction
from itertools import count
from math import ceil, floor

import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from dunerules.engine.conditions import BUILT_IN_FACTS, Fact
from dunerules.engine.declarations import LAYERS, EffectDeclaration, QuantityDeclaration, Reference
from dunerules.engine.errors import RuleModuleError
from dunerules.engine.marks import effect, marks_of
from dunerules.engine.origin import Origin, Precedence
from dunerules.engine.quantities import compile_quantities

FACTS = {**BUILT_IN_FACTS, "round": Fact("round", lambda look, ctx, value: look == value, values="int", exclusive=True)}
OPTIONS = {"core": {"cards": 4, "fast": True}, "extra": {"bonus": 2}}
CORE = Origin("core", "general", "core.toml", "quantity[0]")


@frozen
class Book:
    modules: tuple[str, ...] = ("core", "extra")
    options: dict[str, dict[str, object]] = OPTIONS


def hand(base=4, **kwargs):
    return CORE, QuantityDeclaration("hand.limit", "cards in hand", base, ("seat",), **kwargs)


def change(name="extra", index=0, layer="option", quantity="hand.limit", title="", **kwargs):
    origin = Origin(name, layer, f"{name}.toml", f"effect[{index}]")
    return origin, EffectDeclaration(title or f"{name} {index}", quantity, **kwargs)


def python(function, name="extra", layer="option"):
    return Origin(name, layer, f"{name}.py", function.__name__), marks_of(function)[0], function


def compiled(declared, effects=(), python_effects=(), earlier=None):
    quantities, problems = compile_quantities(
        declared,
        effects,
        python_effects,
        facts=FACTS,
        options=OPTIONS,
        precedence=Precedence(earlier or {}),
        static_context=Book(),
        known_values={"faction": ("red", "blue")},
    )
    return quantities, [str(problem) for problem in problems]


def value(*effects, seat="red", look=1, earlier=None, python_effects=(), **kwargs):
    quantities, problems = compiled([hand(**kwargs)], effects, python_effects, earlier)
    assert [] == problems
    explained = quantities["hand.limit"].explain(look, {"seat": seat})
    assert explained.value == quantities["hand.limit"].value(look, {"seat": seat})
    return explained.value


def test_a_quantity_without_effects_is_its_base():
    quantities, problems = compiled([hand()])

    assert [] == problems
    assert 4 == quantities["hand.limit"].constant
    assert 4 == quantities["hand.limit"].value(None, {"seat": "red"})


def test_stages_come_in_their_order_whatever_the_order_of_the_effects():
    effects = [
        change(index=0, max=20),
        change(index=1, min=3),
        change(index=2, multiply=Fraction(1, 2)),
        change(index=3, add=3),
        change(index=4, set=6),
        change(index=5, round="up"),
    ]

    assert 5 == value(*effects)
    assert 5 == value(*reversed(effects))


def test_fractions_stay_exact_and_a_whole_result_is_an_int():
    third = change(multiply=Fraction(1, 3))

    assert Fraction(4, 3) == value(third, fraction=True)
    assert int is type(value(third, base=6))
    assert (2, 1, 1, 2) == (
        value(third, round="up"),
        value(third, round="down"),
        value(third, round="nearest"),
        value(change(multiply=Fraction(3, 8)), round="nearest"),
    )


def test_a_fraction_that_nothing_makes_whole_is_refused_unless_the_number_may_be_one():
    half = change(multiply=Fraction(1, 2), when={"seat": "red"})
    late = change(index=1, max=Fraction(7, 2), round="up")

    refused = [
        'extra.toml: effect[0].multiply: "hand.limit" is a whole number, and multiply = 1/2 may leave a fraction.\n'
        '  Write a whole number, or add  round = "down"  (or "up", or "nearest").'
    ]
    assert refused == compiled([hand()], [half])[1]
    assert [] == compiled([hand(fraction=True)], [half])[1]
    assert [] == compiled([hand(round="up")], [half])[1]
    assert [] == compiled([hand()], [change(multiply=Fraction(1, 2), round="up", when={"seat": "red"})])[1]
    assert 2 == value(change(multiply=Fraction(1, 2)))
    assert ["Write a whole number."] == [text.split("\n  ")[1] for text in compiled([hand()], [late])[1]]


def test_the_largest_lower_bound_counts_and_then_the_smallest_upper_bound():
    assert 7 == value(change("a", min=5), change("b", min=7), change("c", max=9))
    assert 2 == value(change("a", min=5), change("b", max=3), change("c", max=2))
    assert 6 == value(min=6)
    assert 3 == value(max=3)


def test_the_highest_layer_with_a_matching_set_decides():
    effects = [
        change("house", layer="house", set=9, when={"seat": "blue"}),
        change("card", layer="card", set=7),
        change("edition", layer="edition", set=1),
    ]

    assert 7 == value(*effects, seat="red")
    assert 9 == value(*effects, seat="blue")


def test_inside_a_layer_the_later_set_decides():
    effects = [change("one", set=1), change("two", set=2)]

    assert 1 == value(*effects, earlier={"one": frozenset({"two"})})
    assert 2 == value(*effects, earlier={"two": frozenset({"one"})})


def test_sets_of_one_layer_that_exclude_each_other_need_no_order():
    effects = [
        change("one", set=1, when={"seat": "red"}),
        change("two", set=2, when={"seat": "blue"}),
        change("three", set=3, unless={"seat": ("red", "blue")}),
    ]

    assert (1, 2, 3) == tuple(value(*effects, seat=seat) for seat in ("red", "blue", "green"))


def test_two_sets_that_nothing_orders_are_refused_with_the_line_that_settles_it():
    _, problems = compiled([hand()], [change("two", 3, set=2), change("one", set=1, when={"seat": "red"})])

    assert [
        'one.toml: effect[0]: "one" (one.toml: effect[0]) and "two" (two.toml: effect[3]) both set "hand.limit", '
        'both in the layer "option", and nothing orders them.\n'
        '  Add  after = ["one"]  to two, or the reverse.'
    ] == problems


def test_two_roundings_that_nothing_orders_are_refused():
    _, problems = compiled([hand(round="up")], [change("one", round="up"), change("two", round="down")])

    assert [
        'one.toml: effect[0]: "one" (one.toml: effect[0]) and "two" (two.toml: effect[0]) both round "hand.limit", '
        'both in the layer "option", and nothing orders them.\n'
        '  Add  after = ["one"]  to two, or the reverse.'
    ] == problems


def test_two_sets_of_the_same_origin_that_can_both_hold_are_refused():
    _, problems = compiled([hand()], [change("one", 0, set=2), change("one", 1, set=1, when={"seat": "red"})])

    assert [
        'one.toml: effect[1]: "one" sets "hand.limit" twice, here and in effect[0], and both can hold at once.\n'
        '  Give one of them a "when" or "unless" that excludes the other.'
    ] == problems


def test_an_effect_may_replace_the_rounding():
    half = change("half", multiply=Fraction(1, 8))

    assert 0 == value(half, change("down", round="down"), round="up")
    assert 1 == value(half, change("down", round="down", when={"seat": "blue"}), round="up")


def test_an_operand_may_be_an_option_or_another_quantity():
    other = (CORE.at("quantity[1]"), QuantityDeclaration("bonus", "extra cards", 1, ("seat",)))
    declared = [hand(Reference(option="core/cards"), max=Reference(option="core/cards")), other]
    effects = [
        change(add=Reference(quantity="bonus")),
        change("house", quantity="bonus", add=Reference(option="extra/bonus"), when={"seat": "red"}),
        change("high", max=50, min=6),
    ]

    quantities, problems = compiled([declared[0], other], effects)
    free, _ = compiled([hand(Reference(option="core/cards")), other], effects)

    assert [] == problems
    assert 4 == quantities["hand.limit"].value(None, {"seat": "red"})
    assert 7 == free["hand.limit"].value(None, {"seat": "red"})
    assert 6 == free["hand.limit"].value(None, {"seat": "blue"})
    assert 1 == quantities["bonus"].value(None, {"seat": "blue"})


def test_a_reference_to_a_constant_quantity_is_folded():
    other = (CORE.at("quantity[1]"), QuantityDeclaration("bonus", "extra cards", 1))

    quantities, _ = compiled([hand(), other], [change(add=Reference(quantity="bonus"))])

    assert 5 == quantities["hand.limit"].constant


def test_wrong_references_are_refused():
    declared = [hand(), (CORE.at("quantity[1]"), QuantityDeclaration("cost", "price", 1, ("seat", "place")))]

    _, problems = compiled(
        declared,
        [
            change(index=0, add=Reference(option="core/crads")),
            change(index=1, add=Reference(option="core/fast")),
            change(index=2, add=Reference(quantity="hand.limits")),
            change(index=3, add=Reference(quantity="cost")),
            change(index=4, add=Reference(quantity="cost", option="core/cards")),
        ],
    )

    assert [
        'extra.toml: effect[0].add: "core/crads" is not an option of a selected module.\n  Did you mean "core/cards"?',
        'extra.toml: effect[1].add: The option "core/fast" is not a whole number, so it cannot be used here.',
        'extra.toml: effect[2].add: "hand.limits" is not a quantity.\n  Did you mean "hand.limit"?',
        'extra.toml: effect[3].add: The quantity "cost" needs "place", '
        'which a question about "hand.limit" does not give.\n'
        '  Add "place" to the needs of "hand.limit".',
        'extra.toml: effect[4].add: A reference names either an "option" or a "quantity".',
    ] == problems


def test_quantities_that_refer_to_each_other_in_a_circle_are_refused():
    other = (CORE.at("quantity[1]"), QuantityDeclaration("bonus", "extra", Reference(quantity="hand.limit"), ("seat",)))

    quantities, problems = compiled([hand(), other], [change(add=Reference(quantity="bonus"))])

    assert [
        "extra.toml: effect[0]: These quantities refer to each other in a circle: bonus -> hand.limit -> bonus."
    ] == problems
    assert {"bonus", "hand.limit"} == set(quantities)


def test_a_quantity_declared_twice_is_refused_with_both_places():
    again = Origin("again", "edition", "again.toml", "quantity[2]")

    _, problems = compiled([(again, hand()[1]), hand()])

    assert [
        'again.toml: quantity[2]: The quantity "hand.limit" is declared twice: by "core" (core.toml: quantity[0]) '
        'and by "again" (again.toml: quantity[2]).\n'
        "  Keep one of them, or change the number with an [[effect]]."
    ] == problems


def test_an_effect_on_an_unknown_quantity_suggests_the_nearest():
    _, problems = compiled([hand()], [change(quantity="hand.limt", add=1)])

    assert ['extra.toml: effect[0]: "hand.limt" is not a quantity.\n  Did you mean "hand.limit"?'] == problems


def test_an_effect_on_a_quantity_of_a_module_that_is_not_selected_is_silent_when_it_says_so():
    _, problems = compiled([hand()], [change(quantity="fleet.size", add=1, when={"module": "fleets"})])

    assert [] == problems


def test_an_effect_that_changes_nothing_is_refused():
    _, problems = compiled([hand()], [change(title="Hot air")])

    assert [
        'extra.toml: effect[0]: The effect "Hot air" changes nothing.\n'
        "  Give it one of: set, add, multiply, round, min, max."
    ] == problems


def test_asking_without_a_needed_key_says_which():
    quantities, _ = compiled([hand()])

    with pytest.raises(TypeError) as caught:
        quantities["hand.limit"].value(None, {"place": "hill"})

    assert 'The quantity "hand.limit" cannot be asked without "seat"; given: "place".' == str(caught.value)


@effect("hand.limit", stage="set", title="As many as the round", unless={"round": 9})
def as_the_round(look, ctx):
    return look if look > 2 else None


@effect("hand.limit", stage="add", title="Half a card")
def half_a_card(look, ctx):
    return 0.5


def test_python_effects_take_part_and_none_is_no_effect():
    lower = change("low", layer="general", set=1)

    assert 5 == value(lower, look=5, python_effects=[python(as_the_round)])
    assert 1 == value(lower, look=2, python_effects=[python(as_the_round)])
    assert 1 == value(lower, look=9, python_effects=[python(as_the_round)])


def test_a_python_set_needs_an_order_too():
    _, problems = compiled([hand()], [change("one", set=2)], [python(as_the_round)])

    assert [
        'extra.py: as_the_round: "extra" (extra.py: as_the_round) and "one" (one.toml: effect[0]) both set '
        '"hand.limit", both in the layer "option", and nothing orders them.\n'
        '  Add  after = ["extra"]  to one, or the reverse.'
    ] == problems


def test_a_python_effect_that_gives_a_float_is_named():
    quantities, _ = compiled([hand()], [], [python(half_a_card)])

    with pytest.raises(RuleModuleError) as caught:
        quantities["hand.limit"].value(None, {"seat": "red"})

    assert (
        'extra: half_a_card: the effect "Half a card" on "hand.limit" gave 0.5, '
        "not a whole number, a Fraction or None" == str(caught.value)
    )


def test_an_explanation_names_every_effect_and_those_that_did_not_apply():
    quantities, _ = compiled(
        [hand(Reference(option="core/cards"), round="up", max=9, cites=("rule.hand",))],
        [
            change("house", layer="house", set=7, when={"seat": "blue"}, title="Blue holds seven"),
            change("card", layer="card", set=5, cites=("rule.card",), title="Five for all"),
            change("low", layer="edition", set=2, title="Two for all"),
            change("half", multiply=Fraction(1, 2), unless={"round": 3}, title="Half"),
        ],
        [python(as_the_round, layer="general")],
    )

    explanation = quantities["hand.limit"].explain(1, {"seat": "red"})

    assert (
        "hand.limit is 3 (cards in hand)\n"
        '  base 4 from option "core/cards" = 4: cards in hand [core] (rule.hand)\n'
        "  set 5 = 5: Five for all [card] (rule.card)\n"
        "  multiply 1/2 = 5/2: Half, unless round is 3 [half]\n"
        "  round up = 3: its rounding [core] (rule.hand)\n"
        "  max 9 = 3: never more [core] (rule.hand)\n"
        "  not applied: set 7: Blue holds seven, when seat is blue [house]: its condition does not hold\n"
        '  not applied: set 2: Two for all [low]: "card" (card.toml: effect[0]) decides\n'
        "  not applied: set: As many as the round, unless round is 9 [extra]: it has no effect now" == str(explanation)
    )


NUMBERS = st.integers(-6, 6) | st.fractions(-3, 3, max_denominator=4)
CONDITIONS = st.sampled_from(({}, {"seat": "red"}, {"seat": "blue"}, {"round": 1}, {"module": "core"}, {"module": "x"}))
NAMES = ("a", "b", "c", "d", "e")
ORDERED = {name: frozenset(NAMES[:index]) for index, name in enumerate(NAMES)}


@st.composite
def effect_lists(draw):
    stages = st.sampled_from(("set", "add", "multiply", "round", "min", "max"))
    found = []
    numbers = count()
    for name in draw(st.lists(st.sampled_from(NAMES), unique=True)):
        for stage in draw(st.lists(stages, unique=True, max_size=4)):
            operand = draw(st.sampled_from(("up", "down", "nearest")) if stage == "round" else NUMBERS)
            layer = LAYERS[1 + NAMES.index(name) % 3]
            parts = {stage: operand, "when": draw(CONDITIONS), "unless": draw(CONDITIONS)}
            found.append(change(name, next(numbers), layer, **parts))
    return found


def naive(base, rounding, effects, look, ctx):
    """The rules of the stages, said as plainly as possible."""

    def true(name, word):
        return {"seat": ctx["seat"] == word, "round": look == word, "module": word in Book().modules}[name]

    def applies(one):
        unless = any(true(*part) for part in one.unless.items())
        return all(true(*part) for part in one.when.items()) and not unless

    found = [(origin, one) for origin, one in effects if applies(one)]
    found.sort(key=lambda pair: (pair[0].height, NAMES.index(pair[0].name)))
    number = Fraction(base)
    for _, one in found:
        number = number if one.set is None else Fraction(one.set)
        rounding = one.round or rounding
    number += sum(one.add for _, one in found if one.add is not None)
    for _, one in found:
        number *= 1 if one.multiply is None else one.multiply
    if rounding:
        number = {"up": ceil, "down": floor, "nearest": lambda n: floor(n + Fraction(1, 2))}[rounding](number)
    number = max([number] + [one.min for _, one in found if one.min is not None])
    return min([number] + [one.max for _, one in found if one.max is not None])


@settings(derandomize=True, max_examples=200, deadline=None)
@given(
    base=NUMBERS,
    rounding=st.sampled_from((None, "up", "down", "nearest")),
    effects=effect_lists(),
    seat=st.sampled_from(("red", "blue")),
    look=st.integers(1, 2),
    seed=st.integers(0, 99),
)
def test_values_explanations_and_a_naive_evaluator_agree_in_any_order_of_registration(
    base, rounding, effects, seat, look, seed
):
    shuffled = random.Random(seed).sample(effects, len(effects))
    quantities, problems = compiled([hand(base, round=rounding, fraction=True)], effects, earlier=ORDERED)
    others, _ = compiled([hand(base, round=rounding, fraction=True)], shuffled, earlier=ORDERED)
    one, other = quantities["hand.limit"], others["hand.limit"]
    ctx = {"seat": seat}

    found = one.value(look, ctx)

    assert [] == problems
    assert naive(base, rounding, effects, look, ctx) == found
    assert (type(found) is int) == (Fraction(found).denominator == 1)
    assert found == one.explain(look, ctx).value == other.value(look, ctx)
    assert one.explain(look, ctx) == other.explain(look, ctx)
