"""The entries of the reference: what the declarations of the rule modules say about each word."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, get_type_hints

import attrs
from attrs import frozen

from dunerules.engine import declarations
from dunerules.engine.conditions import BUILT_IN_FACTS, Fact, fact_of
from dunerules.engine.declarations import QuantityDeclaration
from dunerules.engine.library import RuleModule
from dunerules.engine.passages import general_text, module_text
from tools.reference_words import (
    COMMON,
    EDITIONS,
    VERDICTS,
    Entry,
    Words,
    anchor,
    cites_line,
    code,
    condition,
    effect_words,
    link,
    meaning_of,
    modules_line,
    operand,
    sentence,
    sentences,
    type_words,
)


def quantities(words: Words) -> Iterator[Entry]:
    """Every number of the rules; editions may declare one each for themselves."""
    declared: dict[str, list[tuple[RuleModule, QuantityDeclaration]]] = {}
    for module, quantity in words.declared("quantity"):
        declared.setdefault(quantity.id, []).append((module, quantity))
    for name, found in sorted(declared.items()):
        first = found[0][1]
        changing = [(other.id, effect) for other, effect in words.declared("effect") if effect.quantity == name]
        python = [(other.id, mark.details) for other, mark, _ in words.marked("quantity_operand") if mark.key == name]
        yield (
            name,
            [
                sentence(first.title),
                "",
                f"- type: {'a number' if first.round is None else 'a whole number'}",
                *(f"- default: {_start(one)}, declared by {link('modules', module.id)}" for module, one in found),
                f"- asked for: {code(first.needs) or 'nothing'}",
                f"- editions: {words.editions(lambda book: book.quantities, name)}",
                *modules_line("asked by", words.asking(name)),
                *(
                    f"- changed by {link('modules', other)}: {one.title}: {effect_words(one)}{condition(one)}"
                    for other, one in changing
                ),
                *(
                    f"- changed by {link('modules', other)}: {one['title']} ({one['stage']}, in Python)"
                    for other, one in python
                ),
                *cites_line(tuple(dict.fromkeys(cited for _, one in found for cited in one.cites))),
            ],
        )


def _start(quantity: QuantityDeclaration) -> str:
    """The number before any effect, with its bounds and its rounding."""
    bounds = [f"{side} {operand(value)}" for side in ("min", "max") if (value := getattr(quantity, side)) is not None]
    return ", ".join([operand(quantity.base), *bounds, *([f"rounded {quantity.round}"] if quantity.round else [])])


def permissions(words: Words) -> Iterator[Entry]:
    """Every may and may-not."""
    for module, may in sorted(words.declared("may"), key=lambda found: found[1].id):
        name = may.id
        rules = [(other.id, rule) for other, rule in words.declared("permission") if name in (rule.allow, rule.forbid)]
        python = [
            (other.id, mark.details["verdict"], meaning_of(thing).rstrip("."))
            for other, mark, thing in words.marked("permission_rule")
            if mark.key == name
        ]
        yield (
            name,
            [
                sentence(may.title),
                "",
                "- type: allowed or forbidden",
                f"- default: {VERDICTS[may.default == 'allow']}",
                f"- asked for: {code(may.needs) or 'nothing'}",
                f"- editions: {words.editions(lambda book: book.permissions, name)}",
                *modules_line("declared by", [module.id]),
                *modules_line("asked by", words.asking(name)),
                *(
                    f"- {VERDICTS[bool(rule.allow)]} by {link('modules', other)}: {rule.title}{condition(rule)}"
                    for other, rule in rules
                ),
                *(
                    f"- {VERDICTS[verdict == 'allow']} by {link('modules', other)}: {text} (in Python)"
                    for other, verdict, text in python
                ),
                *cites_line(may.cites),
            ],
        )


def all_facts(words: Words) -> Iterator[tuple[str, Fact]]:
    """Every fact with the module that declares it; the engine's own have none."""
    yield from (("", fact) for fact in BUILT_IN_FACTS.values())
    yield from ((module.id, fact_of(mark, function)) for module, mark, function in words.marked("facts"))


def fact_entries(words: Words) -> Iterator[Entry]:
    """Every fact that a condition may name."""
    rules = [*words.declared("effect"), *words.declared("permission")]
    for module, fact in sorted(all_facts(words), key=lambda found: found[1].name):
        kinds = {"int": "a whole number", "bool": "true or false", "": "a word"}
        kind = kinds.get(fact.values) or f"the id of a {fact.values}"
        using = [other.id for other, rule in rules if fact.name in (*rule.when, *rule.unless)]
        yield (
            fact.name,
            [
                sentence(fact.meaning),
                "",
                f"- type: {kind}, or a list of such of which any may hold",
                f"- decided: {'when a ruleset is loaded' if fact.static else 'whenever it is asked'}",
                f"- needs: {code(fact.needs) or 'nothing'}",
                f"- editions: {words.editions(lambda book: book.facts, fact.name)}",
                *(modules_line("declared by", [module]) or ["- declared by: the engine, for every game"]),
                *modules_line("used by", using),
            ],
        )


