"""A run of the lab: plans a covering array for each ruleset, plays its games, and reports what met."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from time import monotonic

from attrs import define, frozen

from dunerules.engine.errors import DunerulesError, RulesetError
from dunerules.engine.library import Library
from dunerules.engine.phases import phase_titles
from dunerules.engine.rulebook import Rulebook
from dunerules.testing.lab.covering import Covering, Nogood, Row, cover
from dunerules.testing.lab.factors import Choices, choices_of
from dunerules.testing.lab.faults import Judge
from dunerules.testing.lab.meetings import Tally, missed
from dunerules.testing.lab.playing import Played, play
from dunerules.testing.lab.reports import Report, RulesetReport, report_of
from dunerules.testing.lab.steering import Recipe, Steering

BUDGET = 300.0
"""Seconds that a run takes if nobody says how long or how many games."""
THICK = 10
"""In every game of an eager player some cards of each deck have so many copies more, and so many times as many."""
THICKENED = 4
"""So many cards of each deck, in turn."""


class LabError(DunerulesError):
    """The lab cannot do what was asked."""


@frozen
class Progress:
    """How far a run has come."""

    ruleset: str
    stage: str
    """``plan`` while rulesets are composed, then ``play``."""
    games: int
    of: int | None
    """The games that were asked for; None: as many as there is time for."""
    seconds: float
    budget: float | None
    failures: int


def run(
    *rulesets: str,
    games: int | None = None,
    budget: float | None = None,
    seed: int = 0,
    jobs: int = 1,
    among: Collection[str] | None = None,
    library: Library | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Report:
    """Try how the rules of each ruleset get on with each other and with every optional rule that is installed.

    Plays ``games`` games of each ruleset, or as many as fit into ``budget`` seconds in all (five minutes if neither is
    given). The same number of games with the same seed gives the same report. ``jobs`` processes share the work.
    ``among`` names the optional modules that are tried beside those of a ruleset; left out: all that fit it.
    Raises a RulesetError if a ruleset cannot be played, and a LabError if the arguments make no sense.
    """
    if not rulesets:
        raise LabError("the lab needs a ruleset.")
    for name, value in (("games", games), ("budget", budget), ("jobs", jobs)):
        if value is not None and value <= 0:
            raise LabError(f"{name}: expected a number above 0, found {value}.")
    seconds = None if games is not None and budget is None else (budget or BUDGET) / len(rulesets)
    found = library or Library.installed()
    tell = progress or (lambda _progress: None)
    tried = None if among is None else tuple(among)
    reports = [_Run(name, found, tried, games, seconds, seed, tell).report(jobs) for name in rulesets]
    return Report(tuple(reports), seed)


@define
class _Run:
    """The games of one ruleset."""

    base: str
    library: Library
    among: tuple[str, ...] | None
    games: int | None
    budget: float | None
    seed: int
    tell: Callable[[Progress], None]
    begun: float = 0.0
    played: int = 0
    failed: int = 0

    def report(self, jobs: int) -> RulesetReport:
        self.begun = monotonic()
        choices = choices_of(self.base, self.library, self.among)
        judge = Judge(choices)
        covering = _covered(choices, judge, self.seed, lambda: self._tell("plan"))
        bench = Bench(choices, covering.rows, [judge.book(row) for row in covering.rows])
        tally = Tally(choices.modules())
        rows = [bench.rulebook(number) for number in range(len(covering.rows))]
        failures: list[Played] = []
        reached: set[int] = set()
        titles = phase_titles(*rows)
        steering = Steering(tuple(frozenset(book.modules) for book in rows), self.seed)
        for played in self._games(bench, steering, lambda: steering.aim(missed(tally, choices, titles)), jobs):
            tally.add(played, rows[played.row].modules)
            steering.learn(played)
            reached.add(played.row)
            failures += [played] if played.failure else []
            self.played, self.failed = self.played + 1, len(failures)
            self._tell("play")
        return report_of(choices, covering, reached, tally, missed(tally, choices, titles), failures, titles)

    def _tell(self, stage: str) -> None:
        elapsed = monotonic() - self.begun
        self.tell(Progress(self.base, stage, self.played, self.games, elapsed, self.budget, self.failed))

    def _games(self, bench: Bench, steering: Steering, aim: Callable[[], None], jobs: int) -> Iterator[Played]:
        """The games in the order of their numbers, until there are enough or time is up.

        ``aim`` is called after every round of all rows, when all that was played before has been told.
        """
        if jobs == 1:
            for number in self._numbers():
                if number and number % len(bench.rows) == 0:
                    aim()
                yield bench.play(number, steering.recipe(number), self.seed)
            return
        with _pool(jobs, bench.choices, self.among, bench.rows) as pool:
            waiting: list[Future[Played]] = []
            for number in self._numbers():
                if number and number % len(bench.rows) == 0:
                    yield from (future.result() for future in waiting)
                    waiting = []
                    aim()
                waiting.append(pool.submit(_play, number, steering.recipe(number), self.seed))
                if len(waiting) >= 2 * jobs:
                    yield waiting.pop(0).result()
            yield from (future.result() for future in waiting)

    def _numbers(self) -> Iterator[int]:
        number = 0
        # At least one game, however little time there is.
        while (self.games is None or number < self.games) and (not number or not self._is_over()):
            yield number
            number += 1

    def _is_over(self) -> bool:
        return self.budget is not None and monotonic() - self.begun >= self.budget


def plan(choices: Choices, seed: int = 0) -> Covering:
    """Rulesets that together have every pair of choices that can be had."""
    return _covered(choices, Judge(choices), seed, lambda: None)


def _covered(choices: Choices, judge: Judge, seed: int, tell: Callable[[], None]) -> Covering:
    def refuse(row: Row) -> Nogood | None:
        tell()
        return judge.refuse(row)

    return cover(choices.model, refuse, seed=seed)


# ------------------------------------------------------------------ games, here or in other processes


class Bench:
    """Plays games of the rows of one ruleset by number."""

    def __init__(self, choices: Choices, rows: Iterable[Row], books: Iterable[Rulebook] = ()) -> None:
        """Compile rows when they are first played, but for those whose ``books`` are there."""
        self.choices = choices
        self.rows = tuple(rows)
        self._books = dict(enumerate(books))

    def rulebook(self, row: int) -> Rulebook:
        """The rules of a row."""
        if row not in self._books:
            self._books[row] = self.choices.rulebook(self.rows[row])
        return self._books[row]

    def play(self, number: int, recipe: Recipe, seed: int) -> Played:
        """Play the game of a number as a recipe sets it up."""
        rulebook = self.rulebook(recipe.row)
        if recipe.player == "eager":
            rulebook = self._thickened(recipe.row, recipe.thick)
        return play(rulebook, number, recipe.row, recipe.player, seed, full=recipe.full)

    def _thickened(self, row: int, turn: int) -> Rulebook:
        """The rules of a row with more of some cards, so that rare ones are seen; as they are if they forbid it.

        Each ``turn`` has other cards, until all have been thickened.
        """
        rulebook = self.rulebook(row)
        decks: dict[str, dict[str, int]] = {}
        for deck, cards in rulebook.decks.items():
            first = turn * THICKENED % len(cards) if cards else 0
            more = (tuple(cards) * 2)[first : first + min(THICKENED, len(cards))]
            decks[deck] = {card: (cards[card] + 1) * THICK for card in more}
        try:
            return self.choices.rulebook(self.rows[row], decks)
        except RulesetError:
            return rulebook


_BENCHES: list[Bench] = []
"""The bench of a worker process."""


def _open_bench(base: str, packages: tuple[str, ...], among: tuple[str, ...] | None, rows: tuple[Row, ...]) -> None:
    _BENCHES[:] = [Bench(choices_of(base, Library.of(*packages), among), rows)]


def _play(number: int, recipe: Recipe, seed: int) -> Played:
    return _BENCHES[0].play(number, recipe, seed)


@contextmanager
def _pool(jobs: int, choices: Choices, among: tuple[str, ...] | None, rows: tuple[Row, ...]) -> Iterator[Executor]:
    arguments = (choices.base, choices.library.packages, among, rows)
    with ProcessPoolExecutor(jobs, initializer=_open_bench, initargs=arguments) as pool:
        yield pool
