"""The order in which a printed rulebook tells its rule modules: that of play, and beside what they add to."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from dunerules.engine.hooks import marked_by_module
from dunerules.engine.rulebook import Rulebook


def reading_order(rulebook: Rulebook, modules: Collection[str]) -> tuple[str, ...]:
    """These modules as they are best read.

    A module whose steps are played stands where the first of them is. Any other stands ahead of the first that builds
    on it, directly or through others, or else behind the last of those that it requires itself.
    """
    first = rulebook.once(_first_steps)
    order = sorted((name for name in modules if name in first), key=lambda name: first[name])
    waiting = [name for name in rulebook.modules if name in modules and name not in first]
    while waiting:
        placed = [name for name in waiting if _put(rulebook, name, order)]
        if not placed:
            order.append(waiting.pop(0))
        waiting = [name for name in waiting if name not in order]
    return tuple(order)


def steps_in_order(rulebook: Rulebook) -> tuple[str, ...]:
    """All steps in the order of play; procedures that rules start in play come behind."""
    found: dict[str, None] = {}
    seen: set[str] = set()
    for procedure in (rulebook.root, *rulebook.procedures):
        found.update(dict.fromkeys(_walk(rulebook, procedure, seen)))
    return tuple(found)


def procedures_in_order(rulebook: Rulebook) -> tuple[str, ...]:
    """The procedures that the order of play goes through, from the first one."""
    found: dict[str, None] = {}
    waiting = [rulebook.root]
    while waiting:
        name = waiting.pop(0)
        if name in rulebook.procedures and name not in found:
            found[name] = None
            waiting += rulebook.procedures[name].steps
    return tuple(found)


def _first_steps(rulebook: Rulebook) -> dict[str, int]:
    """For each module that has steps, the place of the first of them."""
    owners = {mark.key: origin.name for origin, mark, _ in marked_by_module(rulebook.composition.modules, "run_step")}
    places: dict[str, int] = {}
    for place, step in enumerate(steps_in_order(rulebook)):
        places.setdefault(owners[step], place)
    return places


def _walk(rulebook: Rulebook, procedure: str, seen: set[str]) -> Iterator[str]:
    if procedure in seen:
        return
    seen.add(procedure)
    for step in rulebook.procedures[procedure].steps:
        if step in rulebook.procedures:
            yield from _walk(rulebook, step, seen)
        else:
            yield step


def _put(rulebook: Rulebook, name: str, order: list[str]) -> bool:
    """Put a module beside those it belongs to; False: none of them has a place yet."""
    needed = rulebook.once(_needed)
    wanted = next(module.file.module.requires for module in rulebook.composition.modules if module.id == name)
    requiring = [at for at, other in enumerate(order) if name in needed[other]]
    required = [at for at, other in enumerate(order) if other in wanted]
    if requiring:
        order.insert(requiring[0], name)
    elif required:
        order.insert(required[-1] + 1, name)
    return bool(required or requiring)


def _needed(rulebook: Rulebook) -> dict[str, frozenset[str]]:
    """For each module all that it requires, directly or through others."""
    heads = {module.id: module.file.module for module in rulebook.composition.modules}
    found: dict[str, frozenset[str]] = {}

    def visit(name: str) -> frozenset[str]:
        if name not in found:
            own = [other for other in heads[name].requires if other in heads]
            found[name] = frozenset(own).union(*map(visit, own))
        return found[name]

    for name in heads:
        visit(name)
    return found
