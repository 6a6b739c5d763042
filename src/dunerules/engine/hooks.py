"""From marks to pluggy and on to flat tuples: one plug-in for each rule module, one manager for each rulebook."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import FunctionType
from typing import Any

import pluggy

from dunerules.engine.errors import Problem, nearest
from dunerules.engine.hookspecs import COLD, HOT, PROJECT, SOLE, ColdHooks, HotHooks, hookimpl
from dunerules.engine.library import RuleModule
from dunerules.engine.marks import Mark, marks_of
from dunerules.engine.origin import Origin

Marked = tuple[Mark, Any]
Flat = dict[str, dict[str, tuple[Callable[..., Any], ...]]]


class Plugin:
    """What pluggy registers for one rule module: an attribute for each hook that it serves."""


def plugin_of(things: Iterable[object]) -> Plugin:
    """A pluggy plug-in that serves the hooks which the marked things name."""
    by_hook: dict[str, list[Marked]] = {}
    for thing in things:
        for mark in marks_of(thing):
            by_hook.setdefault(mark.hook, []).append((mark, thing))
    plugin = Plugin()
    for hook, marked in by_hook.items():
        setattr(plugin, hook, _hot(hook, tuple(marked)) if hook in HOT else _cold(hook, tuple(marked)))
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

    # pluggy passes arguments by the names it reads from the code, so the implementation is written out with them.
    names = ", ".join(list(inspect.signature(getattr(HotHooks, hook)).parameters)[1:])
    implementation: Any = eval(f"lambda {names}: serve({names})", {"serve": serve})  # Any: a function with an attribute
    implementation.functions = functions
    return hookimpl(specname=hook)(implementation)  # type: ignore[no-any-return]


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
        seen: dict[str, str] = {}
        for origin, mark, _ in marked_by_module(modules, hook):
            if mark.key in seen:
                found.append((hook, mark.key, seen[mark.key], origin.name))
            seen[mark.key] = origin.name
    return found


def unknown_hooks(modules: Sequence[RuleModule]) -> Iterator[Problem]:
    """A problem for each mark of a hook that there is no specification of."""
    known = (*COLD, *HOT)
    for module in modules:
        for thing in module.load_namespace():
            for mark in marks_of(thing):
                if mark.hook not in known:
                    path = f"{module.namespace}.{getattr(thing, '__qualname__', '')}"
                    yield Problem(module.shown, path, f'"{mark.hook}" is not a hook.', nearest(mark.hook, known))


ARGUMENTS: dict[str, tuple[str, ...]] = {
    **{hook: tuple(inspect.signature(getattr(HotHooks, hook)).parameters)[2:] for hook in HOT},
    "facts": ("look", "ctx", "value"),
    "givens": ("tx", "value"),
    "invariants": ("look",),
    "checks": ("rulebook",),
}
"""What the functions of each hook are called with."""

YIELDING = frozenset({"orders", "checks"})
"""Hooks whose functions may yield what they give; any other that yields would never be run."""


def misshapen(modules: Sequence[RuleModule]) -> Iterator[Problem]:
    """A problem for each function that cannot be called as its hook calls it, or that would do nothing if it were."""
    for module in modules:
        for thing in module.load_namespace():
            if not isinstance(thing, FunctionType):  # a class, or a callable object of which nothing is known
                continue
            for hook in dict.fromkeys(mark.hook for mark in marks_of(thing) if mark.hook in ARGUMENTS):
                for message, hint in _misshapes(hook, thing):
                    yield Problem(module.shown, f"{module.namespace}.{thing.__qualname__}", message, hint)


def _misshapes(hook: str, function: FunctionType) -> Iterator[tuple[str, str]]:
    arguments, code = ARGUMENTS[hook], function.__code__
    needed = code.co_argcount - len(function.__defaults__ or ())
    most = len(arguments) if code.co_flags & inspect.CO_VARARGS else code.co_argcount
    if not needed <= len(arguments) <= most:
        takes = ", ".join(code.co_varnames[: code.co_argcount])
        yield f"expected a function of ({', '.join(arguments)}), found one of ({takes}).", ""
    if code.co_flags & LAZY and hook not in YIELDING:
        message = "expected a plain function, found one that yields or awaits, which would never be run."
        yield message, "What it is given acts at once: call tx.emit(), tx.ask() and go on."


LAZY = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR

DECLARED_BY = {
    "reduce_event": "events",
    "event_happened": "events",
    "offer_response": "intents",
    "commit_intent": "intents",
    "intent_prevented": "intents",
}
"""Hot hooks whose key is the name of a class that a module declares through the cold hook."""

TAKEN_BY = {"decision_space": ("take_answer", "take_answers"), "offer_interjection": ("take_answer",)}
"""Hot hooks that offer something, and those of which one must take what was chosen."""

DECORATORS = {"take_answer": "@answer", "take_answers": "@answers"}


def loose_ends(modules: Sequence[RuleModule]) -> Iterator[Problem]:
    """A problem for each function that is about an undeclared class, and for each offer that nothing carries out."""
    for hook, declaring in DECLARED_BY.items():
        names = {mark.key for _, mark, _ in marked_by_module(modules, declaring)}
        for origin, mark, _ in marked_by_module(modules, hook):
            if mark.key not in names:
                message = f'no selected rule module declares the {declaring[:-1]} "{mark.key}", which this is about.'
                yield origin.problem(message, "Add the module that declares it to `requires`.")
    for hook, taking in TAKEN_BY.items():
        taken = {mark.key for other in taking for _, mark, _ in marked_by_module(modules, other)}
        for origin, mark, _ in marked_by_module(modules, hook):
            if mark.key not in taken:
                hint = " or ".join(f'{DECORATORS[other]}("{mark.key}")' for other in taking)
                yield origin.problem(f'nothing takes the answer to "{mark.key}".', f"Write {hint}.")
    carried_out = {mark.key for _, mark, _ in marked_by_module(modules, "take_response")}
    for origin, mark, _ in marked_by_module(modules, "offer_response"):
        name = mark.details["response"]
        if name not in carried_out:
            yield origin.problem(f'nothing carries out the response "{name}".', f'Write @respond("{name}").')
