"""A first ruleset file for somebody who has never written one: it plays as its base does, and shows what may be said.

Every example is made from what the base declares, is commented out, and loads when its comment signs are taken away.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from textwrap import wrap
from typing import Any

import attrs

from dunerules.engine.compile import load, loads
from dunerules.engine.declaration_checks import ID_PATTERN, path_key
from dunerules.engine.declarations import OptionDeclaration
from dunerules.engine.errors import Problem, RulesetError
from dunerules.engine.library import Library
from dunerules.engine.passages import general_text
from dunerules.engine.phases import capital, in_words
from dunerules.engine.rulebook import Rulebook

SIGN = "#"
"""Directly before an example's line; an explanation has a space behind the sign."""
WIDTH = 100
Prefer = Collection[str]


def new_ruleset(
    base: str, *, name: str, title: str = "", prefer: Sequence[str] = (), library: Library | None = None
) -> str:
    """The text of a ruleset file that extends ``base``, with ``name`` as its id.

    ``prefer`` are names of quantities, permissions, options (``module/key``), modules, cards, components and steps
    that make good examples, the best first; without them the first that will do is taken.
    """
    library = library or Library.installed()
    if base.endswith(".toml"):
        message = "expected the name of an installed ruleset; to start from a file, write it behind  extends  yourself."
        raise RulesetError([Problem(base, "", message)])
    rulebook = load(base, library=library)
    if not re.fullmatch(ID_PATTERN, name):
        raise RulesetError([Problem(name, "", "expected a name in lower case with dashes, such as friday-night.")])
    if name in library.modules or any(link.file.ruleset.id == name for link in rulebook.composition.chain):
        raise RulesetError([Problem(name, "", "another ruleset or a rule module has this name. Choose another one.")])
    head = _head(rulebook, name, title or capital(in_words(name)))
    examples = _sound(head, [*_examples(rulebook, library, prefer)], library)
    return "\n".join([head, *examples])


def uncommented(text: str) -> str:
    """A starter with all its examples in force."""
    return re.sub(rf"^{SIGN}(?=\S)", "", text, flags=re.MULTILINE)


def _sound(head: str, examples: list[str], library: Library) -> list[str]:
    """The examples that load, all together; usually these are all of them."""

    def loads_with(chosen: list[str]) -> bool:
        try:
            loads(uncommented("\n".join([head, *chosen])), library=library)
        except RulesetError:
            return False
        return True

    if loads_with(examples):
        return examples
    kept: list[str] = []
    for example in examples:
        if loads_with([example]) and loads_with([*kept, example]):
            kept.append(example)
    return kept


def _head(rulebook: Rulebook, name: str, title: str) -> str:
    return f"""\
# House rules, as a ruleset for dunerules.
#
# A line that begins with "# " explains. A line that begins with "#" and no space is an example: take the "#" away,
# on all lines of the example, and change it to what your table plays.

[ruleset]
id = {_text(name)}
title = {_text(title)}
# What it starts from: {rulebook.title}.
extends = {_text(rulebook.id)}
"""


def _examples(rulebook: Rulebook, library: Library, prefer: Prefer) -> Iterator[str]:
    for make in (_rules, _option, _deck, _component, _effect, _seat_effect, _permission, _step):
        example = make(rulebook, library, prefer)
        if example:
            yield example


def _rules(rulebook: Rulebook, library: Library, prefer: Prefer) -> str:
    selected = set(rulebook.modules)
    excluded = {other for module in rulebook.composition.modules for other in module.file.module.conflicts}

    def fits(name: str) -> bool:
        try:
            head = library.module(name).file.module
        except RulesetError:
            return False
        needs = {*head.requires, *head.includes}
        return head.layer == "option" and needs <= selected and not selected & set(head.conflicts)

    name = _first(sorted(library.modules.keys() - selected - excluded), prefer, fits)
    if name is None:
        return ""
    file = library.module(name).file
    said = f"{file.module.title}: {general_text(file)}".strip()
    told = f"Optional rules, by name (dunerules list modules shows them all). {said}"
    return _example(told, "[rules]", f"add = [{_text(name)}]")


def _option(rulebook: Rulebook, library: Library, prefer: Prefer) -> str:
    options = {
        f"{module.id}/{key}": (module.id, key, option)
        for module in rulebook.composition.modules
        for key, option in module.file.options.items()
    }
    name = _first(options, prefer)
    if name is None:
        return ""
    module_id, key, option = options[name]
    now = rulebook.option(module_id, key)
    told = f"A setting of a rule. {option.title} (now {json.dumps(now)})."
    return _example(told, f"[options.{path_key(module_id)}]", f"{path_key(key)} = {json.dumps(_other(option, now))}")


