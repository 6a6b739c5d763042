"""Conditions are checked, folded and put into words."""

from attrs import field, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from dunerules.engine.conditions import (
    ALWAYS,
    BUILT_IN_FACTS,
    NEVER,
    Condition,
    Fact,
    can_both_hold,
    compile_condition,
    fact_of,
)
from dunerules.engine.errors import Problem
from dunerules.engine.marks import fact, marks_of
from dunerules.engine.origin import Origin


@frozen
class Book:
    modules: tuple[str, ...] = ("core", "extra")
    options: dict[str, dict[str, object]] = field(factory=lambda: {"core": {"fast": True, "cards": 4, "style": "wild"}})


@fact("round", values="int", exclusive=True)
def in_round(look, ctx, value):
    return look["round"] == value


@fact("ally", needs=("seat",), values="bool")
def has_ally(look, ctx, value):
    return (ctx["seat"] in look["allied"]) is value


FACTS = {
    **BUILT_IN_FACTS,
    "round": fact_of(marks_of(in_round)[0], in_round),
    "ally": fact_of(marks_of(has_ally)[0], has_ally),
    "place": Fact("place", key="place", needs=("place",), values="place", exclusive=True),
}
KNOWN = {"faction": ("red", "blue", "green"), "module": ("core", "extra", "other")}
HERE = Origin("house", "house", "house.toml", "effect[0]")


def compiled(when=None, unless=None, *, needs=("seat",), facts=FACTS) -> tuple[Condition, list[str]]:
    problems: list[Problem] = []
    condition = compile_condition(
        when or {},
        unless or {},
        facts=facts,
        needs=needs,
        static_context=Book(),
        known_values=KNOWN,
        origin=HERE,
        problems=problems,
    )
    return condition, [str(problem) for problem in problems]


def sound(when=None, unless=None, **kwargs) -> Condition:
    condition, problems = compiled(when, unless, **kwargs)
    assert [] == problems
    return condition


def test_a_condition_that_says_nothing_always_holds():
    assert ALWAYS is sound()


def test_all_facts_of_when_and_none_of_unless_must_hold():
    condition = sound({"seat": ("red", "blue"), "ally": True}, {"round": (3, 4)})

    def holds(seat, number, allied=("red", "blue")):
        return condition.holds({"round": number, "allied": allied}, {"seat": seat})

    assert holds("red", 1)
    assert holds("blue", 1)
    assert not holds("green", 1)
    assert not holds("red", 3)
    assert not holds("red", 4)
    assert not holds("red", 1, allied=())


def test_static_facts_are_folded_away():
    assert ALWAYS is sound({"module": "core", "option": "core/fast"})
    assert NEVER is sound({"module": "other", "seat": "red"})
    assert NEVER is sound({"seat": "red"}, {"option": "core/style=wild"})
    assert "seat is red" == sound({"module": ("other", "extra"), "seat": "red"}, {"option": "core/cards=5"}).words()
    assert ALWAYS is sound({"option": ("core/fast=true", "core/cards=9")})
    assert NEVER is sound({"option": "other/anything"})
    assert not NEVER.holds({}, {})


def test_a_condition_is_readable():
    assert "seat is red; unless round is 3" == sound({"seat": "red"}, {"round": 3}).words()
    assert "ally and seat is red or blue" == sound({"seat": ("red", "blue"), "ally": True}).words()
    assert "unless not ally or round is 1 or 2" == sound({}, {"round": (1, 2), "ally": False}).words()
    assert "" == ALWAYS.words()
    assert "never" == NEVER.words()


def test_an_unknown_fact_suggests_the_nearest():
    _, problems = compiled({"saet": "red"})

    assert ['house.toml: effect[0].when.saet: "saet" is not a fact.\n  Did you mean "seat"?'] == problems


def test_an_unknown_component_suggests_the_nearest():
    _, problems = compiled({}, {"seat": ("red", "bleu")})

    assert ['house.toml: effect[0].unless.seat: "bleu" is not a faction.\n  Did you mean "blue"?'] == problems


