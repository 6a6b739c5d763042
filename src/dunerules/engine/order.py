"""The resolved order of rule modules, from nothing but what they declare."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping

from dunerules.engine.declarations import LAYERS
from dunerules.engine.errors import Problem
from dunerules.engine.library import RuleModule
from dunerules.engine.origin import Precedence


def resolve_order(modules: Iterable[RuleModule]) -> tuple[tuple[RuleModule, ...], Precedence, tuple[Problem, ...]]:
    """The modules by layer, inside a layer after what they require or name in `after`, and then by id.

    Also what is declared about order, and a problem for each cycle in it. The order of ``modules`` does not matter.
    """
    by_id = {module.id: module for module in sorted(modules, key=lambda module: module.id)}
    direct = {name: _before(module) & by_id.keys() for name, module in by_id.items()}
    earlier = {name: _reachable(name, direct) for name in by_id}
    problems = tuple(_cycles(by_id, direct, earlier))
    names = [
        name
        for layer in LAYERS
        for name in _sorted([name for name in by_id if by_id[name].file.module.layer == layer], earlier)
    ]
    return tuple(by_id[name] for name in names), Precedence(earlier), problems


def _before(module: RuleModule) -> frozenset[str]:
    return frozenset(module.file.module.after) | frozenset(module.file.module.requires)


def _reachable(start: str, direct: Mapping[str, frozenset[str]]) -> frozenset[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for name in direct[waiting.pop()] - found:
            found.add(name)
            waiting.append(name)
    return frozenset(found)


def _sorted(names: list[str], earlier: Mapping[str, frozenset[str]]) -> list[str]:
    """The names with each behind its earlier ones, the smallest first where nothing is said."""
    waiting = {name: earlier[name] & set(names) for name in names}
    result: list[str] = []
    while waiting:
        free = [name for name, before in waiting.items() if before.isdisjoint(waiting)]
        name = min(free or waiting)  # none is free only in a cycle, which is a problem of its own
        result.append(name)
        del waiting[name]
    return result


def _cycles(
    by_id: Mapping[str, RuleModule], direct: Mapping[str, frozenset[str]], earlier: Mapping[str, frozenset[str]]
) -> Iterator[Problem]:
    told: set[str] = set()
    for name, module in by_id.items():
        if name in earlier[name] and name not in told:
            told |= {other for other in earlier[name] if name in earlier[other]}
            cycle = _cycle(name, direct)
            key = "after" if cycle[1] in module.file.module.after else "requires"
            words = ", which comes after ".join(f'"{step}"' for step in cycle[1:])
            yield Problem(
                module.shown,
                f"module.{key}",
                f'the order of modules goes round: "{name}" comes after {words}.',
                "A module comes after what it names in `requires` and `after`; take one of these out.",
            )


def _cycle(start: str, direct: Mapping[str, frozenset[str]]) -> list[str]:
    """A shortest way from a name back to itself."""
    ways = deque([[start]])
    seen: set[str] = set()
    while ways:
        way = ways.popleft()
        for name in sorted(direct[way[-1]]):
            if name == start:
                return [*way, name]
            if name not in seen:
                seen.add(name)
                ways.append([*way, name])
    raise AssertionError(f"{start} is in no cycle")
