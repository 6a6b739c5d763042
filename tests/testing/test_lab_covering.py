"""Covering arrays: every pair of choices that can be had is in a row, and no other pair is called possible."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunerules.testing.lab import Factor, Model, Nogood, cover
from dunerules.testing.lab.covering import IDLE


def rows_of(model: Model) -> list[dict]:
    """Every row that breaks no nogood, by trying all."""
    names = list(model.factors)
    rows = [
        dict(zip(names, levels, strict=True))
        for levels in product(*(factor.levels for factor in model.factors.values()))
    ]
    return [row for row in rows if not any(nogood.choices <= set(row.items()) for nogood in model.nogoods)]


def pairs_in(rows: list) -> set:
    return {
        pair for row in rows for pair in combinations([choice for choice in row.items() if choice[1] is not IDLE], 2)
    }


@st.composite
def models(draw: st.DrawFn) -> Model:
    sizes = draw(st.lists(st.integers(1, 3), min_size=2, max_size=5))
    factors = [Factor(f"f{number}", tuple(range(size))) for number, size in enumerate(sizes)]
    choices = [(factor.name, level) for factor in factors for level in factor.levels]
    sets = draw(st.lists(st.sets(st.sampled_from(choices), min_size=1, max_size=3), max_size=6))
    return Model(factors, [Nogood(frozenset(one), f"reason {number}") for number, one in enumerate(sets)])


@given(models(), st.integers(0, 3))
def test_every_possible_pair_is_covered_and_every_other_is_listed_with_a_reason(model, seed):
    possible = rows_of(model)

    covering = cover(model, seed=seed)

    assert all(row in possible for row in covering.rows)
    assert pairs_in(possible) == pairs_in(covering.rows)
    assert set(model.pairs()) - pairs_in(possible) == set(covering.impossible)
    assert all(covering.impossible.values())


@given(models(), models())
def test_what_a_judge_refuses_is_learned(model, other):
    refused = [nogood for nogood in other.nogoods if {name for name, _ in nogood.choices} <= set(model.factors)]

    def judge(row):
        return next((nogood for nogood in refused if nogood.choices <= set(row.items())), None)

    covering = cover(model, judge)

    assert all(judge(row) is None for row in covering.rows)
    everything = Model(model.factors.values(), [*model.nogoods, *refused])
    assert pairs_in(rows_of(everything)) == pairs_in(covering.rows)


def test_the_first_row_is_the_usual_one_and_rows_are_few():
    model = Model([Factor(f"f{number}", (False, True)) for number in range(20)])

    covering = cover(model)

    assert set(covering.rows[0].values()) == {False}
    assert len(covering.rows) <= 12, "2 ** 20 selections, of which a dozen have all pairs"


def test_the_reason_names_the_whole_way_to_what_cannot_be():
    model = Model(
        [Factor(name, ("out", "in")) for name in "abc"],
        [
            Nogood(frozenset({("a", "in"), ("b", "out")}), "a requires b"),
            Nogood(frozenset({("b", "in"), ("c", "in")}), "b excludes c"),
        ],
    )

    impossible = cover(model).impossible

    assert {"a requires b; b excludes c", "b excludes c", "a requires b"} == set(impossible.values())
    assert (("a", "in"), ("c", "in")) in impossible


def test_a_question_that_does_not_arise_makes_no_pair():
    nogoods = [Nogood(frozenset({("module", "out"), ("option", level)}), "its setting") for level in (1, 2)]
    nogoods.append(Nogood(frozenset({("module", "in"), ("option", IDLE)}), "it has a value"))
    model = Model([Factor("module", ("in", "out")), Factor("option", (1, 2, IDLE))], nogoods)

    covering = cover(model)

    assert {"its setting"} == set(covering.impossible.values())
    assert {("in", 1), ("in", 2), ("out", IDLE)} == {tuple(row.values()) for row in covering.rows} | {("out", IDLE)}


@pytest.mark.parametrize("seed", [0, 1])
def test_the_same_arguments_give_the_same_rows(seed):
    def rows():
        return cover(Model([Factor(f"f{number}", (1, 2, 3)) for number in range(6)]), seed=seed).rows

    assert rows() == rows()
