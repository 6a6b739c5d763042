"""The vocabulary of a rule module's Python: decorators that mark classes and functions for the compiler.

A mark changes nothing at import: it only notes what the object is for. When a ruleset selects the module, the compiler
reads the marks of its namespace in the order of definition. An installed module that is not selected is never
imported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol, TypeVar, dataclass_transform

import attrs
from attrs import frozen

from dunerules.engine.declarations import Condition

T = TypeVar("T")
Function = TypeVar("Function", bound=Callable[..., Any])
C = TypeVar("C")


class ClassDecorator(Protocol):
    """Takes a class and gives it back, declared."""

    def __call__(self, cls: type[C], /) -> type[C]:
        """The same class, declared."""
        ...


MARKS = "__dunerules_marks__"

Words = str | Callable[[Any], str]  # Any: the event or choice itself
"""A sentence with fields in braces, or a function that gives the sentence for one event or choice."""

Stage = Literal["set", "add", "multiply", "min", "max"]
Mask = Literal["whole", "length", "values", "value-lengths", "absent"]
"""What others see of a hidden value: that it is there, its length, a mapping's keys, its keys and the lengths behind
them, or (of one seat's entry in a mapping) nothing at all."""


@frozen
class Mark:
    """What one object of a namespace is for: the hook it serves, its key there, and details."""

    hook: str
    key: str
    details: Mapping[str, Any] = attrs.field(factory=dict)


def marks_of(thing: object) -> tuple[Mark, ...]:
    """The marks of an object, oldest first."""
    found: tuple[Mark, ...] = getattr(thing, MARKS, ())
    return found


def _marked(thing: T, mark: Mark) -> T:
    setattr(thing, MARKS, (*marks_of(thing), mark))
    return thing


def _class_mark(make: Callable[[type[Any]], type[Any]], mark: Mark) -> ClassDecorator:
    def declare(cls: type[C], /) -> type[C]:
        return _marked(make(cls), mark)

    return declare


def _mark(hook: str, key: str, **details: Any) -> Callable[[Function], Function]:
    return lambda function: _marked(function, Mark(hook, key, details))


# ------------------------------------------------------------------ who sees a field


def public(**kwargs: Any) -> Any:  # Any: stands for a value of the annotated type, as attrs.field does
    """A field that everybody sees."""
    return attrs.field(metadata={"sees": "public"}, **kwargs)


def secret(*, mask: Mask = "whole", open_if: str = "", **kwargs: Any) -> Any:
    """A field that nobody sees.

    Here and in `own` and `seen_by`, ``open_if`` names an option, ``module/key``: where it is true, everybody sees the
    field.
    """
    return attrs.field(metadata=_seen("secret", mask=mask, open_if=open_if), **kwargs)


def own(*, mask: Mask = "whole", open_if: str = "", **kwargs: Any) -> Any:
    """A table's mapping from seat to value: each seat sees its own value, of the others the mask.

    ``mask`` is for one value: ``whole``, ``length``, or ``absent``, which hides the key too. A key may be a tuple that
    starts with the seat.
    """
    return attrs.field(metadata=_seen("own", mask=mask, open_if=open_if), **kwargs)


def seen_by(viewers: str, *, mask: Mask = "whole", open_if: str = "", **kwargs: Any) -> Any:
    """A field that only the seats named in the sibling field ``viewers`` see (one seat, or a tuple of seats).

    In a table, ``viewers`` may name a mapping with the same keys, which gives the seats that see each value.
    """
    return attrs.field(metadata=_seen("seen-by", viewers=viewers, mask=mask, open_if=open_if), **kwargs)


def _seen(sees: str, **details: str) -> dict[str, str]:
    """What a field says about who sees it, without what it leaves open."""
    return {"sees": sees, **{key: value for key, value in details.items() if value}}


def of_kind(*kinds: str, title: str = "", **kwargs: Any) -> Any:
    """A field of a component that names components of one of these kinds: a text, a list, or the keys of a table.

    What it names must be there, or the ruleset is refused; an empty text names nothing. With a ``title`` the printed
    rulebook tells it under this heading.
    """
    return attrs.field(metadata={"kinds": kinds, "title": title}, **kwargs)


def told(title: str, *, may: str = "", **kwargs: Any) -> Any:
    """A field of a component that the printed rulebook tells, under this heading.

    ``may`` names a permission about such a component without which the field says nothing: where the rules forbid it
    of this component in every game, the field is not told.
    """
    return attrs.field(metadata={"title": title, "may": may}, **kwargs)


# ------------------------------------------------------------------ classes


@dataclass_transform(field_specifiers=(attrs.field, public, secret, own, seen_by))
def table(name: str) -> ClassDecorator:
    """Declare a table of the state: a slotted class whose fields all have defaults.

    A field holds an int, str, bool, None, tuple, frozenset, frozen class, or a dict of such values.
    """
    return _class_mark(attrs.define, Mark("tables", name))


@dataclass_transform(frozen_default=True, field_specifiers=(attrs.field, public, secret, own, seen_by))
def event(name: str, *, to: str = "", unseen: bool = False, words: Words = "") -> ClassDecorator:
    """Declare an event: what happened, past tense.

    ``to`` names the field whose seat (or seats) alone learn of it; of an ``unseen`` event nobody does. ``words`` is its
    sentence, with fields in braces: ``{card}``, ``{weapon:card}`` for the title of a component of that kind, and
    ``{count:card|cards}`` for a number with its noun. It may be a function of the event, whose fields can be `HIDDEN`,
    that gives the sentence.
    """
    details = {"to": to, "unseen": unseen, "words": words}
    return _class_mark(attrs.frozen, Mark("events", name, details))


@dataclass_transform(frozen_default=True, field_specifiers=(attrs.field, public, secret, own, seen_by))
def choice(name: str, *, words: Words = "") -> ClassDecorator:
    """Declare a choice: an answer to a decision, imperative. ``words`` are as those of an event."""
    return _class_mark(attrs.frozen, Mark("choices", name, {"words": words}))


@dataclass_transform(frozen_default=True, field_specifiers=(attrs.field, public, secret, own, seen_by))
def intent(name: str, *, title: str = "") -> ClassDecorator:
    """Declare an intent: something about to happen that others may answer first."""
    return _class_mark(attrs.frozen, Mark("intents", name, {"title": title}))


@dataclass_transform(frozen_default=True, field_specifiers=(attrs.field, public, secret, own, seen_by))
def record(name: str) -> ClassDecorator:
    """Declare a record: several values that belong together, as a part of a table or an event."""
    return _class_mark(attrs.frozen, Mark("records", name))


@dataclass_transform(frozen_default=True, field_specifiers=(attrs.field, public, secret, own, seen_by, of_kind, told))
def component(kind: str, *, plural: str = "", titles_procedures: bool = False) -> ClassDecorator:
    """Declare a kind of component: the class that `[components.<kind>.<id>]` tables are read into.

    ``plural`` is the heading under which the printed rulebook lists all of the kind; without it they are not listed.
    With ``titles_procedures`` a procedure with the id of such a component is called by the component's title.
    """
    details = {"plural": plural, "titles_procedures": titles_procedures}
    return _class_mark(attrs.frozen, Mark("component_kinds", kind, details))


# ------------------------------------------------------------------ functions


def reducer(event_class: type) -> Callable[[Function], Function]:
    """``f(write, event)``: write an event into a table; the only code that changes state.

    It uses nothing but the event and the table it writes, so that a view can run it on what one person may see.
    """
    return _mark("reduce_event", event_name(event_class))


def on(event_class: type) -> Callable[[Function], Function]:
    """``f(tx, event)``: react to an event right after it was applied, by further events or by a procedure."""
    return _mark("event_happened", event_name(event_class))


def step(name: str, *, repeat: bool = False) -> Callable[[Function], Function]:
    """``f(tx)``: one step of a procedure. It runs once, or, with ``repeat``, until it returns `DONE`."""
    return _mark("run_step", name, repeat=repeat)


def order(name: str) -> Callable[[Function], Function]:
    """``f(look) -> seats``: an order of seats that a procedure's `each` may name."""
    return _mark("orders", name)


def loop(name: str) -> Callable[[Function], Function]:
    """``f(look, args) -> args or None``: the next pass of a procedure's `repeat`, or its end."""
    return _mark("loops", name)


def space(kind: str) -> Callable[[Function], Function]:
    """``f(look, ask) -> Space``: the legal choices of an open decision of this kind."""
    return _mark("decision_space", kind)


def answer(kind: str) -> Callable[[Function], Function]:
    """``f(tx, ask, choice)``: carry out the answer to a single decision or an interjection."""
    return _mark("take_answer", kind)


def answers(kind: str) -> Callable[[Function], Function]:
    """``f(tx, asks, choices)``: carry out sealed answers once all are in; both map seat to value."""
    return _mark("take_answers", kind)


def interjection(kind: str) -> Callable[[Function], Function]:
    """``f(look, seat) -> Space or None``: what a seat may do unasked at a stable point."""
    return _mark("offer_interjection", kind)


def response(intent_class: type, name: str) -> Callable[[Function], Function]:
    """``f(look, intent, seat) -> Space or None``: how a seat may respond to an intent of this class."""
    return _mark("offer_response", intent_name(intent_class), response=name)


def respond(name: str) -> Callable[[Function], Function]:
    """``f(tx, intent, seat, choice)``: carry out a response; returning `PREVENTED` stops the intent."""
    return _mark("take_response", name)


def commit(intent_class: type) -> Callable[[Function], Function]:
    """``f(tx, intent)``: carry out an intent that nobody prevented."""
    return _mark("commit_intent", intent_name(intent_class))


def prevented(intent_class: type) -> Callable[[Function], Function]:
    """``f(tx, intent)``: what happens instead of a prevented intent."""
    return _mark("intent_prevented", intent_name(intent_class))


def fact(
    name: str,
    *,
    needs: tuple[str, ...] = (),
    values: str = "",
    static: bool = False,
    exclusive: bool = False,
    fixed: bool = False,
) -> Callable[[Function], Function]:
    """``f(look, ctx, value) -> bool``: a fact that conditions may name.

    ``needs`` are the keys of the context it reads. ``values`` is the kind of component that its values name, or
    ``int`` or ``bool``; empty: any word. A static fact is given the rulebook instead of a look, and no context.
    An exclusive fact holds for one value at a time, so conditions that name different values exclude each other.
    A fixed fact looks at nothing but its value, what it needs of the context and the rulebook, such as the kind of a
    card: a condition asks it once for each context, and remembers the answer in all games.
    """
    return _mark("facts", name, needs=needs, values=values, static=static, exclusive=exclusive, fixed=fixed)


def effect(
    quantity: str,
    *,
    stage: Stage,
    title: str,
    when: Condition | None = None,
    unless: Condition | None = None,
    cites: tuple[str, ...] = (),
) -> Callable[[Function], Function]:
    """``f(look, ctx) -> number or None``: the operand of an effect on a quantity; None: no effect now."""
    return _mark(
        "quantity_operand", quantity, stage=stage, title=title, when=when or {}, unless=unless or {}, cites=cites
    )


def forbid(permission: str, *, reason: str, cites: tuple[str, ...] = ()) -> Callable[[Function], Function]:
    """``f(look, ctx) -> bool``: whether this rule forbids; the reason may name context in braces."""
    return _mark("permission_rule", permission, verdict="forbid", reason=reason, cites=cites)


def allow(permission: str, *, reason: str = "", cites: tuple[str, ...] = ()) -> Callable[[Function], Function]:
    """``f(look, ctx) -> bool``: whether this rule allows."""
    return _mark("permission_rule", permission, verdict="allow", reason=reason, cites=cites)


def given(name: str) -> Callable[[Function], Function]:
    """``f(tx, value)``: set up one part of a scenario's position, from the value that its file gives."""
    return _mark("givens", name)


def invariant(name: str, *, cites: tuple[str, ...] = (), resting: bool = False) -> Callable[[Function], Function]:
    """``f(look)``: a law that always holds; gives a sentence if it is broken. Asked by tests, never by play.

    A ``resting`` law holds whenever play waits for somebody, and may be broken between two events of one choice.
    """
    return _mark("invariants", name, cites=cites, resting=resting)


def check(name: str) -> Callable[[Function], Function]:
    """``f(rulebook)``, a generator of `Finding`: what is wrong with the components of a ruleset as it is compiled."""
    return _mark("checks", name)


def event_name(event_class: type) -> str:
    """The name an event class was declared with."""
    return _name(event_class, "events")


def intent_name(intent_class: type) -> str:
    """The name an intent class was declared with."""
    return _name(intent_class, "intents")


def _name(cls: type, hook: str) -> str:
    for mark in marks_of(cls):
        if mark.hook == hook:
            return mark.key
    raise TypeError(f"{cls.__name__} is not declared with @{hook[:-1]}")
