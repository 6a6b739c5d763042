"""Permissions are decided by the highest layer, and a refusal says why."""

import random

import pytest
from attrs import field, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from dunerules.engine.conditions import BUILT_IN_FACTS, Fact
from dunerules.engine.declarations import LAYERS, PermissionDeclaration, PermissionRule
from dunerules.engine.errors import Denial
from dunerules.engine.marks import allow, forbid, marks_of
from dunerules.engine.origin import Origin, Precedence
from dunerules.engine.permissions import compile_permissions

FACTS = {**BUILT_IN_FACTS, "round": Fact("round", lambda look, ctx, value: look == value, values="int", exclusive=True)}
CORE = Origin("core", "general", "core.toml", "may[0]")


@frozen
class Book:
    modules: tuple[str, ...] = ("core",)
    options: dict[str, dict[str, object]] = field(factory=lambda: {})


def bid(**kwargs):
    return CORE, PermissionDeclaration("bid.join", "join the bidding", needs=("seat", "price"), **kwargs)


def rule(name="extra", index=0, layer="option", title="", **kwargs):
    origin = Origin(name, layer, f"{name}.toml", f"permission[{index}]")
    return origin, PermissionRule(title or f"{name} {index}", **kwargs)


def python(function, name="extra", layer="option"):
    return Origin(name, layer, f"{name}.py", function.__name__), marks_of(function)[0], function


def compiled(declared, rules=(), python_rules=()):
    permissions, problems = compile_permissions(
        declared,
        rules,
        python_rules,
        facts=FACTS,
        precedence=Precedence({}),
        static_context=Book(),
        known_values={"faction": ("red", "blue")},
    )
    return permissions, [str(problem) for problem in problems]


def denial(*rules, seat="red", look=1, python_rules=(), **kwargs):
    permissions, problems = compiled([bid(**kwargs)], rules, python_rules)
    assert [] == problems
    found = permissions["bid.join"].denial(look, {"seat": seat, "price": 3})
    assert found == permissions["bid.join"].explain(look, {"seat": seat, "price": 3}).denial
    return found


def test_without_rules_the_default_decides():
    assert denial() is None
    assert Denial("join the bidding: no rule allows it") == denial(default="forbid")
    assert Denial("{seat} is red", ("rule.x",)) == denial(
        default="forbid", reason="{{seat}} is {seat}", cites=("rule.x",)
    )


def test_inside_a_layer_forbid_beats_allow():
    rules = [rule("one", allow="bid.join"), rule("two", forbid="bid.join", reason="Nobody bids")]

    assert Denial("Nobody bids") == denial(*rules)
    assert Denial("Nobody bids") == denial(*reversed(rules))


def test_the_highest_layer_with_a_matching_rule_decides():
    rules = [
        rule("house", layer="house", allow="bid.join", when={"seat": "red"}),
        rule("card", layer="card", forbid="bid.join", title="A card forbids it"),
    ]

    assert denial(*rules, seat="red") is None
    assert Denial("A card forbids it") == denial(*rules, seat="blue")


def test_a_reason_is_filled_from_the_context():
    no = rule(forbid="bid.join", reason="{seat} cannot pay {price}", cites=("rule.pay",))

    assert "red cannot pay 3 (rule.pay)" == str(denial(no))


def test_a_rule_with_a_static_condition_that_is_off_is_folded_away():
    permissions, _ = compiled([bid()], [rule(forbid="bid.join", when={"module": "other"})])

    assert "allow" == permissions["bid.join"].always
    assert 1 == len(permissions["bid.join"].rules)


@forbid("bid.join", reason="{seat} is too late", cites=("rule.late",))
def too_late(look, ctx):
    return look > 5


@allow("bid.join")
def blue_may_always(look, ctx):
    return ctx["seat"] == "blue"


def test_python_rules_take_part():
    rules = [python(too_late), python(blue_may_always, layer="faction")]

    assert denial(python_rules=rules, look=5) is None
    assert Denial("red is too late", ("rule.late",)) == denial(python_rules=rules, look=6)
    assert denial(python_rules=rules, look=6, seat="blue") is None