def test_a_value_of_the_wrong_type_is_refused():
    _, problems = compiled({"round": "three", "ally": 1, "seat": 7, "option": True})

    assert [
        'house.toml: effect[0].when.ally: The fact "ally" is compared with true or false, not with 1.',
        'house.toml: effect[0].when.option: The fact "option" is compared with a word, not with true.',
        'house.toml: effect[0].when.round: The fact "round" is compared with a whole number, not with "three".',
        'house.toml: effect[0].when.seat: The fact "seat" is compared with the id of a faction, not with 7.',
    ] == problems


def test_an_unknown_option_of_a_selected_module_is_refused():
    _, problems = compiled({"option": ("core/fats", "fast")})

    assert [
        'house.toml: effect[0].when.option: "core/fats" is not an option.\n  Did you mean "core/fast"?',
        'house.toml: effect[0].when.option: "fast" is not an option.\n'
        "  Write it as module and key, such as  my.module/key.",
    ] == problems


def test_a_fact_that_needs_more_than_the_question_gives_is_refused():
    _, with_seat = compiled({"place": "hill"})
    _, with_nothing = compiled({"seat": "red"}, needs=())

    assert [
        'house.toml: effect[0].when.place: "place" cannot be a condition here: nothing says which "place" is meant.\n'
        '  Only "seat" can be told apart here.'
    ] == with_seat
    assert [
        'house.toml: effect[0].when.seat: "seat" cannot be a condition here: nothing says which "seat" is meant.\n'
        "  This is the same for everybody."
    ] == with_nothing
    assert [] == compiled({"place": "hill"}, needs=None)[1]


def test_an_empty_list_is_refused():
    _, problems = compiled({"seat": ()})

    assert [
        "house.toml: effect[0].when.seat: An empty list never holds.\n  Name at least one value, or leave the fact out."
    ] == problems


def test_exclusive_facts_and_exclusions_prove_that_two_conditions_cannot_both_hold():
    red, not_red = sound({"seat": "red"}), sound({}, {"seat": "red"})

    assert not can_both_hold(red, sound({"seat": ("blue", "green")}))
    assert can_both_hold(red, sound({"seat": ("blue", "red")}))
    assert not can_both_hold(red, not_red)
    assert not can_both_hold(not_red, red)
    assert can_both_hold(sound({"seat": ("red", "blue")}), not_red)
    assert can_both_hold(sound({"ally": True}), sound({"ally": False}))
    assert can_both_hold(red, sound({"round": 1}))
    assert not can_both_hold(ALWAYS, NEVER)
    assert can_both_hold(ALWAYS, ALWAYS)


def _among(look, ctx, value):
    return value in look.modules


WORDS = st.sampled_from(("core", "extra", "other"))
PARTS = st.dictionaries(
    st.sampled_from(("folded", "folded-too", "seat")), st.lists(WORDS, min_size=1, max_size=3).map(tuple), max_size=3
)


@settings(derandomize=True, max_examples=200, deadline=None)
@given(when=PARTS, unless=PARTS, seat=WORDS)
def test_folding_static_facts_agrees_with_evaluating_them_live(when, unless, seat):
    def facts(static: bool) -> dict[str, Fact]:
        names = ("folded", "folded-too")
        return {
            "seat": Fact("seat", key="seat", exclusive=True),
            **{name: Fact(name, _among, static=static) for name in names},
        }

    folded, live = (sound(when, unless, facts=facts(static)) for static in (True, False))

    assert live.holds(Book(), {"seat": seat}) == folded.holds(Book(), {"seat": seat})


@settings(derandomize=True, max_examples=200, deadline=None)
@given(conditions=st.tuples(PARTS, PARTS, PARTS, PARTS), seat=WORDS, modules=st.frozensets(WORDS))
def test_conditions_that_hold_at_once_are_never_proved_exclusive(conditions, seat, modules):
    facts = {
        "seat": Fact("seat", key="seat", exclusive=True),
        "folded": Fact("folded", _among),
        "folded-too": Fact("folded-too", _among),
    }
    one = sound(conditions[0], conditions[1], facts=facts)
    other = sound(conditions[2], conditions[3], facts=facts)
    look = Book(modules=tuple(modules))

    if one.holds(look, {"seat": seat}) and other.holds(look, {"seat": seat}):
        assert can_both_hold(one, other)
