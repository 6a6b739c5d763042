"""The laws that every space keeps, and the words with which each refuses."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from attrs import Factory, field, frozen
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dunerules.engine.chance import Rng, keyed
from dunerules.engine.compound import Dependent, Either, Filter, Product
from dunerules.engine.errors import Denial
from dunerules.engine.hidden import HIDDEN
from dunerules.engine.selections import Counts, Subset
from dunerules.engine.spaces import EmptySpace, Just, OneOf, Range

bounded = settings(derandomize=True, max_examples=300, deadline=None)
MOST_MEMBERS = 600


@frozen
class Ship:
    target: object
    forces: object
    _note: str = "plain"


@frozen
class Move:
    path: object


@frozen
class Pass:
    pass


def odd(value):
    """Refuse about half of any values."""
    return Denial("that is even", ("test.odd",)) if len(repr(value)) % 2 == 0 else None


def completion(rest):
    """The completions of a first value: none, an impossible one, or the given space."""

    def then(value):
        match len(repr(value)) % 4:
            case 0:
                return None
            case 1:
                return {"forces": rest}
            case 2:
                return Denial("that is closed", ("test.closed",))
            case _:
                return {"forces": Range(1, 0)}

    return then


small = st.integers(-3, 4)
scalars = st.one_of(st.none(), st.booleans(), small, st.sampled_from("abc"), st.sampled_from([0.0, 1.0]))
hashables = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3).map(tuple) | inner.map(Move), max_leaves=4)
distinct_items = st.lists(hashables, max_size=5).map(lambda items: list(dict.fromkeys(items)))
bounds = st.tuples(st.integers(-1, 3), st.none() | st.integers(-1, 5))

basic = st.one_of(
    st.builds(Range, small, small, st.integers(1, 3)),
    st.builds(OneOf, st.lists(hashables, max_size=5)),
    st.builds(Just, hashables),
    st.builds(lambda items, bounds: Subset(items, *bounds), distinct_items, bounds),
    st.builds(
        lambda items, limits, bounds: Counts(dict(zip(items, limits, strict=False)), *bounds),
        distinct_items,
        st.lists(st.integers(0, 3), min_size=5, max_size=5),
        bounds,
    ),
)


def compounds(inner):
    return st.one_of(
        st.builds(lambda one, other: Product(Ship, target=one, forces=other), inner, inner),
        st.builds(lambda space: Product(Move, path=space), inner),
        st.builds(lambda one, other: Either(Product(Move, path=one), other, Product(Pass)), inner, st.just(Just(None))),
        st.builds(
            lambda one, other: Either(Product(Move, path=one), Product(Ship, target=one, forces=other)), inner, inner
        ),
        st.builds(lambda one, other: Dependent(Ship, ("target", one), completion(other)), inner, inner),
        st.builds(Filter, inner, st.just(odd)),
    )


spaces = st.recursive(basic, compounds, max_leaves=6)


class Hostile:
    """Everything one can ask of it goes wrong."""

    def refuse(self, *_):
        raise RuntimeError("hostile")

    __eq__ = __ne__ = __hash__ = __repr__ = __str__ = __len__ = __iter__ = __bool__ = __lt__ = refuse
    __class__ = property(refuse)


class HostileKind(type):
    """Not even the class can be compared or named."""

    def __eq__(cls, other):
        raise RuntimeError("hostile")

    def __hash__(cls):
        raise RuntimeError("hostile")


class Unnamed(metaclass=HostileKind):
    pass


class Dial(int):
    def __repr__(self):
        return f"Dial({int(self)})"


ODDITIES = [
    HIDDEN,
    Dial(2),
    float("nan"),
    10**5000,
    -(10**5000),
    "é" * 200,
    "\ud800",
    object,
    Ship.__new__(Ship),
    Move.__new__(Move),
    b"a",
    1j,
    ...,
]

junk = st.recursive(
    # By their places, because Hypothesis itself would ask them for their text.
    scalars | st.integers(0, len(ODDITIES) - 1).map(lambda place: ODDITIES[place]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(st.sampled_from("abc"), inner, max_size=2),
        st.dictionaries(st.sampled_from("abc"), inner, max_size=2).map(lambda made: tuple(made.items())),
        inner.map(Move),
        st.builds(Ship, inner, inner),
    ),
    max_leaves=5,
)


def written(value):
    """A value's text tells apart what only looks equal, such as True, 1 and 1.0."""
    try:
        return repr(value)
    except Exception:
        return None


def members_of(space):
    members = list(islice(space, MOST_MEMBERS + 1))
    assume(len(members) <= MOST_MEMBERS)
    return members


