"""Entries of a ruleset that do nothing: each could be left out, and the same game would be played.

Only what can be proved is told. Where rule code or a game decides, nothing is said.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import attrs

from dunerules.engine.components import merge_components, merge_decks
from dunerules.engine.declaration_checks import found, path_key
from dunerules.engine.declarations import Components, RulesetFile
from dunerules.engine.errors import Problem, RulesetError
from dunerules.engine.idle_rules import idle_effects, idle_permissions
from dunerules.engine.layers import component_layers, declarations_of, files_of
from dunerules.engine.library import Library
from dunerules.engine.origin import Origin
from dunerules.engine.procedures import compose_procedures
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.ruleset import Composition, compose

LEAVE_OUT = "Leave the line out, or write another value."
EMPTY = "Fill it, or leave it out."
MOST_STEPS = 50
"""Changes of procedures that are tried one by one; a file with more is told nothing about them."""


def idle_entries(rulebook: Rulebook, own: Collection[str], library: Library) -> Iterator[Problem]:
    """What does nothing in these files of a ruleset's chain."""
    composition = rulebook.composition
    for rank, (origin, file) in enumerate(composition.house):
        if origin.file in own:
            yield from _idle_options(composition, rank, library)
            yield from _idle_counts(composition, origin, file)
            yield from _idle_fields(composition, origin)
            yield from _idle_steps(rulebook, origin)
    yield from idle_effects(rulebook, own)
    yield from idle_permissions(rulebook, own)


def empty_entries(data: Mapping[str, Any], shown: str, path: str = "") -> Iterator[Problem]:  # Any: what TOML gave
    """Tables, lists and titles of a file without anything in them."""
    for key, value in data.items():
        below = f"{path}.{path_key(key)}" if path else path_key(key)
        if isinstance(value, dict | list) and not value:
            noun = "table" if isinstance(value, dict) else "list"
            yield Problem(shown, below, f"the {noun} is empty.", EMPTY)
        elif key == "title" and isinstance(value, str) and not value.strip():
            yield Problem(shown, below, "the title is empty.", "Say in a few words what players call it.")
        elif isinstance(value, dict):
            yield from empty_entries(value, shown, below)
        elif isinstance(value, list):
            for number, item in enumerate(value):
                if isinstance(item, dict):
                    yield from empty_entries(item, shown, f"{below}[{number}]")


def _idle_options(composition: Composition, rank: int, library: Library) -> Iterator[Problem]:
    """Options that are set to what they are without the line."""
    link = composition.chain[rank]
    for module, values in link.file.options.items():
        for key, value in values.items():
            rest = {name: setting for name, setting in values.items() if name != key}
            file = attrs.evolve(link.file, options={**link.file.options, module: rest})
            chain = (*composition.chain[:rank], attrs.evolve(link, file=file))
            try:
                without = compose(chain, library)
            except RulesetError:  # a file that only makes sense with those that extend it
                return
            if without.options[module][key] == value:
                path = f"options.{path_key(module)}.{path_key(key)}"
                yield Problem(link.shown, path, _anyway(value), LEAVE_OUT)


def _idle_counts(composition: Composition, origin: Origin, file: RulesetFile) -> Iterator[Problem]:
    """Numbers of copies that are as they were."""
    for deck, cards in file.decks.items():
        for card, count in cards.items():
            below = [
                (other.at("decks"), {deck: {card: one.decks[deck][card]}})
                for other, one in files_of(composition)
                if card in one.decks.get(deck, {}) and _is_before(composition, other, origin)
            ]
            without, _ = merge_decks(below, precedence=composition.precedence)
            if below and without[deck].get(card, 0) == count:
                path = f"decks.{path_key(deck)}.{path_key(card)}"
                yield origin.at(path).problem(_anyway(count), LEAVE_OUT)


def _idle_fields(composition: Composition, origin: Origin) -> Iterator[Problem]:
    """Fields of components that are as they were."""
    layers = component_layers(composition)
    before = [layer for layer in layers if _is_before(composition, layer[0], origin)]
    for place, components in layers:
        if place.name != origin.name:
            continue
        for kind, name, key, value in _fields(components):
            below = [
                (other, {kind: {name: {key: one[kind][name][key]}}})
                for other, one in before
                if key in one.get(kind, {}).get(name, {})
            ]
            without, _ = merge_components(below, precedence=composition.precedence)
            if below and without[kind][name][key] == value:
                keys = (name, key) if place.path == "factions" else (kind, name, key)
                path = ".".join([place.path, *map(path_key, keys)])
                yield origin.at(path).problem(_anyway(value), LEAVE_OUT)


def _is_before(composition: Composition, other: Origin, origin: Origin) -> bool:
    """Whether a file has its say before a ruleset; what comes behind it may well overrule it."""
    return composition.precedence.later(origin.name, other.name)


def _fields(components: Components) -> Iterator[tuple[str, str, str, Any]]:
    for kind, things in components.items():
        for name, fields in things.items():
            for key, value in fields.items():
                yield kind, name, key, value


def _anyway(value: object) -> str:
    return f"this changes nothing: it is {found(value)} anyway."


def _idle_steps(rulebook: Rulebook, origin: Origin) -> Iterator[Problem]:
    """Changes of procedures without which the order of play is the same."""
    changes = list(declarations_of(rulebook.composition, "step"))
    mine = [place for place, _ in changes if place.name == origin.name and place.file == origin.file]
    for place in mine if len(mine) <= MOST_STEPS else ():
        without, problems = compose_procedures(
            list(declarations_of(rulebook.composition, "procedure")),
            [change for change in changes if change[0] != place],
            precedence=rulebook.composition.precedence,
            steps=rulebook.hooks["run_step"],
            orders=rulebook.hooks["orders"],
            loops=rulebook.hooks["loops"],
        )
        same = all(rulebook.procedures[name].steps == one.steps for name, one in without.items())
        if same and not problems:
            yield place.problem("this changes nothing: the order of play is the same without it.")
