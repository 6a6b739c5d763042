"""The kit: what is drawn is legal and shrinks, what is broken is named, and a failing game can be played again."""

from __future__ import annotations

from functools import cache

import attrs
import pytest
from dunerules_dice.bidding import Bid
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample
from hypothesis.stateful import run_state_machine_as_test

import dunerules
from dunerules import Game, Library, Outcome, Rulebook, RulesetError
from dunerules.engine.flow import Flow
from dunerules.engine.knowledge import LEAKS, SAW, TOLD
from dunerules.engine.laws import NO_EMPTY_DECISION, NO_QUESTION, ONE_AGENDA
from dunerules.engine.scenarios import parse_scenario, run_scenario
from dunerules.engine.tables import State
from dunerules.rules import Range
from dunerules.testing import (
    LawBroken,
    NoPosition,
    addable,
    assert_ends,
    assert_lawful,
    assert_lawful_at_every_event,
    assert_nothing_leaks,
    assert_nothing_told,
    assert_only_events_write,
    assert_refused,
    assert_sound,
    assert_views_are_what_was_learned,
    broken_laws,
    game_machine,
    games,
    position,
    positions,
    rulesets,
    scenario_of,
    seatings,
    stages,
)

COINS = "coins are conserved"
FEW = settings(
    max_examples=200, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


@cache
def library() -> Library:
    return Library.installed().plus("slips")


@cache
def dice(*added: str, more: str = "") -> Rulebook:
    names = ", ".join(f'"{name}"' for name in added)
    text = f'[ruleset]\nid = "dice-slips"\ntitle = "Slips"\nextends = "dice-feud"\n[rules]\nadd = [{names}]\n{more}'
    return dunerules.loads(text, library=library())


# ------------------------------------------------------------------ shrinking


def test_a_planted_bug_is_found_and_shrunk_to_the_shortest_game_with_the_smallest_numbers():
    game = find(games(dice("slip.lost-coin")), lambda game: COINS in broken_laws(game), settings=FEW)

    bids = [entry.choice.coins for entry in tuple(game.history)[1:] if isinstance(entry.choice, Bid)]
    assert 2 == len(game.history) - 1
    assert [0, 3] == sorted(bids)
    assert (0, 2) == (game.header.seed, len(game.header.seats))


def test_a_bug_between_two_modules_is_shrunk_to_just_these_modules():
    drawn = rulesets("dice-feud", adding=["slip.lost-coin"], among=["dice.gifts", "dice.one-each"], library=library())

    book = find(drawn, lambda book: "dice.gifts" in book.modules, settings=FEW)

    assert {"dice.gifts", "slip.lost-coin"} == set(book.modules) - set(dunerules.load("dice-feud").modules)
    assert book.composition.chain[-1].file.options == {}


def test_positions_shrink_to_the_first_place_that_fits():
    book = dunerules.load("gf9-2019-basic")
    drawn = positions(book, seats=book.factions, when={"phase": "bidding"}, skip=10)

    game = find(drawn, lambda game: True, settings=FEW)

    assert 0 == game.header.seed
    assert 1 == sum(game.look.holds("phase", "bidding") for game in stages(game))


# ------------------------------------------------------------------ what is drawn


@settings(max_examples=8)
@given(positions("gf9-2019-advanced", when={"phase": "battle", "turn": 3}, skip=12))
def test_positions_are_where_they_were_wanted_and_break_no_law(game):
    assert game.look.holds("phase", "battle")
    assert game.look.holds("turn", 3)
    assert game.decisions
    assert_lawful(game)


def test_the_same_position_is_drawn_again_and_does_not_change_with_what_is_played_from_it():
    first = position(dice(), seed=3, skip=9)
    before = first.digest()

    dunerules.play_out(first)

    assert before == position(dice(), seed=3, skip=9).digest() != first.digest()


@pytest.mark.parametrize(
    ("when", "message"),
    [
        ({"phas": "battle"}, '"phas" is not a fact that a whole position has. Did you mean "phase"?'),
        (
            {"phase": "batle", "turn": 1},
            "In 16 random games of gf9-2019-basic there is no position in which phase is batle and turn is 1: "
            "phase was never batle.",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_what_is_wrong(when, message):
    with pytest.raises(NoPosition) as refusal:
        position(dunerules.load("gf9-2019-basic"), when=when)

    assert message == str(refusal.value)


@settings(max_examples=6)
@given(rulesets("gf9-2019-basic", adding=["option.shield-wall"]), st.data())
def test_rulesets_have_what_was_asked_for_and_can_be_played(book, data):
    assert "option.shield-wall" in book.modules
    assert_lawful(Game.start(book, data.draw(seatings(book))))


def test_modules_of_other_games_are_not_drawn():
    assert {"dice.gifts", "dice.last-round", "dice.one-each"} <= set(addable("dice-feud"))
    assert not any(name.startswith(("classic", "gf9-2019", "option")) for name in addable("dice-feud"))
    assert "option.shield-wall" in addable("gf9-2019-basic")
    assert not any(name.startswith("dice") for name in addable("gf9-2019-basic"))


def test_what_cannot_be_added_is_said_and_not_drawn_around():
    with pytest.raises(RulesetError, match=r'"slip\.none" is not a rule module'):
        find(rulesets("dice-feud", adding=["slip.none"], library=library()), lambda book: True, settings=FEW)


@settings(max_examples=30)
@given(st.data())
def test_seatings_are_as_the_rules_allow(data):
    seats = data.draw(seatings(dice()))

    assert 2 <= len(set(seats)) == len(seats) <= 4


# ------------------------------------------------------------------ laws


def test_a_sound_game_passes_everything():
    assert_sound(position(dice("dice.gifts"), seed=1, skip=20))


@settings(max_examples=5)
@given(games("gf9-2019-advanced", start=positions("gf9-2019-advanced"), most=5))
def test_views_of_dune_are_what_was_learned_and_show_nothing_hidden(game):
    assert_only_events_write(game)
    assert_views_are_what_was_learned(game)
    assert_nothing_leaks(game)


@pytest.mark.parametrize(
    ("slip", "check", "message"),
    [
        ("slip.forgetful", assert_views_are_what_was_learned, "vetoes.drawn differ"),
        ("slip.silent-write", assert_only_events_write, "draws.made differ from what the events say"),
        ("slip.silent-write", assert_sound, "draws.made differ from what the events say"),
        ("slip.open-hand", assert_nothing_leaks, "omen.round in the view of"),
        ("slip.rumor", assert_nothing_told, 'is told "They say that '),
        ("slip.rumor", assert_sound, 'is told "They say that '),
        ("slip.lost-coin", lambda game: assert_lawful_at_every_event(game, since="round-began"), "bids-revealed"),
        ("slip.endless", lambda game: assert_ends(game, most=600), "it is not over after 600 more choices"),
    ],
)
def test_a_slip_is_caught_by_name(slip, check, message):
    book = dice(slip)

    def check_many():
        for seed in range(20):
            check(position(book, seed=seed, skip=30))

    with pytest.raises(LawBroken) as caught:
        check_many()
    assert message in str(caught.value)


def test_a_message_names_the_law_the_last_choice_and_the_scenario():
    game = Game.start(dice("slip.lost-coin"), ["red", "blue"], seed=0)
    game.submit("red", Bid(0))
    game.submit("blue", Bid(3))

    with pytest.raises(LawBroken) as caught:
        assert_lawful(game)

    first, second, _, third, *_ = str(caught.value).splitlines()
    assert f'The law "{COINS}" is broken: 12 coins were dealt, 11 are there.' == first
    assert second.startswith("The last choice was that of blue: bid 3. Bids are revealed: ")
    assert "This scenario plays the game again:" == third
    assert (COINS,) == caught.value.laws


def test_a_refusal_is_asserted_with_its_rule():
    game = Game.start(dice(), ["red", "blue"])

    assert_refused(game, "red", Bid(9), by="dice.bid.limit")
    with pytest.raises(AssertionError, match=r"expected a refusal by dice\.victory; red: .* \(dice\.bid\.limit\)"):
        assert_refused(game, "red", Bid(9), by="dice.victory")
    with pytest.raises(AssertionError, match="red may choose bid 1, which was to be refused"):
        assert_refused(game, "red", Bid(1))


# ------------------------------------------------------------------ a failing game, played again

HOUSE = """
[options."dice.gifts"]
most = 2
[decks.cards]
veto = 5
[[permission]]
title = "Nobody climbs the tower"
forbid = "place.into"
when = { slot = "tower" }
[[effect]]
title = "Bids are half as high"
quantity = "bid.limit"
multiply = "1/2"
"""


def replayed(text: str) -> tuple[str, ...]:
    (report,) = run_scenario(parse_scenario(text, library=library()), library=library())
    return report.differences


@pytest.mark.parametrize("more", ["", '[options."dice.gifts"]\nmost = 2\n[decks.cards]\nveto = 5\n'])
def test_the_scenario_of_a_failing_game_fails_by_the_same_law_and_passes_once_the_bug_is_gone(more):
    book = dice("dice.gifts", "slip.lost-coin", more=more)

    game = find(games(book), lambda game: COINS in broken_laws(game), settings=FEW)
    text = scenario_of(game)

    (difference,) = replayed(text)
    assert f"broken is {COINS}: " in difference
    assert () == replayed(text.replace('"dice.gifts", "slip.lost-coin"', '"dice.gifts"'))


@pytest.mark.parametrize(
    ("slip", "check", "law"),
    [
        ("slip.forgetful", assert_views_are_what_was_learned, SAW),
        ("slip.open-hand", assert_nothing_leaks, LEAKS),
        ("slip.rumor", assert_nothing_told, TOLD),
    ],
)
def test_the_scenario_of_a_game_that_tells_too_much_or_too_little_fails_by_the_same_law(slip, check, law):
    """It used to hold, since a scenario asked for the laws of the rule modules alone."""

    def check_many():
        for seed in range(20):
            check(position(dice(slip), seed=seed, skip=30))

    with pytest.raises(LawBroken) as caught:
        check_many()

    (difference,) = replayed(caught.value.scenario)
    assert f"broken is {law}: " in difference


def test_a_public_event_that_names_a_treachery_card_is_caught():
    text = '[ruleset]\nid = "told"\ntitle = "Told"\nextends = "gf9-2019-basic"\n[rules]\nadd = ["slip.card-rumor"]\n'
    game = position(dunerules.loads(text, library=library()), seed=1, when={"phase": "bidding"})

    with pytest.raises(LawBroken, match="and sees nothing else of the difference") as caught:
        assert_nothing_told(game)
    assert (TOLD,) == caught.value.laws


@settings(max_examples=4)
@given(games("ah-1979-advanced", start=positions("ah-1979-advanced", skip=40), most=0))
def test_no_event_of_dune_names_what_stays_hidden(game):
    assert_nothing_told(game, one_in=2)


def test_what_is_told_of_hidden_things_that_come_to_light_breaks_no_law():
    """Hands are laid down at the end, and a card that one seat alone may look at is told to it and hidden again."""
    for seed in range(4):
        assert_nothing_told(dunerules.play_out(position(dice("dice.gifts", "slip.peek"), seed=seed)))


def test_house_rules_of_a_drawn_composition_stand_in_the_scenario():
    book = dice("dice.gifts", more=HOUSE)
    game = position(book, seed=2, skip=6)

    text = scenario_of(game)

    assert () == replayed(text)
    assert 'rules = { add = ["dice.gifts"] }' in text
    assert 'options = { "dice.gifts" = { most = 2 } }' in text


@settings(max_examples=6)
@given(positions("gf9-2019-advanced"))
def test_every_game_of_dune_can_be_written_as_a_scenario(game):
    assert () == replayed(scenario_of(game))


def test_a_crash_is_told_with_a_scenario_that_crashes_again():
    with pytest.raises(ZeroDivisionError) as crash:
        find(games(dice("slip.crash")), lambda game: False, settings=FEW)

    (note,) = (note for note in crash.value.__notes__ if "plays the game" in note)
    with pytest.raises(ZeroDivisionError, match="three coins"):
        replayed(note.partition("\n\n")[2])


# ------------------------------------------------------------------ the machine


def test_the_machine_passes_with_sound_rules_and_catches_a_slip():
    few = settings(max_examples=15, stateful_step_count=12, deadline=None, derandomize=True, database=None)
    run_state_machine_as_test(game_machine(dice("dice.gifts")), settings=few)

    with pytest.raises(LawBroken, match=COINS):
        run_state_machine_as_test(game_machine(dice("slip.lost-coin")), settings=settings(few, phases=[Phase.generate]))


def test_nothing_is_found_where_nothing_is_broken():
    with pytest.raises(NoSuchExample):
        find(games(dice()), broken_laws, settings=settings(FEW, max_examples=10))


# ------------------------------------------------------------------ laws of every game


def with_flow(game: Game, **changes: object) -> Game:
    """The game with another flow, and the decisions that are open in it."""
    flow = attrs.evolve(game[Flow], **changes)
    places = {(decision.seat, decision.number): decision.space for decision in game.decisions}
    spaces = {place: space for place, space in places.items() if place in flow.asks}
    return Game(game.rulebook, game.header, State({**game.state.tables, Flow: flow}), spaces, game.history)


def test_a_game_that_asks_nobody_and_is_not_over_breaks_a_law():
    assert [NO_QUESTION] == list(broken_laws(with_flow(Game.start(dice()), asks={})))


def test_a_game_that_is_over_and_goes_on_breaks_a_law():
    game = with_flow(Game.start(dice()), outcome=Outcome((), "Enough."))

    assert ONE_AGENDA in broken_laws(game)


def test_a_question_without_an_answer_breaks_a_law():
    game = Game.start(dice(), ["red", "blue"])
    spaces = {(decision.seat, decision.number): Range(1, 0) for decision in game.decisions}

    broken = broken_laws(Game(game.rulebook, game.header, game.state, spaces, game.history))

    assert {NO_EMPTY_DECISION: 'blue is asked for "bid" and has nothing to choose'} == broken
