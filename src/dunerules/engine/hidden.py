"""The stand-in for what somebody may not see."""

from __future__ import annotations

from typing import Any


class Hidden:
    """A value that is there but unknown: sums with it stay unknown, anything else about it cannot be asked."""

    __slots__ = ()

    def __add__(self, other: Any) -> Hidden:
        return self

    __radd__ = __sub__ = __rsub__ = __add__

    def __repr__(self) -> str:
        return "HIDDEN"

    def __bool__(self) -> bool:
        raise TypeError("a hidden value can be passed on, not looked at")

    def __copy__(self) -> Hidden:
        return self

    def __deepcopy__(self, memo: object) -> Hidden:
        return self

    def __reduce__(self) -> str:
        return "HIDDEN"


HIDDEN = Hidden()
"""The only instance of `Hidden`."""


def without(items: tuple[Any, ...], item: Any) -> tuple[Any, ...]:
    """The items with one copy of ``item`` taken out, or one unknown item if it is not among those that are known.

    Items that are hidden as a whole stay hidden.
    """
    unseen: Any = items  # Any: a view may hold HIDDEN in place of the tuple
    if unseen is HIDDEN:
        return items
    place = items.index(item) if item in items else items.index(HIDDEN)
    return items[:place] + items[place + 1 :]
