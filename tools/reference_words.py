"""What the reference is about and how it is written: all declarations, links, numbers and conditions in words."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, Union, get_args, get_origin

import attrs
from attrs import frozen

import dunerules
from dunerules import Library, Rulebook
from dunerules.engine.declarations import EffectDeclaration, PermissionRule, Reference
from dunerules.engine.effects import STAGES
from dunerules.engine.library import RuleModule
from dunerules.engine.marks import Mark, marks_of

EDITIONS = {"gf9-2019-advanced": "2019", "ah-1979-advanced": "1979"}
"""The rulesets whose values are shown, and what they are called."""

COMMON = {
    "id": "The name of its table.",
    "title": "What players call it.",
    "text": "What it does, in words.",
    "cites": "Catalogue ids of the rules it stands for.",
    "faction": "The faction it belongs to.",
    "sector": "The sector of the map it lies in.",
    "territory": "The territory it belongs to.",
    "plural": "What players call several of them.",
}
"""Fields that mean the same in every kind of component."""

VERDICTS = {True: "allowed", False: "forbidden"}

Entry = tuple[str, list[str]]
"""A heading and the lines below it."""


# ------------------------------------------------------------------ what there is


@frozen(slots=False)
class Words:
    """Everything that the library's own rule modules declare."""

    modules: tuple[RuleModule, ...]
    books: Mapping[str, Rulebook]

    def declared(self, table: str) -> Iterator[tuple[RuleModule, Any]]:
        """Each declaration of a table of module files, with the module."""
        for module in self.modules:
            for declaration in getattr(module.file, table):
                yield module, declaration

    def marked(self, hook: str) -> Iterator[tuple[RuleModule, Mark, Any]]:
        """Each mark for a hook, with the module and what it stands on."""
        for module in self.modules:
            for thing in module.load_namespace():
                for mark in marks_of(thing):
                    if mark.hook == hook:
                        yield module, mark, thing

    @cached_property
    def sources(self) -> Mapping[str, str]:
        """The text of each module's Python."""
        return {
            module.id: inspect.getsource(sys.modules[module.namespace])
            for module in self.modules
            if module.namespace and (module.load_namespace() or True)
        }

    def asking(self, name: str) -> list[str]:
        """Modules whose Python names something."""
        return sorted(module for module, text in self.sources.items() if f'"{name}"' in text)

    def editions(self, part: Callable[[Rulebook], Iterable[str]], name: str) -> str:
        """The editions that have something."""
        return (
            ", ".join(EDITIONS[book] for book in self.books if name in part(self.books[book]))
            or "neither, a ruleset has to add it"
        )


def read_words() -> Words:
    """Read all modules that come with the library."""
    library = Library.installed()
    modules = (library.module(name) for name in sorted(library.modules))
    own = tuple(module for module in modules if module.shown.startswith("dunerules/"))
    return Words(own, {name: dunerules.load(name, library=library) for name in EDITIONS})


# ------------------------------------------------------------------ how it is written


def anchor(heading: str) -> str:
    """The anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def link(page: str, name: str) -> str:
    """A link to an entry of another page."""
    return f"[`{name}`]({page}.md#{anchor(name)})"


def modules_line(label: str, names: Iterable[str]) -> list[str]:
    """A line with links to modules, if there are any."""
    found = list(dict.fromkeys(names))
    return [f"- {label}: {', '.join(link('modules', name) for name in found)}"] if found else []


def code(words: Iterable[object]) -> str:
    """Words as code, separated by commas."""
    return ", ".join(f"`{word}`" for word in words)


def cites_line(cites: Sequence[str]) -> list[str]:
    """The rules that are cited, if any are."""
    return [f"- rules: {code(cites)}"] if cites else []


def sentence(text: str) -> str:
    """A title or a docstring as one sentence on a line."""
    words = " ".join(text.split()).replace("``", "`")
    return words if words.endswith((".", "!", "?")) else f"{words}."


def sentences(text: str) -> list[str]:
    """A text with each sentence on a line of its own."""
    return re.split(r"(?<=[.!?]) (?=[A-Z*`\[])", sentence(text)) if text else []


def meaning_of(thing: object) -> str:
    """The first sentence of a docstring."""
    first = (inspect.getdoc(thing) or "").partition("\n\n")[0]
    return sentence(first)


def operand(value: object) -> str:
    """A number of a declaration in words."""
    if isinstance(value, Reference):
        return f"the option `{value.option}`" if value.option else f"the quantity `{value.quantity}`"
    return str(value)


def condition(rule: EffectDeclaration | PermissionRule) -> str:
    """The conditions of a rule, as a ruleset writes them."""
    parts = [f"{side} {facts(getattr(rule, side))}" for side in ("when", "unless") if getattr(rule, side)]
    return f" ({'; '.join(parts)})" if parts else ""


def facts(declared: Mapping[str, Any]) -> str:
    """Facts with their values."""
    return ", ".join(f"`{name}` = {_value(value)}" for name, value in declared.items())


def _value(value: object) -> str:
    if isinstance(value, tuple | list):
        return " or ".join(_value(one) for one in value)
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def effect_words(effect: EffectDeclaration) -> str:
    """What an effect does, in the words of the stages."""
    stages = [f"{stage} {operand(value)}" for stage in STAGES[1:] if (value := getattr(effect, stage)) is not None]
    return ", ".join(stages)


def type_words(hint: Any) -> str:
    """A type in words."""
    if hint in PLAIN:
        return PLAIN[hint]
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " or ".join(f"`{word}`" for word in inside)
    if origin in (tuple, frozenset):
        return f"a list, each entry {type_words(inside[0])}"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"a table, each value {type_words(inside[1])}"
    if origin is Union or type(None) in inside or len(inside) > 1:
        return " or ".join(type_words(kind) for kind in inside if kind is not type(None))
    return "a table" if attrs.has(hint) else "any value"


PLAIN = {str: "a text", int: "a whole number", bool: "true or false", Fraction: "a fraction"}
