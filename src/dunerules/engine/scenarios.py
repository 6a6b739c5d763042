"""Scenarios: a position, choices and what must come of them, played by the rules and compared.

`read_scenario` reads a file, `run_scenario` plays it with each of its rulesets and reports what differs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
from attrs import frozen

from dunerules.engine.chain import ChainLink, read_chain
from dunerules.engine.compile import compile_rulebook
from dunerules.engine.errors import DunerulesError, IllegalChoice, Problem, RulesetError
from dunerules.engine.game import Game
from dunerules.engine.library import Library
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.ruleset import compose
from dunerules.engine.scenario_expectations import event_differences, final_differences
from dunerules.engine.scenario_files import (
    Scenario,
    ScenarioError,
    When,
    parse_scenario,
    read_scenario,
)
from dunerules.engine.scenario_words import Script, script_of
from dunerules.engine.start import SeatingError
from dunerules.engine.words import choice_words

__all__ = ["Scenario", "ScenarioError", "ScenarioReport", "parse_scenario", "read_scenario", "run_scenario"]


@frozen
class ScenarioReport:
    """What became of a scenario with one of its rulesets."""

    title: str
    ruleset: str
    """The ruleset, as the scenario names it."""
    differences: tuple[str, ...] = ()
    """A sentence for each thing that is not as expected, in the order of the file."""

    @property
    def ok(self) -> bool:
        """Whether everything is as expected."""
        return not self.differences

    def __str__(self) -> str:
        """The verdict, then one line for each difference."""
        verdict = "as expected" if self.ok else "not as expected"
        return "\n".join([f"{self.title} ({self.ruleset}): {verdict}", *(f"  {line}" for line in self.differences)])


Shelf = dict[tuple[str, str, str], Rulebook]
"""Rulebooks that were compiled for scenarios: by folder, ruleset and house rules."""


def run_scenario(
    scenario: Scenario, *, library: Library | None = None, shelf: Shelf | None = None
) -> tuple[ScenarioReport, ...]:
    """Play a scenario with each of its rulesets; one report for each, in the order of the file.

    Whoever runs many gives them a common ``shelf``, so that no ruleset is compiled twice. Raises a ScenarioError if it
    uses words that a ruleset does not have, or if its position cannot be laid out.
    """
    found = library or Library.installed()
    kept = {} if shelf is None else shelf
    return tuple(_run(scenario, name, found, kept) for name in scenario.rulesets)


def _run(every: Scenario, ruleset: str, library: Library, shelf: Shelf) -> ScenarioReport:
    scenario = every.with_ruleset(ruleset)
    key = (str(scenario.folder) if ruleset.endswith(".toml") else "", ruleset, repr(scenario.house))
    if key not in shelf:
        shelf[key] = _rulebook(scenario, ruleset, library)
    rulebook = shelf[key]
    script = script_of(scenario, rulebook)
    game = _start(scenario, rulebook, script)
    return ScenarioReport(scenario.title, ruleset, tuple(_play(scenario, game, script)))


# ------------------------------------------------------------------ setting up


def _rulebook(scenario: Scenario, ruleset: str, library: Library) -> Rulebook:
    """The ruleset with the house rules of the scenario on top."""
    marker = f"{scenario.shown} [house]"
    try:
        chain = read_chain(scenario.folder / ruleset if ruleset.endswith(".toml") else ruleset, library)
        if scenario.house is not None:
            head = attrs.evolve(scenario.house.ruleset, id=f"{chain[-1].file.ruleset.id}.house", title=scenario.title)
            chain = (*chain, ChainLink(attrs.evolve(scenario.house, ruleset=head), marker))
        return compile_rulebook(compose(chain, library))
    except RulesetError as error:
        raise ScenarioError(_placed(problem, marker, scenario) for problem in error.problems) from None


def _placed(problem: Problem, marker: str, scenario: Scenario) -> Problem:
    """A problem of the house rules, with its place in the scenario's file."""
    if problem.file != marker:
        return problem
    return attrs.evolve(problem, file=scenario.shown, path=f"house.{problem.path}" if problem.path else "house")


def _start(scenario: Scenario, rulebook: Rulebook, script: Script) -> Game:
    given = scenario.file.given
    try:
        return Game.start(
            rulebook,
            script.seats,
            seed=given.seed,
            persons=given.persons,
            scripted=script.chance,
            given=script.given,
            at=given.at,
            turn_of=given.turn_of,
        )
    except DunerulesError as error:
        path = "given.seats" if isinstance(error, SeatingError) else "given"
        raise ScenarioError([Problem(scenario.shown, path, str(error))]) from error
    except Exception as error:
        error.add_note(f"while laying out the position of {scenario.shown}")
        raise


# ------------------------------------------------------------------ playing


def _play(scenario: Scenario, game: Game, script: Script) -> Iterator[str]:
    for index, when in enumerate(scenario.file.when):
        path, choice = f"when[{index}]", script.choices[index]
        # Tried on a fork, so that a choice which should have been refused does not disturb what comes after it.
        trial = game.fork()
        try:
            events = trial.submit(when.seat, choice)
        except IllegalChoice as error:
            yield from _refused(when, choice, error, path, game.rulebook)
            if not when.must_be_refused:
                return
        except DunerulesError as error:
            yield f"{path}: {_phrase(when, choice, game.rulebook)} breaks the game: {_ended(error)}"
            return
        except Exception as error:
            error.add_note(f"while playing {path} of {scenario.shown}")
            raise
        else:
            if when.must_be_refused:
                yield f"{path}: {_phrase(when, choice, game.rulebook)} should be refused, and it is allowed."
            else:
                game = trial
                yield from event_differences(when.expect, events, f"{path}.expect", game.rulebook)
    try:
        yield from final_differences(scenario.file, game)
    except Exception as error:
        error.add_note(f"while comparing [then] of {scenario.shown}")
        raise


def _refused(when: When, choice: Any, error: IllegalChoice, path: str, rulebook: Rulebook) -> Iterator[str]:
    phrase, denial = _phrase(when, choice, rulebook), error.denial
    if not when.must_be_refused:
        yield f"{path}: {phrase} is refused: {_ended(denial)} What comes after it was not played."
    if isinstance(when.refused, str) and when.refused and when.refused not in error.cites:
        yield f"{path}.refused: {phrase} should be refused by {when.refused}; it is refused: {_ended(denial)}"
    if when.because not in denial.reason:
        yield f'{path}.because: {phrase} should be refused because "{when.because}"; it is refused: {_ended(denial)}'


def _ended(reason: object) -> str:
    text = str(reason)
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _phrase(when: When, choice: Any, rulebook: Rulebook) -> str:
    return f'"{choice_words(rulebook, choice)}" of {when.seat}'
