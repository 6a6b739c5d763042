"""Sides, rounds, dice and scoring of Dice Feud."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any

from dunerules.rules import (
    Finding,
    Look,
    Names,
    Rulebook,
    Seat,
    Tx,
    check,
    component,
    event,
    fact,
    given,
    invariant,
    loop,
    order,
    own,
    public,
    reducer,
    seen_by,
    step,
    table,
)

Write = Callable[[type[Any]], Any]


@component("faction")
class Faction:
    """A colour that can be seated."""

    id: str
    title: str
    side: str
    coins: int


@component("slot")
class Slot:
    """A place for dice."""

    id: str
    title: str
    minimum: int


@table("feud")
class Feud:
    """Rounds, dice, coins and points."""

    round: int = public(default=0)
    turn_order: tuple[str, ...] = public(default=())
    rolled: dict[str, tuple[int, ...]] = public(factory=dict)
    placed: dict[tuple[str, str], tuple[int, ...]] = public(factory=dict)
    """Dice by slot and seat."""
    out: tuple[str, ...] = public(default=())
    points: dict[str, int] = public(factory=dict)
    coins: dict[str, int] = own(factory=dict)
    spent: int = public(default=0)


@event("coins-dealt", words="{seat} takes its first coins.")
class CoinsDealt:
    """A seat received its first coins."""

    seat: str
    coins: int = seen_by("seat")


@event("round-began", words="Round {round} begins.")
class RoundBegan:
    """A round began and the slots were cleared."""

    round: int
    turn_order: tuple[str, ...]


@event("dice-rolled", words="{seat} rolls {dice}.")
class DiceRolled:
    """A seat rolled its dice."""

    seat: str
    dice: tuple[int, ...]


@event("slot-scored", words="{side} scores {points} at the {slot}.")
class SlotScored:
    """A side scored a slot."""

    slot: str
    side: str
    points: int


@reducer(CoinsDealt)
def keep_coins(write: Write, event: CoinsDealt) -> None:
    write(Feud).coins[event.seat] = event.coins


@reducer(RoundBegan)
def clear_slots(write: Write, event: RoundBegan) -> None:
    feud = write(Feud)
    feud.round = event.round
    feud.turn_order = event.turn_order
    feud.placed = {}
    feud.out = ()


@reducer(DiceRolled)
def keep_dice(write: Write, event: DiceRolled) -> None:
    write(Feud).rolled[event.seat] = event.dice


@reducer(SlotScored)
def add_points(write: Write, event: SlotScored) -> None:
    points = write(Feud).points
    points[event.side] = points.get(event.side, 0) + event.points


@fact("slot", needs=("slot",), values="slot", exclusive=True)
def slot_is(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    return bool(ctx["slot"] == value)


@fact("round", values="int", exclusive=True)
def round_is(look: Look, ctx: Mapping[str, Any], value: int) -> bool:
    return look[Feud].round == value


@fact("last-round", values="bool", exclusive=True)
def last_round(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    return (look[Feud].round == look.whole("rounds")) is value


@order("table")
def around_the_table(look: Look) -> Iterable[str]:
    return look.seats


@loop("rounds")
def next_round(look: Look, args: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return {} if look[Feud].round < look.whole("rounds") else None


@step("round.begin")
def begin_round(tx: Tx) -> None:
    if tx[Feud].round == 0:
        for seat in tx.seats:
            tx.emit(CoinsDealt(seat, tx.component("faction", seat).coins))
    tx.emit(RoundBegan(tx[Feud].round + 1, tx.seats))


@loop("turns")
def next_turn(look: Look, args: Mapping[str, Any] | None) -> dict[str, Any] | None:
    feud = look[Feud]
    seats = feud.turn_order
    if args is not None:
        place = seats.index(args["seat"]) + 1
        seats = seats[place:] + seats[:place]
    for seat in seats:
        if feud.rolled.get(seat) and seat not in feud.out:
            return {"seat": seat}
    return None


@step("place.start")
def start_turn(tx: Tx) -> None:
    """Nothing by itself: the place where a turn's steps go in."""


@step("roll.dice")
def roll_dice(tx: Tx) -> None:
    sides = tx.whole("dice.sides")
    dice = tuple(tx.roll(f"dice.{tx.seat}", sides) for _ in range(tx.whole("dice.rolled", seat=tx.seat)))
    tx.emit(DiceRolled(tx.seat, dice))


@step("score")
def score_slots(tx: Tx) -> None:
    for slot in tx.rulebook.components["slot"]:
        pips: dict[str, int] = {}
        for (place, seat), dice in tx[Feud].placed.items():
            if place == slot:
                side = tx.side_of(seat)
                pips[side] = pips.get(side, 0) + sum(dice)
        best = max(pips.values(), default=0)
        leaders = [side for side, total in pips.items() if total == best]
        if len(leaders) == 1:
            tx.emit(SlotScored(slot, leaders[0], tx.whole("slot.worth", slot=slot)))


@step("final-score")
def end_game(tx: Tx) -> None:
    points = {tx.side_of(seat): 0 for seat in tx.seats} | tx[Feud].points
    best = max(points.values())
    leaders = [side for side, total in points.items() if total == best]
    if len(leaders) == 1:
        winners = [seat for seat in tx.seats if tx.side_of(seat) == leaders[0]]
        tx.finish(winners, f"{leaders[0].capitalize()} wins with {best} points.", cites=("dice.victory",))
    else:
        tx.finish((), f"Nobody wins: {' and '.join(leaders)} have {best} points each.", cites=("dice.victory",))


@given("round")
def set_round(tx: Tx, value: int) -> None:
    tx.arrange(Feud, round=value)


@given("dice")
def set_dice(tx: Tx, value: Mapping[Seat, Iterable[int]]) -> None:
    tx.arrange(Feud, rolled={seat: tuple(dice) for seat, dice in value.items()}, turn_order=tx.seats)


@given("slots")
def set_slots(tx: Tx, value: Mapping[Annotated[str, Names("slot")], Mapping[Seat, Iterable[int]]]) -> None:
    placed = {(slot, seat): tuple(dice) for slot, seats in value.items() for seat, dice in seats.items()}
    tx.arrange(Feud, placed=placed)


@given("coins")
def set_coins(tx: Tx, value: Mapping[Seat, int]) -> None:
    coins = {**tx[Feud].coins, **value}
    dealt = sum(tx.component("faction", seat).coins for seat in coins)
    tx.arrange(Feud, coins=coins, spent=max(0, dealt - sum(coins.values())))


@invariant("coins are conserved", cites=("dice.bid.sealed",))
def coins_conserved(look: Look) -> str | None:
    feud = look[Feud]
    if len(feud.coins) < len(look.seats):
        return None
    dealt = sum(look.component("faction", seat).coins for seat in look.seats)
    held = sum(feud.coins.values()) + feud.spent
    return None if dealt == held else f"{dealt} coins were dealt, {held} are there"


@check("slots can be reached")
def unreachable_slots(rulebook: Rulebook) -> Iterator[Finding]:
    sides = rulebook.quantity("dice.sides").constant
    for name, slot in rulebook.components["slot"].items():
        if sides is not None and slot.minimum > sides:
            yield Finding("slot", name, f"no die of {sides} sides shows {slot.minimum}.", "minimum")
