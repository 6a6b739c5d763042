"""State: tables are shared until they are written, and what is derived from one is kept as long."""

from __future__ import annotations

from dunerules.engine.tables import State
from dunerules.rules import public, table


@table("shelf")
class Shelf:
    books: dict[str, int] = public(factory=dict)


def total(book: object, shelf: Shelf) -> int:
    calls.append(dict(shelf.books))
    return sum(shelf.books.values())


calls: list[dict[str, int]] = []


def put(state: State, name: str, count: int) -> None:
    state.write(Shelf).books[name] = count


def test_a_clone_is_written_without_its_origin():
    one = State.fresh([Shelf])
    other = one.clone()

    put(other, "atlas", 2)

    assert ({}, {"atlas": 2}) == (one[Shelf].books, other[Shelf].books)


def test_what_is_derived_from_a_table_is_made_anew_only_when_it_was_written():
    calls.clear()
    state = State.fresh([Shelf])
    put(state, "atlas", 2)

    found = [state.derived(Shelf, total, None), state.derived(Shelf, total, None)]
    put(state, "bible", 3)
    found += [state.derived(Shelf, total, None), state.derived(Shelf, total, None)]

    assert [2, 2, 5, 5] == found
    assert [{"atlas": 2}, {"atlas": 2, "bible": 3}] == calls


def test_what_is_derived_is_never_that_of_another_state():
    one = State.fresh([Shelf])
    put(one, "atlas", 2)
    one.derived(Shelf, total, None)
    left, right = one.clone(), one.clone()
    put(left, "atlas", 5)
    put(right, "atlas", 7)

    found = [state.derived(Shelf, total, None) for state in (left, right, one, left, right)]

    assert [5, 7, 2, 5, 7] == found


def test_what_is_derived_is_made_once_for_all_states_that_share_the_table():
    calls.clear()
    one = State.fresh([Shelf])
    put(one, "atlas", 2)
    one.derived(Shelf, total, None)
    other = one.clone()

    assert [2, 2] == [other.derived(Shelf, total, None), other.clone().derived(Shelf, total, None)]
    assert [{"atlas": 2}] == calls


def test_a_copied_table_has_dicts_of_its_own_and_all_else_as_it_was():
    @table("things")
    class Things:
        counts: dict[str, int] = public(factory=dict)
        order: tuple[str, ...] = public(default=())

    one = State({Things: Things({"a": 1}, ("a", "b"))})
    other = one.clone()
    written = other.write(Things)

    assert (one[Things], other[Things]) == (written, written)
    assert written.counts is not one[Things].counts
    assert written.order is one[Things].order