def options(words: Words) -> Iterator[Entry]:
    """Every setting of a module."""
    for module in words.modules:
        for key, option in module.file.options.items():
            types = {"bool": "true or false", "int": f"a whole number from {option.min} to {option.max}"}
            default = str(option.default).lower() if option.type == "bool" else str(option.default)
            yield (
                f"{module.id}/{key}",
                [
                    sentence(option.title),
                    "",
                    f"- type: {types.get(option.type) or ' or '.join(f'`{word}`' for word in option.choices)}",
                    f"- default: `{default}`",
                    f"- editions: {words.editions(lambda book: book.modules, module.id)}",
                    *modules_line("used by", [module.id]),
                    *cites_line(option.cites),
                ],
            )


def steps(words: Words) -> Iterator[Entry]:
    """Every procedure with its steps."""
    told = {mark.key: meaning_of(thing) for _, mark, thing in words.marked("run_step")}
    titles = {procedure.id: sentence(procedure.title) for _, procedure in words.declared("procedure")}
    for module, procedure in sorted(words.declared("procedure"), key=lambda found: found[1].id):
        name = procedure.id
        runs = {"each": "runs once for each seat of the order", "repeat": "runs again and again by the loop"}
        changing = [other.id for other, change in words.declared("step") if change.procedure == name]
        lines = [sentence(procedure.title), "", "- type: a procedure, a list of steps"]
        lines += [f"- {text} `{value}`" for key, text in runs.items() if (value := getattr(procedure, key))]
        lines += modules_line("declared by", [module.id]) + modules_line("changed by", changing)
        lines += [f"- `{step}` cannot be taken out: {reason}" for step, reason in procedure.keep.items()]
        lines += cites_line(procedure.cites)
        for years, entries in _orders(words, name).items():
            lines += ["", f"In {years}:" if entries else f"In {years} it is empty, a place for steps."]
            lines += ["", *(f"1. {_step(step, told, titles)}" for step in entries)] if entries else []
        yield name, lines


def _orders(words: Words, procedure: str) -> dict[str, tuple[str, ...]]:
    """The steps of a procedure by edition, once if they are the same."""
    found = {
        year: words.books[book].procedures[procedure].steps
        for book, year in EDITIONS.items()
        if procedure in words.books[book].procedures
    }
    return {" and ".join(found): next(iter(found.values()))} if len(set(found.values())) == 1 else found


def _step(name: str, told: Mapping[str, str], titles: Mapping[str, str]) -> str:
    return f"[`{name}`](#{anchor(name)}): {titles[name]}" if name in titles else f"`{name}`: {told[name]}"


def module_entries(words: Words) -> Iterator[Entry]:
    """Every rule module."""
    for module in words.modules:
        head = module.file.module
        book = next((book for book in words.books.values() if head.id in book.modules), None)
        text = general_text(module.file) if book is None else module_text(book, head.id)
        tables = (("quantities", "quantity"), ("permissions", "may"), ("steps", "procedure"))
        declared = [(page, [one.id for one in getattr(module.file, table)]) for page, table in tables]
        declared.append(("options", [f"{head.id}/{key}" for key in module.file.options]))
        yield (
            head.id,
            [
                sentence(head.title),
                *sentences(text),
                "",
                f"- layer: `{head.layer}`",
                f"- editions: {words.editions(lambda book: book.modules, head.id)}",
                *(
                    line
                    for key in ("requires", "includes", "conflicts", "after")
                    for line in modules_line(key, getattr(head, key))
                ),
                *(f"- {page}: {', '.join(link(page, name) for name in names)}" for page, names in declared if names),
                *cites_line(head.cites),
            ],
        )


@cache
def field_docs(cls: type) -> dict[str, str]:
    """The string that stands below each field of a class."""
    body = ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0]
    assert isinstance(body, ast.ClassDef)
    found = {}
    for one, other in zip(body.body, body.body[1:], strict=False):
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and isinstance(other, ast.Expr):
            value = other.value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                found[one.target.id] = value.value
    return found


def field_line(cls: type, field: attrs.Attribute[Any], hints: Mapping[str, Any]) -> str:
    """One field of a component: type, default and meaning."""
    text = field_docs(cls).get(field.name) or COMMON[field.name]
    kind = type_words(hints[field.name])
    if kinds := field.metadata.get("kinds"):
        verb = "whose keys name" if kind.startswith("a table") else "that names"
        kind = f"{kind.partition(',')[0]} {verb} a {' or a '.join(kinds)}"
    return f"- `{field.name}` ({kind}; {default_words(field)}): {sentence(text)}"


def default_words(field: attrs.Attribute[Any]) -> str:
    """Whether a key must be there, or what it is without."""
    return "must be there" if field.default is attrs.NOTHING else f"default {_default(field.default)}"


