"""Edits of JSON data: one value, anywhere in it, is replaced by another or taken out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

Place = tuple[str | int, ...]
"""The way to a value: keys and indices from the outside in."""

FOREIGN = (None, True, 0, 1, 1.0, "", "red", [], {}, [[]], {"%": "hidden"}, {"%": []}, {"%": "map"})
"""Values of every type, and some that mean something to the reader."""


def anywhere(place: Place) -> bool:
    """Allow an edit in every place."""
    return True


@st.composite
def edited(draw: st.DrawFn, data: Any, may_edit: Callable[[Place], bool] = anywhere, at: Place = ()) -> Any:
    """The data with an edit in one place, inside its outermost parts.

    ``may_edit`` says whether there may be one in a place, or somewhere inside it.
    """
    keys = [key for key in (data if isinstance(data, dict) else range(len(data))) if may_edit((*at, key))]
    key = draw(st.sampled_from(keys))
    copied, inner = data.copy(), data[key]
    if isinstance(inner, dict | list) and inner and (not at or draw(st.integers(0, 3))):
        copied[key] = draw(edited(inner, may_edit, (*at, key)))
    elif draw(st.integers(0, 3)) == 0:
        del copied[key]
    else:
        others = near(inner) if draw(st.booleans()) else FOREIGN
        copied[key] = draw(st.sampled_from([other for other in others if repr(other) != repr(inner)]))
    return copied


def near_misses(data: Any, may_edit: Callable[[Place], bool] = anywhere, at: Place = ()) -> Iterator[Any]:
    """The data with each value in turn taken out, or replaced by one that is easily taken for it."""
    for key in [key for key in (data if isinstance(data, dict) else range(len(data))) if may_edit((*at, key))]:
        inner, copied = data[key], data.copy()
        if at:
            del copied[key]
            yield copied
        others = [other for other in near(inner) if at and repr(other) != repr(inner)]
        deeper = near_misses(inner, may_edit, (*at, key)) if isinstance(inner, dict | list) else ()
        for other in (*others, *deeper):
            copied = data.copy()
            copied[key] = other
            yield copied


def near(value: Any) -> tuple[Any, ...]:
    """Values that are easily taken for the given one: to Python, but not to JSON, true is equal to 1."""
    if isinstance(value, bool):
        return int(value), float(value), not value
    if isinstance(value, int):
        return float(value), bool(value), value + 1, -value, str(value)
    if isinstance(value, str):
        return value + " ", value.upper(), value[:-1]
    if isinstance(value, list):
        return [*value, None], value[::-1], value[:-1]
    if isinstance(value, dict):
        return ({**value, "more": None},)
    return False, 0
