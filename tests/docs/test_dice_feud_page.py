"""Every table of docs/dice-feud.md is what the rules of Dice Feud say."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

import attrs
import pytest
from markdown_pages import page

import dunerules
from dunerules.engine.flow import Pass, Respond

PAGE = "dice-feud.md"
LONG = dunerules.load("dice-feud-long")
PLAIN = dunerules.load("dice-feud")
OWN = "dunerules_dice."


def listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def rule_modules() -> Iterable[tuple[str, ...]]:
    for module in LONG.composition.modules:
        if module.id.startswith("dice."):
            options = [f"`{key}` = {one.default} ({one.min} to {one.max})" for key, one in module.file.options.items()]
            used = "yes" if module.id in PLAIN.modules else "no"
            yield f"`{module.id}`", module.file.module.text, used, ", ".join(options)


def quantities() -> Iterable[tuple[str, ...]]:
    return ((f"`{one.id}`", one.title, listed(one.needs)) for one in LONG.quantities.values())


def permissions() -> Iterable[tuple[str, ...]]:
    return ((f"`{one.id}`", one.title, listed(one.needs)) for one in LONG.permissions.values())


def procedures() -> Iterable[tuple[str, ...]]:
    return ((f"`{one.id}`", one.title, listed(one.steps)) for one in PLAIN.procedures.values())


def components() -> Iterable[tuple[str, ...]]:
    for kind, things in PLAIN.components.items():
        fields = [field.name for field in attrs.fields(type(next(iter(things.values())))) if field.name != "id"]
        yield f"`{kind}`", listed(things), listed(fields)


def decks() -> Iterable[tuple[str, ...]]:
    for deck, cards in PLAIN.decks.items():
        yield f"`{deck}`", ", ".join(f"`{card}` = {copies}" for card, copies in cards.items())


def facts() -> Iterable[tuple[str, ...]]:
    found = [marked for given in LONG.manager.hook.facts() for marked in given]
    for mark, _ in found:
        values = {"int": "a number", "bool": "`true` or `false`"}.get(mark.details["values"])
        yield f"`{mark.key}`", values or f"the id of a {mark.details['values']}", listed(mark.details["needs"])


def choices() -> Iterable[tuple[str, ...]]:
    for name, cls in LONG.choices.items():
        if cls.__module__.startswith(OWN) or cls in (Pass, Respond):
            yield f"`{name}`", listed(field.name for field in attrs.fields(cls)), LONG.details[cls]["words"]


def events() -> Iterable[tuple[str, ...]]:
    for name, cls in own(LONG.events):
        yield f"`{name}`", fields_of(cls), LONG.details[cls]["words"]


def tables() -> Iterable[tuple[str, ...]]:
    return ((f"`{name}`", fields_of(cls)) for name, cls in own(LONG.tables))


def own(declared: Mapping[str, type]) -> Iterable[tuple[str, Any]]:
    return ((name, cls) for name, cls in declared.items() if cls.__module__.startswith(OWN))


def fields_of(cls: Any) -> str:
    shown = []
    for field in attrs.fields(cls):
        hidden = field.metadata.get("sees", "public") != "public"
        shown.append(f"*`{field.name}`*" if hidden else f"`{field.name}`")
    return ", ".join(shown)


def rules() -> Iterable[tuple[str, ...]]:
    return ((f"`{entry.id}`", entry.text) for entry in LONG.catalogue.edition("dice"))


EXPECTED = {
    "Rule modules": rule_modules,
    "Quantities": quantities,
    "Permissions": permissions,
    "Procedures": procedures,
    "Components": components,
    "Decks": decks,
    "Facts": facts,
    "Choices": choices,
    "Events": events,
    "Tables": tables,
    "Rules": rules,
}


def rows(heading: str) -> list[str]:
    """The rows of the table under a heading, without its head."""
    section = re.split(rf"^## {heading}$", page(PAGE), flags=re.M)[1].split("\n## ", 1)[0]
    return [line for line in section.splitlines() if line.startswith("|")][2:]


@pytest.mark.parametrize("heading", EXPECTED)
def test_table_is_what_the_rules_say(heading: str) -> None:
    expected = ["| " + " | ".join(cells) + " |" for cells in EXPECTED[heading]()]

    assert expected == rows(heading)


GIVENS = {row.split("|")[1].strip(" `"): row.split("|")[2].strip(" `") for row in rows("Words for positions")}
SEATS = ("red", "blue")
POSITION = {"round": 1, "coins": {"red": 6, "blue": 6}}


def test_every_word_for_positions_is_listed() -> None:
    assert sorted(LONG.givens) == sorted(GIVENS)


@pytest.mark.parametrize("word", GIVENS)
def test_example_of_a_word_changes_the_position(word: str) -> None:
    example = tomllib.loads(GIVENS[word])
    plain = dunerules.Game.start(PLAIN, SEATS, given=POSITION, at="bid.sealed")

    game = dunerules.Game.start(PLAIN, SEATS, given={**POSITION, **example}, at="bid.sealed")

    assert [word] == list(example)
    assert plain.digest() != game.digest()
