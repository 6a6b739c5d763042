"""A game: the one object that users meet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

from attrs import field, frozen

from dunerules.engine.agenda import open_asks, proceed, space_of, take_answer
from dunerules.engine.compile import load
from dunerules.engine.errors import Denial, DunerulesError, IllegalChoice, nearest
from dunerules.engine.explanations import Explanation, PermissionExplanation
from dunerules.engine.flow import (
    Ask,
    DropOrders,
    Flow,
    OrderEnded,
    OrderGiven,
    Orders,
    Outcome,
    Seating,
    SetOrder,
    StandingOrder,
)
from dunerules.engine.history import Entry, Header, History
from dunerules.engine.log import Log, read_text
from dunerules.engine.look import Look
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.save import Snapshot, dump, read_save, restore, state_digest
from dunerules.engine.spaces import Space
from dunerules.engine.start import begin, check_seats
from dunerules.engine.tables import State
from dunerules.engine.transaction import Tx
from dunerules.engine.views import View, fold

T = TypeVar("T")


@frozen
class Decision:
    """An open question to a seat: its kind, its mode and the space of legal choices."""

    seat: str
    kind: str
    mode: str
    number: int
    args: Mapping[str, Any]
    space: Space[Any] = field(repr=False, eq=False)


class Game:
    """A rulebook and a state: open decisions, submit, fork, view, explain, log, save, outcome."""

    __slots__ = ("_history", "_spaces", "_state", "header", "rulebook")

    def __init__(
        self,
        rulebook: Rulebook,
        header: Header,
        state: State,
        spaces: Mapping[tuple[str, int], Space[Any]],
        history: History,
    ) -> None:
        self.rulebook = rulebook
        self.header = header
        self._state = state
        self._spaces = spaces
        self._history = history

    @classmethod
    def start(
        cls,
        rulebook: Rulebook,
        seats: Iterable[str] | None = None,
        *,
        seed: int = 0,
        persons: Mapping[str, str] | None = None,
        scripted: Mapping[str, Iterable[Any]] | None = None,
        given: Mapping[str, Any] | None = None,
        at: str = "",
        turn_of: str = "",
    ) -> Game:
        """Start a game.

        ``seats`` are factions in order around the table (all of them if left out); ``persons`` maps a seat to who holds
        it (otherwise a person of the seat's name). ``scripted`` supplies outcomes of chance by stream. ``given`` lays
        out a position and ``at`` starts play at a step, there with the turn of ``turn_of``.
        """
        taken = rulebook.factions if seats is None else tuple(seats)
        check_seats(rulebook, taken, persons or {})
        header = Header(
            rulebook.id,
            rulebook.fingerprint,
            taken,
            dict(persons or {}),
            seed,
            {stream: tuple(outcomes) for stream, outcomes in (scripted or {}).items()},
            dict(given or {}),
            at,
            turn_of,
        )
        return cls.of_header(rulebook, header)

    @classmethod
    def of_header(cls, rulebook: Rulebook, header: Header) -> Game:
        """Start the game that a header describes."""
        tx = begin(rulebook, header)
        spaces = proceed(tx)
        return cls(rulebook, header, tx.state, spaces, History(Entry("", None, tuple(tx.events)), None))

    # -------------------------------------------------------------- asking

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The open decisions, in the order in which they were asked."""
        flow = self._state[Flow]
        return tuple(
            Decision(ask.seat, ask.kind, ask.mode, ask.number, dict(ask.args), self._spaces[ask.seat, ask.number])
            for ask in open_asks(flow, len(flow.agenda))
        )

    def interjections(self, seat: str) -> dict[str, Space[Any]]:
        """What a seat may do now although nobody asked it: kind and legal choices."""
        if self.outcome is not None:
            return {}
        look, found = self.look, {}
        for kind, (offer,) in self.rulebook.hooks["offer_interjection"].items():
            space = offer(look, seat)
            if space is not None and not space.is_empty():
                found[kind] = space
        return found

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self._state[Flow].outcome

    @property
    def state(self) -> State:
        """Everything that is true in the game, hidden things included; for reading only."""
        return self._state

    @property
    def look(self) -> Look:
        """A reader of the state with the rules at hand."""
        return Look(self.rulebook, self._state)

    def __getitem__(self, table: type[T]) -> T:
        """A table of the state, hidden things included; for reading only."""
        return self._state[table]

    def explain(self, name: str, **ctx: Any) -> Explanation | PermissionExplanation:
        """How a quantity or a permission comes about here, with every rule that had a say."""
        return self.look.explain(name, **ctx)

    # -------------------------------------------------------------- answering

    def submit(self, seat: str, choice: Any) -> tuple[Any, ...]:
        """Take a seat's choice: the answer to an open decision, or an interjection; gives the events it led to.

        Raises `IllegalChoice` if the rules do not allow it. Whatever is raised, the game stays as it was.
        """
        ask = self._ask_for(seat, choice)
        tx = Tx(self.rulebook, self._state.clone())
        if ask is not None:
            take_answer(tx, ask, choice)
        elif isinstance(choice, SetOrder):
            number = max((given for owner, given in tx[Orders].standing if owner == seat), default=0) + 1
            tx.emit(OrderGiven(seat, number, StandingOrder(choice.kind, choice.choice, choice.until)))
        elif isinstance(choice, DropOrders):
            for (owner, number), order in tuple(tx[Orders].standing.items()):
                if owner == seat and choice.kind in ("", order.kind):
                    tx.emit(OrderEnded(owner, number))
        else:
            self._interject(tx, seat, choice)
        spaces = proceed(tx)
        events = tuple(tx.events)
        self._state, self._spaces = tx.state, spaces
        self._history = History(Entry(seat, choice, events), self._history)
        return events

    def _ask_for(self, seat: str, choice: Any) -> Ask | None:
        """The open decision that takes the choice; None for an interjection or an order."""
        if seat not in self._state[Seating].seats:
            raise IllegalChoice(seat, choice, Denial(f'nobody sits at "{seat}"'))
        if self.outcome is not None:
            raise IllegalChoice(seat, choice, Denial("the game is over"))
        flow = self._state[Flow]
        denial = None
        for ask in open_asks(flow, len(flow.agenda)):
            if ask.seat == seat:
                denial = self._spaces[seat, ask.number].denial(choice)
                if denial is None:
                    return ask
        if isinstance(choice, SetOrder | DropOrders):
            denial = self._order_denial(choice)
        elif any(space.denial(choice) is None for space in self.interjections(seat).values()):
            denial = None
        elif denial is None:
            denial = Denial(f"{seat} is not asked anything now that this would answer")
        if denial is not None:
            raise IllegalChoice(seat, choice, denial)
        return None

    def _order_denial(self, choice: SetOrder | DropOrders) -> Denial | None:
        kinds = self.rulebook.hooks["decision_space"]
        if choice.kind not in kinds and not (isinstance(choice, DropOrders) and not choice.kind):
            return Denial(f'"{choice.kind}" is not a kind of decision. {nearest(choice.kind, kinds)}'.strip())
        if isinstance(choice, DropOrders):
            return None
        if type(choice.choice) not in self.rulebook.names:
            return Denial(f"{choice.choice!r} is not a choice of this rulebook")
        if choice.until and choice.until not in self.rulebook.events:
            return Denial(f'"{choice.until}" is not an event. {nearest(choice.until, self.rulebook.events)}'.strip())
        return None

    def _interject(self, tx: Tx, seat: str, choice: Any) -> None:
        for kind, space in self.interjections(seat).items():
            if space.denial(choice) is None:
                (handle,) = self.rulebook.hooks["take_answer"][kind]
                handle(tx, Ask(seat, 0, kind, "interjection", len(tx.agenda)), choice)
                return

    # -------------------------------------------------------------- keeping

    def fork(self) -> Game:
        """A game that goes on from here on its own."""
        return Game(self.rulebook, self.header, self._state, self._spaces, self._history)

    @property
    def history(self) -> History:
        """Every choice so far with the events it led to."""
        return self._history

    @property
    def events(self) -> tuple[Any, ...]:
        """Everything that has happened, in order."""
        return tuple(event for entry in self._history for event in entry.events)

    def digest(self) -> str:
        """A hash of the whole state: equal digests, equal games from here on."""
        return state_digest(self.rulebook, self._state)

    def log(self) -> Log:
        """The game written down: header, choices, events, digests."""
        return Log.of(self.rulebook, self.header, self._history)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the whole game to a file, to go on with later."""
        Path(path).write_text(self.dump(), encoding="utf-8")

    def dump(self) -> str:
        """The whole game as text, as `save` writes it."""
        return dump(self.rulebook, Snapshot(self.header, self._state, self._history))

    @classmethod
    def load(cls, path: str | PathLike[str], rulebook: Rulebook | None = None) -> Game:
        """Read a saved game. Without a rulebook, the installed ruleset of the game's name is compiled."""
        return cls.restore(read_text(path), rulebook, shown=str(path))

    @classmethod
    def restore(cls, text: str, rulebook: Rulebook | None = None, *, shown: str = "<save>") -> Game:
        """Read a game from the text that `dump` gives."""
        data = read_save(text, shown)
        book = rulebook or load(str(data.get("ruleset")))
        kept = restore(data, book, shown)
        flow, look = kept.state[Flow], Look(book, kept.state)
        spaces = {(ask.seat, ask.number): space_of(look, ask) for ask in open_asks(flow, len(flow.agenda))}
        return cls(book, kept.header, kept.state, spaces, kept.history)

    # -------------------------------------------------------------- knowing

    def seats_of(self, person: str) -> tuple[str, ...]:
        """The seats that a person holds."""
        persons = self._state[Seating].persons
        seats = tuple(seat for seat, holder in persons.items() if holder == person)
        if not seats:
            raise DunerulesError(f'nobody called "{person}" plays. {nearest(person, persons.values())}'.strip())
        return seats

    def view(self, person: str) -> View:
        """What a person may know now."""
        seats = self.seats_of(person)
        return View(person, seats, self.rulebook.redactor.state(self._state, seats), self.rulebook.tables)

    def events_for(self, person: str) -> tuple[Any, ...]:
        """What a person has learned, event by event, with hidden parts masked."""
        seats, redactor = self.seats_of(person), self.rulebook.redactor
        shown = (redactor.event(event, seats) for event in self.events)
        return tuple(event for event in shown if event is not None)

    def folded_view(self, person: str) -> View:
        """The view that somebody with nothing but `events_for` arrives at; always equal to `view`."""
        seats = self.seats_of(person)
        start = self.rulebook.redactor.state(State.fresh(self.rulebook.tables.values()), seats)
        state = fold(start, self.events_for(person), self.rulebook.reducers, self.rulebook.names)
        return View(person, seats, state, self.rulebook.tables)
