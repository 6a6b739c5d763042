"""What the declaration compilers share about order: who stands later, what settles a conflict, what runs in circles."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations

from dunerules.engine.errors import Problem
from dunerules.engine.origin import Origin, Precedence

Place = tuple[int, str, str, tuple[tuple[int, str], ...]]


def natural(path: str) -> tuple[tuple[int, str], ...]:
    """A sort key that puts ``step[10]`` behind ``step[9]``."""
    return tuple((int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", path) if part)


def place(origin: Origin, precedence: Precedence) -> Place:
    """A sort key, earliest first, that agrees with every declared order and does not depend on registration."""
    # All names before an origin are listed, so whoever comes later lists strictly more of them.
    return (len(precedence.earlier.get(origin.name, ())), origin.name, origin.file, natural(origin.path))


def standing(origin: Origin, precedence: Precedence) -> tuple[int, Place]:
    """A sort key by layer, then by declared order."""
    return (origin.height, place(origin, precedence))


def latest(origins: Sequence[Origin], precedence: Precedence) -> list[Origin]:
    """The origins that no other of them is declared to come after."""
    return [one for one in origins if not any(precedence.later(other.name, one.name) for other in origins)]


def unordered(origins: Iterable[Origin], precedence: Precedence) -> list[tuple[Origin, Origin]]:
    """All pairs of origins with different names that nothing orders, each pair and the list in the order of names."""
    by_name = {origin.name: origin for origin in sorted(origins, key=lambda one: place(one, precedence), reverse=True)}
    return [
        (by_name[one], by_name[other])
        for one, other in combinations(sorted(by_name), 2)
        if not precedence.ordered(one, other)
    ]


def settling(one: Origin, other: Origin) -> str:
    """The line that would order two origins."""
    return f'Add  after = ["{one.name}"]  to {other.name}, or the reverse.'


def named(origin: Origin) -> str:
    """An origin as a message names it: who, and where in which file."""
    where = f"{origin.file}: {origin.path}" if origin.path else origin.file
    return f'"{origin.name}" ({where})'


def cycles(graph: Mapping[str, Collection[str]]) -> list[tuple[str, ...]]:
    """Ways that lead back to their start, one for each edge that closes a circle, start and end being the same."""
    found: list[tuple[str, ...]] = []
    done: set[str] = set()
    for start in sorted(graph):
        trail: list[str] = []
        # Each entry is a node to enter, or None to leave the node entered last.
        agenda: list[str | None] = [start]
        while agenda:
            node = agenda.pop()
            if node is None:
                done.add(trail.pop())
            elif node in trail:
                found.append((*trail[trail.index(node) :], node))
            elif node not in done:
                trail.append(node)
                agenda.append(None)
                agenda.extend(sorted(set(graph.get(node, ())), reverse=True))
    return found


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Problems sorted by place, each once, so that a report does not depend on registration."""
    return sorted(
        set(problems), key=lambda problem: (problem.file, natural(problem.path), problem.message, problem.hint)
    )
