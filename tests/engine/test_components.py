"""Components and decks are merged by precedence."""

import random
from collections.abc import Mapping

from attrs import fields, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from dunerules.engine.components import (
    build_components,
    component_files,
    merge_components,
    merge_decks,
    problems_of,
    unknown_references,
)
from dunerules.engine.errors import Problem, RulesetError
from dunerules.engine.marks import of_kind
from dunerules.engine.origin import Origin, Precedence

NOTHING_ORDERED = Precedence({})
B_LATER = Precedence({"b": frozenset("a")})


def origin(name="core", layer="general", path="components"):
    return Origin(name, layer, f"{name}.toml", path)


def merged(*layers, precedence=NOTHING_ORDERED):
    found, problems = merge_components(layers, precedence=precedence)
    return found, [str(problem) for problem in problems]


def test_the_highest_layer_wins_field_by_field():
    low = (origin(), {"card": {"ace": {"title": "Ace", "power": 1}, "two": {"power": 2}}})
    high = (origin("house", "house"), {"card": {"ace": {"power": 9}, "joker": {"power": 0}}})

    found, problems = merged(high, low)

    assert [] == problems
    assert {"card": {"ace": {"title": "Ace", "power": 9}, "two": {"power": 2}, "joker": {"power": 0}}} == found
    assert ["ace", "two", "joker"] == list(found["card"])


def test_inside_a_layer_the_later_origin_wins():
    layers = [(origin("a"), {"card": {"ace": {"power": 1}}}), (origin("b"), {"card": {"ace": {"power": 2}}})]

    assert ({"card": {"ace": {"power": 2}}}, []) == merged(*layers, precedence=B_LATER)


def test_different_values_that_nothing_orders_are_refused():
    one, other = ((origin(name), {"card": {"ace": {"power": power}}}) for name, power in (("a", 1), ("b", True)))

    assert [
        'a.toml: components.card.ace.power: "a" (a.toml: components.card.ace.power) and '
        '"b" (b.toml: components.card.ace.power) both give "power" of the card "ace", both in the layer "general", '
        "and nothing orders them.\n"
        '  Add  after = ["a"]  to b, or the reverse.'
    ] == merged(other, one)[1]


def test_equal_values_need_no_order():
    layers = [(origin(name), {"card": {"ace": {"power": 1}}}) for name in "ab"]

    assert ({"card": {"ace": {"power": 1}}}, []) == merged(*layers)


def test_one_origin_may_not_contradict_itself():
    layers = [
        (origin("a"), {"faction": {"red": {"power": 1}}}),
        (origin("a", path="factions"), {"faction": {"red": {"power": 2}}}),
    ]

    assert ['a.toml: factions.red.power: "a" gives "power" of the faction "red" twice, and not the same.'] == (
        merged(*layers)[1]
    )


def decks(*layers, precedence=NOTHING_ORDERED, known=None):
    found, problems = merge_decks(layers, precedence=precedence, known=known)
    return found, [str(problem) for problem in problems]


def test_decks_are_merged_and_zero_takes_a_card_out():
    low = (origin(path="decks"), {"draw": {"ace": 4, "two": 2}})
    high = (origin("house", "house", "decks"), {"draw": {"two": 0, "ace": 1}, "spare": {"joker": 2}})

    assert ({"draw": {"ace": 1}, "spare": {"joker": 2}}, []) == decks(high, low)


def test_impossible_counts_are_refused():
    wrong = (origin(path="decks"), {"draw": {"ace": -1, "two": 1001, "three": True, "four": 1000}})

    assert (
        {"draw": {"four": 1000}},
        [
            'core.toml: decks.draw.ace: "ace" must have from 0 to 1000 copies, not -1.',
            'core.toml: decks.draw.three: "three" must have from 0 to 1000 copies, not True.',
            'core.toml: decks.draw.two: "two" must have from 0 to 1000 copies, not 1001.',
        ],
    ) == decks(wrong)


def test_taking_out_what_nobody_put_in_is_refused():
    low = (origin(path="decks"), {"draw": {"ace": 4, "seven": 2}})
    high = (origin("house", "house", "decks"), {"draw": {"sevne": 0}})

    assert [
        'house.toml: decks.draw.sevne: "sevne" is taken out of the deck "draw", but nobody put it in.\n'
        '  Did you mean "seven"?'
    ] == decks(low, high)[1]


def test_an_unknown_card_suggests_the_nearest():
    assert ['core.toml: decks.draw.aec: "aec" is not a card.\n  Did you mean "ace"?'] == (
        decks((origin(path="decks"), {"draw": {"aec": 4}}), known=("ace", "joker"))[1]
    )


