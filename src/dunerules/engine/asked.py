"""Which names the Python of a rulebook's modules mentions, to find numbers and permissions that nobody asks for."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from types import CodeType, FunctionType, ModuleType
from typing import Any

import attrs

from dunerules.engine.rulebook import Rulebook
from dunerules.engine.start import FEWEST, MOST, MOST_OF_ONE

BY_THE_ENGINE = frozenset({FEWEST, MOST, MOST_OF_ONE})
"""Quantities that the engine itself asks for."""


def is_asked(rulebook: Rulebook, name: str) -> bool:
    """Whether anything selected may ask for a quantity or a permission; False only if its name stands nowhere."""
    return name in BY_THE_ENGINE or name in rulebook.once(_mentioned)


def _mentioned(rulebook: Rulebook) -> frozenset[str]:
    """Every text in the Python of the selected modules and of what that imports from rules packages."""
    found = {change.refers_to for quantity in rulebook.quantities.values() for change in quantity.changes}
    found.update(text for kind in rulebook.components.values() for one in kind.values() for text in _fields(one))
    for module in rulebook.composition.modules:  # what a text has in braces is read by people
        found.update(re.findall(r"\{([\w.-]+)", module.file.module.text))
    homes = [module.namespace for module in rulebook.composition.modules if module.namespace]
    packages = {name.partition(".")[0] for name in homes}
    seen: set[str] = set()
    while homes:
        home = homes.pop()
        python = sys.modules.get(home)
        if home in seen or python is None:
            continue
        seen.add(home)
        for value in vars(python).values():
            other = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
            if isinstance(other, str) and other.partition(".")[0] in packages and ".engine." not in other:
                homes.append(other)
            found.update(_texts(value, home))
    return frozenset(found)


def _fields(thing: Any) -> Iterator[str]:  # Any: a component of any kind
    """The texts in a component: rule code may take the name of a quantity from one."""
    for field in attrs.fields(type(thing)):
        yield from _texts(getattr(thing, field.name), "")


def _texts(value: Any, home: str, depth: int = 0) -> Iterator[str]:  # Any: whatever a module defines
    """The texts in a value of a module: constants, and what its functions and methods mention."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, FunctionType):
        yield from _constants(value.__code__)
    elif isinstance(value, CodeType):
        yield from _constants(value)
    elif depth > 3:
        return
    elif isinstance(value, type) and value.__module__ == home:
        for part in vars(value).values():
            yield from _texts(getattr(part, "fget", part), home, depth + 1)
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _texts(key, home, depth + 1)
            yield from _texts(part, home, depth + 1)
    elif isinstance(value, tuple | list | set | frozenset):
        for part in value:
            yield from _texts(part, home, depth + 1)


def _constants(code: CodeType) -> Iterator[str]:
    for constant in code.co_consts:
        yield from _texts(constant, "")
