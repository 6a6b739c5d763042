"""Truthtrance: a card that makes another player answer a question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dunerules.classic.questions import CITES, Question, is_true, question_words, values_of
from dunerules.classic.treachery import CardPlayed, card_like
from dunerules.rules import (
    Ask,
    Denial,
    Dependent,
    Look,
    OneOf,
    Space,
    Tx,
    Write,
    answer,
    choice,
    event,
    forbid,
    interjection,
    public,
    reducer,
    space,
    step,
    table,
)

CARD = "truthtrance"


@choice("ask-truth", words="ask {of} by truthtrance: {question} {value}")
class AskTruth:
    """Play truthtrance and ask another player a question."""

    of: str
    question: str
    value: str | int


@choice("answer-truth", words="answer {yes}")
class AnswerTruth:
    """Answer a truthtrance."""

    yes: bool


@event("truth-asked", words="{seat} asks {of}: {words}")
class TruthAsked:
    """A player was asked a question that must be answered truthfully."""

    seat: str
    of: str
    question: str
    value: str | int
    words: str


@event("truth-answered", words="{seat} answers {yes}: {words}")
class TruthAnswered:
    """A player answered, for everybody to hear."""

    seat: str
    question: str
    value: str | int
    yes: bool
    words: str


@table("truths")
class Truths:
    """What was answered to truthtrances."""

    answers: tuple[TruthAnswered, ...] = public(default=())
    """In the order in which they were given."""


@reducer(TruthAnswered)
def note_answer(write: Write, event: TruthAnswered) -> None:
    """Everybody remembers the answer."""
    truths = write(Truths)
    truths.answers = (*truths.answers, event)


@interjection("truthtrance")
def question_space(look: Look, seat: str) -> Space[AskTruth] | None:
    """Any question to any other player, for whoever holds the card."""
    if not card_like(look, seat, CARD):
        return None
    questions: Mapping[str, Question] = look.rulebook.components["question"]
    others = tuple(other for other in look.seats if other != seat)

    def parts(question: str) -> dict[str, Space[Any]]:
        denials = {other: look.denial("truth.ask", seat=seat, of=other, question=question) for other in others}
        able = tuple(other for other in others if denials[other] is None)
        refused = {other: denial for other, denial in denials.items() if denial is not None}
        return {"of": OneOf(able, refused, cites=CITES), "value": values_of(look, questions[question])}

    return Dependent(AskTruth, ("question", OneOf(tuple(questions))), parts)


@answer("truthtrance")
def ask_truth(tx: Tx, ask: Ask, choice: AskTruth) -> None:
    """Play the card; the game goes on when the question is answered."""
    words = question_words(tx, tx.component("question", choice.question), choice.value)
    tx.emit(CardPlayed(ask.seat, card_like(tx, ask.seat, CARD)))
    tx.emit(TruthAsked(ask.seat, choice.of, choice.question, choice.value, words))
    tx.push("truth", seat=choice.of, question=choice.question, value=choice.value)


@step("truth.answer")
def get_answer(tx: Tx) -> None:
    """The player answers, unless only one answer can be true."""
    question, value = tx.arg("question"), tx.arg("value")
    possible = [
        yes for yes in (True, False) if tx.may("truth.answer", seat=tx.seat, question=question, value=value, yes=yes)
    ]
    if len(possible) == 1:
        give_answer(tx, tx.seat, question, value, possible[0])
    else:
        tx.ask(tx.seat, "truth", question=question, value=value)


@space("truth")
def answer_space(look: Look, ask: Ask) -> Space[AnswerTruth]:
    """Yes or no, as far as it can be true."""
    denials: dict[AnswerTruth, Denial | None] = {
        AnswerTruth(yes): look.denial(
            "truth.answer", seat=ask.seat, question=ask["question"], value=ask["value"], yes=yes
        )
        for yes in (True, False)
    }
    possible = tuple(given for given, denial in denials.items() if denial is None)
    return OneOf(possible, {given: denial for given, denial in denials.items() if denial is not None})


@answer("truth")
def answer_truth(tx: Tx, ask: Ask, choice: AnswerTruth) -> None:
    """The answer is heard by everybody."""
    give_answer(tx, ask.seat, ask["question"], ask["value"], choice.yes)


def give_answer(tx: Tx, seat: str, question: str, value: str | int, yes: bool) -> None:
    """Let everybody hear an answer."""
    words = question_words(tx, tx.component("question", question), value)
    tx.emit(TruthAnswered(seat, question, value, yes, words))


@forbid("truth.answer", reason="that would not be true", cites=("gf9.card.truthtrance", "ah79.card.truthtrance"))
def untrue(look: Look, ctx: Mapping[str, Any]) -> bool:
    """The rules know the answer to questions about facts."""
    question: Question = look.component("question", ctx["question"])
    return bool(question.fact) and is_true(look, question, ctx["value"], ctx["seat"]) is not ctx["yes"]
