"""Procedures are composed from what modules declare, in an order that is proved."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from dunerules.engine.declarations import ProcedureDeclaration, StepChange
from dunerules.engine.origin import Origin, Precedence
from dunerules.engine.procedures import Procedure, compose_procedures

CORE = Origin("core", "general", "core.toml", "procedure[0]")
STEPS = ("open", "roll", "score", "close", "feast", "fast", "song", "dance")


def turn(*steps, **kwargs):
    return CORE, ProcedureDeclaration("turn", steps or ("open", "roll", "score", "close"), **kwargs)


def step(name, index=0, procedure="turn", **kwargs):
    return Origin(name, "option", f"{name}.toml", f"step[{index}]"), StepChange(procedure, **kwargs)


def composed(declared, changes=(), earlier=None):
    procedures, problems = compose_procedures(
        declared,
        changes,
        precedence=Precedence(earlier or {}),
        steps=STEPS,
        orders=("round-the-table",),
        loops=("until-passed",),
    )
    return procedures, [str(problem) for problem in problems]


def steps(*changes, declared=None, earlier=None):
    procedures, problems = composed([declared or turn()], changes, earlier)
    assert [] == problems
    return " ".join(procedures["turn"].steps)


def refusals(*changes, declared=None, earlier=None):
    one = composed([declared or turn()], changes, earlier)[1]
    assert one == composed([declared or turn()], changes[::-1], earlier)[1]
    return one


def test_a_procedure_without_changes_is_what_was_declared():
    declared = turn(title="A turn", each="round-the-table", cites=("rule.turn",))

    procedures, problems = composed([declared])

    assert [] == problems
    assert {
        "turn": Procedure("turn", "A turn", ("open", "roll", "score", "close"), "round-the-table", cites=("rule.turn",))
    } == procedures


def test_a_step_is_inserted_replaced_or_removed_by_name():
    assert "open feast roll score close" == steps(step("a", insert="feast", after="open"))
    assert "open feast roll score close" == steps(step("a", insert="feast", before="roll"))
    assert "open feast score close" == steps(step("a", replace="roll", by="feast"))
    assert "open score close" == steps(step("a", remove="roll"))


def test_a_change_brings_its_citations_along():
    procedures, _ = composed([turn(cites=("rule.a",))], [step("a", remove="roll", cites=("rule.b", "rule.a"))])

    assert ("rule.a", "rule.b") == procedures["turn"].cites


def test_one_origin_inserts_several_in_the_order_of_its_file():
    changes = [step("a", 10, insert="song", after="open"), step("a", 9, insert="feast", after="open")]

    assert "open feast song roll score close" == steps(*changes)
    assert "open feast song roll score close" == steps(*reversed(changes))


def test_what_stands_behind_a_step_comes_before_what_stands_ahead_of_the_next():
    changes = [step("a", 0, insert="song", before="roll"), step("a", 1, insert="feast", after="open")]

    assert "open feast song roll score close" == steps(*changes)


def test_in_one_gap_the_later_origin_is_further_along():
    changes = [step("a", insert="feast", after="open"), step("b", insert="song", before="roll")]

    assert "open feast song roll score close" == steps(*changes, earlier={"b": frozenset("a")})
    assert "open song feast roll score close" == steps(*changes, earlier={"a": frozenset("b")})


def test_two_steps_after_the_same_step_that_nothing_orders_are_refused():
    problems = refusals(step("b", 2, insert="song", after="open"), step("a", insert="feast", after="open"))

    assert [
        'a.toml: step[0]: "a" (a.toml: step[0]) and "b" (b.toml: step[2]) both insert a step after "open" '
        'in the procedure "turn" and nothing orders them.\n'
        '  Add  after = ["a"]  to b, or the reverse.'
    ] == problems


def test_the_same_gap_is_seen_from_both_sides():
    problems = refusals(step("a", insert="feast", after="open"), step("b", insert="song", before="roll"))

    assert [
        'a.toml: step[0]: "a" (a.toml: step[0]) and "b" (b.toml: step[0]) both insert a step after "open" '
        'and before "roll" in the procedure "turn" and nothing orders them.\n'
        '  Add  after = ["a"]  to b, or the reverse.'
    ] == problems


def test_a_gap_that_opens_by_a_removal_is_one_gap():
    changes = [
        step("a", insert="feast", after="open"),
        step("b", insert="song", before="score"),
        step("c", remove="roll"),
    ]

    assert [
        'a.toml: step[0]: "a" (a.toml: step[0]) and "b" (b.toml: step[0]) both insert a step after "open" '
        'and before "score" in the procedure "turn" and nothing orders them.\n'
        '  Add  after = ["a"]  to b, or the reverse.'
    ] == refusals(*changes)
    assert "open song feast score close" == steps(*changes, earlier={"a": frozenset("b")})


def test_a_step_may_be_put_next_to_one_that_another_module_inserted():
    changes = [
        step("a", insert="dance", before="song"),
        step("b", insert="song", after="feast"),
        step("c", insert="feast", after="open"),
    ]

    assert "open feast dance song roll score close" == steps(*changes)


def test_insertions_between_two_inserted_steps_need_an_order_too():
    changes = [
        step("a", 0, insert="feast", after="open"),
        step("a", 1, insert="fast", after="open"),
        step("b", insert="song", after="feast"),
        step("c", insert="dance", before="fast"),
    ]

    assert [
        'b.toml: step[0]: "b" (b.toml: step[0]) and "c" (c.toml: step[0]) both insert a step after "feast" '
        'and before "fast" in the procedure "turn" and nothing orders them.\n'
        '  Add  after = ["b"]  to c, or the reverse.'
    ] == refusals(*changes)
    assert "open feast dance song fast roll score close" == steps(*changes, earlier={"b": frozenset("c")})


def test_a_replaced_step_keeps_its_place_for_those_who_name_it():
    changes = [
        step("a", replace="roll", by="feast"),
        step("b", insert="song", after="roll"),
        step("c", insert="dance", before="feast"),
    ]

    assert "open dance feast song score close" == steps(*changes)


def test_the_later_of_two_replacements_counts():
    changes = [step("a", replace="roll", by="feast"), step("b", replace="roll", by="fast")]

    assert "open fast score close" == steps(*changes, earlier={"b": frozenset("a")})
    assert "open feast score close" == steps(*changes, earlier={"a": frozenset("b")})
    assert [
        'a.toml: step[0]: "a" (a.toml: step[0]) and "b" (b.toml: step[0]) both replace or remove "roll" '
        'in the procedure "turn" and nothing orders them.\n'
        '  Add  after = ["a"]  to b, or the reverse.'
    ] == refusals(*changes)


def test_two_replacements_need_no_order_when_a_third_comes_after_both():
    changes = [step("a", replace="roll", by="feast"), step("b", remove="roll"), step("c", replace="roll", by="fast")]

    assert "open fast score close" == steps(*changes, earlier={"c": frozenset("ab")})


def test_what_replaced_a_step_may_be_replaced_itself():
    changes = [step("a", replace="feast", by="fast"), step("b", replace="roll", by="feast")]

    assert "open fast score close" == steps(*changes)


def test_replacing_what_another_origin_took_out_is_refused():
    changes = [
        step("a", replace="roll", by="feast"),
        step("b", remove="roll"),
        step("c", replace="feast", by="fast"),
    ]

    assert [
        'c.toml: step[0].replace: "feast" is no longer in the procedure "turn": "b" (b.toml: step[0]) took it out.'
    ] == refusals(*changes, earlier={"b": frozenset("a")})


def test_one_origin_may_not_change_the_same_step_twice():
    problems = refusals(step("a", 0, replace="roll", by="feast"), step("a", 1, remove="roll"))

    assert [
        'a.toml: step[1].remove: "roll" is replaced or removed twice, here and in step[0].\n  Keep one of them.'
    ] == problems


def test_a_step_next_to_one_that_another_origin_removed_is_refused():
    problems = refusals(step("a", remove="roll"), step("b", insert="feast", after="roll"))

    assert [
        'b.toml: step[0].after: "roll" is no longer in the procedure "turn": "a" (a.toml: step[0]) removed it.'
    ] == problems


def test_an_origin_may_put_several_steps_in_the_place_of_one_it_removes():
    changes = [
        step("a", 0, remove="roll"),
        step("a", 1, insert="song", after="roll"),
        step("a", 2, insert="feast", before="roll"),
    ]

    assert "open feast song score close" == steps(*changes)


def test_a_step_that_stands_twice_is_no_place_to_name():
    twice = turn("open", "roll", "close", "roll")

    assert "open roll feast close roll" == steps(step("a", insert="feast", before="close"), declared=twice)
    assert [
        'a.toml: step[0].after: "roll" stands 2 times in the procedure "turn", so it is no sure place.\n'
        "  Name a step that stands there once."
    ] == refusals(step("a", insert="feast", after="roll"), declared=twice)


def test_steps_that_wait_for_each_other_are_refused():
    problems = refusals(step("a", insert="feast", after="song"), step("b", insert="song", after="feast"))

    assert [
        'a.toml: step[0].after: "song" is not in the procedure "turn".\n  Known: "close", "open", "roll", "score".',
        'b.toml: step[0].after: "feast" is not in the procedure "turn".\n  Known: "close", "open", "roll", "score".',
    ] == problems


def test_unknown_words_suggest_the_nearest():
    declared = turn("open", "rol", each="round-a-table", repeat="until-pased")

    problems = refusals(
        step("a", 0, insert="dnace", after="open"),
        step("a", 1, remove="opne"),
        step("a", 2, procedure="tunr", remove="open"),
        declared=declared,
    )

    assert [
        'a.toml: step[0].insert: "dnace" is not a step or procedure.\n  Did you mean "dance"?',
        'a.toml: step[1].remove: "opne" is not in the procedure "turn".\n  Did you mean "open"?',
        'a.toml: step[2].procedure: "tunr" is not a procedure.\n  Did you mean "turn"?',
        'core.toml: procedure[0].each: "round-a-table" is not an order.\n  Did you mean "round-the-table"?',
        'core.toml: procedure[0].repeat: "until-pased" is not a loop.\n  Did you mean "until-passed"?',
        'core.toml: procedure[0].repeat: A procedure has "each" or "repeat", not both.',
        'core.toml: procedure[0].steps[1]: "rol" is not a step or procedure.\n  Did you mean "roll"?',
    ] == problems


def test_malformed_changes_are_refused():
    problems = refusals(
        step("a", 0, insert="feast"),
        step("a", 1, replace="roll"),
        step("a", 2, replace="roll", by="feast", remove="open"),
        step("a", 3, move="score"),
        step("a", 4, move="score", after="score"),
    )

    assert [
        'a.toml: step[0]: "feast" is inserted, but needs exactly one of "after" and "before".',
        'a.toml: step[1]: "roll" is replaced, but "by" does not say by what.',
        'a.toml: step[2]: A [[step]] needs exactly one of "insert", "move", "replace" and "remove".',
        'a.toml: step[3]: "score" is moved, but needs exactly one of "after" and "before".',
        'a.toml: step[4]: "score" cannot be put beside itself.',
    ] == problems


def house(name, index=0, **kwargs):
    return Origin(name, "house", f"{name}.toml", f"step[{index}]"), StepChange("turn", **kwargs)


def test_a_step_is_moved_inside_its_procedure():
    assert "open score roll close" == steps(house("h", move="score", before="roll"))
    assert "roll score close open" == steps(house("h", move="open", after="close"))


def test_what_others_put_beside_a_moved_step_stays_where_it_was():
    changes = [step("a", insert="feast", after="roll"), house("h", move="roll", after="score")]

    assert "open feast score roll close" == steps(*changes)


def test_a_move_of_a_step_that_is_not_there_is_refused():
    assert [
        'h.toml: step[0].move: "rol" is not in the procedure "turn".\n  Did you mean "roll"?',
    ] == refusals(house("h", move="rol", after="score"))


def test_a_ruleset_removes_a_step_and_what_modules_put_beside_it_stays_in_order():
    changes = [
        step("a", insert="feast", after="roll"),
        step("b", insert="song", before="roll"),
        house("h", remove="roll"),
    ]

    assert "open song feast score close" == steps(*changes)


def test_a_ruleset_removes_a_step_beside_which_the_one_that_it_extends_put_another():
    changes = [house("base", insert="feast", after="roll"), house("mine", remove="roll")]

    assert "open feast score close" == steps(*changes, earlier={"mine": frozenset({"base"})})


def test_a_step_that_its_procedure_keeps_is_not_removed_but_may_be_moved_and_replaced():
    declared = turn(keep={"roll": "nothing is scored without dice"})

    assert [
        'h.toml: step[0].remove: "roll" cannot be taken out of the procedure "turn": nothing is scored without dice.'
    ] == refusals(house("h", remove="roll"), declared=declared)
    assert "open score roll close" == steps(house("h", move="roll", after="score"), declared=declared)
    assert "open feast score close" == steps(house("h", replace="roll", by="feast"), declared=declared)


def test_a_procedure_keeps_only_its_own_steps():
    _, problems = composed([turn(keep={"rol": "why not"})])

    assert ['core.toml: procedure[0].keep: "rol" is not in the procedure.\n  Did you mean "roll"?'] == problems


def test_procedures_that_stand_too_deep_inside_each_other_are_refused():
    """Deeper ones ended the reading of a ruleset with an error of Python's own."""
    names = [f"p{number:03}" for number in range(102)]
    deep = [
        (CORE.at(f"procedure[{place}]"), ProcedureDeclaration(name, tuple(names[place + 1 : place + 2])))
        for place, name in enumerate(names)
    ]

    _, sound = composed(deep[2:])
    _, problems = composed(deep[1:])

    assert [] == sound
    assert ['core.toml: procedure[101]: "p101" stands 100 procedures deep, which is too deep.'] == problems


