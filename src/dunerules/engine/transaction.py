"""A transaction: one choice being carried out on a clone of the state, published only when it is whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import attrs

from dunerules.engine.chance import keyed
from dunerules.engine.errors import RuleModuleError, shown
from dunerules.engine.flow import (
    Args,
    Arranged,
    Ask,
    Asked,
    Chance,
    Drawn,
    Flow,
    Frame,
    GameEnded,
    OrderEnded,
    Orders,
    Outcome,
    Seating,
    Unsealed,
)
from dunerules.engine.look import Look
from dunerules.engine.rulebook import Rulebook, known
from dunerules.engine.tables import State

T = TypeVar("T")

WINDOW = "window"
"""The procedure that asks for responses to an intent."""

UNSUPPLIED = object()
"""Stands for an outcome that nobody supplied; None may be an outcome."""


class Tx(Look):
    """What rule code is given to make things happen: events, questions, chance and procedures."""

    __slots__ = ("_reacting", "agenda", "events", "pending")

    def __init__(self, rulebook: Rulebook, state: State) -> None:
        self.rulebook = rulebook
        self.state = state
        self.events: list[Any] = []
        self.agenda: list[Frame] = list(state.tables[Flow].agenda)
        self.pending: list[Frame] = []
        self._reacting = 0
        """How many reactions to events stand inside each other."""

    # -------------------------------------------------------------- events

    def emit(self, event: Any) -> None:
        """Apply an event to the state, note it, and let observers react."""
        kind, rulebook, state = event.__class__, self.rulebook, self.state
        if kind not in rulebook.reducers:
            raise RuleModuleError(f"{kind.__name__} is not an event of a selected rule module")
        for reduce in rulebook.reducers[kind]:
            reduce(state.write, event)
        self.events.append(event)
        if state.tables[Orders].standing:
            self._end_orders(event)
        if kind in rulebook.observers:
            self._reacting += 1
            if self._reacting > MOST_REACTIONS:
                raise RuleModuleError(f'reactions to "{rulebook.names[kind]}" set each other off without end')
            for react in rulebook.observers[kind]:
                react(self, event)
            self._reacting -= 1

    def _end_orders(self, event: Any) -> None:
        """End the orders that were given until such an event, each only if its seat learns of the event."""
        name = self.rulebook.names[event.__class__]
        for place, standing in tuple(self[Orders].standing.items()):
            # The end of another order may have ended this one meanwhile.
            if standing.until == name and place in self[Orders].standing:
                seat, number = place
                if self.rulebook.redactor.event(event, (seat,)) is not None:
                    self.emit(OrderEnded(seat, number))

    def arrange(self, table: type, **fields: Any) -> None:
        """Lay out a table as part of a position: the named fields, and the others as they are."""
        self.emit(Arranged(self.rulebook.names[table], attrs.evolve(self.state.tables[table], **fields)))

    def finish(self, winners: Iterable[str], reason: str, *, cites: tuple[str, ...] = ()) -> None:
        """End the game; the winners are seats."""
        won = tuple(winners)
        for seat in won:
            if seat not in self.seats:
                raise RuleModuleError(f"{shown(seat)} wins, and nobody sits there")
        self.emit(GameEnded(Outcome(won, reason, self.rulebook.quoted(cites))))

    # -------------------------------------------------------------- questions

    def ask(self, seat: str, kind: str, **args: Any) -> None:
        """Put a question to one seat; the step goes on when it is answered."""
        self._ask(seat, kind, "single", tuple(args.items()))

    def ask_sealed(self, kind: str, asks: Mapping[str, Mapping[str, Any]] | Iterable[str]) -> None:
        """Put a question to several seats at once; answers stay secret until all are in."""
        for seat in asks:
            args = asks[seat] if isinstance(asks, Mapping) else {}
            self._ask(seat, kind, "sealed", tuple(args.items()))

    def hand_back(self, seat: str, kind: str) -> None:
        """Let a seat answer a sealed question of a kind anew, if its answer waits for those of others."""
        flow = self[Flow]
        for ask in tuple(flow.asks.values()):
            if ask.seat == seat and ask.kind == kind and (seat, ask.number) in flow.sealed:
                self.emit(Unsealed(seat, ask.number))

    def ask_window(self, seats: Iterable[str], intent: Any) -> None:
        """Ask seats for their response to an intent; only the engine's window step calls this."""
        for seat in seats:
            self._ask(seat, "response", "window", (("intent", intent),))

    def _ask(self, seat: str, kind: str, mode: str, args: Args) -> None:
        hooks = self.rulebook.hooks
        if kind not in hooks["decision_space"]:
            known(hooks["decision_space"], kind, "kind of decision")
        if kind not in hooks["take_answer" if mode == "single" else "take_answers"]:
            mark = "@answer" if mode == "single" else "@answers"
            raise RuleModuleError(f'{seat} is asked "{kind}", and no {mark}("{kind}") would take a {mode} answer')
        tables = self.state.tables
        if seat not in tables[Seating].seats:
            raise RuleModuleError(f'"{seat}" is asked "{kind}", and nobody sits there')
        number, depth = tables[Flow].asked.get(seat, 0) + 1, len(self.agenda)
        if mode != "single":
            for ask in tables[Flow].asks.values():
                # Sealed answers are taken together, one for each seat, so another one would be lost.
                if (ask.seat, ask.kind, ask.depth) == (seat, kind, depth) and ask.mode != "single":
                    raise RuleModuleError(f'{seat} is asked "{kind}" twice at once, and only one answer can be taken')
        self.emit(Asked(seat, Ask(seat, number, kind, mode, depth, args)))

    # -------------------------------------------------------------- procedures

    def push(self, procedure: str, **args: Any) -> None:
        """Run a procedure before the game goes on here; of several, the first pushed runs first."""
        known(self.rulebook.procedures, procedure, "procedure")
        inherited = self.agenda[-1].args if self.agenda else ()
        self.pending.append(Frame(procedure, START, merged(inherited, args)))

    def propose(self, intent: Any) -> None:
        """Propose something that others may prevent; it is committed after its window."""
        if intent.__class__ not in self.rulebook.names:
            raise RuleModuleError(f"{type(intent).__name__} is not an intent of a selected rule module")
        self.push(WINDOW, intent=intent, prevented=False)

    def prevent(self, *, outer: bool = False) -> None:
        """Prevent the intent whose window is open; ``outer``: the one around it, for a response to a response."""
        place = self._window(int(outer))
        frame = self.agenda[place]
        self.agenda[place] = attrs.evolve(frame, args=merged(frame.args, {"prevented": True}))

    def reopen(self, *, outer: bool = False) -> None:
        """Ask anew for responses to the intent that `prevent` would prevent: the one that did has come to nothing."""
        place = self._window(int(outer))
        self.agenda[place] = Frame(WINDOW, 0, merged(self.agenda[place].args, {"prevented": False}))

    def _window(self, around: int) -> int:
        """The place on the agenda of the innermost open window, or of one around it."""
        for place in range(len(self.agenda) - 1, -1, -1):
            frame = self.agenda[place]
            # A window that has not started is no window around this one: its intent waits beside it.
            if frame.procedure == WINDOW and frame.index != START:
                if not around:
                    return place
                around -= 1
        raise RuleModuleError("there is no window whose intent could be prevented")

    def arg(self, name: str) -> Any:
        """What the running procedure was started with, such as the ``seat`` of an `each`."""
        for key, value in self.agenda[-1].args:
            if key == name:
                return value
        raise RuleModuleError(f'procedure "{self.agenda[-1].procedure}" was started without "{name}"')

    @property
    def seat(self) -> str:
        """The seat that the running procedure is for."""
        # As `arg` does it: most steps ask for the seat.
        for key, value in self.agenda[-1].args:
            if key == "seat":
                seat: str = value
                return seat
        raise RuleModuleError(f'procedure "{self.agenda[-1].procedure}" was started without "seat"')

    # -------------------------------------------------------------- chance

    def roll(self, stream: str, sides: int) -> int:
        """A number from 1 to ``sides``."""
        if sides < 1:
            raise RuleModuleError(f'"{stream}" is a roll of {sides} sides, which can show nothing')
        outcome = self._supplied(stream)
        if outcome is UNSUPPLIED:
            outcome = self._rng(stream).below(sides) + 1
        elif outcome.__class__ is not int or not 1 <= outcome <= sides:
            raise RuleModuleError(f'supplied outcome {outcome!r} of "{stream}" is not a number from 1 to {sides}')
        self.emit(Drawn(stream, outcome))
        result: int = outcome
        return result

    def pick(self, stream: str, items: Sequence[T]) -> T:
        """One of the items."""
        _check_order(stream, items)
        if not items:
            raise RuleModuleError(f'"{stream}" is a pick from nothing')
        outcome = self._supplied(stream)
        if outcome is UNSUPPLIED:
            outcome = self._rng(stream).pick(items)
        elif outcome not in items:
            raise RuleModuleError(f'supplied outcome {outcome!r} of "{stream}" is none of {list(items)!r}')
        self.emit(Drawn(stream, outcome))
        result: T = outcome
        return result

    def shuffled(self, stream: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in random order."""
        _check_order(stream, items)
        outcome = self._supplied(stream)
        if outcome is UNSUPPLIED:
            outcome = self._rng(stream).shuffled(items)
        elif not isinstance(outcome, list | tuple) or sorted(map(repr, outcome)) != sorted(map(repr, items)):
            raise RuleModuleError(f'supplied outcome {outcome!r} of "{stream}" is not an order of {list(items)!r}')
        self.emit(Drawn(stream, tuple(outcome)))
        return tuple(outcome)

    def _supplied(self, stream: str) -> Any:
        supplied = self[Chance].scripted.get(stream)
        return supplied[0] if supplied else UNSUPPLIED

    def _rng(self, stream: str) -> Any:
        chance = self[Chance]
        return keyed(chance.seed, stream, chance.counters.get(stream, 0))


START = -1
"""A frame's index before its first pass."""

MOST_REACTIONS = 100
"""Reactions never stand so deep inside each other; more means that they set each other off for ever."""


def _check_order(stream: str, items: object) -> None:
    if isinstance(items, (set, frozenset)):
        raise RuleModuleError(f'"{stream}" draws from a set, whose order changes from run to run: sort it first')


def merged(args: Args, more: Mapping[str, Any]) -> Args:
    """Named values with others put in their place or added."""
    if not args or not more:
        return tuple(more.items()) if more else args
    return tuple({**dict(args), **more}.items())
