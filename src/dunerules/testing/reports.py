"""Reports: a game as a scenario file that plays it again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import attrs

from dunerules.engine.declaration_checks import path_key
from dunerules.engine.game import Game
from dunerules.engine.library import Library
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.scenario_files import When, own_keys
from dunerules.engine.scenario_values import as_toml, written


def scenario_of(game: Game, title: str = "A game that breaks a law", *, then: tuple[str, Any] | None = None) -> str:
    """A scenario with the game's start and all its choices, which expects that every law holds.

    ``then`` is a seat and a choice that the game has not taken, to come after them.
    """
    return "\n".join(_lines(game, title, then))


def go_on(game: Game, seat: str, choice: Any) -> None:  # Any: a choice of whatever kind
    """Submit a legal choice; whatever goes wrong in it is told with a scenario that plays the game up to there."""
    try:
        game.submit(seat, choice)
    except Exception as error:
        played = scenario_of(game, "A choice that breaks the game", then=(seat, choice))
        error.add_note(f"This scenario plays the game up to there:\n\n{played}")
        raise


def _lines(game: Game, title: str, then: tuple[str, Any] | None) -> Iterator[str]:
    base, house = ruleset_of(game.rulebook)
    header = game.header
    yield from ("[scenario]", f"title = {as_toml(title)}", f"ruleset = {as_toml(base)}", "")
    yield from ("[given]", f"seats = {as_toml(header.seats)}", f"seed = {header.seed}")
    more: dict[str, Any] = {
        "persons": header.persons,
        "chance": written(game.rulebook, header.scripted),
        "at": header.at,
        "turn_of": header.turn_of,
        **{word: written(game.rulebook, value) for word, value in header.given.items()},
    }
    yield from (_entry(key, value) for key, value in more.items() if value)
    moves = [(entry.seat, entry.choice) for entry in tuple(game.history)[1:]]
    for seat, move in (*moves, then) if then else moves:
        choice = written(game.rulebook, move)
        fields = {name: choice[name] for name in _given(move)}
        # A field that is called like a key of the table itself stands apart from it.
        apart = {key: value for key, value in fields.items() if key in _KEYS}
        beside = {key: value for key, value in fields.items() if key not in _KEYS}
        yield from ("", "[[when]]", _entry("seat", seat), _entry("choose", choice["choose"]))
        yield from (_entry(key, value) for key, value in {**beside, **({"with": apart} if apart else {})}.items())
    yield from ("", "[then]", "lawful = true", "")
    if house:
        yield from ("[house]", *(_entry(key, value) for key, value in house.items()), "")


_KEYS = frozenset(own_keys(When))


def _given(choice: Any) -> Iterator[str]:
    """The fields of a choice that are not what they are when nothing is said: TOML has no word for None."""
    for field in attrs.fields(type(choice)):
        value = getattr(choice, field.name)
        if field.default is attrs.NOTHING or value != _default(field):
            yield field.name


def _entry(key: str, value: Any) -> str:  # Any: what a scenario can write
    return f"{path_key(key)} = {as_toml(_readable(value))}"


def _readable(value: Any) -> Any:
    """A written value with fractions as a file has them: in quotes, unless they are whole."""
    if isinstance(value, Mapping):
        return {key: _readable(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_readable(part) for part in value]
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    return value


def ruleset_of(rulebook: Rulebook) -> tuple[str, dict[str, Any]]:
    """The installed ruleset that a rulebook stands on, and what its own files add, as a scenario's house rules."""
    known = Library.installed().rulesets
    base, house = "", dict[str, Any]()
    for link in rulebook.composition.chain:
        if link.file.ruleset.id in known and not house:
            base = link.file.ruleset.id
            continue
        for key, value in plain(link.file).items():
            if key == "rules":
                house[key] = _selected(house.get(key, {}), value)
            elif key != "ruleset":
                house[key] = _joined(house[key], value) if key in house else value
    return base, house


def _selected(old: Mapping[str, list[str]], new: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Modules added and removed by two rulesets of which the second extends the first: the second has the last word."""
    last = {**dict.fromkeys(old.get("add", ()), "add"), **dict.fromkeys(old.get("remove", ()), "remove")}
    last |= {**dict.fromkeys(new.get("add", ()), "add"), **dict.fromkeys(new.get("remove", ()), "remove")}
    return {word: [name for name, what in last.items() if what == word] for word in sorted(set(last.values()))}


def _joined(old: Any, new: Any) -> Any:
    """Two tables or lists of rulesets that extend each other, as one."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return {**old, **{key: _joined(old[key], value) if key in old else value for key, value in new.items()}}
    return [*old, *new] if isinstance(old, list) and isinstance(new, list) else new


def plain(declaration: Any) -> Any:
    """A declaration as TOML would say it, without what it leaves at its default."""
    cls: Any = type(declaration)
    if attrs.has(cls):
        fields = {field.name: getattr(declaration, field.name) for field in attrs.fields(cls)}
        defaults = {field.name: _default(field) for field in attrs.fields(cls)}
        return {name.rstrip("_"): plain(value) for name, value in fields.items() if value != defaults[name]}
    if isinstance(declaration, Mapping):
        return {key: plain(value) for key, value in declaration.items()}
    if isinstance(declaration, tuple | list):
        return [plain(value) for value in declaration]
    return _readable(declaration)


def _default(field: Any) -> Any:  # Any: an attrs.Attribute, whose default may be anything
    default = field.default
    return default.factory() if isinstance(default, attrs.Factory) else default  # type: ignore[arg-type]