@bounded
@given(spaces)
def test_every_member_of_an_iteration_is_contained(space):
    for member in members_of(space):
        assert space.contains(member)
        assert space.denial(member) is None


@bounded
@given(spaces)
def test_an_iteration_has_no_repeats_and_is_always_the_same(space):
    members = [repr(member) for member in members_of(space)]

    assert len(members) == len(set(members))
    assert members == [repr(member) for member in space]


@bounded
@given(spaces, st.integers(0, 20))
def test_the_count_is_the_number_of_members_up_to_the_limit(space, limit):
    members = members_of(space)

    assert len(members) == space.count()
    assert min(limit, len(members)) == space.count(limit)
    assert (not members) == space.is_empty()


@bounded
@given(spaces, st.integers(0, 2**64 - 1))
def test_a_sample_is_a_member_and_the_same_for_the_same_state(space, state):
    assume(not space.is_empty())

    sample = space.sample(Rng(state))

    assert space.denial(sample) is None
    assert repr(sample) == repr(space.sample(Rng(state)))


@bounded
@given(spaces)
def test_an_empty_space_has_no_sample(space):
    assume(space.is_empty())

    with pytest.raises(EmptySpace) as caught:
        space.sample(Rng(0))

    assert caught.value.space is not None


@settings(bounded, max_examples=100)
@given(spaces, st.integers(0, 2**64 - 1))
def test_every_member_is_sampled_sooner_or_later(space, state):
    members = {repr(member) for member in members_of(space)}
    assume(0 < len(members) <= 12)
    rng = Rng(state)
    missing = set(members)

    for _ in range(20_000):
        missing.discard(repr(space.sample(rng)))
        if not missing:
            break

    assert set() == missing


@settings(bounded, max_examples=1000)
@given(spaces, junk)
def test_anything_at_all_is_judged_without_raising_and_only_members_pass(space, value):
    members = {repr(member) for member in members_of(space)}

    denial = space.denial(value)

    assert (written(value) in members) == (denial is None) == space.contains(value)
    assert denial is None or denial.reason


WRAPPINGS = [
    lambda thing: thing,
    lambda thing: (thing,),
    lambda thing: [thing],
    lambda thing: {"a": thing},
    lambda thing: (("a", thing),),
    lambda thing: ((thing, 1),),
    Move,
    lambda thing: Move(Move(thing)),
    lambda thing: Ship(thing, 1),
    lambda thing: Ship("a", (thing, 1)),
]


@bounded
@given(spaces, st.integers(0, 1), st.integers(0, len(WRAPPINGS) - 1))
def test_a_thing_that_raises_whatever_it_is_asked_is_refused(space, kind, place):
    value = WRAPPINGS[place]((Hostile, Unnamed)[kind]())

    assert space.denial(value) is not None
    assert not space.contains(value)


@bounded
@given(spaces)
def test_the_members_are_of_the_kinds_that_the_space_judges(space):
    assert {type(member) for member in members_of(space)} <= space.kinds()


# What each space is sure of besides.


def test_large_spaces_are_counted_and_sampled_without_listing():
    space = Product(
        Ship,
        target=Subset(range(200), 50, 150),
        forces=Counts(dict.fromkeys(range(40), 10), 100, 300),
    )

    assert space.count() > 10**90
    assert space.count(1000) == 1000
    assert space.contains(space.sample(Rng(1)))
    assert space.contains(next(iter(space)))


def test_selections_are_equally_likely():
    rng = keyed(1, "subset", 0)

    drawn = Counter(Subset("abcd", 1, 2).sample(rng) for _ in range(50_000))

    assert len(drawn) == 10
    assert all(abs(times - 5_000) < 300 for times in drawn.values())


def test_alternatives_that_are_not_empty_are_equally_likely():
    space = Either(Product(Move, path=Range(1, 0)), Product(Move, path=Range(1, 9)), Just(None))
    rng = keyed(1, "either", 0)

    drawn = Counter(space.sample(rng) is None for _ in range(10_000))

    assert abs(drawn[True] - 5_000) < 200


def test_a_needle_in_a_haystack_is_found():
    needle = Filter(Range(1, 5000), lambda number: None if number == 4321 else Denial("no"))
    then = Dependent(Ship, ("target", Range(1, 5000)), lambda n: {"forces": Just(n)} if n == 77 else None)

    assert needle.sample(Rng(1)) == 4321
    assert Ship(77, 77) == then.sample(Rng(1))


