"""The files that have a say in a ruleset, and their declarations with where each stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dunerules.engine.declarations import Components, ModuleFile, RulesetFile
from dunerules.engine.origin import Origin
from dunerules.engine.ruleset import Composition


def files_of(composition: Composition) -> Iterator[tuple[Origin, ModuleFile | RulesetFile]]:
    """Every file with a say, modules in resolved order, then the rulesets, base first."""
    for module in composition.modules:
        yield Origin(module.id, module.file.module.layer, module.shown), module.file
    yield from composition.house


def declarations_of(composition: Composition, table: str) -> Iterator[tuple[Origin, Any]]:  # Any: one class a table
    """The declarations of one kind, such as every `effect`."""
    for origin, file in files_of(composition):
        for number, declaration in enumerate(getattr(file, table, ())):
            yield origin.at(f"{table}[{number}]"), declaration


def component_layers(composition: Composition) -> list[tuple[Origin, Components]]:
    """The tables of components, those of factions as a kind like others."""
    layers: list[tuple[Origin, Components]] = []
    for origin, file in files_of(composition):
        layers.append((origin.at("components"), file.components))
        if file.factions:
            layers.append((origin.at("factions"), {"faction": file.factions}))
    return layers
