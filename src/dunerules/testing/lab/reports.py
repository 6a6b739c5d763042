"""What a run of the lab found, as data."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import attrs
from attrs import frozen

from dunerules.engine.phases import ANY
from dunerules.testing.lab.covering import Choice, Covering, Pair, Row
from dunerules.testing.lab.factors import IN, OUT, Choices
from dunerules.testing.lab.meetings import Missed, Tally
from dunerules.testing.lab.playing import Played


@frozen
class Module:
    """A rule module of the lab."""

    id: str
    title: str
    phase: str
    """The phase it belongs to; empty: the whole game."""
    decisions: int
    """How many decisions it had a say in."""


@frozen
class Meeting:
    """Two modules that had a say in one decision, in so many games."""

    modules: tuple[str, str]
    games: int


@frozen
class Unpaired:
    """Two choices that no played ruleset had, and why."""

    choices: tuple[str, str]
    why: str
    """Why no ruleset can have both; empty: there were too few games."""


@frozen
class FailedGame:
    """A game that broke a law or stopped with an error."""

    file: str
    """The name of the scenario file that plays it again."""
    number: int
    ruleset: int
    """Which of the rulesets of the covering array."""
    player: str
    seats: tuple[str, ...]
    seed: int
    choices: int
    what: str
    scenario: str = attrs.field(repr=False)


@frozen
class RulesetReport:
    """What was found about one ruleset."""

    id: str
    title: str
    games: int
    rulesets: tuple[tuple[str, ...], ...]
    """The rulesets of the covering array: what each chooses otherwise than the ruleset itself, in words."""
    played: int
    """How many of them were played."""
    questions: int
    pairs: int
    """Pairs of choices."""
    unpaired: tuple[Unpaired, ...]
    phases: Mapping[str, str]
    """The phases in order of play, with their titles."""
    modules: tuple[Module, ...]
    """In order of play."""
    met: tuple[Meeting, ...]
    missed: tuple[Missed, ...]
    failures: tuple[FailedGame, ...]

    @property
    def unexplained(self) -> tuple[Missed, ...]:
        """Pairs of modules that never met although nothing speaks against it."""
        return tuple(one for one in self.missed if not one.is_explained)

    @property
    def unplayed(self) -> tuple[Unpaired, ...]:
        """Pairs of choices that go together and were not played: there were too few games."""
        return tuple(one for one in self.unpaired if not one.why)


@frozen
class Report:
    """What a run of the lab found."""

    rulesets: tuple[RulesetReport, ...]
    seed: int

    @property
    def failures(self) -> tuple[FailedGame, ...]:
        """All games that failed."""
        return tuple(one for ruleset in self.rulesets for one in ruleset.failures)

    def data(self) -> dict[str, Any]:  # Any: what JSON can say
        """Everything, as JSON says it."""
        return attrs.asdict(self)


def choice_words(choice: Choice) -> str:
    """A choice as a reader knows it: a module with or without, an option and its value."""
    name, level = choice
    if level in (IN, OUT):
        return f"with {name}" if level == IN else f"without {name}"
    return f"{name} = {str(level).lower() if isinstance(level, bool) else level}"


def report_of(
    choices: Choices,
    covering: Covering,
    reached: Collection[int],
    tally: Tally,
    missing: Iterable[Missed],
    failures: Iterable[Played],
    titles: Mapping[str, str],
) -> RulesetReport:
    """The report of one ruleset."""
    head = choices.chain[-1].file.ruleset
    pairs = tuple(choices.model.pairs())
    rows = [covering.rows[number] for number in sorted(reached)]
    modules = _modules(choices, tally, titles)
    return RulesetReport(
        id=head.id,
        title=head.title,
        games=tally.games,
        rulesets=tuple(tuple(choice_words(choice) for choice in choices.unusual(row)) for row in covering.rows),
        played=len(rows),
        questions=len(choices.questions),
        pairs=len(pairs),
        unpaired=tuple(_unpaired(pairs, rows, covering)),
        phases=dict(titles),
        modules=modules,
        met=tuple(Meeting(pair, count) for pair, count in sorted(tally.met.items())),
        missed=tuple(missing),
        failures=tuple(_failed(head.id, played) for played in failures),
    )


def _modules(choices: Choices, tally: Tally, titles: Mapping[str, str]) -> tuple[Module, ...]:
    order = list(titles)
    found = []
    for module in tally.modules:
        head = choices.library.module(module).file.module
        phase = "" if head.phase == ANY else head.phase
        found.append(Module(module, head.title, phase, tally.decisions[module]))
    return tuple(sorted(found, key=lambda one: (order.index(one.phase) if one.phase in order else len(order), one.id)))


def _unpaired(pairs: Sequence[Pair], rows: Sequence[Row], covering: Covering) -> Iterable[Unpaired]:
    for pair in pairs:
        (one, level), (other, beside) = pair
        if not any(row[one] == level and row[other] == beside for row in rows):
            words = (choice_words(pair[0]), choice_words(pair[1]))
            yield Unpaired(words, covering.impossible.get(pair, ""))


def _failed(ruleset: str, played: Played) -> FailedGame:
    assert played.failure is not None, "only games that failed are told"
    return FailedGame(
        f"{ruleset}-game-{played.number}.toml",
        played.number,
        played.row,
        played.player,
        played.seats,
        played.seed,
        played.choices,
        played.failure.what,
        played.failure.scenario,
    )
