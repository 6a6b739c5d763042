"""One game of the lab: played with instruments, then played again without them and checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import frozen

from dunerules.engine.chance import Rng, keyed
from dunerules.engine.game import Game
from dunerules.engine.players import Player, random_player
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.start import FEWEST, MOST
from dunerules.testing.lab.instruments import Notes, instrumented
from dunerules.testing.laws import (
    ENDS,
    MOST_CHOICES,
    LawBroken,
    assert_forks_are_apart,
    assert_lawful,
    assert_nothing_leaks,
    assert_nothing_told,
    assert_only_events_write,
    assert_same_after_saving,
    assert_views_are_what_was_learned,
)
from dunerules.testing.reports import scenario_of

SAME = "a rulebook with instruments plays the same game"
EAGERNESS = 2
"""An eager player does something unasked about once in so many choices, where it may."""
THOROUGH_ONE_IN = 3
"""One of so many games is also saved, forked and searched for what it tells, which takes longer than to play it."""
TOLD_ONE_IN = 8
"""After one of so many choices it is asked whether it told what stays hidden, which takes longer than to play on."""
FULL_TABLES = 3
"""Of so many games all but one have every faction seated."""


def eager_player(seed: int) -> Player:
    """A random player that interjects and responds far more often than it is good for it."""
    rng = Rng(seed)

    def choose(game: Game) -> tuple[str, Any]:
        decision = rng.pick(game.decisions)
        if game.rulebook.hooks["offer_interjection"] and rng.below(EAGERNESS) == 0:
            seat = rng.pick(game.header.seats)
            offers = tuple(game.interjections(seat).values())
            if offers:
                return seat, rng.pick(offers).sample(rng)
        return decision.seat, decision.space.sample(rng)

    return choose


def _sensible(seed: int) -> Player:
    from dunerules.sensible import sensible_player

    return sensible_player(seed)


PLAYERS: Mapping[str, Callable[[int], Player]] = {
    "random": random_player,
    "eager": eager_player,
    "sensible": _sensible,
}
"""Who plays the games of the lab, in turn."""


@frozen
class Failure:
    """What went wrong in a game, and a scenario that plays it again."""

    what: str
    scenario: str


Said = tuple[tuple[str, frozenset[str]], ...]
"""Modules that had a say, by phase."""


@frozen
class Played:
    """What one game of the lab has shown."""

    number: int
    row: int
    player: str
    seats: tuple[str, ...]
    seed: int
    choices: int
    decisions: tuple[Said, ...]
    """Who had a say while a decision was open: from the steps that asked it to all that its answer led to. Decisions
    with the same modules stand here once."""
    asked: frozenset[str]
    """The quantities and permissions that were asked for."""
    failure: Failure | None


def is_full(turn: int, row: int) -> bool:
    """Whether all seats are taken in a game of a row; ``turn`` counts the games of the row."""
    return (turn + row // len(PLAYERS)) % FULL_TABLES != FULL_TABLES - 1


def play(rulebook: Rulebook, number: int, row: int, player: str, seed: int, *, full: bool = True) -> Played:
    """Play and check one game of a row; ``player`` names who plays, and ``full`` takes all seats."""
    rng = keyed(seed, "lab", number)
    game_seed = rng.below(1 << 32)
    seats = seating(rulebook, rng, full=full)
    witness = _Witness()
    game: Game | None = None
    move: tuple[str, Any] | None = None
    failure = None
    try:
        game = Game.start(instrumented(rulebook, witness.notes), seats, seed=game_seed)
        witness.look(game)
        choose = PLAYERS[player](game_seed)
        while game.outcome is None and len(game.history) <= MOST_CHOICES:
            move = choose(game)
            game.submit(*move)
            move = None
            witness.look(game)
        check(game, rulebook, thorough=rng.below(THOROUGH_ONE_IN) == 0)
    except LawBroken as error:
        failure = Failure(str(error).partition("\n\n")[0], error.scenario)
    except Exception as error:  # whatever a rule module raises is a finding, and the other games go on
        what = f"{type(error).__name__}: {error}"
        failure = Failure(what, "" if game is None else scenario_of(game, _title(what), then=move))
    choices = 0 if game is None else len(game.history) - 1
    return Played(
        number, row, player, seats, game_seed, choices, tuple(witness.said), frozenset(witness.notes.asked), failure
    )


class _Witness:
    """Watches a game and gathers, for each decision, who had a say while it was open."""

    def __init__(self) -> None:
        self.notes = Notes()
        self.said: dict[Said, None] = {}
        self._open: dict[tuple[str, int], dict[str, set[str]]] = {}

    def look(self, game: Game) -> None:
        """Take in what was noted up to the stable point that the game has come to."""
        noted = self.notes.take()
        asked = [(decision.seat, decision.number) for decision in game.decisions]
        for place in asked:
            self._open.setdefault(place, {})
        for place, said in tuple(self._open.items()):
            for phase, modules in noted.items():
                said.setdefault(phase, set()).update(modules)
            if place not in asked:
                del self._open[place]
                self.said[tuple((phase, frozenset(modules)) for phase, modules in sorted(said.items()))] = None


def _title(what: str) -> str:
    return f"A choice that breaks the game: {what.splitlines()[0]}"


def seating(rulebook: Rulebook, rng: Rng, *, full: bool) -> tuple[str, ...]:
    """Factions around the table in any order: all that may be seated, or any number that may."""
    factions = rulebook.factions
    most = min(_bound(rulebook, MOST, len(factions)), len(factions))
    fewest = min(_bound(rulebook, FEWEST, 1), most)
    size = most if full else fewest + rng.below(most - fewest + 1)
    return rng.shuffled(factions)[:size]


def _bound(rulebook: Rulebook, name: str, otherwise: int) -> int:
    return int(rulebook.quantities[name].value(None, {})) if name in rulebook.quantities else otherwise


def check(game: Game, rulebook: Rulebook, *, thorough: bool = True) -> None:
    """Raise LawBroken unless the game, played again with a rulebook, keeps every law at every stage."""
    if game.outcome is None:
        raise LawBroken({ENDS: f"it is not over after {MOST_CHOICES} choices"}, game)
    again = Game.of_header(rulebook, game.header)
    assert_lawful(again)
    for entry in tuple(game.history)[1:]:
        again.submit(entry.seat, entry.choice)
        assert_lawful(again)
    if again.events != game.events:
        raise LawBroken({SAME: "it has other events without them"}, again)
    assert_only_events_write(again)
    assert_views_are_what_was_learned(again)
    assert_nothing_leaks(again)
    if not thorough:
        return
    assert_nothing_told(again, one_in=TOLD_ONE_IN)
    assert_same_after_saving(again)
    assert_forks_are_apart(again)
