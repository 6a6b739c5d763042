"""What one declaration must satisfy beyond the types of its keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import date, time
from fractions import Fraction
from typing import Any

from attrs import fields, frozen

from dunerules.engine.declarations import (
    Decks,
    EffectDeclaration,
    ModuleFile,
    ModuleHead,
    OptionDeclaration,
    PermissionDeclaration,
    PermissionRule,
    ProcedureDeclaration,
    QuantityDeclaration,
    Reference,
    RulesetFile,
    RulesetHead,
    StepChange,
)
from dunerules.engine.errors import nearest

ID_PATTERN = r"[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*"
"""Dotted kebab-case."""
OPTION_PATTERN = ID_PATTERN + r"/[A-Za-z0-9_-]+"
"""A reference to an option: module and key."""
STAGES = ("set", "add", "multiply", "round", "min", "max")
"""The keys of an effect that change its quantity."""

LONGEST_ID = 100
LONGEST_SHOWN = 60
"""A longer text is cut in messages."""


@frozen
class Fault:
    """What is wrong with a value, at a path below it."""

    path: str
    message: str
    hint: str = ""


def found(value: object) -> str:
    """Say in words what stands in the file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"' if len(value) <= LONGEST_SHOWN else f'"{value[:LONGEST_SHOWN]}..."'
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Fraction):
        return str(float(value)) if 1000 % value.denominator == 0 and abs(value) < 10**6 else f"the fraction {value}"
    kinds = {Mapping: "a table", list: "a list", tuple: "a list", date: "a date", time: "a time"}
    return next((words for kind, words in kinds.items() if isinstance(value, kind)), f"{value!r}")


def one_of(words: tuple[str, ...]) -> str:
    """The words as ``"a", "b" or "c"``."""
    quoted = [f'"{word}"' for word in words]
    return " or ".join([", ".join(quoted[:-1]), quoted[-1]]) if len(quoted) > 1 else "".join(quoted)


def close(word: object, known: tuple[str, ...]) -> str:
    """The nearest of the words as a hint, where one is near."""
    hint = nearest(word, known) if isinstance(word, str) else ""
    return hint if hint.startswith("Did") else ""


def option_fault(option: OptionDeclaration, value: object) -> Fault | None:
    """What is wrong with a value for an option, or None."""
    if option.type == "bool":
        fits, expected = isinstance(value, bool), "true or false"
    elif option.type == "int":
        whole = isinstance(value, int) and not isinstance(value, bool)
        low, high = option.min, option.max
        fits = whole and (low is None or low <= value) and (high is None or value <= high)  # type: ignore[operator]
        expected = "a whole number" + bounds(low, high)
    else:
        fits, expected = isinstance(value, str) and value in option.choices, one_of(option.choices)
    if fits:
        return None
    return Fault("", f"expected {expected}, found {found(value)}.", close(value, option.choices))


def bounds(low: int | None, high: int | None) -> str:
    """The bounds of a number in words, with a leading space."""
    if low is not None and high is not None:
        return f" from {low} to {high}"
    if low is not None:
        return f" of at least {low}"
    return f" of at most {high}" if high is not None else ""


def faults(cls: type, declaration: object) -> list[Fault]:
    """Everything wrong with a declaration of this class that its types do not show.

    A declaration with keys of the wrong type comes without these keys; a check that needs one of them is left out.
    """
    result: list[Fault] = []
    for check in CHECKS.get(cls, ()):
        with suppress(AttributeError):
            result.extend(check(declaration))
    return result


def _id(declaration: Any) -> Iterator[Fault]:  # Any: every class with an id
    if len(declaration.id) > LONGEST_ID or not re.fullmatch(ID_PATTERN, declaration.id):
        expected = "a name in lower case, such as round.first-bid"
        plain = re.sub(r"[^a-z0-9]+", "-", declaration.id.lower()).strip("-")
        hint = f'Write  id = "{plain}".' if plain and len(plain) <= LONGEST_SHOWN else ""
        yield Fault("id", f"expected {expected}, found {found(declaration.id)}.", hint)


def _reference(reference: Reference) -> Iterator[Fault]:
    if bool(reference.option) == bool(reference.quantity):
        yield Fault("", 'expected exactly one of "option" and "quantity".')
    elif reference.option and not re.fullmatch(OPTION_PATTERN, reference.option):
        yield Fault("option", f"expected module and key, such as my.module/key, found {found(reference.option)}.")


def _option(option: OptionDeclaration) -> Iterator[Fault]:
    if option.type != "int":
        for key in ("min", "max"):
            if getattr(option, key) is not None:
                yield Fault(key, f'only an option of type "int" has bounds, this one is of type "{option.type}".')
    elif option.min is not None and option.max is not None and option.min > option.max:
        yield Fault("min", f"expected at most max, which is {option.max}, found {option.min}.")
        return
    if option.type != "choice" and option.choices:
        yield Fault("choices", f'only an option of type "choice" has choices, this one is of type "{option.type}".')
    if option.type == "choice" and not option.choices:
        yield Fault("choices", 'an option of type "choice" needs at least one word here.')
        return
    fault = option_fault(option, option.default)
    if fault:
        yield Fault("default", fault.message, fault.hint)


def _effect(effect: EffectDeclaration) -> Iterator[Fault]:
    if all(getattr(effect, stage) is None for stage in STAGES):
        yield Fault("", f"the effect changes nothing: expected at least one of {one_of(STAGES)}.")


def _permission(rule: PermissionRule) -> Iterator[Fault]:
    if bool(rule.allow) == bool(rule.forbid):
        how = "both" if rule.allow else "neither"
        yield Fault("", f'expected exactly one of "allow" and "forbid", found {how}.')


STEP_CHANGES = (
    frozenset({"insert", "after"}),
    frozenset({"insert", "before"}),
    frozenset({"move", "after"}),
    frozenset({"move", "before"}),
    frozenset({"replace", "by"}),
    frozenset({"remove"}),
)
"""The keys that make one change of a procedure."""


def _step(change: StepChange) -> Iterator[Fault]:
    keys = [key.name for key in fields(StepChange) if key.name not in ("procedure", "cites")]
    given = [key for key in keys if getattr(change, key)]
    if frozenset(given) not in STEP_CHANGES:
        expected = '"insert" or "move" with "after" or "before", "replace" with "by", or "remove"'
        what = " and ".join(f'"{key}"' for key in given) or "none of them"
        yield Fault("", f"expected {expected}, found {what}.")


def _decks(file: ModuleFile | RulesetFile) -> Iterator[Fault]:
    decks: Decks = file.decks
    for deck, cards in decks.items():
        for card, copies in cards.items():
            if copies < 0:
                yield Fault(
                    f"decks.{path_key(deck)}.{path_key(card)}", f"expected 0 or more copies, found {found(copies)}."
                )


def path_key(key: str) -> str:
    """A key as TOML writes it in a dotted path."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else f'"{key}"'


CHECKS: Mapping[type, tuple[Callable[[Any], Iterator[Fault]], ...]] = {
    ModuleHead: (_id,),
    RulesetHead: (_id,),
    QuantityDeclaration: (_id,),
    PermissionDeclaration: (_id,),
    ProcedureDeclaration: (_id,),
    Reference: (_reference,),
    OptionDeclaration: (_option,),
    EffectDeclaration: (_effect,),
    PermissionRule: (_permission,),
    StepChange: (_step,),
    ModuleFile: (_decks,),
    RulesetFile: (_decks,),
}