def test_procedures_that_run_each_other_in_a_circle_are_refused():
    other = (CORE.at("procedure[1]"), ProcedureDeclaration("fight", ("roll",)))

    procedures, sound = composed([turn("open", "fight"), other])
    _, problems = composed([turn("open", "fight"), other], [step("a", procedure="fight", insert="turn", after="roll")])

    assert [] == sound
    assert ("open", "fight") == procedures["turn"].steps
    assert ["a.toml: step[0].insert: These procedures run each other in a circle: fight -> turn -> fight."] == problems


def test_a_procedure_declared_twice_is_refused_with_both_places():
    _, problems = composed([turn(), (Origin("b", "option", "b.toml", "procedure[0]"), turn()[1])])

    assert [
        'b.toml: procedure[0]: The procedure "turn" is declared twice: by "core" (core.toml: procedure[0]) '
        'and by "b" (b.toml: procedure[0]).'
    ] == problems


WORDS = st.sampled_from(STEPS)
CHANGES = st.one_of(
    st.fixed_dictionaries({"insert": WORDS, "after": WORDS}),
    st.fixed_dictionaries({"insert": WORDS, "before": WORDS}),
    st.fixed_dictionaries({"replace": WORDS, "by": WORDS}),
    st.fixed_dictionaries({"remove": WORDS}),
)
NAMES = "abcd"


