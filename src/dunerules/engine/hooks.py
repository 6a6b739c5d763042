"""From marks to pluggy and on to flat tuples: one plug-in for each rule module, one manager for each rulebook."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pluggy

from dunerules.engine.hookspecs import COLD, HOT, PROJECT, SOLE, ColdHooks, HotHooks, hookimpl
from dunerules.engine.library import RuleModule
from dunerules.engine.marks import Mark, marks_of
from dunerules.engine.origin import Origin

Marked = tuple[Mark, Any]
Flat = dict[str, dict[str, tuple[Callable[..., Any], ...]]]


def plugin_of(things: Iterable[object]) -> SimpleNamespace:
    """A pluggy plug-in that serves the hooks which the marked things name."""
    by_hook: dict[str, list[Marked]] = {}
    for thing in things:
        for mark in marks_of(thing):
            by_hook.setdefault(mark.hook, []).append((mark, thing))
    plugin = SimpleNamespace()
    for hook, marked in by_hook.items():
        setattr(plugin, hook, _cold(hook, tuple(marked)) if hook in COLD else _hot(hook, tuple(marked)))
    return plugin


def _cold(hook: str, marked: tuple[Marked, ...]) -> Callable[[], tuple[Marked, ...]]:
    def declare() -> tuple[Marked, ...]:
        return marked

    return hookimpl(specname=hook)(declare)


def _hot(hook: str, marked: tuple[Marked, ...]) -> Callable[..., list[Any] | None]:
    """A plug-in's implementation of a hot hook: its functions for the key, in order of definition."""
    functions: dict[str, tuple[Callable[..., Any], ...]] = {}
    for mark, function in marked:
        functions[mark.key] = (*functions.get(mark.key, ()), function)

    def serve(key: str, *arguments: Any) -> list[Any] | None:
        found = functions.get(key)
        return None if found is None else [function(*arguments) for function in found]

    parameters = list(inspect.signature(getattr(HotHooks, hook)).parameters.values())[1:]
    serve.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    serve.functions = functions  # type: ignore[attr-defined]
    return hookimpl(specname=hook)(serve)


def make_manager(modules: Sequence[RuleModule]) -> pluggy.PluginManager:
    """The manager with one plug-in for each module, called in resolved order."""
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(ColdHooks)
    manager.add_hookspecs(HotHooks)
    # pluggy calls the last registered first.
    for module in reversed(modules):
        manager.register(plugin_of(module.load_namespace()), name=module.id)
    manager.check_pending()
    return manager


def flatten(manager: pluggy.PluginManager) -> Flat:
    """Every hot hook as key and tuple of functions, in the order in which pluggy would call them."""
    flat: Flat = {}
    for hook in HOT:
        functions: dict[str, tuple[Callable[..., Any], ...]] = {}
        for implementation in reversed(getattr(manager.hook, hook).get_hookimpls()):
            for key, found in implementation.function.functions.items():
                functions[key] = (*functions.get(key, ()), *found)
        flat[hook] = functions
    return flat


def declared(manager: pluggy.PluginManager, hook: str) -> list[Marked]:
    """What all modules declared through a cold hook, in resolved order."""
    return [marked for found in getattr(manager.hook, hook)() for marked in found]


def marked_by_module(modules: Sequence[RuleModule], hook: str) -> list[tuple[Origin, Mark, Any]]:
    """Every mark for a hook with the module it stands in, in resolved order."""
    found = []
    for module in modules:
        for thing in module.load_namespace():
            for mark in marks_of(thing):
                if mark.hook == hook:
                    place = f"{module.namespace}.{getattr(thing, '__qualname__', '')}"
                    found.append((Origin(module.id, module.file.module.layer, module.shown, place), mark, thing))
    return found


def twice_served(modules: Sequence[RuleModule]) -> list[tuple[str, str, str, str]]:
    """Hook, key and both modules, wherever two modules serve what exactly one may."""
    found = []
    for hook in (*sorted(SOLE), *COLD):
        owners: Mapping[str, str] = {}
        seen: dict[str, str] = dict(owners)
        for origin, mark, _ in marked_by_module(modules, hook):
            if mark.key in seen:
                found.append((hook, mark.key, seen[mark.key], origin.name))
            seen[mark.key] = origin.name
    return found
