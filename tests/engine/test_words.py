"""Words: events and choices as players read them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import pytest
from dunerules_dice.bidding import Bid, BidsRevealed
from dunerules_dice.cards import CardDrawn, CharmsShown, DeckShuffled
from dunerules_dice.feud import DiceRolled, RoundBegan, Slot, SlotScored
from dunerules_dice.placing import DieLost, DiePlaced, Place

import dunerules
from dunerules import HIDDEN, DropOrders, Game, Outcome, Pass, Respond, SetOrder, play_out
from dunerules.engine.flow import Arranged, GameBegan, GameEnded
from dunerules.engine.marks import choice, event, marks_of
from dunerules.engine.words import choice_words, event_words, value_words


@pytest.fixture(scope="module")
def rulebook():
    return dunerules.load("dice-feud")


def declaring(rulebook, *classes):
    """The rulebook with more declared classes."""
    details = {cls: marks_of(cls)[0].details for cls in classes}
    names = {cls: marks_of(cls)[0].key for cls in classes}
    return attrs.evolve(rulebook, details={**rulebook.details, **details}, names={**rulebook.names, **names})


@event("noted", words="noted: {what}")
class Noted:
    what: Any


@event("kept", words="{seat} keeps {card} and {other.title}, {other.colour}.")
class Kept:
    seat: str
    card: str
    other: Any = None


@event("dealt", words="{seat} deals {count:card|cards}, {first:card} first.")
class Dealt:
    seat: str
    count: Any
    first: str = "veto"


def gift_words(event: Any) -> str:
    return "{seat} gives something." if event.card is HIDDEN else "{seat} gives {card}."


@event("gave", words=gift_words)
class Gave:
    seat: str
    card: Any


@choice("plan")
class Plan:
    card: str
    forces: tuple[tuple[str, int], ...] = ()


@choice("rest")
class Rest:
    pass


@pytest.mark.parametrize(
    ("happened", "sentence"),
    [
        (DieLost("red", 6), "Red loses a 6."),
        (RoundBegan(2, ("red", "blue")), "Round 2 begins."),
        (DiceRolled("blue", (1, 4, 6)), "Blue rolls 1, 4 and 6."),
        (DiceRolled("blue", (4,)), "Blue rolls 4."),
        (DiceRolled("blue", ()), "Blue rolls nothing."),
        (CharmsShown("jade", ("charm",), 1), "Jade shows 1 charms."),
        (BidsRevealed((("red", 3), ("blue", 0)), ("red", "blue")), "Bids are revealed: Red 3, Blue 0."),
        (GameEnded(Outcome(("red",), "Dawn wins with 3 points.")), "Dawn wins with 3 points."),
        (GameBegan(("red", "blue"), (), ()), "The game begins: Red and Blue."),
    ],
)  # fmt: skip
def test_the_fields_of_an_event_are_filled_into_its_words(rulebook, happened, sentence):
    assert sentence == event_words(rulebook, happened)


def test_a_title_with_an_article_reads_well_wherever_it_stands(rulebook):
    book = declaring(rulebook, Noted, Kept)

    assert "Red puts a 6 into the tower." == event_words(rulebook, DiePlaced("red", 6, "tower"))
    assert "Noted: The tower" == event_words(book, Noted("tower"))
    assert "The gate keeps the bridge and nothing, nothing." == event_words(
        book, Kept("gate", "bridge", attrs.make_class("Untitled", ["title", "colour"])(None, ""))
    )


def test_a_sentence_starts_with_a_capital_where_the_word_has_no_title(rulebook):
    assert "Dusk scores 2 at the bridge." == event_words(rulebook, SlotScored("bridge", "dusk", 2))


def test_an_event_that_declares_no_words_has_none(rulebook):
    assert "" == event_words(rulebook, Arranged("feud", None))
    assert "" == event_words(rulebook, object())


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (HIDDEN, "something hidden"),
        ((HIDDEN,), "something hidden"),
        ((HIDDEN, HIDDEN, HIDDEN), "3 hidden things"),
        (("veto", HIDDEN), "Veto and something hidden"),
        ({"red": HIDDEN, "blue": (1, 2)}, "Red something hidden, Blue (1 and 2)"),
        ({"red": (), "blue": ("veto",)}, "Red nothing, Blue Veto"),
        ({("gate", "red"): 3}, "The gate and Red 3"),
        (frozenset({"veto", "charm"}), "Charm and Veto"),
        (Fraction(1, 2), "0.5"),
        (Fraction(9, 2), "4.5"),
        (Fraction(4, 3), "4/3"),
        (True, "yes"),
        (None, "nothing"),
        ("", "nothing"),
        ("some other word", "some other word"),
        (Slot("gate", "The gate", 1), "The gate"),
        (Place(6, "tower"), "put a 6 into the tower"),
        (DieLost("red", 6), "Red loses a 6."),
        ((("red", Place(6, "tower")), ("blue", Pass())), "Red: put a 6 into the tower; Blue: pass"),
        (Outcome(("red",), "over"), "winners Red, reason over, cites nothing"),
    ],
)  # fmt: skip
def test_every_kind_of_value_can_be_read(rulebook, value, words):
    assert f"Noted: {words}" == event_words(declaring(rulebook, Noted), Noted(value))


def test_hidden_parts_and_fields_that_are_not_there_never_stop_a_sentence(rulebook):
    book = declaring(rulebook, Kept)

    assert "Red keeps something hidden and something hidden, something hidden." == event_words(
        book, Kept("red", HIDDEN, HIDDEN)
    )
    assert "Red keeps Veto and {other.title}, {other.colour}." == event_words(book, Kept("red", "veto", 3))
    assert "The deck is shuffled." == event_words(book, DeckShuffled((HIDDEN, HIDDEN)))


def test_of_two_components_with_one_id_the_name_of_the_field_decides_and_then_the_faction(rulebook):
    classes = {"card": attrs.make_class("Card", ["title"]), "place": attrs.make_class("Place", ["title"])}
    components = {
        **rulebook.components,
        "card": {"red": classes["card"]("Red alert"), "x": classes["card"]("A")},
        "place": {"x": classes["place"]("B"), "same": classes["place"]("Same")},
        "slot": {"same": classes["place"]("Same")},
    }
    book = declaring(attrs.evolve(rulebook, components=components), Noted, Kept)

    assert "Red keeps Red alert and {other.title}, {other.colour}." == event_words(book, Kept("red", "red", 1))
    assert "Noted: Red, x and Same" == event_words(book, Noted(("red", "x", "same")))


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        (Place(6, "tower"), "put a 6 into the tower"),
        (Bid(3), "bid 3"),
        (Pass(), "pass"),
        (Respond("veto"), "respond with Veto"),
        (SetOrder("turn", Place(1, "gate")), "answer turn with put a 1 into the gate from now on"),
        (DropOrders("turn"), "drop the standing orders for turn"),
        (Rest(), "rest"),
        (Plan("veto", (("red", 2), ("blue", 1))), "plan: card Veto, forces Red 2, Blue 1"),
        (Plan("charm"), "plan: card Charm, forces nothing"),
        (None, "nothing"),
        (3, "3"),
        (Outcome((), "over"), "Outcome: winners nothing, reason over, cites nothing"),
    ],
)  # fmt: skip
def test_a_choice_is_a_phrase_and_without_words_its_name_and_fields(rulebook, chosen, words):
    assert words == choice_words(declaring(rulebook, Plan, Rest), chosen)


def test_every_event_of_a_whole_game_can_be_told_to_everybody(rulebook):
    game = play_out(Game.start(rulebook, seed=11))

    told = [event_words(rulebook, happened) for seat in game.header.seats for happened in game.events_for(seat)]

    assert [] == [sentence for sentence in told if "{" in sentence or "HIDDEN" in sentence]
    assert "Red draws a card." == event_words(rulebook, CardDrawn("red", HIDDEN))
    assert game.outcome.reason in told


def test_counts_of_things_with_a_plural_are_told_as_such(rulebook):
    @attrs.frozen
    class Die:
        id: str
        title: str
        plural: str

    dice = {"odd": Die("odd", "odd die", "odd dice")}
    book = attrs.evolve(rulebook, components={**rulebook.components, "die": dice})

    assert "2 odd dice, 1 even" == value_words(book, (("odd", 2), ("1", "even")))
    assert "1 odd die" == value_words(book, (("odd", 1),))
    assert "2 odd dice and 1 odd die" == value_words(book, (("odd", 2), ("odd", 1)))


@pytest.mark.parametrize(
    ("count", "words"), [(1, "1 card"), (0, "0 cards"), (2, "2 cards"), (HIDDEN, "something hidden")]
)
def test_a_number_is_told_with_its_noun_in_the_singular_or_the_plural(rulebook, count, words):
    assert f"Red deals {words}, Veto first." == event_words(declaring(rulebook, Dealt), Dealt("red", count))


def test_a_kind_behind_a_field_decides_between_components_with_one_id(rulebook):
    titled = attrs.make_class("Titled", ["title"])
    components = {**rulebook.components, "place": {"veto": titled("A place")}}
    book = declaring(attrs.evolve(rulebook, components=components), Dealt)

    assert "Red deals 1 card, Veto first." == event_words(book, Dealt("red", 1))


def test_words_that_are_a_function_can_depend_on_what_is_hidden(rulebook):
    book = declaring(rulebook, Gave)

    assert "Red gives Veto." == event_words(book, Gave("red", "veto"))
    assert "Red gives something." == event_words(book, Gave("red", HIDDEN))


def test_a_title_that_ends_in_a_full_stop_ends_the_sentence(rulebook):
    assert "Red gives Mr. Blue, esq." == event_words(declaring(rulebook, Gave), Gave("red", "Mr. Blue, esq."))


def test_a_value_is_told_as_what_its_field_is_called(rulebook):
    assert ("Veto", "nothing") == (value_words(rulebook, "veto", "card"), value_words(rulebook, ()))
