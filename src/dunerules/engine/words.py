"""Words: events and choices as sentences for players, from what their classes declare. No state is needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from string import Formatter
from typing import Any

import attrs

from dunerules.engine.hidden import HIDDEN
from dunerules.engine.marks import Words
from dunerules.engine.rulebook import Rulebook

UNKNOWN = "something hidden"
"""What stands for a part that the reader may not see."""
SEATED = "faction"
"""The kind of component that seats are."""


def event_words(rulebook: Rulebook, event: object) -> str:
    """What happened, as a sentence; empty for an event that declares no words."""
    template = template_of(rulebook, event)
    sentence = _filled(rulebook, template, event) if template else ""
    return sentence[:1].upper() + sentence[1:]


def choice_words(rulebook: Rulebook, choice: object) -> str:
    """What a seat chooses, as a phrase such as ``put a 5 into the gate``.

    A choice that declares no words is its name with its fields.
    """
    template = template_of(rulebook, choice)
    if template:
        return _filled(rulebook, template, choice)
    if not attrs.has(type(choice)):
        return _shown(rulebook, choice, "")
    name = rulebook.names.get(type(choice), type(choice).__name__)
    parts = [f"{part} {value}" for part, value in _parts(rulebook, choice)]
    return f"{name}: {', '.join(parts)}" if parts else name


def value_words(rulebook: Rulebook, value: object, name: str = "") -> str:
    """A value in words; ``name`` is that of its field, which says what an id means."""
    return _shown(rulebook, value, name)


def template_of(rulebook: Rulebook, thing: object) -> str:
    """The sentence of an event or a choice with its fields still in braces; empty if its class declares none."""
    words: Words = rulebook.details.get(type(thing), {}).get("words", "")
    return words if isinstance(words, str) else words(thing)


def _filled(rulebook: Rulebook, template: str, thing: object) -> str:
    text = ""
    for literal, name, form, _ in Formatter().parse(template):
        # A title may end in a full stop of its own, as abbreviations do.
        text += literal[1:] if literal[:1] == "." == text[-1:] else literal
        if name is not None:
            value, field = _part(thing, name)
            shown = _counted(value, form) if form and "|" in form else _shown(rulebook, value, form or field)
            text += _fitted(text, shown)
    return text


def _counted(value: Any, form: str) -> str:  # Any: a field's value
    """A number with its noun, of which ``form`` has the singular and the plural: ``card|cards``."""
    one, several = form.split("|", 1)
    return UNKNOWN if value is HIDDEN else f"{value} {one if value == 1 else several}"


def _part(thing: object, name: str) -> tuple[Any, str]:  # Any: a field's value
    """A field, or a field of a field, with the name that says what it is."""
    value: Any = thing
    for key in name.split("."):
        if value is HIDDEN:
            break
        # Rather a sentence with braces in it than no sentence: words are never worth a crash.
        value = getattr(value, key, f"{{{name}}}")
    return value, name.rpartition(".")[2]


def _fitted(before: str, shown: str) -> str:
    """A title that starts with an article, so that it reads well behind the text before it."""
    if not shown.startswith("The ") or not before or before.endswith((". ", ": ")):
        return shown
    return shown[4:] if before.lower().endswith("the ") else f"the {shown[4:]}"


def _shown(rulebook: Rulebook, value: Any, name: str) -> str:
    if value is HIDDEN:
        return UNKNOWN
    if value is None or (isinstance(value, str | tuple | frozenset | Mapping) and not value):
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return _title(rulebook, value, name)
    if isinstance(value, Mapping):
        return _pairs(rulebook, value.items(), name)
    if isinstance(value, tuple | frozenset):
        return _several(rulebook, value, name)
    if isinstance(value, Fraction):
        return _number(value)
    return _thing(rulebook, value) if attrs.has(type(value)) else str(value)


def _number(value: Fraction) -> str:
    """A fraction as people write it: 4.5, and 1/3 where decimals would not end soon."""
    whole = 1000 % value.denominator == 0
    return str(Decimal(value.numerator) / Decimal(value.denominator)) if whole else str(value)


def _several(rulebook: Rulebook, values: tuple[Any, ...] | frozenset[Any], name: str) -> str:
    if len(values) > 1 and all(value is HIDDEN for value in values):
        return f"{len(values)} hidden things"
    if all(isinstance(value, tuple) and len(value) == 2 for value in values):
        return _pairs(rulebook, values, name)
    shown = [_shown(rulebook, value, name) for value in values]
    if isinstance(values, frozenset):
        shown.sort()
    return _listed(shown)


def _listed(shown: list[str]) -> str:
    return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else shown[0]


def _pairs(rulebook: Rulebook, pairs: Iterable[tuple[Any, Any]], name: str) -> str:
    """Keys with their values: counts of things as "2 dice and 1 card", choices as "Red: roll; Blue: pass"."""
    shown, counted, chosen = [], True, True
    for key, value in pairs:
        plural = _plurals(rulebook).get(key) if type(value) is int and isinstance(key, str) else None
        is_choice = type(value) in rulebook.names
        counted, chosen = counted and bool(plural), chosen and is_choice
        word, text = _shown(rulebook, key, name), _shown(rulebook, value, name)
        if plural:
            shown.append(f"{value} {word if value == 1 else plural}")
        elif isinstance(value, tuple | frozenset | Mapping) and len(value) > 1:
            shown.append(f"{word} ({text})")
        else:
            shown.append(f"{word}{':' if is_choice else ''} {text}")
    return _listed(shown) if counted else ("; " if chosen else ", ").join(shown)


def _thing(rulebook: Rulebook, value: object) -> str:
    """A component by its title, a choice or an event by its words, anything else by its fields."""
    title = getattr(value, "title", None)
    if isinstance(title, str) and title:
        return title
    if type(value) in rulebook.names:
        return choice_words(rulebook, value)
    return ", ".join(f"{part} {shown}" for part, shown in _parts(rulebook, value))


def _parts(rulebook: Rulebook, thing: object) -> list[tuple[str, str]]:
    cls: Any = type(thing)
    return [(field.name, _shown(rulebook, getattr(thing, field.name), field.name)) for field in attrs.fields(cls)]


def _title(rulebook: Rulebook, word: str, name: str) -> str:
    """The title of the component with this id; of several kinds, the one that the field's name says, or a faction."""
    titles = _titles(rulebook).get(word)
    if titles is None:
        return word
    if len(set(titles.values())) == 1:
        return next(iter(titles.values()))
    return titles.get(name) or titles.get(SEATED) or word


@lru_cache(maxsize=32)
def _titles(rulebook: Rulebook) -> dict[str, dict[str, str]]:
    """Titles by id, then by kind."""
    found: dict[str, dict[str, str]] = {}
    for kind, things in rulebook.components.items():
        for name, thing in things.items():
            title = getattr(thing, "title", None)
            if isinstance(title, str) and title:
                found.setdefault(name, {})[kind] = title
    return found


@lru_cache(maxsize=32)
def _plurals(rulebook: Rulebook) -> dict[str, str]:
    """What several of a component are called, by its id, for components that say so."""
    things = (thing for kind in rulebook.components.values() for thing in kind.values())
    return {thing.id: thing.plural for thing in things if getattr(thing, "plural", "")}
