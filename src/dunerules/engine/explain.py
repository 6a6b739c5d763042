"""Explaining the numbers and permissions of a ruleset, with no game being played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os import PathLike
from typing import Any

from dunerules.engine.compile import load
from dunerules.engine.conditions import Fact, Value
from dunerules.engine.derivation import Derivation, decide, derive
from dunerules.engine.errors import DunerulesError, nearest
from dunerules.engine.permissions import Permission
from dunerules.engine.phases import headings, phase_of
from dunerules.engine.quantities import Quantity
from dunerules.engine.rulebook import Rulebook, UnknownName
from dunerules.engine.unplayed import Judge, Named


def explain(rulebook: Rulebook | str | PathLike[str], name: str, /, **when: Any) -> Derivation:
    """How a quantity or a permission comes about in a ruleset, stage by stage.

    ``when`` names what the question is about (``seat="red"``), and facts that are taken as true (``turn=3``). What is
    not named stays open, and is listed as what the answer depends on.
    """
    book = rulebook if isinstance(rulebook, Rulebook) else load(rulebook)
    asked: Quantity | Permission | None = book.permissions.get(name) or book.quantities.get(name)
    if asked is None:
        raise UnknownName(name, "quantity or permission", [*book.quantities, *book.permissions])
    judge = _judge(book, asked, when)
    return derive(judge, asked) if isinstance(asked, Quantity) else decide(judge, asked)


def explainable(rulebook: Rulebook) -> Iterator[tuple[str, tuple[Quantity | Permission, ...]]]:
    """What can be explained: the title of each phase in the order of play, with its quantities and permissions."""
    homes: list[tuple[str, Quantity | Permission]] = [
        *((phase_of(rulebook, one.changes[0].origin.name), one) for one in rulebook.quantities.values()),
        *((phase_of(rulebook, one.rules[-1].origin.name), one) for one in rulebook.permissions.values()),
    ]
    for title, phases in headings(rulebook).items():
        found = tuple(one for home, one in homes if home in phases)
        if found:
            yield title, found


def _judge(book: Rulebook, asked: Quantity | Permission, when: Mapping[str, Any]) -> Judge:
    named, assumed = Named(), {}
    for word, value in when.items():
        name = next((one for one in (word, word.replace("_", "-")) if one in asked.needs or one in book.facts), word)
        fact = book.facts.get(name)
        if name not in asked.needs and (fact is None or fact.static):
            raise DunerulesError(_unknown(book, asked, word))
        _check(book, name, fact, value)
        if name in asked.needs:
            named[name] = value
        else:
            assumed[name] = value
    return Judge(book, named, assumed)


def _unknown(book: Rulebook, asked: Quantity | Permission, word: str) -> str:
    live = [name for name, fact in book.facts.items() if not fact.static]
    hint = nearest(word, [*asked.needs, *live])
    if not hint.startswith("Did"):
        hint = f"It is asked for {', '.join(asked.needs)}." if asked.needs else ""
    return f'"{word}" is neither what "{asked.id}" is asked for nor a fact. {hint}'.strip()


def _check(book: Rulebook, name: str, fact: Fact | None, value: Value) -> None:
    """Refuse a value that no question can have."""
    kind = fact.values if fact else name
    if kind == "int" and type(value) is not int:
        raise DunerulesError(f'{name}: expected a whole number, found "{value}".')
    if kind == "bool" and type(value) is not bool:
        raise DunerulesError(f'{name}: expected true or false, found "{value}".')
    things = book.components.get(kind or name)
    if things and value not in things:
        raise DunerulesError(f'{name}: "{value}" is not a {kind or name}. {nearest(str(value), things)}'.strip())
