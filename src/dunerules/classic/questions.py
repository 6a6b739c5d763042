"""Questions with yes or no for an answer: about facts, which the rules answer, or for the player to answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.leaders import Leaders
from dunerules.classic.spice import spice_of
from dunerules.classic.traitors import traitors_of
from dunerules.classic.treachery import hand_of, holds_kind
from dunerules.rules import Look, OneOf, Range, Space, Text, component, fact

CITES = (
    "gf9.card.truthtrance",
    "ah79.card.truthtrance",
)


@component("question")
class Question:
    """A yes-or-no question to a player.

    What it can be about is said by exactly one of ``kind``, ``deck``, ``words``, ``most`` and ``text``.
    """

    id: str
    title: str
    """The question, with the value in braces."""
    fact: str = ""
    """The fact that answers it, about a seat; without one the player answers."""
    kind: str = ""
    """A kind of component: its ids are the values."""
    deck: str = ""
    """A deck: its cards are the values."""
    words: tuple[str, ...] = ()
    """The values themselves, which are kinds of cards."""
    most: str = ""
    """A quantity: the values are the whole numbers from 1 to it."""
    text: bool = False
    """Whether the value is a text in words of one's own."""


def values_of(look: Look, question: Question) -> Space[str | int]:
    """What a question can be about."""
    if question.text:
        return Text(look.whole("question.length"), noun="question", cites=CITES)
    if question.most:
        return Range(1, look.whole(question.most), noun="number", cites=CITES)
    if question.deck:
        return OneOf(tuple(look.deck(question.deck)), cites=CITES)
    return OneOf(tuple(look.rulebook.components[question.kind]) if question.kind else question.words, cites=CITES)


def question_words(look: Look, question: Question, value: str | int) -> str:
    """The question as it is asked."""
    kind = "card" if question.deck else "card-kind" if question.words else question.kind
    things: Mapping[str, Any] = look.rulebook.components.get(kind, {})
    return question.title.replace("{value}", things[str(value)].title if str(value) in things else str(value))


def is_true(look: Look, question: Question, value: str | int, seat: str) -> bool:
    """What the rules answer to a question about a fact."""
    return look.holds(question.fact, value, seat=seat)


@fact("holds-card", needs=("seat",), values="card")
def holds_card(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether the seat in question holds this card."""
    return value in hand_of(look, ctx["seat"])


@fact("holds-card-kind", needs=("seat",))
def holds_card_kind(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether the seat in question holds a card of this kind."""
    return holds_kind(look, ctx["seat"], value)


@fact("cards-at-least", needs=("seat",), values="int")
def holds_so_many(look: Look, ctx: Mapping[str, Any], value: int) -> bool:
    """Whether the seat in question holds so many treachery cards."""
    return len(hand_of(look, ctx["seat"])) >= value


@fact("spice-at-least", needs=("seat",), values="int")
def owns_so_much(look: Look, ctx: Mapping[str, Any], value: int) -> bool:
    """Whether the seat in question has so much spice behind its shield."""
    return spice_of(look, ctx["seat"]) >= value


@fact("has-traitor", needs=("seat",), values="leader")
def has_traitor(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether the seat in question holds the traitor card of this leader; an own leader is nobody's traitor."""
    return value in traitors_of(look, ctx["seat"])


@fact("has-leader", needs=("seat",), values="leader")
def has_leader(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether this leader is alive and with the seat in question, its own or a captive."""
    leaders = look[Leaders]
    return value in (*leaders.living[ctx["seat"]], *leaders.captives[ctx["seat"]])