def _other(option: OptionDeclaration, now: bool | int | str) -> bool | int | str:
    if isinstance(now, bool):
        return not now
    if isinstance(now, int):
        return now - 1 if option.max is not None and now >= option.max else now + 1
    return next((word for word in option.choices if word != now), now)


def _deck(rulebook: Rulebook, library: Library, prefer: Prefer) -> str:
    cards = {f"{deck}/{card}": (deck, card) for deck, cards in rulebook.decks.items() for card in cards}
    name = _first(cards, prefer)
    if name is None:
        return ""
    deck, card = cards[name]
    told = f"How often a card is in a deck (now {rulebook.decks[deck][card]}; 0 takes it out)."
    return _example(told, f"[decks.{path_key(deck)}]", f"{path_key(card)} = {rulebook.decks[deck][card] + 1}")


def _component(rulebook: Rulebook, library: Library, prefer: Prefer) -> str:
    fields = {
        f"{kind}/{name}/{field.name}": (kind, name, field.name, getattr(thing, field.name))
        for kind, things in rulebook.components.items()
        for name, thing in things.items()
        for field in _fields(thing)
        if type(getattr(thing, field.name)) is int and getattr(thing, field.name) > 0
    }
    found = _first(fields, prefer)
    if found is None:
        return ""
    kind, name, key, value = fields[found]
    told = f"A piece of the game: {in_words(key)} of {_titled(rulebook, kind, name)} (now {value})."
    table = f"factions.{path_key(name)}" if kind == "faction" else f"components.{path_key(kind)}.{path_key(name)}"
    return _example(told, f"[{table}]", f"{path_key(key)} = {value + 1}")


def _effect(rulebook: Rulebook, library: Library, prefer: Prefer) -> str:
    constants = {
        name: one.constant for name, one in rulebook.quantities.items() if type(one.constant) is int and not one.needs
    }
    name = _first(constants, prefer)
    if name is None:
        return ""
    value = constants[name]
    told = f"A number of the rules (dunerules explain shows them all). {rulebook.quantities[name].title}: now {value}."
    lines = (f"title = {_text('We play it with one more')}", f"quantity = {_text(name)}", f"set = {(value or 0) + 1}")
    return _example(told, "[[effect]]", *lines)


def _seat_effect(rulebook: Rulebook, library: Library, prefer: Prefer) -> str:
    asked = [name for name, one in rulebook.quantities.items() if "seat" in one.needs]
    name, seat = _first(asked, prefer), _first(rulebook.factions, prefer)
    if name is None or seat is None:
        return ""
    faction = _titled(rulebook, "faction", seat)
    told = f"The same for one faction. {rulebook.quantities[name].title}."
    lines = (
        f"title = {_text(f'One more for {faction}')}",
        f"quantity = {_text(name)}",
        f"when = {{ seat = {_text(seat)} }}",
        "add = 1",
    )
    return _example(told, "[[effect]]", *lines)


def _permission(rulebook: Rulebook, library: Library, prefer: Prefer) -> str:
    asked = [name for name, one in rulebook.permissions.items() if "seat" in one.needs and one.always != "forbid"]
    name, seat = _first(asked, prefer), _first(rulebook.factions, prefer)
    if name is None or seat is None:
        return ""
    told = f"What may be done: allow or forbid. {rulebook.permissions[name].title}."
    lines = (
        f"title = {_text('Not at our table')}",
        f"forbid = {_text(name)}",
        f"when = {{ seat = {_text(seat)} }}",
        f"reason = {_text('We have agreed that {seat} does not do this')}",
    )
    return _example(told, "[[permission]]", *lines)


def _step(rulebook: Rulebook, library: Library, prefer: Prefer) -> str:
    places = {
        f"{name}/{step}": (name, step)
        for name, procedure in rulebook.procedures.items()
        for step in procedure.steps
        if procedure.steps.count(step) == 1
    }
    found = _first([place for place in places if place in prefer], prefer)
    if found is None:
        return ""
    procedure, step = places[found]
    told = "The order of play: a step can be taken out, put in, moved or replaced."
    return _example(told, "[[step]]", f"procedure = {_text(procedure)}", f"remove = {_text(step)}")


def _first(names: Collection[str], prefer: Prefer, fits: Callable[[str], bool] = lambda _: True) -> str | None:
    """The first of the preferred names that is there and fits, or the first that fits at all."""
    ordered = [*(name for name in prefer if name in names), *names]
    return next((name for name in ordered if fits(name)), None)


def _example(told: str, *lines: str) -> str:
    return "\n".join(
        [*wrap(told, WIDTH, initial_indent="# ", subsequent_indent="# "), *(SIGN + one for one in lines), ""]
    )


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _titled(rulebook: Rulebook, kind: str, name: str) -> str:
    return getattr(rulebook.components[kind][name], "title", "") or name


def _fields(thing: Any) -> tuple[Any, ...]:  # Any: a component of any kind
    return tuple(attrs.fields(type(thing)))
