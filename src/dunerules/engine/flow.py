"""The engine's own tables and events: agenda, decisions, sealed answers, standing orders, chance, outcome.

It is a rule module like any other (`engine.flow`), selected in every ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import attrs
from attrs import frozen

from dunerules.engine.marks import choice, event, given, own, public, reducer, secret, table

T = TypeVar("T")
Write = Callable[[type[T]], T]
Args = tuple[tuple[str, Any], ...]
"""Named values as plain data; a mapping would not be hashable."""


@frozen
class Frame:
    """One entry of the agenda: a procedure, the step it is at, and what it was started with."""

    procedure: str
    index: int
    args: Args = ()
    rest: tuple[str, ...] = ()
    """Seats that an `each` has still to serve."""
    ran: bool = False
    """Whether the step at `index` has run already."""


@frozen
class Ask:
    """An open question to a seat, as plain data; its space is built from the rulebook and the state."""

    seat: str
    number: int
    """Counts this seat's questions, so that a number tells nothing about other seats."""
    kind: str
    mode: str
    """``single``, ``sealed`` or ``window``."""
    depth: int
    """Height of the agenda at which it was asked; only questions at the top are open."""
    args: Args = ()

    def __getitem__(self, name: str) -> Any:
        for key, value in self.args:
            if key == name:
                return value
        raise KeyError(name)


@frozen
class StandingOrder:
    """An answer given in advance to every decision of a kind, until an event of the name ``until``."""

    kind: str
    choice: Any
    until: str = ""
    """Name of the event that ends it; empty: until it is dropped."""


@frozen
class Outcome:
    """How a game ended."""

    winners: tuple[str, ...]
    reason: str
    cites: tuple[str, ...] = ()


# ------------------------------------------------------------------ tables


@table("seating")
class Seating:
    """Who plays: seats in order around the table, the side of each, the person who holds it."""

    seats: tuple[str, ...] = public(default=())
    sides: dict[str, str] = public(factory=dict)
    persons: dict[str, str] = public(factory=dict)


@table("flow")
class Flow:
    """Where the game stands and what is asked."""

    agenda: tuple[Frame, ...] = secret(default=())
    asks: dict[tuple[str, int], Ask] = own(mask="absent", factory=dict)
    asked: dict[str, int] = own(mask="absent", factory=dict)
    sealed: dict[tuple[str, int], Any] = own(mask="absent", factory=dict)
    outcome: Outcome | None = public(default=None)


@table("orders")
class Orders:
    """Standing orders, by seat and number."""

    standing: dict[tuple[str, int], StandingOrder] = own(mask="absent", factory=dict)


@table("chance")
class Chance:
    """The seed, how often each stream was used, and outcomes supplied beforehand."""

    seed: int = secret(default=0)
    counters: dict[str, int] = secret(factory=dict)
    scripted: dict[str, tuple[Any, ...]] = secret(factory=dict)


# ------------------------------------------------------------------ choices


@choice("pass", words="pass")
class Pass:
    """Decline."""


@choice("respond", words="respond with {response}")
class Respond:
    """Answer an intent in a window."""

    response: str
    choice: Any = None


@choice("set-order", words="answer {kind} with {choice} from now on")
class SetOrder:
    """Give a standing order."""

    kind: str
    choice: Any
    until: str = ""


@choice("drop-orders", words="drop the standing orders for {kind}")
class DropOrders:
    """Take standing orders back: those for a kind, or all."""

    kind: str = ""


# ------------------------------------------------------------------ events


@event("game-began", words="The game begins: {seats}.")
class GameBegan:
    """Seats were taken."""

    seats: tuple[str, ...]
    sides: tuple[tuple[str, str], ...]
    persons: tuple[tuple[str, str], ...]
    seed: int = secret(default=0)
    scripted: tuple[tuple[str, tuple[Any, ...]], ...] = secret(default=())


@event("arranged")
class Arranged:
    """A table was laid out as a position says; who sees what of it is declared by the table itself."""

    table: str
    value: Any


@event("asked", to="seat")
class Asked:
    """A question was put to a seat."""

    seat: str
    ask: Ask


@event("answered", to="seat")
class Answered:
    """A seat answered; a sealed answer is kept until all are in."""

    seat: str
    number: int
    choice: Any
    sealed: bool = False


@event("opened", to="seat")
class Opened:
    """Sealed answers were all in, and this seat's was taken."""

    seat: str
    number: int


