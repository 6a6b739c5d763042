"""Views: what one person may know, derived from what tables and events declare about each field."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import attrs
from attrs import frozen

from dunerules.engine.errors import RuleModuleError, nearest
from dunerules.engine.flow import Arranged
from dunerules.engine.hidden import HIDDEN
from dunerules.engine.rulebook import UnknownName
from dunerules.engine.tables import State

T = TypeVar("T")


@frozen
class _Rule:
    """Who sees one field of a class, and what the others see instead."""

    field: str
    sees: str
    viewers: str
    mask: str
    open_if: str
    """The option, as module and key, that opens the field to everybody."""


Options = Mapping[str, Mapping[str, bool | int | str]]
"""Module, then key, then value."""


def _rules(cls: type) -> tuple[_Rule, ...]:
    """The fields of a class that are not public. A field without a declaration is public."""
    found = []
    for field in attrs.fields(cls):
        sees = field.metadata.get("sees", "public")
        if sees != "public":
            said = [field.metadata.get(key, otherwise) for key, otherwise in _SAID]
            found.append(_Rule(field.name, sees, *said))
    return tuple(found)


_SAID = (("viewers", ""), ("mask", "whole"), ("open_if", ""))


def _opening(rule: _Rule, options: Options) -> bool | int | str | None:
    """The value of the option that opens a field; None if there is no such option."""
    module, _, key = rule.open_if.partition("/")
    return options.get(module, {}).get(key)


MASKS: Mapping[str, tuple[str, ...]] = {
    "secret": ("whole", "length", "values", "value-lengths"),
    "own": ("whole", "length", "absent"),
    "seen-by": ("whole", "length", "values", "value-lengths", "absent"),
}
"""What a field may show to those who do not see it."""


def visibility_faults(
    cls: Any, details: Mapping[str, Any], *, in_table: bool, options: Options | None = None
) -> Iterator[str]:
    """What is wrong with what a table or an event declares about who sees it, in words."""
    fields = [field.name for field in attrs.fields(cls)]
    told_to = details.get("to", "")
    if told_to and details["unseen"]:
        yield f'nobody learns of an unseen event, so it cannot be told to "{told_to}".'
    elif told_to and told_to not in fields:
        yield f'it is told to "{told_to}", which is not one of its fields. {nearest(told_to, fields)}'.strip()
    defaults = [field.default for field in attrs.fields(cls)]
    start = cls() if in_table and attrs.NOTHING not in defaults else None
    for rule in _rules(cls):
        mapping = rule.field if rule.sees == "own" else rule.viewers
        fault = _fault(rule, fields, mapped=isinstance(getattr(start, mapping, None), dict))
        if fault:
            yield fault
        if rule.open_if and not isinstance(_opening(rule, options or {}), bool):
            yield f'"{rule.field}" is open if "{rule.open_if}", which is not an option that is true or false.'


def _fault(rule: _Rule, fields: list[str], *, mapped: bool) -> str:
    """What is wrong with one field; ``mapped``: it is a table's mapping by seat, or by what its viewers map."""
    if rule.mask not in MASKS[rule.sees]:
        words = ", ".join(f'"{mask}"' for mask in MASKS[rule.sees])
        return f'"{rule.field}" has the mask "{rule.mask}", and what is {rule.sees} has one of {words}.'
    if rule.sees == "own" and not mapped:
        return f'"{rule.field}" is own, which only a mapping in a table can be.'
    if rule.sees == "seen-by" and rule.viewers not in fields:
        hint = nearest(rule.viewers, fields)
        return f'"{rule.field}" is seen by "{rule.viewers}", which is not a field beside it. {hint}'.strip()
    if rule.sees == "seen-by" and rule.mask == "absent" and not mapped:
        return f'"{rule.field}" can be absent only if "{rule.viewers}" is a mapping in a table.'
    return ""


def masked(value: Any, mask: str) -> Any:
    """What a stranger sees of a value."""
    if mask == "length" and isinstance(value, tuple):
        return (HIDDEN,) * len(value)
    if mask == "values" and isinstance(value, dict):
        return dict.fromkeys(value, HIDDEN)
    if mask == "value-lengths" and isinstance(value, dict):
        return {key: masked(part, "length") for key, part in value.items()}
    return HIDDEN


