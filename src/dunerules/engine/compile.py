"""Compiling: a composition becomes a rulebook, or an error that lists everything that stands in the way."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, TypeVar

import attrs
import pluggy
from attrs import frozen

from dunerules.engine.citations import citation_problem
from dunerules.engine.components import (
    Raw,
    build_components,
    component_files,
    merge_components,
    merge_decks,
    problems_of,
    unknown_references,
)
from dunerules.engine.conditions import BUILT_IN_FACTS, Fact, fact_of
from dunerules.engine.errors import Problem, RulesetError
from dunerules.engine.hooks import (
    declared,
    flatten,
    loose_ends,
    make_manager,
    marked_by_module,
    misshapen,
    twice_served,
    unknown_hooks,
)
from dunerules.engine.layers import component_layers, declarations_of, files_of
from dunerules.engine.library import Library, RuleModule
from dunerules.engine.passages import component_text_findings, text_problems
from dunerules.engine.permissions import compile_permissions
from dunerules.engine.plain import canonical, digest_of
from dunerules.engine.procedures import Procedure, compose_procedures
from dunerules.engine.quantities import compile_quantities
from dunerules.engine.rulebook import Rulebook, StepOperation
from dunerules.engine.ruleset import Composition, resolve, resolve_text
from dunerules.engine.structure import structure
from dunerules.engine.views import Redactor, visibility_faults

D = TypeVar("D")
ROOT = "game"
"""The procedure that every game starts with."""
EXTEND = 'Write  extends = "..."  below [ruleset], with a ruleset to start from.'


def load(name_or_path: str | PathLike[str], *, library: Library | None = None) -> Rulebook:
    """Compile a ruleset: a known name, or a path that ends in ``.toml``.

    Raises a RulesetError with everything that is wrong with it.
    """
    return compile_rulebook(resolve(name_or_path, library or Library.installed()))


def loads(text: str, *, library: Library | None = None, shown: str = "<ruleset>") -> Rulebook:
    """Compile a ruleset given as TOML text."""
    return compile_rulebook(resolve_text(text, library or Library.installed(), shown=shown))


@frozen
class _Static:
    """What static facts may ask."""

    modules: Collection[str]
    options: Mapping[str, Mapping[str, bool | int | str]]


@frozen
class _Parts:
    """What the declarations of a composition compile to, with the problems they have."""

    components: dict[str, dict[str, Any]]
    decks: dict[str, dict[str, int]]
    quantities: dict[str, Any]
    permissions: dict[str, Any]
    procedures: dict[str, Procedure]
    problems: list[Problem]


def compile_rulebook(composition: Composition) -> Rulebook:
    """Compile a composition once; the result is shared by every game played with it."""
    modules = composition.modules
    problems = [*unknown_hooks(modules), *_twice(composition), *loose_ends(modules), *_python_citations(composition)]
    problems += [*_table_problems(modules), *_visibility_problems(composition)]
    problems += [*_unkept_fields(modules), *misshapen(modules)]
    if problems:
        raise RulesetError(problems)
    manager = make_manager(modules)
    flat = flatten(manager)
    parts = _compile_parts(composition, manager, flat)
    if parts.problems:
        raise RulesetError(parts.problems)
    rulebook = _assemble(composition, manager, flat, parts)
    findings = [found for _, check in declared(manager, "checks") for found in check(rulebook)]
    findings += component_text_findings(rulebook)
    files = component_files(component_layers(composition), precedence=composition.precedence) if findings else {}
    problems = [*problems_of(findings, files), *text_problems(rulebook)]
    if problems:
        raise RulesetError(problems)
    return rulebook


def _assemble(composition: Composition, manager: pluggy.PluginManager, flat: Any, parts: _Parts) -> Rulebook:
    kinds = {hook: _keyed(manager, hook) for hook in ("tables", "events", "choices", "intents", "records")}
    marked = {cls: mark for hook in kinds for mark, cls in declared(manager, hook)}
    events, intents = kinds["events"], kinds["intents"]
    details = {cls: mark.details for cls, mark in marked.items()}
    responses: dict[type, tuple[tuple[str, Callable[..., Any]], ...]] = {}
    for _, mark, offer in marked_by_module(composition.modules, "offer_response"):
        cls = intents[mark.key]
        responses[cls] = (*responses.get(cls, ()), (mark.details["response"], offer))
    return Rulebook(
        composition=composition,
        fingerprint=_fingerprint(composition, parts),
        manager=manager,
        tables=kinds["tables"],
        events=events,
        choices=kinds["choices"],
        intents=intents,
        records=kinds["records"],
        details=details,
        names={cls: mark.key for cls, mark in marked.items()},
        components=parts.components,
        decks=parts.decks,
        quantities=parts.quantities,
        permissions=parts.permissions,
        facts=_facts(manager),
        procedures=parts.procedures,
        operations=_operations(parts.procedures, composition, flat),
        hooks=flat,
        givens=_keyed(manager, "givens"),
        invariants=_keyed(manager, "invariants"),
        resting=frozenset(mark.key for mark, _ in declared(manager, "invariants") if mark.details["resting"]),
        redactor=Redactor([*kinds["tables"].values(), *events.values()], details, composition.options),
        root=ROOT,
        reducers={cls: flat["reduce_event"].get(name, ()) for name, cls in events.items()},
        observers={events[name]: found for name, found in flat["event_happened"].items()},
        responses=responses,
    )


def _compile_parts(composition: Composition, manager: pluggy.PluginManager, flat: Any) -> _Parts:
    raw, components, problems = _components(composition, manager)
    cards = raw.get("card")
    decks, more = merge_decks(
        [(origin.at("decks"), file.decks) for origin, file in files_of(composition)],
        precedence=composition.precedence,
        known=None if cards is None else list(cards),
        played={deck for module in composition.modules for deck in module.file.decks},
    )
    problems += more
    shared: dict[str, Any] = {  # Any: keyword arguments of two functions
        "facts": _facts(manager),
        "precedence": composition.precedence,
        "static_context": _Static([module.id for module in composition.modules], composition.options),
        "known_values": {"module": list(composition.installed), **{kind: list(things) for kind, things in raw.items()}},
    }
    modules = composition.modules
    quantities, more = compile_quantities(
        list(declarations_of(composition, "quantity")),
        list(declarations_of(composition, "effect")),
        marked_by_module(modules, "quantity_operand"),
        options=composition.options,
        permissions={declared.id for _, declared in declarations_of(composition, "may")},
        **shared,
    )
    problems += more
    permissions, more = compile_permissions(
        list(declarations_of(composition, "may")),
        list(declarations_of(composition, "permission")),
        marked_by_module(modules, "permission_rule"),
        quantities=quantities,
        **shared,
    )
    problems += more
    procedures, more = compose_procedures(
        list(declarations_of(composition, "procedure")),
        list(declarations_of(composition, "step")),
        precedence=composition.precedence,
        steps=flat["run_step"],
        orders=flat["orders"],
        loops=flat["loops"],
    )
    problems += more
    procedures = _titled(procedures, components, manager)
    if ROOT not in procedures and not problems:
        message = f'no selected rule module declares the procedure "{ROOT}", with which every game starts.'
        starting = "" if composition.chain[-1].file.ruleset.extends else EXTEND
        problems.append(Problem(composition.chain[-1].shown, "ruleset" if starting else "rules.add", message, starting))
    return _Parts(components, decks, quantities, permissions, procedures, problems)


def _components(
    composition: Composition, manager: pluggy.PluginManager
) -> tuple[Raw, dict[str, dict[str, Any]], list[Problem]]:
    layers = component_layers(composition)
    raw, problems = merge_components(layers, precedence=composition.precedence)
    files = component_files(layers, precedence=composition.precedence)
    kinds = _keyed(manager, "component_kinds")
    built, more = build_components(raw, kinds, structure, files=files)
    unknown = problems_of(unknown_references(built, kinds, raw, composition.elsewhere), files)
    return raw, built, [*problems, *more, *unknown]


def _titled(
    procedures: Mapping[str, Procedure], components: Mapping[str, Mapping[str, Any]], manager: pluggy.PluginManager
) -> dict[str, Procedure]:
    """The procedures, those that a component stands for under its title."""
    kinds = [mark.key for mark, _ in declared(manager, "component_kinds") if mark.details["titles_procedures"]]
    titles = {name: thing.title for kind in kinds for name, thing in components.get(kind, {}).items()}
    return {name: attrs.evolve(one, title=titles.get(name, one.title)) for name, one in procedures.items()}


def _facts(manager: pluggy.PluginManager) -> dict[str, Fact]:
    own = {mark.key: fact_of(mark, function) for mark, function in declared(manager, "facts")}
    return {**BUILT_IN_FACTS, **own}


def _operations(
    procedures: Mapping[str, Procedure], composition: Composition, flat: Any
) -> dict[str, tuple[StepOperation, ...]]:
    """Each procedure's steps, looked up; a procedure inside it that runs just once is written out in its place."""
    repeats = {mark.key: mark.details["repeat"] for _, mark, _ in marked_by_module(composition.modules, "run_step")}

    def written_out(name: str) -> Iterator[StepOperation]:
        for step in procedures[name].steps:
            inner = procedures.get(step)
            if inner is None:
                yield StepOperation(step, flat["run_step"][step][0], repeats[step])
            elif inner.each or inner.repeat:
                yield StepOperation(step, None)
            else:
                yield from written_out(step)

    return {name: tuple(written_out(name)) for name in procedures}