def test_different_counts_that_nothing_orders_are_refused():
    layers = [(origin(name, path="decks"), {"draw": {"ace": copies}}) for name, copies in (("a", 1), ("b", 2))]

    assert [
        'a.toml: decks.draw.ace: "a" (a.toml: decks.draw.ace) and "b" (b.toml: decks.draw.ace) both give the copies '
        'of "ace" in the deck "draw", both in the layer "general", and nothing orders them.\n'
        '  Add  after = ["a"]  to b, or the reverse.'
    ] == decks(*layers)[1]
    assert ({"draw": {"ace": 2}}, []) == decks(*layers, precedence=B_LATER)


@frozen
class Card:
    id: str
    power: int = 0


def read(cls, data, file, *, path):
    unknown = set(data) - {field.name for field in fields(cls)}
    if unknown:
        raise RulesetError(Problem(file, f"{path}.{key}", "Unknown key.") for key in sorted(unknown))
    return cls(**data)


def test_components_are_read_into_their_classes_with_the_id_of_their_table():
    raw = {"card": {"ace": {"power": 9}, "two": {}}}

    assert ({"card": {"ace": Card("ace", 9), "two": Card("two")}}, []) == build_components(raw, {"card": Card}, read)


def test_everything_wrong_with_components_is_reported_together():
    layers = [
        (origin("a"), {"card": {"ace": {"pwoer": 9}, "two": {"power": 2}}, "crad": {"three": {}}}),
        (origin("b", "house"), {"card": {"ace": {"x": 1}, "four": {"id": "five"}}}),
    ]
    raw, _ = merge_components(layers, precedence=NOTHING_ORDERED)
    files = component_files(layers, precedence=NOTHING_ORDERED)

    built, problems = build_components(raw, {"card": Card}, read, files=files)

    assert {"card": {"two": Card("two", 2)}} == built
    assert [
        "a.toml: components.card.ace.pwoer: Unknown key.",
        'a.toml: components.crad: "crad" is not a kind of component.\n  Did you mean "card"?',
        "b.toml: components.card.ace.x: Unknown key.",
        'b.toml: components.card.four.id: The id of a card is the name of its table, "four".\n  Leave it out.',
    ] == [str(problem) for problem in problems]


TABLES = st.dictionaries(
    st.sampled_from(("card", "place")),
    st.dictionaries(
        st.sampled_from(("x", "y")), st.dictionaries(st.sampled_from("pq"), st.integers(0, 2), max_size=2), max_size=2
    ),
    max_size=2,
)


@settings(derandomize=True, max_examples=200, deadline=None)
@given(
    tables=st.dictionaries(st.sampled_from("abcd"), st.tuples(st.sampled_from(("general", "house")), TABLES)),
    ordered=st.booleans(),
    seed=st.integers(0, 99),
)
def test_merging_does_not_depend_on_registration(tables, ordered, seed):
    layers = [(origin(name, layer), found) for name, (layer, found) in tables.items()]
    earlier = {name: frozenset("abcd"["abcd".index(name) + 1 :]) for name in "abcd"} if ordered else {}
    shuffled = random.Random(seed).sample(layers, len(layers))
    one, problems = merge_components(layers, precedence=Precedence(earlier))
    other, others = merge_components(shuffled, precedence=Precedence(earlier))

    assert repr(one) == repr(other)
    assert problems == others
    assert not (ordered and problems)


@frozen
class Camp:
    id: str
    leader: str = of_kind("card", default="")
    stock: tuple[str, ...] = of_kind("card", "camp", default=())
    guards: Mapping[str, int] = of_kind("card", factory=dict)


def found_in(camp):
    components = {"card": {"gem": Card("gem", 1)}, "camp": {"east": camp}}
    findings = unknown_references(components, {"card": Card, "camp": Camp}, components)
    return [str(problem) for problem in problems_of(findings, {("camp", "east"): "camps.toml"})]


def test_fields_may_name_components_that_are_there_or_nothing():
    assert [] == found_in(Camp("east"))
    assert [] == found_in(Camp("east", "gem", ("gem", "east"), {"gem": 2}))


def test_a_component_that_is_not_there_is_refused_wherever_it_is_named():
    camp = Camp("east", "gen", ("gem", "west"), {"gum": 1})

    assert [
        'camps.toml: components.camp.east.leader: "gen" is not a card.\n  Did you mean "gem"?',
        'camps.toml: components.camp.east.stock[1]: "west" is not a card or camp.\n  Did you mean "east"?',
        'camps.toml: components.camp.east.guards.gum: "gum" is not a card.\n  Did you mean "gem"?',
    ] == found_in(camp)
