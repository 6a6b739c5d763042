"""An illegal choice is refused with `IllegalChoice` and changes nothing; what a space lists is what it takes."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from dunerules_dice.bidding import Bid
from dunerules_dice.feud import DiceRolled, Feud
from dunerules_dice.gifts import Give
from dunerules_dice.placing import Place, Placement
from hypothesis import given
from hypothesis import strategies as st

from dunerules import DropOrders, Game, IllegalChoice, Pass, Respond, SetOrder
from properties.strategies import FACTIONS, Setup, Shown, play, setups, word_lists


class Grumpy:
    """A foreign object that cannot even be compared."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("do not compare me")

    __hash__ = None  # type: ignore[assignment]


class SlyBid(Bid):
    """Not the declared choice, whatever it calls itself."""


class SlySeat(str):
    """Equal to a seat, and still something else: a log would not know how to write it."""


class SlyOrder(SetOrder):
    """Not the declared order either."""


class SlyDrop(DropOrders):
    """Nor this one."""


GARBAGE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 9),
    st.integers(),
    st.floats(0, 3),
    st.text(max_size=3),
    st.sampled_from((*FACTIONS, "gate", "bridge", "tower", "veto", "bid", "turn", "response", "die-placed")),
    st.lists(st.integers(0, 3), max_size=2),
    st.dictionaries(st.text(max_size=2), st.integers(), max_size=2),
    st.tuples(st.integers(0, 3)),
    st.builds(Grumpy),
    st.builds(object),
    st.sampled_from(
        (Bid, Pass, Place, 1j, b"bid", frozenset((1,)), Feud(), DiceRolled("red", (1,)), Placement("red", 1, "gate"))
    ),
)
CHOICES = st.one_of(
    GARBAGE,
    st.just(Pass()),
    st.builds(Bid, GARBAGE),
    st.builds(SlyBid, st.integers(0, 3)),
    st.builds(Place, GARBAGE, GARBAGE),
    st.builds(Give, GARBAGE, GARBAGE),
    st.builds(Respond, GARBAGE, st.none() | GARBAGE),
)
CHANGEABLE = st.one_of(
    st.lists(st.integers(0, 3), max_size=2), st.dictionaries(st.text(max_size=2), st.integers()), st.builds(object)
)
ORDERS = st.one_of(
    st.builds(SetOrder, GARBAGE, CHOICES, GARBAGE),
    st.builds(SetOrder, st.just("bid"), st.builds(Bid, CHANGEABLE)),
    st.builds(SetOrder, st.just("bid"), st.just(Bid(1)), CHANGEABLE),
    st.builds(SetOrder, st.just("response"), st.builds(Respond, st.just("veto"), CHANGEABLE)),
    st.builds(SetOrder, st.sampled_from(("bid", "turn", "response")), CHOICES),
    st.builds(SlyOrder, st.just("bid"), st.builds(Bid, st.integers(0, 3))),
    st.builds(DropOrders, GARBAGE),
    st.builds(SlyDrop),
)
SEATS = st.one_of(st.sampled_from(FACTIONS), st.sampled_from(FACTIONS).map(SlySeat), GARBAGE)


def identical(one: Any, other: Any) -> bool:
    """Whether two values are equal and of equal class in all their parts."""
    if type(one) is not type(other):
        return False
    if attrs.has(type(one)):
        return all(
            identical(getattr(one, field.name, None), getattr(other, field.name, None))
            for field in attrs.fields(type(one))
        )
    return type(one) is not Grumpy and bool(one == other)


def members(game: Game, seat: Any) -> list[Any]:
    """Every choice that a seat could make now, found by listing the spaces."""
    if type(seat) is not str or seat not in game.header.seats:
        return []
    asked = [choice for decision in game.decisions if decision.seat == seat for choice in decision.space]
    return [*asked, *(choice for space in game.interjections(seat).values() for choice in space)]


@given(setups(), word_lists(30), SEATS, CHOICES)
def test_a_choice_is_taken_exactly_if_some_space_lists_it(
    setup: Setup, words: list[int], seat: Any, choice: Any
) -> None:
    game = play(setup.start(), words)
    legal = any(identical(choice, member) for member in members(game, seat))
    before, state = Shown.of(game), game.state

    if legal:
        game.submit(seat, choice)
        assert len(before.events) < len(game.events)
    else:
        with pytest.raises(IllegalChoice) as refusal:
            game.submit(seat, choice)
        assert refusal.value.denial.reason
        assert before == Shown.of(game)
        assert state is game.state


@given(setups(), word_lists(30), st.data())
def test_a_choice_with_one_part_changed_is_taken_exactly_if_some_space_lists_it(
    setup: Setup, words: list[int], data: st.DataObject
) -> None:
    game = play(setup.start(), words)
    listed = [(seat, choice) for seat in setup.seats for choice in members(game, seat) if attrs.fields(type(choice))]
    seat, choice = data.draw(st.sampled_from(listed or [(setup.seats[0], Bid(0))]))
    part = data.draw(st.sampled_from(attrs.fields(type(choice))))
    changed = attrs.evolve(choice, **{part.name: data.draw(GARBAGE)})
    legal = any(identical(changed, member) for member in members(game, seat))
    before = Shown.of(game)

    try:
        game.submit(seat, changed)
    except IllegalChoice:
        assert not legal
        assert before == Shown.of(game)
    else:
        assert legal


@given(setups(), word_lists(30))
def test_a_legal_choice_is_refused_to_every_seat_that_was_not_asked(setup: Setup, words: list[int]) -> None:
    game = play(setup.start(), words)
    before = Shown.of(game)
    for decision in game.decisions:
        choice = next(iter(decision.space))
        strangers = [seat for seat in (*FACTIONS, SlySeat(decision.seat)) if not members(game, seat)]
        for stranger in strangers:
            with pytest.raises(IllegalChoice):
                game.submit(stranger, choice)

    assert before == Shown.of(game)


@given(setups(), word_lists(30), ORDERS)
def test_an_order_is_refused_or_can_be_kept(setup: Setup, words: list[int], order: Any) -> None:
    game, seat = play(setup.start(), words), setup.seats[-1]
    before, state = Shown.of(game), game.state

    try:
        game.submit(seat, order)
    except IllegalChoice:
        assert before == Shown.of(game)
        assert state is game.state
    else:
        kept = Game.restore(game.dump(), game.rulebook).history.entry.choice
        assert identical(order, kept)
        assert hash(order) == hash(kept)  # it holds nothing that could change later


@given(setups(), word_lists(), CHOICES)
def test_membership_agrees_with_listing(setup: Setup, words: list[int], choice: Any) -> None:
    game = play(setup.start(), words)
    for decision in game.decisions:
        space, listed = decision.space, list(decision.space)

        assert [] == [member for member in listed if not space.contains(member) or space.denial(member) is not None]
        assert len(listed) == space.count() == len(set(map(repr, listed)))
        is_member = any(identical(choice, member) for member in listed)
        assert is_member == space.contains(choice) == (space.denial(choice) is None)