def test_emptiness_looks_no_further_than_the_first_member():
    seen = []
    space = Filter(Range(1, 10**12), lambda number: seen.append(number))

    assert not space.is_empty()
    assert seen == [1]


def test_selections_are_put_into_the_form_of_members():
    assert Subset("abc").member(["x", "c", "a"]) == ("a", "c", "x")
    assert Counts({"a": 3, "b": 3, "c": 3}).member({"x": 3, "b": 1, "a": 2, "c": 0}) == (("a", 2), ("b", 1), ("x", 3))


def test_counts_leave_out_what_is_not_counted():
    assert list(Counts({"a": 1, "b": 2}, 0, 2)) == [(), (("b", 1),), (("b", 2),), (("a", 1),), (("a", 1), ("b", 1))]


def test_an_identity_is_not_confused_with_a_likeness():
    @frozen(eq=False)
    class Leader:
        name: str

    leader = Leader("one")

    assert Just(leader).contains(leader)
    assert not Just(leader).contains(Leader("one"))


def test_parts_of_a_set_are_compared_by_class_too():
    assert Just(frozenset((1, "a"))).contains(frozenset(("a", 1)))
    assert not Just(frozenset((1, "a"))).contains(frozenset((True, "a")))


def test_a_default_may_come_from_a_factory():
    @frozen
    class Plan:
        dial: int
        cards: tuple[str, ...] = Factory(tuple)

    space = Product(Plan, dial=Range(0, 1))

    assert [Plan(0), Plan(1)] == list(space)
    assert Denial("cards: the only choice is (), not ('a',)") == space.denial(Plan(0, ("a",)))


# The words.

closed = Denial("the north is closed", ("test.closed",))
places = OneOf(("south", "east"), {"north": closed}, cites=("test.places",))
ship = Product(Ship, target=places, forces=Range(1, 3, noun="force", cites=("test.forces",)))
either = Either(ship, Product(Move, path=Subset("ab")), Just(Pass()))
dependent = Dependent(
    Ship,
    ("target", OneOf(("south", "east", "west"))),
    lambda target: {"south": {"forces": Range(1, 2)}, "east": closed, "west": None}[target],
)
islands = OneOf([f"island-{number}" for number in range(20)])

DENIALS = [
    (Range(1, 5, noun="bid", cites=("test.bid",)), 7, "the bid must be from 1 to 5, not 7 (test.bid)"),
    (Range(1, 5), True, "the number must be a whole number, not True"),
    (Range(0, 11, 5), 3, "the number must be from 0 to 10 in steps of 5, not 3"),
    (Range(2, 2), 3, "the number must be 2, not 3"),
    (Range(2, 1, noun="bid"), 2, "no bid is possible"),
    (Range(1, 5), 10**5000, "the number must be from 1 to 5, not something that cannot be shown"),
    (places, "north", "the north is closed (test.closed)"),
    (places, "nort", "'nort' is not one of 'south', 'east' (test.places)"),
    (OneOf(()), "a", "nothing can be chosen here, not even 'a'"),
    (islands, "iland-7", "'iland-7' is not one of the 20 choices: did you mean 'island-7'?"),
    (islands, 7, "7 is not one of the 20 choices"),
    (islands, "x" * 200, f"'{'x' * 76}... is not one of the 20 choices"),
    (Just(1, cites=("test.one",)), True, "the only choice is 1, not True (test.one)"),
    (Subset("abc", 1, 2), ["a"], "the choice must be a tuple of distinct items, not ['a']"),
    (Subset("abc", 1, 2), ("a", "x"), "'x' is not one of 'a', 'b', 'c'"),
    (Subset("abc", 1, 2), ("a", "a"), "'a' is chosen twice"),
    (Subset("abc", 1, 2), (), "the number of items must be from 1 to 2, not 0"),
    (Subset("abc", 2, 2), ("c", "a"), "the items must be in this order: ('a', 'c')"),
    (Subset("abc", 4), ("a",), "no selection is possible"),
    (Subset("abc", 2, cites=("test.two",)), ("a",), "the number of items must be from 2 to 3, not 1 (test.two)"),
    (Counts({"a": 2}), {"a": 1}, "the choice must be a tuple of (key, count) pairs, not {'a': 1}"),
    (Counts({"a": 2}), (("a",),), "('a',) is not a (key, count) pair"),
    (Counts({"a": 2, "b": 2}), (("x", 1),), "'x' is not one of 'a', 'b'"),
    (Counts({"a": 2}), (("a", "1"),), "the count of 'a' must be a whole number, not '1'"),
    (Counts({"a": 2}), (("a", 0),), "'a' counts 0 and must be left out"),
    (Counts({"a": 2}), (("a", 3),), "the count of 'a' must be from 0 to 2, not 3"),
    (Counts({"a": 2}), (("a", 1), ("a", 1)), "'a' is counted twice"),
    (Counts({"a": 2, "b": 2}, 2, 3), (("b", 1),), "the total must be from 2 to 3, not 1"),
    (Counts({"a": 2, "b": 2}), (("b", 1), ("a", 1)), "the pairs must be in this order: (('a', 1), ('b', 1))"),
    (Counts({"a": 2}, 3, cites=("test.three",)), (), "no total is possible (test.three)"),
    (ship, 5, "the choice must be a Ship, not 5"),
    (ship, Ship("north", 9), "target: the north is closed (test.closed)"),
    (ship, Ship("south", 9), "forces: the force must be from 1 to 3, not 9 (test.forces)"),
    (ship, Ship("south", 3, "other"), "_note: the only choice is 'plain', not 'other'"),
    (ship, Ship.__new__(Ship), "target: nothing was chosen"),
    (either, Ship("north", 1), "target: the north is closed (test.closed)"),
    (either, Move(("x",)), "path: 'x' is not one of 'a', 'b'"),
    (either, 5, "the choice must be one of Ship, Move, Pass, not 5"),
    (Either(), 5, "nothing can be chosen here, not even 5"),
    (Either(Range(1, 2), Range(5, 6, cites=("test.high",))), 9, "the number must be from 5 to 6, not 9 (test.high)"),
    (dependent, 5, "the choice must be a Ship, not 5"),
    (dependent, Ship.__new__(Ship), "target: nothing was chosen"),
    (dependent, Ship("north", 1), "target: 'north' is not one of 'south', 'east', 'west'"),
    (dependent, Ship("east", 1), "target: the north is closed (test.closed)"),
    (dependent, Ship("west", 1), "target: nothing can be chosen together with 'west'"),
    (dependent, Ship("south", 3), "forces: the number must be from 1 to 2, not 3"),
    (Filter(Range(1, 20), odd), 0, "the number must be from 1 to 20, not 0"),
    (Filter(Range(1, 20), odd), 12, "that is even (test.odd)"),
]


