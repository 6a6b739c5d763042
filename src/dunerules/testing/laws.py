"""Assertions about games: each names the law that is broken, and prints a scenario that breaks it again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from dunerules.engine.chance import Rng
from dunerules.engine.errors import DunerulesError, IllegalChoice, LogError
from dunerules.engine.game import Game
from dunerules.engine.knowledge import LEAKS, SAW, TOLD, leaking, not_learned, telling
from dunerules.engine.laws import broken_laws
from dunerules.engine.players import play_out
from dunerules.engine.positions import broken_invariants
from dunerules.engine.replay import verify
from dunerules.engine.tables import State
from dunerules.engine.views import fold
from dunerules.engine.words import choice_words, event_words
from dunerules.testing.reports import scenario_of

MOST_CHOICES = 20_000
"""A game that is not over after so many random choices is taken to be endless."""
WRITES = "only events change the game"
SAVES = "a saved game is the same game"
FORKS = "forks are apart"
ENDS = "every game ends"


class LawBroken(AssertionError):  # noqa: N818 - the public name says what happened
    """A game breaks laws; ``laws`` has their names, ``game`` is the game, and ``scenario`` plays it again."""

    def __init__(self, broken: Mapping[str, str], game: Game, where: str = "") -> None:
        """Say what is broken, where, and how to play the game that breaks it."""
        self.laws = tuple(broken)
        self.game = game.fork()
        self.scenario = scenario_of(game, "; ".join(broken) or "A game that breaks a law")
        lines = [f'The law "{law}" is broken: {what}.' for law, what in broken.items()]
        lines += [where or _last(game), "", "This scenario plays the game again:", "", self.scenario]
        super().__init__("\n".join(lines))


def _last(game: Game) -> str:
    """What was done last, in words."""
    entry = game.history.entry
    if not entry.seat:
        return f"It is so at the start of the game ({game.rulebook.id})."
    told = " ".join(filter(None, (event_words(game.rulebook, event) for event in entry.events)))
    return f"The last choice was that of {entry.seat}: {choice_words(game.rulebook, entry.choice)}. {told}".rstrip()


def assert_lawful(game: Game) -> None:
    """Every law holds where the game stands: those of the rule modules, and that somebody can go on."""
    broken = broken_laws(game)
    if broken:
        raise LawBroken(broken, game)


def assert_lawful_at_every_event(game: Game, *, since: str = "") -> None:
    """Every law of the rule modules held after every single event, from the first one of that name on.

    While pieces are laid out one by one not all of them are there: ``since`` names the event that ends it, such as
    ``turn-began``.
    """
    book = game.rulebook
    state, counted = State.fresh(book.tables.values()), not since
    number = -1
    for entry in game.history:
        for event in entry.events:
            number += 1
            state = fold(state, (event,), book.reducers, book.names)
            name = book.names[type(event)]
            counted = counted or name == since
            broken = broken_invariants(book, state, resting=event is entry.events[-1]) if counted else {}
            if broken:
                where = f"It is so after event {number}, {name}. {event_words(book, event)}"
                raise LawBroken(broken, game, where.rstrip())


def assert_views_are_what_was_learned(game: Game) -> None:
    """Every person's view is what the events that this person saw lead to."""
    if what := not_learned(game):
        raise LawBroken({SAW: what}, game)


def assert_only_events_write(game: Game) -> None:
    """The state is what the events lead to, hidden parts included: no rule has written a table by itself."""
    book = game.rulebook
    told = fold(State.fresh(book.tables.values()), game.events, book.reducers, book.names)
    written = ", ".join(
        f"{name}.{field.name}"
        for name, table in book.tables.items()
        for field in attrs.fields(table)
        if getattr(told[table], field.name) != getattr(game.state[table], field.name)
    )
    if written:
        raise LawBroken({WRITES: f"{written} differ from what the events say"}, game)


def assert_nothing_leaks(game: Game, seed: int = 0) -> None:
    """Nobody sees a difference when all that is hidden from them is different."""
    if what := leaking(game, seed):
        raise LawBroken({LEAKS: what}, game)


def assert_nothing_told(game: Game, seed: int = 0, *, one_in: int = 0) -> None:
    """No event names to everybody what stays hidden from somebody, such as a card in another hand.

    Found by making each choice of the game once more where what is hidden is mixed up, for each person, or, with
    ``one_in``, for one by chance after one of so many choices.
    """
    for stage, what in telling(game, seed, one_in=one_in):
        raise LawBroken({TOLD: what}, stage)


def assert_same_after_saving(game: Game) -> None:
    """A saved game is the same when it is loaded, and its log proves it."""
    loaded = Game.restore(game.dump(), game.rulebook)
    if loaded.digest() != game.digest() or loaded.decisions != game.decisions:
        raise LawBroken({SAVES: "the saved game is another one when it is loaded"}, game)
    try:
        verify(game.log(), game.rulebook)
    except LogError as error:
        raise LawBroken({SAVES: f"its log does not prove it: {error}"}, game) from error


def assert_forks_are_apart(game: Game, seed: int = 0) -> None:
    """What is done in a fork does not touch the game."""
    before, fork = game.digest(), game.fork()
    if fork.outcome is None:
        decision = fork.decisions[0]
        fork.submit(decision.seat, decision.space.sample(Rng(seed)))
    if game.digest() != before:
        raise LawBroken({FORKS: "a choice in a fork has changed the game"}, game)


def assert_refused(game: Game, seat: str, choice: Any, by: str = "") -> None:  # Any: a choice of whatever kind
    """A choice is refused, by the rule with this id if one is given, and the game is as it was."""
    before = game.digest()
    try:
        game.fork().submit(seat, choice)
    except IllegalChoice as error:
        if by and by not in error.cites:
            raise AssertionError(f"expected a refusal by {by}; {error}") from error
    else:
        raise AssertionError(f"{seat} may choose {choice_words(game.rulebook, choice)}, which was to be refused")
    assert before == game.digest(), "a refused choice has changed the game"


def assert_ends(game: Game, *, most: int = MOST_CHOICES) -> None:
    """The game comes to an end by random choices, within so many of them."""
    ending = game.fork()
    try:
        play_out(ending, most=most)
    except DunerulesError as error:
        if ending.outcome is None and len(ending.history) - len(game.history) >= most:
            raise LawBroken({ENDS: f"it is not over after {most} more choices"}, game) from error
        raise


def assert_sound(game: Game) -> None:
    """Everything that holds for every game: laws at every stage, views, secrets, saves and forks at the end."""
    for stage in stages(game):
        assert_lawful(stage)
    assert_only_events_write(game)
    assert_views_are_what_was_learned(game)
    assert_nothing_leaks(game)
    assert_nothing_told(game)
    assert_same_after_saving(game)
    assert_forks_are_apart(game)


def stages(game: Game) -> Iterator[Game]:
    """The game as it stood at its start and after each choice, played again; each is the same object, gone on."""
    again = Game.of_header(game.rulebook, game.header)
    yield again
    for entry in tuple(game.history)[1:]:
        again.submit(entry.seat, entry.choice)
        yield again
