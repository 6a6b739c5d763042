"""A game: the one object that users meet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

from attrs import field, frozen

from dunerules.engine.agenda import open_asks, proceed, space_of, take_answer
from dunerules.engine.compile import load
from dunerules.engine.errors import Denial, DunerulesError, IllegalChoice, LogError, nearest, shown
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
from dunerules.engine.library import Library
from dunerules.engine.log import Log, header_faults, read_text
from dunerules.engine.look import Look
from dunerules.engine.plain import settled
from dunerules.engine.registry import codec_of
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

    __slots__ = ("_history", "_offers", "_spaces", "_state", "header", "rulebook")

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
        self._offers: dict[str, dict[str, Space[Any]]] = {}

    def __repr__(self) -> str:
        """The ruleset, who plays and how far it is."""
        seats = ", ".join(self.header.seats)
        return f"<Game {self.rulebook.id}: {seats}, seed {self.header.seed}, {len(self._history) - 1} choices>"

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
        header = Header(
            rulebook.id,
            rulebook.fingerprint,
            taken,
            dict(persons or {}),
            seed,
            {stream: tuple(settled(outcome) for outcome in outcomes) for stream, outcomes in (scripted or {}).items()},
            settled(given or {}),
            at,
            turn_of,
        )
        for fault in header_faults(header):
            raise TypeError(fault)
        return cls.of_header(rulebook, header)

    @classmethod
    def of_header(cls, rulebook: Rulebook, header: Header) -> Game:
        """Start the game that a header describes."""
        check_seats(rulebook, header.seats, header.persons)
        tx = begin(rulebook, header)
        spaces = proceed(tx)
        return cls(rulebook, header, tx.state, spaces, History(Entry("", None, tuple(tx.events)), None))

    # -------------------------------------------------------------- asking

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The open decisions, in the order in which they were asked."""
        asks = self._state.tables[Flow].asks
        decisions = []
        for place, space in self._spaces.items():
            ask: Ask = asks[place]
            decisions.append(Decision(ask.seat, ask.kind, ask.mode, ask.number, dict(ask.args), space))
        return tuple(decisions)

    def interjections(self, seat: str) -> dict[str, Space[Any]]:
        """What a seat may do now although nobody asked it: kind and legal choices."""
        if self.outcome is not None:
            return {}
        if seat not in self._offers:
            look, found = self.look, {}
            for kind, (offer,) in self.rulebook.hooks["offer_interjection"].items():
                space = offer(look, seat)
                if space is not None and not space.is_empty():
                    found[kind] = space
            self._offers[seat] = found
        return dict(self._offers[seat])

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        flow: Flow = self._state.tables[Flow]
        return flow.outcome

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
            for place, order in tuple(tx[Orders].standing.items()):
                # The end of another order may have ended this one meanwhile.
                if place[0] == seat and choice.kind in ("", order.kind) and place in tx[Orders].standing:
                    tx.emit(OrderEnded(*place))
        else:
            self._interject(tx, seat, choice)
        spaces = proceed(tx)
        events = tuple(tx.events)
        self._state, self._spaces, self._offers = tx.state, spaces, {}
        self._history = History(Entry(seat, choice, events), self._history)
        return events

    def _ask_for(self, seat: str, choice: Any) -> Ask | None:
        """The open decision that takes the choice; None for an interjection or an order."""
        tables = self._state.tables
        if type(seat) is not str or seat not in tables[Seating].seats:
            raise IllegalChoice(seat, choice, Denial(f'nobody sits at "{seat}"'))
        flow: Flow = tables[Flow]
        if flow.outcome is not None:
            raise IllegalChoice(seat, choice, Denial("the game is over"))
        denial = None
        for place, space in self._spaces.items():
            if place[0] == seat:
                denial = space.denial(choice)
                if denial is None:
                    return flow.asks[place]
        if type(choice) in (SetOrder, DropOrders):
            denial = self._order_denial(choice)
        else:
            denial = self._interjection_denial(seat, choice, denial)
        if denial is not None:
            quoted = Denial(denial.reason, self.rulebook.quoted(denial.cites))
            raise IllegalChoice(seat, choice, quoted, denial.cites)
        return None

    def _interjection_denial(self, seat: str, choice: Any, otherwise: Denial | None) -> Denial | None:
        """Why a choice is no interjection, by the one that judges its class, or the open decision's reason."""
        spaces = self.interjections(seat).values()
        # Most spaces do not judge the choice at all, and a sentence costs more than the answer.
        if any(space.contains(choice) for space in spaces):
            return None
        judged = next((space.denial(choice) for space in spaces if type(choice) in space.kinds()), None)
        return judged or otherwise or Denial(f"{seat} is not asked anything now that this would answer")

    def _order_denial(self, choice: SetOrder | DropOrders) -> Denial | None:
        kinds = self.rulebook.hooks["decision_space"]
        if isinstance(choice, DropOrders):
            return _name_denial(choice.kind, kinds, "a kind of decision", optional=True)
        denial = _name_denial(choice.kind, kinds, "a kind of decision")
        if denial is not None:
            return denial
        declared = type(choice.choice) in self.rulebook.choices.values()
        if not declared or not codec_of(self.rulebook).can_keep(choice.choice):
            return Denial(f"{shown(choice.choice)} is not a choice of this rulebook")
        return _name_denial(choice.until, self.rulebook.events, "an event", optional=True)

    def _interject(self, tx: Tx, seat: str, choice: Any) -> None:
        for kind, space in self.interjections(seat).items():
            if space.contains(choice):
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
        book = rulebook or _installed(data, shown)
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
        # A public event may name something that a table keeps out of sight, such as a card that goes to a hand.
        return View(person, seats, self.rulebook.redactor.state(state, seats), self.rulebook.tables)


def _installed(data: Mapping[str, Any], file: str) -> Rulebook:
    """The rulebook that a save names; only installed ones, for a save may come from anybody."""
    name = data.get("ruleset")
    if type(name) is str and name in Library.installed().rulesets:
        return load(name)
    raise LogError(f"{file}: the ruleset {shown(name)} is not installed; give its rulebook to load the game.")


def _name_denial(word: object, names: Iterable[str], noun: str, *, optional: bool = False) -> Denial | None:
    """Why a word is none of the names, or None; an optional word may be empty."""
    if type(word) is not str:
        return Denial(f"{shown(word)} is not {noun}")
    if word in names or (optional and not word):
        return None
    return Denial(f'"{word}" is not {noun}. {nearest(word, names)}'.strip())