@settings(derandomize=True, max_examples=400, deadline=None)
@given(
    found=st.lists(st.tuples(st.sampled_from(NAMES), CHANGES), max_size=7),
    ordered=st.integers(0, len(NAMES)),
    seed=st.integers(0, 99),
)
def test_composition_does_not_depend_on_registration(found, ordered, seed):
    changes = [step(name, index, **parts) for index, (name, parts) in enumerate(found)]
    earlier = {name: frozenset(NAMES[: NAMES.index(name)]) for name in NAMES[:ordered]}
    shuffled = random.Random(seed).sample(changes, len(changes))

    assert composed([turn()], changes, earlier) == composed([turn()], shuffled, earlier)


@settings(derandomize=True, max_examples=200, deadline=None)
@given(
    found=st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(STEPS[:4])), max_size=4, unique_by=lambda p: p[0])
)
def test_every_inserted_step_is_played_once_and_declared_ones_keep_their_order(found):
    changes = [
        step(name, index, insert=new, after=anchor)
        for index, ((name, anchor), new) in enumerate(zip(found, STEPS[4:], strict=False))
    ]
    earlier = {name: frozenset(NAMES[: NAMES.index(name)]) for name in NAMES}

    result = steps(*changes, earlier=earlier).split()

    assert sorted([*STEPS[:4], *(change.insert for _, change in changes)]) == sorted(result)
    assert list(STEPS[:4]) == [entry for entry in result if entry in STEPS[:4]]