def _own(value: Any, mask: str, seats: Collection[str]) -> Any:
    """A mapping from seat to value with the entries of other seats masked."""
    shown = {}
    for key, part in value.items():
        owner = key[0] if isinstance(key, tuple) else key
        if owner in seats:
            shown[key] = part
        elif mask != "absent":
            shown[key] = masked(part, mask)
    return shown


def _among(viewers: Any, seats: Collection[str]) -> bool:
    """Whether one of the seats is among the viewers: a seat, several, or None for nobody."""
    if viewers is None:
        return False
    return viewers in seats if isinstance(viewers, str) else any(seat in seats for seat in viewers)


def _seen_by(thing: Any, rule: _Rule, seats: Collection[str]) -> Any:
    value, viewers = getattr(thing, rule.field), getattr(thing, rule.viewers)
    if isinstance(viewers, dict):
        part = {"values": "whole", "value-lengths": "length"}.get(rule.mask, rule.mask)
        shown = {key: _among(viewers.get(key), seats) for key in value}
        return {
            key: entry if shown[key] else masked(entry, part)
            for key, entry in value.items()
            if shown[key] or part != "absent"
        }
    return value if _among(viewers, seats) else masked(value, rule.mask)


class Redactor:
    """Cuts tables and events down to what given seats may see."""

    __slots__ = ("_details", "_rules")

    def __init__(
        self, classes: Iterable[type], details: Mapping[type, Mapping[str, Any]], options: Options | None = None
    ) -> None:
        settings = options or {}
        self._rules = {
            cls: tuple(rule for rule in _rules(cls) if not (rule.open_if and _opening(rule, settings)))
            for cls in classes
        }
        self._details = details

    def redacted(self, thing: Any, seats: Collection[str]) -> Any:
        """A table or an event with the fields that these seats may not see masked."""
        changes = {}
        for rule in self._rules[type(thing)]:
            if rule.sees == "secret":
                changes[rule.field] = masked(getattr(thing, rule.field), rule.mask)
            elif rule.sees == "own":
                changes[rule.field] = _own(getattr(thing, rule.field), rule.mask, seats)
            else:
                changes[rule.field] = _seen_by(thing, rule, seats)
        return attrs.evolve(thing, **changes) if changes else thing

    def event(self, event: Any, seats: Collection[str]) -> Any | None:
        """What these seats learn of an event: all, a part, or nothing."""
        if isinstance(event, Arranged):
            return Arranged(event.table, self.redacted(event.value, seats))
        details = self._details[type(event)]
        if details["unseen"]:
            return None
        if details["to"] and not _among(getattr(event, details["to"]), seats):
            return None
        return self.redacted(event, seats)

    def state(self, state: State, seats: Collection[str]) -> State:
        """A state with everything masked that these seats may not see."""
        return State({table: self.redacted(content, seats) for table, content in state.tables.items()})


@frozen
class View:
    """What one person may know of a game: tables with hidden things masked by `HIDDEN`."""

    person: str
    seats: tuple[str, ...]
    """The seats that this person holds."""
    state: State
    names: Mapping[str, type] = attrs.field(repr=False, eq=False)

    def __getitem__(self, table: type[T]) -> T:
        """A table by its class."""
        return self.state[table]

    def table(self, name: str) -> Any:  # Any: the class is known by name only
        """A table by its name."""
        if name not in self.names:
            raise UnknownName(name, "table", self.names)
        return self.state.tables[self.names[name]]


def fold(
    start: State, events: Iterable[Any], reducers: Mapping[type, tuple[Any, ...]], names: Mapping[type, str]
) -> State:
    """Apply events to a state: all it takes to read a game, or what one person saw of it."""
    state = start.clone()
    for event in events:
        if type(event) not in names:
            raise RuleModuleError(f"{type(event).__name__} is not an event of a selected rule module")
        for reduce in reducers[type(event)]:
            reduce(state.write, event)
    return state
