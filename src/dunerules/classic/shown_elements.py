"""Elements of battle plans that are shown before the plan is made."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dunerules.classic.fights import SHOWN, bind_plan
from dunerules.classic.plans import elements
from dunerules.rules import HIDDEN, Ask, Look, OneOf, Product, Space, Tx, answer, choice, event, seen_by, space

MODULE = "classic.shown-elements"
NONE = ""
"""The answer that a place of the plan is empty."""

FIXED = ("gf9.silence.prescience-binding", "ah79.silence.prescience-binding")
EMPTY = ("gf9.silence.prescience-no-weapon", "ah79.faction.atreides.prescience-battle")

Value = str | int | Fraction
"""A leader, a card, a number, or nothing for an empty place."""


@choice("show-element", words="show {value:card}")
class ShowElement:
    """Show the element that was asked for; it stays in the plan."""

    value: str | int | Fraction


def _shown_words(event: Any) -> str:  # Any: a view may hold HIDDEN in place of the value
    """The sentence for an element, as far as it can be seen."""
    return "{seat} shows the {element}." if event.value is HIDDEN else "{seat} shows the {element}: {value:card}."


@event("element-shown", words=_shown_words)
class ElementShown:
    """A seat showed what its plan will have in one place; empty: nothing."""

    seat: str
    element: str
    viewers: tuple[str, ...]
    value: str | int | Fraction = seen_by("viewers")


def make_show(tx: Tx, seat: str, element: str, to: str) -> None:
    """Make a seat show an element of its plan to another; it is asked only if it has a choice."""
    values = elements(tx, seat, element)
    if len(values) > 1:
        tx.ask(seat, "show-element", element=element, to=to)
    else:
        _show(tx, seat, element, to, values[0])


@space("show-element")
def element_space(look: Look, ask: Ask) -> Space[ShowElement]:
    """What the element is in one of the legal plans."""
    return Product(ShowElement, value=OneOf(elements(look, ask.seat, ask["element"]), cites=FIXED))


@answer("show-element")
def take_element(tx: Tx, ask: Ask, choice: ShowElement) -> None:
    """It is shown."""
    _show(tx, ask.seat, ask["element"], ask["to"], choice.value)


def _show(tx: Tx, seat: str, element: str, to: str, value: Value) -> None:
    """Show an element, and fix it."""
    tx.emit(ElementShown(seat, element, (seat, to), value))
    if value != NONE:
        bind_plan(tx, seat, (element, value, FIXED), by=SHOWN, viewers=(to,))
    elif tx.option(MODULE, "none_binds"):
        bind_plan(tx, seat, (element, value, EMPTY), by=SHOWN, viewers=(to,))
