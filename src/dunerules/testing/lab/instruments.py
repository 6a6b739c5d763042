"""A rulebook that notes which rule modules have a say, move by move; the rulebook it is made of stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import attrs

from dunerules.engine.conditions import ALWAYS, Comparison, Condition, Fact
from dunerules.engine.declarations import StepChange
from dunerules.engine.effects import Change, PythonAmount
from dunerules.engine.hooks import marked_by_module
from dunerules.engine.hookspecs import HOT
from dunerules.engine.permissions import Permission, Verdict
from dunerules.engine.phases import WHOLE_GAME, phase_of
from dunerules.engine.quantities import Quantity
from dunerules.engine.rulebook import Handlers, Rulebook, StepOperation

Function = Callable[..., Any]  # Any: hooks take and give different things

OFFERS = ("offer_interjection", "offer_response")
"""Hooks that are asked of everybody all the time: one has a say only if it offers something."""


class Notes:
    """Who had a say since the last move: for each phase the modules."""

    def __init__(self) -> None:
        """Begin before the first phase."""
        self.phase = WHOLE_GAME
        self.here: set[str] = set()
        self.asked: set[str] = set()
        """The quantities and permissions that somebody has asked for, ever."""
        self._taken: dict[str, set[str]] = {self.phase: self.here}

    def enter(self, phase: str) -> None:
        """Note what follows under another phase."""
        if phase != self.phase:
            self.phase = phase
            self.here = self._taken.setdefault(phase, set())

    def take(self) -> dict[str, set[str]]:
        """Everything noted so far, by phase; begins anew."""
        taken = {phase: modules for phase, modules in self._taken.items() if modules}
        self.here = set()
        self._taken = {self.phase: self.here}
        return taken


def instrumented(rulebook: Rulebook, notes: Notes) -> Rulebook:
    """The same rules, with every function, effect and permission noting its module when it has a say."""
    wrapped = {hook: _wrapped_hook(rulebook, hook, notes) for hook in HOT}
    names = {cls: name for name, cls in rulebook.events.items()}
    quantities: dict[str, Quantity] = {}
    for name, quantity in rulebook.quantities.items():
        quantities[name] = _noting_quantity(quantity, notes, quantities)
    return attrs.evolve(
        rulebook,
        hooks=wrapped,
        quantities=quantities,
        permissions={name: _noting_permission(permission, notes) for name, permission in rulebook.permissions.items()},
        operations=_operations(rulebook, notes),
        reducers={cls: wrapped["reduce_event"].get(names[cls], ()) for cls in rulebook.reducers},
        observers={cls: wrapped["event_happened"][names[cls]] for cls in rulebook.observers},
        responses=_responses(rulebook, notes),
    )


def _noting(function: Function, module: str, notes: Notes, *, if_given: bool = False) -> Function:
    """The function, noting its module; ``if_given``: only if it gives something."""

    def noted(*args: Any) -> Any:
        notes.here.add(module)
        return function(*args)

    def noted_if_given(*args: Any) -> Any:
        given = function(*args)
        if given is not None:
            notes.here.add(module)
        return given

    return noted_if_given if if_given else noted


def _wrapped_hook(rulebook: Rulebook, hook: str, notes: Notes) -> Handlers:
    found: dict[str, tuple[Function, ...]] = {}
    for origin, mark, function in marked_by_module(rulebook.composition.modules, hook):
        noting = _noting(function, origin.name, notes, if_given=hook in OFFERS)
        found[mark.key] = (*found.get(mark.key, ()), noting)
    return found


def _responses(rulebook: Rulebook, notes: Notes) -> dict[type, tuple[tuple[str, Function], ...]]:
    found: dict[type, tuple[tuple[str, Function], ...]] = {}
    for origin, mark, offer in marked_by_module(rulebook.composition.modules, "offer_response"):
        cls = rulebook.intents[mark.key]
        noting = _noting(offer, origin.name, notes, if_given=True)
        found[cls] = (*found.get(cls, ()), (mark.details["response"], noting))
    return found


# ------------------------------------------------------------------ numbers and permissions


def _noting_quantity(quantity: Quantity, notes: Notes, quantities: Mapping[str, Quantity]) -> Quantity:
    """A number that notes, whenever it is asked for, the modules of all effects that hold: overruled ones meet too."""
    live = [(change, change.origin.name) for change in quantity.changes]

    def note(look: Any, ctx: Any, _value: object) -> bool:  # Any: as conditions ask their facts
        notes.asked.add(quantity.id)
        # Before a game there is no look, and nothing that could depend on one.
        if look is not None:
            notes.here.update(module for change, module in live if _has_effect(change, look, ctx))
        return False

    changes = [_linked(change, quantities) for change in quantity.changes]
    changes[0] = attrs.evolve(changes[0], condition=Condition((), (Comparison(Fact("noted", note), (True,)),)))
    return Quantity(quantity.id, quantity.title, quantity.needs, tuple(changes))


def _has_effect(change: Change, look: Any, ctx: Any) -> bool:
    if not change.condition.holds(look, ctx):
        return False
    return not isinstance(change.amount, PythonAmount) or change.amount(look, ctx) is not None


def _linked(change: Change, quantities: Mapping[str, Quantity]) -> Change:
    """A change whose amount is another number asks the one that takes notes."""
    other = change.refers_to
    return attrs.evolve(change, amount=lambda look, ctx: quantities[other].compute(look, ctx)) if other else change


def _noting_permission(permission: Permission, notes: Notes) -> Permission:
    """A permission that notes, whenever it is asked for, the modules of all rules that hold."""
    *rules, default = permission.rules

    def note(look: Any, ctx: Any) -> bool:  # Any: as a permission's function is declared
        notes.asked.add(permission.id)
        notes.here.add(default.origin.name)
        notes.here.update(rule.origin.name for rule in rules if rule.holds(look, ctx))
        return False

    # What says the same as the rule that decides in the end would not be asked.
    last = next((rule for rule in rules if rule.function is None and rule.condition is ALWAYS), default)
    verdict: Verdict = "allow" if last.verdict == "forbid" else "forbid"
    first = attrs.evolve(default, verdict=verdict, function=note)
    return Permission(permission.id, permission.title, permission.needs, (first, *permission.rules))


# ------------------------------------------------------------------ steps


def _operations(rulebook: Rulebook, notes: Notes) -> dict[str, tuple[StepOperation, ...]]:
    """Steps that note who defines them, who put them there, and whose order of play they stand in."""
    homes = {mark.key: origin.name for origin, mark, _ in marked_by_module(rulebook.composition.modules, "run_step")}
    owners = dict(_owners(rulebook))
    result = {}
    for name, operations in rulebook.operations.items():
        # A procedure that runs several times is an entry of its own elsewhere, put there by somebody.
        placed = tuple(module for (_, step), modules in owners.items() if step == name for module in modules)
        written = list(_written_out(rulebook, name, owners, placed))
        assert [entry for entry, _ in written] == [operation.name for operation in operations]
        result[name] = tuple(
            operation
            if operation.run is None
            else attrs.evolve(
                operation,
                run=_noting_step(operation.run, {homes[entry], *modules}, phase_of(rulebook, homes[entry]), notes),
            )
            for operation, (entry, modules) in zip(operations, written, strict=True)
        )
    return result


def _noting_step(run: Function, modules: Iterable[str], phase: str, notes: Notes) -> Function:
    names = frozenset(modules)

    def noted(tx: Any) -> Any:
        if phase:
            notes.enter(phase)
        notes.here.update(names)
        return run(tx)

    return noted


def _owners(rulebook: Rulebook) -> Iterator[tuple[tuple[str, str], tuple[str, ...]]]:
    """For each place of a procedure, and for the procedure itself with an empty place, the modules that made it so."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for module in rulebook.composition.modules:
        for procedure in module.file.procedure:
            found[procedure.id, ""] = (*found.get((procedure.id, ""), ()), module.id)
        for change in module.file.step:
            place = (change.procedure, _put_in(change))
            found[place] = (*found.get(place, ()), module.id)
    yield from found.items()


def _put_in(change: StepChange) -> str:
    """The step that a change puts somewhere; of a removal none is left, so the procedure itself is meant."""
    return change.insert or change.by or change.move


def _written_out(
    rulebook: Rulebook, name: str, owners: Mapping[tuple[str, str], tuple[str, ...]], above: tuple[str, ...]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The operations of a procedure, each with the modules in whose order of play it stands."""
    around = (*above, *owners.get((name, ""), ()))
    for step in rulebook.procedures[name].steps:
        modules = (*around, *owners.get((name, step), ()))
        inner = rulebook.procedures.get(step)
        if inner is None or inner.each or inner.repeat:
            yield step, modules
        else:
            yield from _written_out(rulebook, step, owners, modules)
