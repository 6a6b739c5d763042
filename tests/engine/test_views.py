"""What one person sees of every kind of field and event, and that nothing else shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve
from small_rules import SEATS, Noted, noting, procedure, refusal, small_game

from dunerules import HIDDEN, Game
from dunerules.engine.flow import Arranged
from dunerules.engine.rulebook import UnknownName
from dunerules.engine.views import Redactor
from dunerules.rules import Tx, event, own, public, reducer, secret, seen_by, step, table

H = HIDDEN
PILE = ("ace", "king", "ten")
HANDS = {"red": ("ace", "king"), "blue": ("ten",)}
MARKS = {("red", 1): ("x",), ("blue", 1): ("y", "z")}
HOLDERS = {"oak": "red", "elm": ("red", "blue"), "ash": None}
TREES = {"oak": (1, 2), "elm": (3,), "ash": (4,), "fir": (5, 6)}


@table("all")
class All:
    """One field for each kind of visibility and mask."""

    shown: tuple[str, ...] = public(default=PILE)
    plain: tuple[str, ...] = PILE
    secret_whole: tuple[str, ...] = secret(default=PILE)
    secret_length: tuple[str, ...] = secret(mask="length", default=PILE)
    secret_values: dict[str, tuple[str, ...]] = secret(mask="values", factory=lambda: dict(HANDS))
    secret_lengths: dict[str, tuple[str, ...]] = secret(mask="value-lengths", factory=lambda: dict(HANDS))
    own_whole: dict[str, tuple[str, ...]] = own(factory=lambda: dict(HANDS))
    own_length: dict[str, tuple[str, ...]] = own(mask="length", factory=lambda: dict(HANDS))
    own_absent: dict[str, tuple[str, ...]] = own(mask="absent", factory=lambda: dict(HANDS))
    own_pairs: dict[tuple[str, int], tuple[str, ...]] = own(mask="absent", factory=lambda: dict(MARKS))
    holder: str = public(default="red")
    holders: tuple[str, ...] = public(default=("blue", "gold"))
    nobody: None = public(default=None)
    by_one: tuple[str, ...] = seen_by("holder", default=PILE)
    by_one_length: tuple[str, ...] = seen_by("holder", mask="length", default=PILE)
    by_several: tuple[str, ...] = seen_by("holders", mask="length", default=PILE)
    by_nobody: tuple[str, ...] = seen_by("nobody", default=PILE)
    by_one_values: dict[str, tuple[str, ...]] = seen_by("holder", mask="values", factory=lambda: dict(HANDS))
    by_one_lengths: dict[str, tuple[str, ...]] = seen_by("holder", mask="value-lengths", factory=lambda: dict(HANDS))
    owners: dict[str, Any] = public(factory=lambda: dict(HOLDERS))
    map_whole: dict[str, tuple[int, ...]] = seen_by("owners", factory=lambda: dict(TREES))
    map_values: dict[str, tuple[int, ...]] = seen_by("owners", mask="values", factory=lambda: dict(TREES))
    map_length: dict[str, tuple[int, ...]] = seen_by("owners", mask="length", factory=lambda: dict(TREES))
    map_lengths: dict[str, tuple[int, ...]] = seen_by("owners", mask="value-lengths", factory=lambda: dict(TREES))
    map_absent: dict[str, tuple[int, ...]] = seen_by("owners", mask="absent", factory=lambda: dict(TREES))


SEEN = {
    "shown": {"red": PILE, "blue": PILE, "gold": PILE},
    "plain": {"red": PILE, "blue": PILE, "gold": PILE},
    "secret_whole": {"red": H, "blue": H, "gold": H},
    "secret_length": {"red": (H, H, H), "blue": (H, H, H), "gold": (H, H, H)},
    "secret_values": {seat: {"red": H, "blue": H} for seat in SEATS},
    "secret_lengths": {seat: {"red": (H, H), "blue": (H,)} for seat in SEATS},
    "own_whole": {
        "red": {"red": ("ace", "king"), "blue": H},
        "blue": {"red": H, "blue": ("ten",)},
        "gold": {"red": H, "blue": H},
    },
    "own_length": {
        "red": {"red": ("ace", "king"), "blue": (H,)},
        "blue": {"red": (H, H), "blue": ("ten",)},
        "gold": {"red": (H, H), "blue": (H,)},
    },
    "own_absent": {"red": {"red": ("ace", "king")}, "blue": {"blue": ("ten",)}, "gold": {}},
    "own_pairs": {"red": {("red", 1): ("x",)}, "blue": {("blue", 1): ("y", "z")}, "gold": {}},
    "by_one": {"red": PILE, "blue": H, "gold": H},
    "by_one_length": {"red": PILE, "blue": (H, H, H), "gold": (H, H, H)},
    "by_several": {"red": (H, H, H), "blue": PILE, "gold": PILE},
    "by_nobody": {"red": H, "blue": H, "gold": H},
    "by_one_values": {"red": HANDS, "blue": {"red": H, "blue": H}, "gold": {"red": H, "blue": H}},
    "by_one_lengths": {"red": HANDS, "blue": {"red": (H, H), "blue": (H,)}, "gold": {"red": (H, H), "blue": (H,)}},
    "map_whole": {
        "red": {"oak": (1, 2), "elm": (3,), "ash": H, "fir": H},
        "blue": {"oak": H, "elm": (3,), "ash": H, "fir": H},
        "gold": dict.fromkeys(TREES, H),
    },
    "map_values": {
        "red": {"oak": (1, 2), "elm": (3,), "ash": H, "fir": H},
        "blue": {"oak": H, "elm": (3,), "ash": H, "fir": H},
        "gold": dict.fromkeys(TREES, H),
    },
    "map_length": {
        "red": {"oak": (1, 2), "elm": (3,), "ash": (H,), "fir": (H, H)},
        "blue": {"oak": (H, H), "elm": (3,), "ash": (H,), "fir": (H, H)},
        "gold": {"oak": (H, H), "elm": (H,), "ash": (H,), "fir": (H, H)},
    },
    "map_lengths": {
        "red": {"oak": (1, 2), "elm": (3,), "ash": (H,), "fir": (H, H)},
        "blue": {"oak": (H, H), "elm": (3,), "ash": (H,), "fir": (H, H)},
        "gold": {"oak": (H, H), "elm": (H,), "ash": (H,), "fir": (H, H)},
    },
    "map_absent": {"red": {"oak": (1, 2), "elm": (3,)}, "blue": {"elm": (3,)}, "gold": {}},
}
"""What each seat sees of each field."""


def game_with_all(*things: object, text: str = procedure("game", "a"), **start: Any) -> Game:
    return small_game(text, All, *(things or (noting("a"),)), **start)


# ------------------------------------------------------------------ tables


@pytest.mark.parametrize("name", SEEN)
def test_each_seat_sees_of_a_field_what_is_declared(name):
    game = game_with_all()

    assert SEEN[name] == {seat: getattr(game.view(seat)[All], name) for seat in SEATS}


def test_every_field_of_the_table_is_looked_at():
    viewers = {"holder", "holders", "nobody", "owners"}

    assert {field.name for field in All.__attrs_attrs__} == SEEN.keys() | viewers


def test_a_person_with_two_seats_sees_what_either_sees():
    view = game_with_all(persons={"red": "Ann", "blue": "Ann"}).view("Ann")[All]

    assert HANDS == view.own_absent == view.own_length == view.own_whole
    assert PILE == view.by_one == view.by_several
    assert H == view.secret_whole
    assert {"oak": (1, 2), "elm": (3,)} == view.map_absent


@pytest.mark.parametrize(
    ("changed", "value"),
    [
        ("secret_whole", ("nothing",)),
        ("secret_length", ("a", "b", "c")),
        ("secret_values", {"red": (), "blue": ("a", "b")}),
        ("secret_lengths", {"red": ("a", "b"), "blue": ("c",)}),
        ("own_whole", {"red": (), "blue": ("many", "more")}),
        ("own_length", {"red": ("a", "b"), "blue": ("c",)}),
        ("own_absent", {"jade": ("a",)}),
        ("by_one", ()),
        ("map_absent", {"ash": (7,), "yew": (8,)}),
    ],
)
def test_states_that_differ_only_in_what_a_seat_cannot_see_look_the_same_to_it(changed, value):
    game = game_with_all()
    redactor = Redactor([All], game.rulebook.details)
    one, other = game[All], evolve(game[All], **{changed: value})

    assert one != other
    assert redactor.redacted(one, ("gold",)) == redactor.redacted(other, ("gold",))


def test_a_view_has_tables_by_class_and_by_name_and_leaves_the_game_alone():
    game = game_with_all()
    before = game.digest()

    view = game.view("red")

    assert '"al" is not a table of this rulebook. Did you mean "all"?' == refusal(UnknownName, view.table, "al")
    assert view[All] is view.table("all")
    assert before == game.digest()
    assert game[All] == All()


# ------------------------------------------------------------------ events


@event("dealt")
class Dealt:
    seat: str
    between: tuple[str, ...]
    card: str = seen_by("seat")
    pair: tuple[str, ...] = seen_by("between", mask="length")
    pile: tuple[str, ...] = secret(mask="length")
    key: str = secret()
    hands: Any = secret(mask="value-lengths", factory=lambda: dict(HANDS))


@event("whispered", to="seat")
class Whispered:
    seat: str
    word: str


@event("murmured", to="seats")
class Murmured:
    seats: tuple[str, ...]
    word: str = seen_by("speaker")
    speaker: str = ""


@event("buried", unseen=True)
class Buried:
    card: str


@step("tell")
def tell(tx: Tx) -> None:
    tx.emit(Dealt("red", ("red", "blue"), "ace", ("x", "y"), PILE, "k"))
    tx.emit(Whispered("blue", "psst"))
    tx.emit(Murmured(("red", "gold"), "hm", "gold"))
    tx.emit(Buried("ten"))
    tx.emit(Noted("told"))


def telling() -> Game:
    return small_game(procedure("game", "tell"), tell, Dealt, Whispered, Murmured, Buried)


def learned(game: Game, person: str) -> list[Any]:
    kinds = (Dealt, Whispered, Murmured, Buried, Noted)
    return [event for event in game.events_for(person) if isinstance(event, kinds)]


HANDS_MASKED = {"red": (H, H), "blue": (H,)}


@pytest.mark.parametrize(
    ("person", "expected"),
    [
        (
            "red",
            [
                Dealt("red", ("red", "blue"), "ace", ("x", "y"), (H, H, H), H, HANDS_MASKED),
                Murmured(("red", "gold"), H, "gold"),
            ],
        ),
        (
            "blue",
            [
                Dealt("red", ("red", "blue"), H, ("x", "y"), (H, H, H), H, HANDS_MASKED),
                Whispered("blue", "psst"),
            ],
        ),
        (
            "gold",
            [
                Dealt("red", ("red", "blue"), H, (H, H), (H, H, H), H, HANDS_MASKED),
                Murmured(("red", "gold"), "hm", "gold"),
            ],
        ),
    ],
)
def test_each_seat_learns_of_an_event_what_is_declared(person, expected):
    assert [*expected, Noted("told")] == learned(telling(), person)


def test_a_person_with_two_seats_learns_what_either_learns():
    game = small_game(
        procedure("game", "tell"), tell, Dealt, Whispered, Murmured, Buried, persons={"red": "Ann", "blue": "Ann"}
    )

    assert [
        Dealt("red", ("red", "blue"), "ace", ("x", "y"), (H, H, H), H, HANDS_MASKED),
        Whispered("blue", "psst"),
        Murmured(("red", "gold"), H, "gold"),
        Noted("told"),
    ] == learned(game, "Ann")


def test_a_table_that_is_laid_out_shows_what_the_table_declares():
    @step("a")
    def lay_out(tx: Tx) -> None:
        tx.arrange(All, secret_length=("one",), own_absent={"gold": ("g",)})

    game = game_with_all(lay_out)
    (shown,) = [event.value for event in game.events_for("gold") if isinstance(event, Arranged)]

    assert ((H,), {"gold": ("g",)}, H) == (shown.secret_length, shown.own_absent, shown.secret_whole)
    for person in SEATS:
        assert game.view(person) == game.folded_view(person)


def test_reducers_run_on_masked_events_too():
    @event("pile-grown")
    class PileGrown:
        card: str = secret()

    @reducer(PileGrown)
    def grow(write: Callable[[type], Any], event: PileGrown) -> None:
        write(All).secret_length = (*write(All).secret_length, event.card)

    @step("a")
    def grow_twice(tx: Tx) -> None:
        tx.emit(PileGrown("six"))
        tx.emit(PileGrown("five"))

    game = game_with_all(PileGrown, grow, grow_twice)

    assert (*PILE, "six", "five") == game[All].secret_length
    assert (H,) * 5 == game.view("red")[All].secret_length == game.folded_view("red")[All].secret_length
