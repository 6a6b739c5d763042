"""Knowledge: what each person sees and is told must not depend on what is hidden from that person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import attrs

from dunerules.engine.chance import Rng, keyed
from dunerules.engine.game import Game
from dunerules.engine.views import View, fold
from dunerules.engine.words import event_words
from dunerules.engine.worlds import elsewhere, hidden_words, otherwise

SAW = "what a person learned is what that person sees"
LEAKS = "nobody sees what is hidden from them"
TOLD = "nobody is told what stays hidden from them"


def persons(game: Game) -> tuple[str, ...]:
    """Everybody who plays, each once."""
    return tuple(dict.fromkeys(game.header.persons.get(seat, seat) for seat in game.header.seats))


def broken_knowledge(game: Game) -> dict[str, str]:
    """The laws about knowledge that a game breaks: name, and what is broken. It is played again for that."""
    told = next((what for _, what in telling(game)), "")
    found = {SAW: not_learned(game), LEAKS: leaking(game), TOLD: told}
    return {law: what for law, what in found.items() if what}


def not_learned(game: Game) -> str:
    """Whose view is not what the events that this person saw lead to, and in what; empty if nobody's."""
    for person in persons(game):
        seen, learned = game.view(person), game.folded_view(person)
        if seen != learned:
            return f"the events of {person} do not lead to the view of {person}: {_differing(seen, learned)} differ"
    return ""


def leaking(game: Game, seed: int = 0) -> str:
    """What in somebody's view depends on what is hidden from this person; empty if nothing does."""
    for person in persons(game):
        seen, other = game.view(person), elsewhere(game, person, Rng(seed)).view(person)
        if seen != other:
            return f"{_differing(seen, other)} in the view of {person} depend on what is hidden from {person}"
    return ""


def _differing(one: View, other: View) -> str:
    """The fields of tables in which two views differ, as ``table.field``."""
    return ", ".join(
        f"{name}.{field.name}"
        for name in one.names
        for field in attrs.fields(type(one.table(name)))
        if getattr(one.table(name), field.name) != getattr(other.table(name), field.name)
    )


def telling(game: Game, seed: int = 0, *, one_in: int = 0) -> Iterator[tuple[Game, str]]:
    """The game after each choice whose events openly name what stays hidden from somebody, and what they name.

    Each choice is made once more where all that is hidden from the person is mixed up. If all are told other words,
    and afterwards the person sees these words as often as here, and none of those told has come out of hiding, they
    come from what is hidden, and it still is. That is asked for each person after each choice, or, to be quick, for one
    by chance after one of ``one_in`` choices.
    """
    before = Game.of_header(game.rulebook, game.header)
    for number, entry in enumerate(tuple(game.history)[1:]):
        after = before.fork()
        events = after.submit(entry.seat, entry.choice)
        for person in _asked(game, number, one_in):
            # Whoever else is asked, the mixture is the same, so that a scenario finds what a quick look has found.
            what = _told(before, after, events, person, keyed(seed, f"telling.{person}", number))
            if what:
                yield after, what
        before = after


def _asked(game: Game, number: int, one_in: int) -> tuple[str, ...]:
    """Everybody, or, if one of ``one_in`` choices is looked at, one person or nobody."""
    rng, everybody = keyed(game.header.seed, "asked", number), persons(game)
    if not one_in:
        return everybody
    return () if rng.below(one_in) else (rng.pick(everybody),)


def _told(before: Game, after: Game, events: tuple[Any, ...], person: str, rng: Rng) -> str:
    """What all are told by the last choice, and otherwise where a person's hidden words are; empty if nothing is."""
    entry = after.history.entry
    try:
        there = otherwise(before, person, rng)
        other = there.fork()
        others = other.submit(entry.seat, entry.choice)
    except Exception:  # the rules need not work where hands and decks are what they cannot be
        return ""
    difference = _first_difference(before, events, others)
    if difference is None:
        return ""
    pair, (number, other_number) = difference
    told, otherwise_told = (Counter(_words(event)) for event in pair)
    differing, named = {*(told - otherwise_told), *(otherwise_told - told)}, told - otherwise_told
    hidden = Counter(hidden_words(before, person))
    # What merely follows from it, such as whose the leader is, may be remembered although no table shows it.
    if not named & hidden:
        return ""
    # A card can come out and be shuffled away again, or be named a moment before it comes out.
    at_once = _after(before, events[: number + 1]), _after(there, others[: other_number + 1])
    for stage, other_stage in (at_once, (after, other)):
        seen, otherwise_seen = (Counter(_words_seen(game.view(person))) for game in (stage, other_stage))
        came_out = hidden - Counter(hidden_words(stage, person))
        if came_out & named or any(seen[word] != otherwise_seen[word] for word in differing):
            return ""
    said, else_said = (event_words(before.rulebook, event) or repr(event) for event in pair)
    return f'{person} is told "{said}" where it could be "{else_said}", and sees nothing else of the difference'


def _after(game: Game, events: tuple[Any, ...]) -> Game:
    """The game in the middle of a choice, for looking at."""
    state = fold(game.state, events, game.rulebook.reducers, game.rulebook.names)
    return Game(game.rulebook, game.header, state, {}, game.history)


def _words_seen(view: View) -> Iterator[str]:
    """Every word in the tables of a view."""
    return (word for name in view.names for word in _words(view.table(name)))


def _first_difference(
    game: Game, events: tuple[Any, ...], others: tuple[Any, ...]
) -> tuple[tuple[Any, Any], tuple[int, int]] | None:
    """The first event that everybody is told in other words, both ways, and their places; None if there is none.

    What follows may follow from what came to light with it, and where events of other kinds are told there is nothing
    to compare. What is told to somebody by name is meant for them, if only for a look at a card that is hidden again
    at once. An amount may differ openly: whoever tops up a purse that is hidden shows how much was missing.
    """
    redactor = game.rulebook.redactor
    mine, theirs = (
        [(told, number) for number, event in enumerate(one) if (told := redactor.event(event, ())) is not None]
        for one in (events, others)
    )
    if [type(told) for told, _ in mine] != [type(told) for told, _ in theirs]:
        return None
    for (one, number), (other, other_number) in zip(mine, theirs, strict=True):
        if Counter(_words(one)) != Counter(_words(other)):
            return (one, other), (number, other_number)
    return None


def _words(value: Any) -> Iterator[str]:
    """Every word in an event, in order."""
    cls: Any = type(value)
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | frozenset):
        yield from (word for part in value for word in _words(part))
    elif isinstance(value, dict):
        yield from (word for pair in value.items() for word in _words(pair))
    elif attrs.has(cls):
        yield from (word for field in attrs.fields(cls) for word in _words(getattr(value, field.name)))
