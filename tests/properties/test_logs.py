"""A log is verified exactly if nothing in it was changed, and can be read without running a rule."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dunerules import Game, Log, LogError, Rulebook, verify
from dunerules.engine.log import parse_log
from dunerules.engine.plain import canonical, digest_of
from properties.damage import Place, edited, near_misses
from properties.strategies import Setup, Shown, play, play_to_the_end, setups, word_lists

HEADER_FORGED = frozenset({"fingerprint", "seats", "persons", "seed", "scripted", "at", "turn_of", "format", "schema"})
"""What of a header a forger is tried with: not the ruleset's name, which is for people, nor a position's words, which
go straight to a rule."""
A_GAME = Setup("everyone-asked", ("gold", "jade"), 3, {"jade": "ann"}, scripted={"dice.jade": [5]})


@given(setups(), st.integers(0, 2**16))
def test_every_played_game_is_verified(setup: Setup, word: int) -> None:
    game = play_to_the_end(setup.start(), word)

    verified = verify(parse_log(game.log().text()), game.rulebook)

    assert Shown.of(game) == Shown.of(verified)


@given(setups(), word_lists())
def test_an_unfinished_game_is_verified_and_can_go_on(setup: Setup, words: list[int]) -> None:
    game = play(setup.start(), words)

    verified = verify(parse_log(game.log().text()), game.rulebook)

    assert Shown.of(game) == Shown.of(verified)


@given(setups(), word_lists(12), st.data())
def test_an_edited_log_is_refused_when_it_is_read(setup: Setup, words: list[int], data: st.DataObject) -> None:
    lines = lines_of(play(setup.start(), words))
    damaged = data.draw(edited(lines))

    with pytest.raises(LogError):
        parse_log(text_of(damaged))


@given(setups(), word_lists(12), st.data())
def test_an_edited_log_is_refused_when_it_is_verified(setup: Setup, words: list[int], data: st.DataObject) -> None:
    game = play(setup.start(), words)
    header, *entries = data.draw(edited(lines_of(game)))

    with pytest.raises(LogError):
        verify(Log(header, tuple(entries)), game.rulebook)


@given(setups(), word_lists(12), st.data())
def test_a_forged_log_is_refused_although_its_digests_fit(setup: Setup, words: list[int], data: st.DataObject) -> None:
    game = play(setup.start(), words)
    lines = lines_of(game)
    forgeries = edited(lines, can_be_forged).filter(lambda forged: is_another_game(lines, forged))

    for forged in data.draw(st.lists(forgeries, min_size=1, max_size=5)):
        with pytest.raises(LogError):
            verify(parse_log(text_of(rechained(forged))), game.rulebook)


def test_every_near_miss_in_a_log_is_refused() -> None:
    game = play(A_GAME.start(), range(8))
    lines = lines_of(game)
    forgeries = [forged for forged in near_misses(lines, can_be_forged) if is_another_game(lines, forged)]

    accepted = [forged for forged in forgeries if not is_refused(rechained(forged), game.rulebook)]

    assert len(forgeries) > 500
    assert [] == accepted


@given(setups(), word_lists(20), st.data())
def test_a_log_with_an_entry_taken_out_or_moved_is_refused(setup: Setup, words: list[int], data: st.DataObject) -> None:
    game = play(setup.start(), words)
    header, *entries = lines_of(game)
    out = entries.pop(data.draw(st.integers(0, len(entries) - 1)))
    back = data.draw(st.integers(0, len(entries)))
    moved = [*entries[:back], out, *entries[back:]] if data.draw(st.booleans()) else entries
    # Without its last entries a log is a shorter game.
    assume(moved != lines_of(game)[1 : len(moved) + 1])

    with pytest.raises(LogError):
        parse_log(text_of([header, *moved]))


@given(setups(), word_lists())
def test_reading_a_log_runs_nothing_but_reducers(setup: Setup, words: list[int]) -> None:
    game = play(setup.start(), words)
    log = parse_log(game.log().text())

    mute = without_rules(game.rulebook)

    assert game.events == log.events(mute)
    assert game.state == log.state(mute)


def is_refused(lines: list[Any], rulebook: Rulebook) -> bool:
    try:
        verify(parse_log(text_of(lines)), rulebook)
    except LogError:
        return True
    return False


def lines_of(game: Game) -> list[Any]:
    return [json.loads(line) for line in game.log().text().removesuffix("\n").split("\n")]


def text_of(lines: list[Any]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


def can_be_forged(place: Place) -> bool:
    if len(place) < 2:
        return True
    return place[1] in HEADER_FORGED if place[0] == 0 else place[1] != "digest"


def is_another_game(lines: list[Any], forged: list[Any]) -> bool:
    """Whether a forgery says something else; who goes by the name of the seat need not be named as its person."""
    persons, others = lines[0]["persons"], forged[0].get("persons")
    if persons == others or not isinstance(others, dict):
        return True
    return any(persons.get(seat, seat) != others.get(seat, seat) for seat in {*lines[0]["seats"], *others})


def rechained(lines: list[Any]) -> list[Any]:
    """The lines with digests that fit, as a forger would write them."""
    header, *entries = lines
    digest, chained = digest_of(canonical(header)), [header]
    for entry in entries:
        content = {key: value for key, value in entry.items() if key != "digest"}
        digest = digest_of(digest.encode(), canonical(content))
        chained.append({**content, "digest": digest})
    return chained


def without_rules(rulebook: Rulebook) -> Rulebook:
    """A rulebook that knows its tables, events and reducers, and fails when it is asked for a rule."""

    def fail(*_: Any, **__: Any) -> None:
        raise AssertionError("a rule was run")

    def failing(functions: Any) -> tuple[Callable[..., None], ...]:
        return tuple(fail for _ in functions)

    hooks = {hook: {key: failing(found) for key, found in served.items()} for hook, served in rulebook.hooks.items()}
    return attrs.evolve(
        rulebook,
        hooks=hooks,
        observers={kind: failing(found) for kind, found in rulebook.observers.items()},
        responses={kind: tuple((name, fail) for name, _ in found) for kind, found in rulebook.responses.items()},
        operations=dict.fromkeys(rulebook.operations, ()),
        givens=dict.fromkeys(rulebook.givens, fail),
        invariants=dict.fromkeys(rulebook.invariants, fail),
        quantities={},
        permissions={},
        procedures={},
    )