@event("unsealed", to="seat")
class Unsealed:
    """A sealed answer was handed back, since something that happened meanwhile made it illegal or lets it change."""

    seat: str
    number: int


@event("withdrawn", to="seat")
class Withdrawn:
    """A question lapsed without an answer."""

    seat: str
    number: int


@event("paused", unseen=True)
class Paused:
    """The game came to a stable point."""

    agenda: tuple[Frame, ...]


@event("drawn", unseen=True)
class Drawn:
    """Chance decided something; the rule that asked tells the players what they may know."""

    stream: str
    outcome: Any


@event("order-given", to="seat")
class OrderGiven:
    """A seat gave a standing order."""

    seat: str
    number: int
    order: StandingOrder


@event("order-ended", to="seat")
class OrderEnded:
    """A standing order ended."""

    seat: str
    number: int


@event("game-ended", words="{outcome.reason}")
class GameEnded:
    """The game is over."""

    outcome: Outcome


# ------------------------------------------------------------------ reducers


@reducer(GameBegan)
def take_seats(write: Write[Seating], event: GameBegan) -> None:
    """Note who plays."""
    seating = write(Seating)
    seating.seats = event.seats
    seating.sides = dict(event.sides)
    seating.persons = dict(event.persons)


@reducer(GameBegan)
def lay_out_chance(write: Write[Chance], event: GameBegan) -> None:
    """Note the seed and the supplied outcomes."""
    chance = write(Chance)
    chance.seed = event.seed
    if isinstance(event.scripted, tuple):
        chance.scripted = dict(event.scripted)


@reducer(Arranged)
def lay_out(write: Write[Any], event: Arranged) -> None:
    """Lay out a whole table."""
    written = write(type(event.value))
    for field in attrs.fields(type(event.value)):
        value = getattr(event.value, field.name)
        setattr(written, field.name, value.copy() if isinstance(value, dict) else value)


@reducer(Asked)
def open_question(write: Write[Flow], event: Asked) -> None:
    """Keep the question."""
    flow = write(Flow)
    flow.asks[event.seat, event.ask.number] = event.ask
    flow.asked[event.seat] = event.ask.number


@reducer(Answered)
def close_question(write: Write[Flow], event: Answered) -> None:
    """Close the question, or seal its answer."""
    flow = write(Flow)
    if event.sealed:
        flow.sealed[event.seat, event.number] = event.choice
    else:
        del flow.asks[event.seat, event.number]


@reducer(Opened)
@reducer(Withdrawn)
def end_question(write: Write[Flow], event: Opened | Withdrawn) -> None:
    """Close the question and forget its sealed answer."""
    flow = write(Flow)
    flow.asks.pop((event.seat, event.number), None)
    flow.sealed.pop((event.seat, event.number), None)


@reducer(Unsealed)
def hand_back(write: Write[Flow], event: Unsealed) -> None:
    """Forget the sealed answer; the question is open again."""
    write(Flow).sealed.pop((event.seat, event.number), None)


@reducer(Paused)
def keep_agenda(write: Write[Flow], event: Paused) -> None:
    """Keep the agenda."""
    write(Flow).agenda = event.agenda


@reducer(Drawn)
def count_draw(write: Write[Chance], event: Drawn) -> None:
    """Use up one outcome of the stream, supplied or drawn."""
    chance = write(Chance)
    chance.counters[event.stream] = chance.counters.get(event.stream, 0) + 1
    supplied = chance.scripted.get(event.stream)
    if supplied:
        chance.scripted[event.stream] = supplied[1:]


@reducer(OrderGiven)
def keep_order(write: Write[Orders], event: OrderGiven) -> None:
    """Keep the order."""
    write(Orders).standing[event.seat, event.number] = event.order


@reducer(OrderEnded)
def end_order(write: Write[Orders], event: OrderEnded) -> None:
    """Forget the order."""
    del write(Orders).standing[event.seat, event.number]


@reducer(GameEnded)
def keep_outcome(write: Write[Flow], event: GameEnded) -> None:
    """Note the outcome."""
    write(Flow).outcome = event.outcome


@given("chance")
def supply_outcomes(tx: Any, value: Mapping[str, Any]) -> None:  # Any: Tx would be a circular import
    """Supply outcomes of chance: stream name and a list of what it gives, in order."""
    chance = tx[Chance]
    scripted = {**chance.scripted, **{stream: tuple(outcomes) for stream, outcomes in value.items()}}
    tx.arrange(Chance, seed=chance.seed, counters=chance.counters, scripted=scripted)