def _default(given: Any) -> str:
    if isinstance(given, attrs.Factory):  # type: ignore[arg-type]
        return "empty"
    return f"`{str(given).lower() if isinstance(given, bool) else given}`" if given not in ("", ()) else "empty"


def components(words: Words) -> Iterator[Entry]:
    """Every kind of component with its fields, and what there is of it."""
    for module, mark, cls in sorted(words.marked("component_kinds"), key=lambda found: found[1].key):
        hints = get_type_hints(cls)
        there = {year: words.books[book].components.get(mark.key, {}) for book, year in EDITIONS.items()}
        same = len(set(map(tuple, there.values()))) == 1
        listed = {" and ".join(there): next(iter(there.values()))} if same else there
        yield (
            mark.key,
            [
                meaning_of(cls),
                "",
                *(field_line(cls, field, hints) for field in attrs.fields(cls) if field.name != "id"),
                *modules_line("declared by", [module.id]),
                *(f"- in {year}: {code(things) or 'none'}" for year, things in listed.items()),
            ],
        )


def decks(words: Words) -> Iterator[Entry]:
    """Every deck with its cards."""
    names = dict.fromkeys(deck for module in words.modules for deck in module.file.decks)
    for name in names:
        counts = {year: words.books[book].decks.get(name, {}) for book, year in EDITIONS.items()}
        cards = dict.fromkeys(card for found in counts.values() for card in found)
        rows = [f"| `{card}` | {' | '.join(str(found.get(card, 0)) for found in counts.values())} |" for card in cards]
        yield (
            name,
            [
                "Copies of each card.",
                "",
                *modules_line("declared by", [module.id for module in words.modules if name in module.file.decks]),
                "",
                f"| card | {' | '.join(counts)} |",
                f"| --- |{' --- |' * len(counts)}",
                *rows,
            ],
        )


def blocks(words: Words) -> Iterator[Entry]:
    """Every building block for advantages."""
    for module in words.modules:
        for name, block in module.file.components.get("block", {}).items():
            using = [
                f"`{advantage}`"
                for other in words.modules
                for advantage, fields in other.file.components.get("advantage", {}).items()
                if fields.get("block") == name
            ]
            yield (
                name,
                [
                    sentence(block["title"].capitalize()),
                    sentence(block["text"]),
                    "",
                    f"- editions: {words.editions(lambda book: book.components.get('block', {}), name)}",
                    *modules_line("declared by", [module.id]),
                    f"- advantages of the shipped factions: {', '.join(using)}",
                ],
            )


def formats(words: Words) -> Iterator[Entry]:
    """Every table of a ruleset file and of a module file, with its keys."""
    for cls in vars(declarations).values():
        if isinstance(cls, type) and attrs.has(cls) and cls.__module__ == declarations.__name__:
            hints = get_type_hints(cls)
            yield (
                TABLES.get(cls.__name__, cls.__name__),
                [
                    *sentences(inspect.getdoc(cls) or ""),
                    "",
                    *(
                        f"- `{field.name}` ({type_words(hints[field.name])}; {default_words(field)}): "
                        f"{sentence(field.metadata['doc'])}"
                        for field in attrs.fields(cls)
                    ),
                ],
            )


TABLES = {
    "Reference": "A number from elsewhere",
    "ModuleFile": "A module file",
    "ModuleHead": "module",
    "OptionDeclaration": "options of a module",
    "QuantityDeclaration": "quantity",
    "PermissionDeclaration": "may",
    "EffectDeclaration": "effect",
    "PermissionRule": "permission",
    "ProcedureDeclaration": "procedure",
    "StepChange": "step",
    "PassageDeclaration": "passage",
    "RulesetFile": "A ruleset file",
    "RulesetHead": "ruleset",
    "RuleSelection": "rules",
}
"""The tables as files call them."""


@frozen
class Page:
    """A page: its title, what it lists, and its entries."""

    title: str
    lists: str
    entries: Callable[[Words], Iterator[Entry]]


PAGES: Mapping[str, Page] = {
    "quantities": Page("Quantities", "every number of the rules that an `[[effect]]` may change", quantities),
    "permissions": Page("Permissions", "every may and may-not that a `[[permission]]` may turn round", permissions),
    "facts": Page("Facts", "every fact that `when` and `unless` may name", fact_entries),
    "options": Page("Options", "every setting of a rule module, as module and key", options),
    "steps": Page("Procedures and steps", "every procedure with the steps that a `[[step]]` may change", steps),
    "modules": Page("Rule modules", "every rule module that comes with the library", module_entries),
    "components": Page("Components", "every kind of component with its fields", components),
    "decks": Page("Decks", "every deck with its cards", decks),
    "blocks": Page("Building blocks", "what the advantages of a faction can be made of", blocks),
    "formats": Page("Tables and keys", "every table of a TOML file with its keys, as the engine reads them", formats),
}
"""The pages by their names."""