@pytest.mark.parametrize(("space", "value", "words"), DENIALS, ids=[words for _, _, words in DENIALS])
def test_a_refusal_says_what_is_wrong(space, value, words):
    assert words == str(space.denial(value))
    assert not space.contains(value)


def test_an_empty_space_says_so():
    with pytest.raises(EmptySpace) as caught:
        Subset("a", 2).sample(Rng(0))

    assert str(caught.value) == "there is nothing to choose from: Subset(items=('a',), low=2, high=None, cites=())"


@frozen
class Deal:
    to: str
    made: int = field(init=False, default=3)
    size: int = Factory(lambda self: len(self.to), takes_self=True)


MISTAKES = [
    (lambda: Product(Ship, target=Just(1)), TypeError, "Ship needs a space for its field 'forces'"),
    (
        lambda: Product(Ship, target=Just(1), forces=Just(1), _note=Just("")),
        TypeError,
        "Ship takes no field '_note'. Did you mean \"note\"?",
    ),
    (lambda: Product(Pass, way=Just(1)), TypeError, "Pass takes no field 'way'."),
    (lambda: Product(Deal, to=Just("a")), TypeError, "Deal needs a space for its field 'size'"),
    (
        lambda: Product(Deal, to=Just("a"), made=Just(3), size=Just(1)),
        TypeError,
        'Deal takes no field \'made\'. Known: "size", "to".',
    ),
    (lambda: Dependent(Ship, ("goal", Just(1)), lambda goal: None), TypeError, "Ship has no field 'goal'"),
    (lambda: Range(1, 2, 0), ValueError, "the step of a range must be at least 1, not 0"),
    (
        lambda: OneOf({"a", "b"}),
        TypeError,
        "a set has no order, so its choices would not be the same in every run: sort it first",
    ),
    (
        lambda: Subset(frozenset("ab")),
        TypeError,
        "a set has no order, so its choices would not be the same in every run: sort it first",
    ),
    (lambda: Subset("aba"), ValueError, "items repeat in ('a', 'b', 'a'): say how many of each with Counts"),
]


@pytest.mark.parametrize(("build", "error", "words"), MISTAKES, ids=[words for _, _, words in MISTAKES])
def test_a_space_that_makes_no_sense_cannot_be_built(build, error, words):
    with pytest.raises(error) as caught:
        build()

    assert words == str(caught.value)