def _keyed(manager: pluggy.PluginManager, hook: str) -> dict[str, Any]:
    return {mark.key: thing for mark, thing in declared(manager, hook)}


def _twice(composition: Composition) -> Iterator[Problem]:
    brought = composition.brought_by
    shown = {module.id: module.shown for module in composition.modules}
    for hook, key, one, other in twice_served(composition.modules):
        if one == other:
            yield Problem(
                shown[one], "", f'its Python serves "{key}" of the hook {hook} twice.', "Keep one of the two."
            )
            continue
        message = (
            f'"{one}" ({brought.get(one, "always there")}) and "{other}" ({brought.get(other, "always there")}) '
            f'both serve "{key}" of the hook {hook}, and only one module may.'
        )
        yield Problem(composition.chain[-1].shown, "rules.add", message, "Take one of the two out.")


def _python_citations(composition: Composition) -> Iterator[Problem]:
    for hook in ("quantity_operand", "permission_rule", "invariants"):
        for origin, mark, _ in marked_by_module(composition.modules, hook):
            for rule_id in mark.details["cites"]:
                problem = citation_problem(rule_id, origin.file, origin.path, composition.catalogue)
                if problem is not None:
                    yield problem


def _table_problems(modules: Sequence[RuleModule]) -> Iterator[Problem]:
    for origin, mark, cls in marked_by_module(modules, "tables"):
        missing = [field.name for field in attrs.fields(cls) if field.default is attrs.NOTHING]
        if missing:
            message = f'the table "{mark.key}" has fields without a default: {", ".join(missing)}.'
            yield origin.problem(message, "A game starts with every table at its defaults.")


