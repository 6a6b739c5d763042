"""What a scenario expects, compared with what happened and with how the game stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dunerules.engine.declaration_checks import path_key
from dunerules.engine.errors import nearest
from dunerules.engine.explanations import Explanation
from dunerules.engine.flow import Chance
from dunerules.engine.game import Game
from dunerules.engine.knowledge import broken_knowledge
from dunerules.engine.laws import broken_laws
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.scenario_files import EventExpectation, PermissionExpectation, QuantityExpectation, ScenarioFile
from dunerules.engine.scenario_values import as_toml, differences, fields_as_toml, fits, written

MOST_EVENTS_SHOWN = 8
"""So many events are shown of what happened instead."""


def final_differences(file: ScenarioFile, game: Game) -> Iterator[str]:
    """A sentence for everything at the end that is not as a scenario expects."""
    yield from _unused_chance(file, game)
    then = file.then
    yield from event_differences(then.events, game.events, "then.events", game.rulebook)
    yield from _unwanted(then.no_events, game)
    if then.asked is not None:
        yield from _asked(then.asked, game)
    yield from _outcome(then.winners, then.over, game)
    yield from _laws(then.lawful, game)
    for index, number in enumerate(then.quantities):
        yield from _quantity(number, game, f"then.quantities[{index}]")
    for index, may in enumerate(then.permissions):
        yield from _permission(may, game, f"then.permissions[{index}]")
    for name, fields in then.tables.items():
        table = written(game.rulebook, game[game.rulebook.tables[name]])
        yield from differences(fields, table, f"then.tables.{path_key(name)}")
    for person, tables in then.seen_by.items():
        view = game.view(person)
        for name, fields in tables.items():
            path = f"then.seen_by.{path_key(person)}.{path_key(name)}"
            yield from differences(fields, written(game.rulebook, view.table(name)), path)


# ------------------------------------------------------------------ events


def event_differences(
    expected: Sequence[EventExpectation], events: Sequence[Any], path: str, rulebook: Rulebook
) -> Iterator[str]:
    """A sentence for each expected event that did not happen in its turn; others may happen between them."""
    happened = [written(rulebook, event) for event in events]
    place, after = 0, ""
    for index, one in enumerate(expected):
        found = next((at for at in range(place, len(happened)) if _is(one, happened[at])), None)
        if found is None:
            since = f"after {after} happened" if after else "what happened"
            instead = _shown(one, happened[place:], events[place:], rulebook)
            yield f"{path}[{index}]: expected {_words(one)}; {since}: {instead}."
        else:
            place, after = found + 1, one.event


def _is(expected: EventExpectation, event: dict[str, Any]) -> bool:
    return event["event"] == expected.event and all(fits(value, event[key]) for key, value in expected.words.items())


def _words(expected: EventExpectation) -> str:
    return f"{expected.event} with {fields_as_toml(expected.words)}" if expected.words else expected.event


def _shown(expected: EventExpectation, happened: list[dict[str, Any]], events: Sequence[Any], book: Rulebook) -> str:
    """The events of the expected name, or else those that players are told of."""
    shown = [event for event in happened if event["event"] == expected.event]
    if not shown:
        told = zip(happened, events, strict=True)
        shown = [event for event, thing in told if book.details[type(thing)].get("words")]
    listed = [_event(event) for event in shown[:MOST_EVENTS_SHOWN]]
    rest = len(shown) - len(listed)
    return ", ".join(listed) + (f" and {rest} more" if rest else "") if listed else "nothing"


def _event(event: dict[str, Any]) -> str:
    fields = {key: value for key, value in event.items() if key != "event"}
    return f"{event['event']} ({fields_as_toml(fields)})" if fields else str(event["event"])


def _unwanted(unwanted: Sequence[EventExpectation], game: Game) -> Iterator[str]:
    happened = [written(game.rulebook, event) for event in game.events]
    for index, one in enumerate(unwanted):
        for event in happened:
            if _is(one, event):
                yield f"then.no_events[{index}]: expected no {_words(one)}; it happened: {_event(event)}."
                break


def _unused_chance(file: ScenarioFile, game: Game) -> Iterator[str]:
    """Outcomes were supplied for a stream that nothing drew from: most likely its name is wrong."""
    drawn = game[Chance].counters
    for stream, outcomes in file.given.chance.items():
        if outcomes and stream not in drawn:
            path = f"given.chance.{path_key(stream)}"
            yield f"{path}: nothing was drawn from this stream. {nearest(stream, drawn)}".rstrip()


# ------------------------------------------------------------------ how the game stands


def _asked(asked: Any, game: Game) -> Iterator[str]:  # Any: a mapping from seat to one kind or several
    opened: dict[str, list[str]] = {}
    for decision in game.decisions:
        opened.setdefault(decision.seat, []).append(decision.kind)
    if not asked and opened:
        yield f"then.asked: expected that nobody is asked anything, found {as_toml(opened)}."
    for seat, kinds in asked.items():
        expected = [kind for kind in ([kinds] if isinstance(kinds, str) else kinds) if kind]
        if sorted(expected) != sorted(opened.get(seat, [])):
            path = f"then.asked.{path_key(seat)}"
            yield f"{path}: expected {_kinds(expected)}, found {_kinds(opened.get(seat, []))}."


def _kinds(kinds: Sequence[str]) -> str:
    return " and ".join(f'"{kind}"' for kind in kinds) or "no question"


def _laws(lawful: bool | None, game: Game) -> Iterator[str]:
    if lawful is None:
        return
    broken = {**broken_laws(game), **broken_knowledge(game)}
    said = [f"{name}: {what}" for name, what in broken.items()]
    if lawful and said:
        yield f"then.lawful: expected that every law holds; broken is {'; '.join(said)}."
    if lawful is False and not said:
        yield "then.lawful: expected that a law is broken; all of them hold."


def _outcome(winners: tuple[str, ...] | None, over: bool | None, game: Game) -> Iterator[str]:
    outcome = game.outcome
    if over is not None and over is (outcome is None):
        stands = "it goes on" if outcome is None else f"it is over: {outcome.reason}"
        yield f"then.over: expected that the game {'is over' if over else 'goes on'}; {stands.rstrip('.')}."
    if winners is None:
        return
    if outcome is None:
        yield f"then.winners: expected {as_toml(list(winners))}; the game is not over."
    elif sorted(winners) != sorted(outcome.winners):
        found, reason = as_toml(list(outcome.winners)), outcome.reason.rstrip(".")
        yield f"then.winners: expected {as_toml(list(winners))}, found {found}: {reason}."


def _quantity(expected: QuantityExpectation, game: Game, path: str) -> Iterator[str]:
    explained = game.explain(expected.quantity, **expected.words)
    assert isinstance(explained, Explanation), "the name was checked to be a quantity"
    if explained.value != expected.is_:
        about = f" ({fields_as_toml(expected.words)})" if expected.words else ""
        lines = "; ".join(str(line) for line in explained.lines)
        yield f"{path}.is: expected {expected.quantity}{about} to be {expected.is_}, it is {explained.value}: {lines}."


def _permission(expected: PermissionExpectation, game: Game, path: str) -> Iterator[str]:
    # Asked with the rules of every edition that it stands in, so that one scenario fits them all.
    explained = game.rulebook.permission(expected.permission).explain(game.look, expected.words)
    decides = next(rule for rule in explained.rules if rule.outcome == "decides")
    verdict = "it is allowed" if explained.denial is None else f"it is refused: {explained.denial}"
    about = f" ({fields_as_toml(expected.words)})" if expected.words else ""
    if explained.allowed is not expected.allowed:
        wanted = "allowed" if expected.allowed else "refused"
        yield f"{path}.allowed: expected {expected.permission}{about} to be {wanted}; {verdict}."
    elif expected.by and expected.by not in decides.cites:
        yield f"{path}.by: expected that {expected.by} decides; {decides}."
    elif expected.because and expected.because not in (explained.denial.reason if explained.denial else ""):
        yield f'{path}.because: expected the reason "{expected.because}"; {verdict}.'
