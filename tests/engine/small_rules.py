"""Rule modules that are made inside a test: TOML text, and marked Python objects beside it.

A small game is one module, `small.rules`, on top of `small.base`, which has what every game needs: three seats, the
order of the table, and notes, by which steps leave a trace.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from dunerules import Game, Library, Rulebook, loads
from dunerules.engine.declarations import ModuleFile
from dunerules.engine.library import ModuleSource, RuleModule
from dunerules.engine.structure import parse_toml, structure
from dunerules.rules import (
    Ask,
    Look,
    OneOf,
    Product,
    Space,
    Tx,
    answer,
    answers,
    choice,
    component,
    event,
    interjection,
    order,
    public,
    reducer,
    space,
    step,
    table,
)

SEATS = ("red", "blue", "gold")


@frozen
class InlineModule(RuleModule):
    """A rule module whose Python objects are at hand already."""

    things: tuple[object, ...] = ()

    def load_namespace(self) -> tuple[object, ...]:
        return self.things


def module(module_id: str, text: str = "", *things: object, head: str = "") -> InlineModule:
    """A rule module: TOML behind its head, marked objects, and more keys of the head."""
    shown = f"{module_id}.toml"
    layer = "" if "layer" in head else 'layer = "edition"\n'
    whole = f'[module]\nid = "{module_id}"\ntitle = "{module_id}"\n{layer}{head}\n{text}'
    file = structure(ModuleFile, parse_toml(whole, shown), shown)
    return InlineModule(file, shown, module_id.replace(".", "_").replace("-", "_"), things)


@cache
def engine_library() -> Library:
    """The engine's own rule modules and no others."""
    return Library.of("dunerules.engine")


def library_of(*modules: RuleModule, base: Library | None = None) -> Library:
    """A library with these modules, besides those of another."""
    found = base or engine_library()
    sources = {one.id: (ModuleSource(one.id, Path(one.shown), one.shown, one.namespace),) for one in modules}
    library = evolve(found, modules={**found.modules, **sources})
    library._read.update({one.id: one for one in modules})
    return library


def ruleset(ids: Iterable[str], more: str = "", *, ruleset_id: str = "small") -> str:
    """The text of a ruleset that adds these modules."""
    names = ", ".join(f'"{name}"' for name in ids)
    return f'[ruleset]\nid = "{ruleset_id}"\ntitle = "Small"\n[rules]\nadd = [{names}]\n{more}'


def compiled(*modules: RuleModule, more: str = "") -> Rulebook:
    """The rulebook of a ruleset that adds these modules."""
    return loads(ruleset([one.id for one in modules], more), library=library_of(*modules), shown="small.toml")


def procedure(name: str, *steps: str, each: str = "", repeat: str = "") -> str:
    """A procedure as TOML."""
    names = ", ".join(f'"{entry}"' for entry in steps)
    return f'[[procedure]]\nid = "{name}"\nsteps = [{names}]\neach = "{each}"\nrepeat = "{repeat}"\n'


# ------------------------------------------------------------------ what every small game has


@component("faction")
class Faction:
    id: str
    title: str = ""


@table("notes")
class Notes:
    lines: tuple[str, ...] = public(default=())
    locked: tuple[int, ...] = public(default=())
    """Numbers that may not be picked any more."""


@event("noted")
class Noted:
    line: str


@event("number-locked")
class NumberLocked:
    number: int


@reducer(Noted)
def keep_note(write: Callable[[type], Any], event: Noted) -> None:
    notes = write(Notes)
    notes.lines = (*notes.lines, event.line)


@reducer(NumberLocked)
def keep_lock(write: Callable[[type], Any], event: NumberLocked) -> None:
    notes = write(Notes)
    notes.locked = (*notes.locked, event.number)


@order("table")
def table_order(look: Any) -> tuple[str, ...]:
    return look.seats


def base() -> InlineModule:
    factions = "".join(f'[factions.{seat}]\ntitle = "{seat}"\n' for seat in SEATS)
    things = (Faction, Notes, Noted, NumberLocked, keep_note, keep_lock, table_order)
    return module("small.base", factions, *things)


def noting(name: str, line: str = "") -> Callable[[Tx], None]:
    """A step that notes its name and the seat, if it runs for one."""

    @step(name)
    def note(tx: Tx) -> None:
        seat = dict(tx.agenda[-1].args).get("seat", "")
        tx.emit(Noted(line or " ".join(part for part in (name, seat) if part)))

    return note


# ------------------------------------------------------------------ a question that several tests ask


@choice("pick")
class Pick:
    number: int


@choice("lock")
class Lock:
    number: int


@space("pick")
def pick_space(look: Look, ask: Ask) -> Space[Pick]:
    """A number from 1 to 3 that nobody has locked."""
    free = tuple(number for number in (1, 2, 3) if number not in look[Notes].locked)
    return Product(Pick, number=OneOf(free))


@answer("pick")
def take_pick(tx: Tx, ask: Ask, choice: Pick) -> None:
    tx.emit(Noted(f"{ask.seat} picks {choice.number}"))


@answers("pick")
def take_picks(tx: Tx, asks: Mapping[str, Ask], choices: Mapping[str, Pick]) -> None:
    tx.emit(Noted(", ".join(f"{seat} {choices[seat].number}" for seat in tx.seats if seat in choices)))


@interjection("lock")
def lock_space(look: Look, seat: str) -> Space[Lock]:
    return Product(Lock, number=OneOf((1, 2, 3)))


@answer("lock")
def take_lock(tx: Tx, ask: Ask, choice: Lock) -> None:
    tx.emit(NumberLocked(choice.number))


PICKING = (Pick, Lock, pick_space, take_pick, take_picks, lock_space, take_lock)
"""Pick a number, asked singly or sealed; anybody may lock a number at any time."""


def picking_without(name: str) -> tuple[object, ...]:
    """What picking needs, besides one function."""
    return tuple(thing for thing in PICKING if thing.__name__ != name)


def small_rulebook(text: str, *things: object, more: str = "") -> Rulebook:
    """The rulebook of a small game: TOML of its procedures, and its marked objects."""
    head = 'requires = ["small.base"]'
    return compiled(base(), module("small.rules", text, *things, head=head), more=more)


def small_game(text: str, *things: object, more: str = "", seats: Iterable[str] = SEATS, **start: Any) -> Game:
    """A small game, started."""
    return Game.start(small_rulebook(text, *things, more=more), tuple(seats), **start)


# ------------------------------------------------------------------ what tests ask of a game


def notes(game: Game) -> tuple[str, ...]:
    """The trace that steps have left."""
    return game[Notes].lines


def open_to(game: Game) -> tuple[str, ...]:
    """Who is asked what: seat, kind and mode."""
    return tuple(f"{decision.seat} {decision.kind} {decision.mode}" for decision in game.decisions)


def happened(game: Game, name: str) -> tuple[Any, ...]:
    """The events of a name, in order."""
    return tuple(event for event in game.events if game.rulebook.names[type(event)] == name)


def refusal(error: type[Exception], act: Callable[..., object], *arguments: Any, **named: Mapping[str, Any]) -> str:
    """The whole message of the error that an act raises."""
    try:
        act(*arguments, **named)
    except error as caught:
        return str(caught)
    raise AssertionError(f"no {error.__name__} was raised")