UNKEPT = ("list", "set", "float")
"""What a game cannot hold: it could be changed without an event, or is not the same on every machine."""


def _unkept_fields(modules: Sequence[RuleModule]) -> Iterator[Problem]:
    for hook in ("tables", "events", "choices", "intents", "records"):
        for origin, mark, cls in marked_by_module(modules, hook):
            wrong = [field.name for field in attrs.fields(cls) if _word(field.type) in UNKEPT]
            if wrong:
                message = f'the {hook[:-1]} "{mark.key}" has fields that cannot be kept: {", ".join(wrong)}.'
                yield origin.problem(
                    message, "Write a tuple for a list, a frozenset for a set, a Fraction for a float."
                )


def _word(hint: Any) -> str:  # Any: an annotation, which may be a text
    """The word that an annotation begins with."""
    return (hint if isinstance(hint, str) else getattr(hint, "__name__", "")).partition("[")[0]


def _visibility_problems(composition: Composition) -> Iterator[Problem]:
    for hook in ("tables", "events"):
        for origin, mark, cls in marked_by_module(composition.modules, hook):
            in_table = hook == "tables"
            for fault in visibility_faults(cls, mark.details, in_table=in_table, options=composition.options):
                yield origin.problem(fault)


def _fingerprint(composition: Composition, parts: _Parts) -> str:
    """Hash of what plays, not of how files are called or in which order they were found."""
    house = [attrs.asdict(file, filter=lambda field, _: field.name not in _HEADS) for _, file in composition.house]
    modules = sorted((module.id, attrs.asdict(module.file)) for module in composition.modules)
    # Rule code goes through components and cards in their order, which the sorted keys of the files do not tell.
    order = {
        **{f"components.{kind}": list(things) for kind, things in parts.components.items()},
        **{f"decks.{deck}": list(cards) for deck, cards in parts.decks.items()},
    }
    data = {
        "modules": modules,
        "options": composition.options,
        "house": [part for part in house if any(part.values())],
        "order": order,
    }
    return digest_of(canonical(_sorted(data)))


_HEADS = frozenset({"ruleset", "rules", "options"})


def _sorted(data: Any) -> Any:
    """Data of declarations as JSON data."""
    if isinstance(data, Mapping):
        return {str(key): _sorted(value) for key, value in data.items()}
    if isinstance(data, Sequence) and not isinstance(data, str):
        return [_sorted(value) for value in data]
    return data if data is None or isinstance(data, str | int) else str(data)
