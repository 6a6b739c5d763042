"""A choice whose fields are chosen one after the other is there if some way leads to its last field."""

from __future__ import annotations

import pytest
from attrs import frozen

from dunerules.classic.stepwise import Stepwise
from dunerules.rules import Denial, OneOf, Range


@frozen
class Walk:
    start: str
    steps: int
    end: str


def walks(steps, ends):
    """Walks from a or b, with as many steps as ``steps`` says of the start, to where ``ends`` says of the steps."""
    return Stepwise(
        Walk,
        {
            "start": lambda chosen: OneOf(("a", "b")),
            "steps": lambda chosen: steps[chosen["start"]],
            "end": lambda chosen: ends.get(chosen["steps"], Denial("nothing is so far away")),
        },
    )


@pytest.mark.parametrize(
    ("steps", "ends", "members"),
    [
        ({"a": Range(1, 2), "b": Range(3, 3)}, {3: OneOf(("z",))}, [Walk("b", 3, "z")]),
        (
            {"a": Denial("a is closed"), "b": Range(1, 1)},
            {1: OneOf(("y", "z"))},
            [Walk("b", 1, "y"), Walk("b", 1, "z")],
        ),
        ({"a": Denial("a is closed"), "b": Range(1, 0)}, {1: OneOf(("z",))}, []),
        ({"a": Range(1, 2), "b": Range(1, 2)}, {1: OneOf(())}, []),
    ],
)
def test_it_is_empty_if_no_way_leads_to_the_last_field(steps, ends, members):
    space = walks(steps, ends)

    assert members == list(space)
    assert (not members) is space.is_empty()
