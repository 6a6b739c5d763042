"""The names that a ruleset can write, put into the JSON Schema of its format, so that an editor completes them.

A name is offered and no other is refused: a file may select modules that bring more of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dunerules.engine.conditions import Fact
from dunerules.engine.declarations import EffectDeclaration, OptionDeclaration, PermissionRule, StepChange
from dunerules.engine.library import Library
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.schema import Schema, ruleset_schema

STEP_WORDS = ("insert", "after", "before", "move", "replace", "by", "remove")
"""The keys of a change of a procedure that name a step."""
OPTION_TYPES = {"bool": "boolean", "int": "integer", "choice": "string"}


def schema_of(rulebook: Rulebook, library: Library) -> Schema:
    """The JSON Schema of rulesets that extend a ruleset, with the names that it and the installed modules have."""
    schema = ruleset_schema()
    definitions, top = schema["$defs"], schema["properties"]
    modules = _heads(library)
    _offer(definitions["RulesetHead"]["properties"]["extends"], library.rulesets)
    _offer(definitions["RuleSelection"]["properties"]["add"]["items"], modules)
    _offer(definitions["RuleSelection"]["properties"]["remove"]["items"], rulebook.modules)
    _offer(definitions[EffectDeclaration.__name__]["properties"]["quantity"], rulebook.quantities)
    for verdict in ("allow", "forbid"):
        _offer(definitions[PermissionRule.__name__]["properties"][verdict], rulebook.permissions)
    for place in (EffectDeclaration, PermissionRule):
        for side in ("when", "unless"):
            condition = definitions[place.__name__]["properties"][side]
            condition["properties"] = {
                name: _fact(fact, rulebook, modules, condition["additionalProperties"])
                for name, fact in rulebook.facts.items()
            }
    _steps(definitions[StepChange.__name__]["properties"], rulebook)
    top["options"]["properties"] = _options(library)
    top["decks"]["properties"] = _decks(rulebook, top["decks"]["additionalProperties"])
    top["components"]["properties"] = {
        kind: _titled(things, top["components"]["additionalProperties"]) for kind, things in rulebook.components.items()
    }
    top["factions"]["properties"] = _titled(rulebook.components.get("faction", {}), top["factions"])["properties"]
    return schema


def _heads(library: Library) -> dict[str, str]:
    """The installed rule modules and their titles."""
    return {name: library.module(name).file.module.title for name in sorted(library.modules)}


def _offer(schema: Schema, names: Iterable[str]) -> None:
    """Let a text be one of some names first of all."""
    text = {key: schema.pop(key) for key in ("type", "pattern") if key in schema}
    schema["anyOf"] = [{"enum": sorted(names)}, text]


def _fact(fact: Fact, rulebook: Rulebook, modules: Iterable[str], otherwise: Schema) -> Schema:
    """What stands behind a fact in a condition."""
    if fact.values in ("bool", "int"):
        return {**otherwise, "description": fact.meaning}
    known = modules if fact.values == "module" else rulebook.components.get(fact.values, ())
    offered = [{"enum": sorted(known)}] if known else []
    return {"anyOf": [*offered, otherwise], "description": fact.meaning}


def _steps(properties: Mapping[str, Schema], rulebook: Rulebook) -> None:
    procedures = rulebook.procedures
    _offer(properties["procedure"], procedures)
    steps = {step for procedure in procedures.values() for step in procedure.steps} | procedures.keys()
    for word in STEP_WORDS:
        _offer(properties[word], steps)


def _options(library: Library) -> Schema:
    """The settings of every installed module."""
    return {
        name: {
            "type": "object",
            "description": title,
            "additionalProperties": False,
            "properties": {key: _option(option) for key, option in library.module(name).file.options.items()},
        }
        for name, title in _heads(library).items()
        if library.module(name).file.options
    }


def _option(option: OptionDeclaration) -> Schema:
    bounds: dict[str, Any] = {"minimum": option.min, "maximum": option.max, "enum": list(option.choices) or None}
    return {
        "type": OPTION_TYPES[option.type],
        "description": option.title,
        "default": option.default,
        **{key: value for key, value in bounds.items() if value is not None},
    }


def _decks(rulebook: Rulebook, otherwise: Schema) -> Schema:
    things = rulebook.components.get("card", {})
    return {
        deck: {
            **otherwise,
            "properties": {
                card: {**otherwise["additionalProperties"], "description": things[card].title, "default": count}
                for card, count in cards.items()
                if card in things
            },
        }
        for deck, cards in rulebook.decks.items()
    }


def _titled(things: Mapping[str, Any], otherwise: Schema) -> Schema:
    """The components of a kind, each with its title, beside any others."""
    fields = otherwise["additionalProperties"]
    return {
        **otherwise,
        "properties": {
            name: {**fields, "description": getattr(thing, "title", name)} for name, thing in things.items()
        },
    }
