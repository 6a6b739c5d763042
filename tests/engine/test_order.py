"""The order of modules follows from what they declare, and from nothing else."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from dunerules.engine.declarations import LAYERS, ModuleFile, ModuleHead
from dunerules.engine.library import RuleModule
from dunerules.engine.order import resolve_order


def module(
    name: str, layer: str = "general", *, after: tuple[str, ...] = (), requires: tuple[str, ...] = ()
) -> RuleModule:
    head = ModuleHead(id=name, title=name, layer=layer, after=after, requires=requires)
    return RuleModule(ModuleFile(module=head), f"{name}.toml")


def names(modules) -> list[str]:
    return [module.id for module in resolve_order(modules)[0]]


def test_layers_come_first_and_ids_break_ties():
    modules = [module("a", "house"), module("c"), module("b"), module("d", "edition")]

    assert names(modules) == ["b", "c", "d", "a"]


def test_a_module_comes_after_what_it_requires_or_names():
    modules = [module("a", after=("b",)), module("b", requires=("c",)), module("c")]

    assert names(modules) == ["c", "b", "a"]


def test_an_order_through_another_layer_counts():
    modules = [module("a", after=("m",)), module("m", "card", after=("z",)), module("z")]

    assert names(modules) == ["z", "a", "m"]


def test_after_names_what_is_not_selected_without_harm():
    _, precedence, problems = resolve_order([module("a", after=("nobody",))])

    assert problems == ()
    assert {"a": frozenset()} == precedence.earlier


def test_precedence_is_known_through_others():
    _, precedence, _ = resolve_order(
        [module("a", after=("b",)), module("b", requires=("c",)), module("c"), module("d")]
    )

    assert precedence.later("a", "c")
    assert not precedence.later("c", "a")
    assert not precedence.ordered("a", "d")


def test_a_cycle_is_printed_once():
    modules = [module("a", after=("b",)), module("b", requires=("c",)), module("c", after=("a",)), module("d")]

    ordered, _, problems = resolve_order(modules)

    assert [str(problem) for problem in problems] == [
        'a.toml: module.after: the order of modules goes round: "a" comes after "b", which comes after "c", '
        'which comes after "a".\n'
        "  A module comes after what it names in `requires` and `after`; take one of these out."
    ]
    assert {"a", "b", "c", "d"} == {module.id for module in ordered}


def test_a_module_after_itself_is_a_cycle():
    (problem,) = resolve_order([module("a", requires=("a",))])[2]

    assert problem.message == 'the order of modules goes round: "a" comes after "a".'
    assert problem.path == "module.requires"


IDS = "abcdefgh"


@st.composite
def some_modules(draw):
    return [
        module(
            name,
            draw(st.sampled_from(LAYERS[:3])),
            after=tuple(draw(st.lists(st.sampled_from(IDS), max_size=2))),
            requires=tuple(draw(st.lists(st.sampled_from(IDS), max_size=1))),
        )
        for name in draw(st.lists(st.sampled_from(IDS), unique=True))
    ]


@given(modules=some_modules(), data=st.data())
@settings(derandomize=True, max_examples=200, deadline=None, database=None)
def test_shuffling_changes_nothing(modules, data):
    assert resolve_order(modules) == resolve_order(data.draw(st.permutations(modules)))


@given(modules=some_modules())
@settings(derandomize=True, max_examples=200, deadline=None, database=None)
def test_without_cycles_every_declared_order_inside_a_layer_is_kept(modules):
    ordered, precedence, problems = resolve_order(modules)

    assert sorted(module.id for module in modules) == sorted(module.id for module in ordered)
    for place, one in enumerate(ordered):
        for other in ordered[place + 1 :]:
            assert LAYERS.index(one.file.module.layer) <= LAYERS.index(other.file.module.layer)
            if not problems and one.file.module.layer == other.file.module.layer:
                assert not precedence.later(one.id, other.id)
