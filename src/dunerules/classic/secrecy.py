"""Showing what one holds, to one player in secret or to everybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.questions import Question, question_words, values_of
from dunerules.rules import (
    Ask,
    Denial,
    Dependent,
    Filter,
    Look,
    OneOf,
    Space,
    Tx,
    answer,
    choice,
    event,
    interjection,
)

EVERYBODY = "everybody"


@choice("show", words="show {to}: {question} {value}")
class Show:
    """Show that the answer to a question about oneself is yes."""

    question: str
    value: str | int
    to: str = EVERYBODY
    """A seat, or ``everybody``."""


def _shown_words(event: Shown) -> str:
    """The sentence for something shown to one player or to all."""
    to = "{others}" if len(event.viewers) == 2 else EVERYBODY
    return f"{{seat}} shows {to} that the answer is yes: {{words}}"


@event("shown", to="viewers", words=_shown_words)
class Shown:
    """A player showed something true to the ``viewers``; nobody else noticed."""

    seat: str
    viewers: tuple[str, ...]
    question: str
    value: str | int
    words: str

    @property
    def others(self) -> tuple[str, ...]:
        """Those to whom it was shown."""
        return tuple(seat for seat in self.viewers if seat != self.seat)


@interjection("show")
def show_space(look: Look, seat: str) -> Space[Show] | None:
    """Anything that is true and that a question can be about."""
    questions: Mapping[str, Question] = look.rulebook.components["question"]
    others = (EVERYBODY, *(other for other in look.seats if other != seat))

    untrue = Denial(f"that is not true of {seat}", ("gf9.bribery.information", "ah79.bribery.information"))

    def true_of(question: Question) -> Space[str | int]:
        is_so = look.tester(question.fact, seat=seat)
        return Filter(values_of(look, question), lambda value: None if is_so(value) else untrue)

    def parts(name: str) -> dict[str, Space[Any]]:
        return {"value": true_of(questions[name]), "to": OneOf(others)}

    facts = tuple(name for name, question in questions.items() if question.fact)
    return Dependent(Show, ("question", OneOf(facts)), parts)


@answer("show")
def show(tx: Tx, ask: Ask, choice: Show) -> None:
    """Those to whom it is shown know it."""
    viewers = tx.seats if choice.to == EVERYBODY else (ask.seat, choice.to)
    words = question_words(tx, tx.component("question", choice.question), choice.value)
    tx.emit(Shown(ask.seat, viewers, choice.question, choice.value, words))