def test_an_explanation_says_what_became_of_every_rule():
    permissions, _ = compiled(
        [bid(cites=("rule.bid",))],
        [
            rule("house", layer="house", allow="bid.join", when={"round": 3}),
            rule("old", layer="general", allow="bid.join"),
        ],
        [python(too_late), python(blue_may_always, layer="faction")],
    )

    explanation = permissions["bid.join"].explain(6, {"seat": "red", "price": 3})

    assert not explanation.allowed
    assert (
        "bid.join is refused: red is too late (rule.late) (join the bidding)\n"
        "  does not hold: allow: house 0, when round is 3 [house]\n"
        "  does not hold: allow: blue may always [extra]\n"
        "  decides: forbid: {seat} is too late [extra] (rule.late)\n"
        "  overruled: allow: old 0 [old]\n"
        "  overruled: allow: unless a rule says otherwise [core] (rule.bid)" == str(explanation)
    )


def test_wrong_rules_are_refused_together():
    _, problems = compiled(
        [bid(), (Origin("again", "option", "again.toml", "may[1]"), bid()[1])],
        [
            rule(index=0, forbid="bid.joins"),
            rule(index=1, allow="bid.join", forbid="bid.join"),
            rule(index=2, forbid="bid.join", reason="{seta} may not"),
            rule(index=3, forbid="bid.join", reason="{seat may not"),
            rule(index=4, forbid="bid.join", reason="{price:>3} is too much"),
            rule(index=5, forbid="bid.join", when={"seat": "rde"}),
            rule(index=6, forbid="fleet.move", when={"module": "fleets"}),
        ],
    )

    assert [
        'again.toml: may[1]: The permission "bid.join" is declared twice: by "core" (core.toml: may[0]) '
        'and by "again" (again.toml: may[1]).',
        'extra.toml: permission[0]: "bid.joins" is not a permission.\n  Did you mean "bid.join"?',
        'extra.toml: permission[1]: The rule "extra 1" must name a permission either with "allow" or with "forbid".',
        'extra.toml: permission[2].reason: The reason "{seta} may not" names "seta", '
        'which a question about "bid.join" does not give.\n  Did you mean "seat"?',
        'extra.toml: permission[3].reason: The braces in "{seat may not" do not match.\n  Double a brace to show it.',
        'extra.toml: permission[4].reason: The reason "{price:>3} is too much" gives "price" a format.\n'
        "  Write  {price}  alone.",
        'extra.toml: permission[5].when.seat: "rde" is not a faction.\n  Did you mean "red"?',
    ] == problems


def test_asking_without_a_needed_key_says_which():
    permissions, _ = compiled([bid()])

    with pytest.raises(TypeError) as caught:
        permissions["bid.join"].denial(None, {})

    assert 'The permission "bid.join" cannot be asked without "seat", "price"; given: nothing.' == str(caught.value)


RULES = st.lists(
    st.tuples(
        st.sampled_from(LAYERS),
        st.sampled_from(("allow", "forbid")),
        st.sampled_from(({}, {"seat": "red"}, {"seat": "blue"}, {"round": 1}, {"module": "core"}, {"module": "x"})),
    ),
    max_size=6,
)


@settings(derandomize=True, max_examples=200, deadline=None)
@given(
    found=RULES,
    default=st.sampled_from(("allow", "forbid")),
    seat=st.sampled_from(("red", "blue")),
    look=st.integers(1, 2),
    seed=st.integers(0, 99),
)
def test_verdicts_explanations_and_a_naive_evaluator_agree_in_any_order_of_registration(
    found, default, seat, look, seed
):
    rules = [
        rule(f"m{index}", layer=layer, when=when, **{verdict: "bid.join"})
        for index, (layer, verdict, when) in enumerate(found)
    ]
    ctx = {"seat": seat, "price": 1}
    facts = {"seat": seat, "round": look, "module": "core"}
    verdicts = [
        (LAYERS.index(layer), verdict)
        for layer, verdict, when in found
        if all(facts[name] == word for name, word in when.items())
    ]
    expected = max(verdicts, default=(0, default))[1]  # "forbid" > "allow"

    one = compiled([bid(default=default)], rules)[0]["bid.join"]
    other = compiled([bid(default=default)], random.Random(seed).sample(rules, len(rules)))[0]["bid.join"]

    assert (expected == "allow") == (one.denial(look, ctx) is None)
    assert one.denial(look, ctx) == one.explain(look, ctx).denial == other.denial(look, ctx)
    assert one.explain(look, ctx) == other.explain(look, ctx)
