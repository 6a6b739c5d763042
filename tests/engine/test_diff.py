"""Differences between rulesets, in words."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import attrs
import pytest
from small_rules import library_of, module

import dunerules
from dunerules import Library, RulesetDiff, loads
from dunerules.engine.diff import Difference, Line
from dunerules.engine.diff_orders import _common
from dunerules.rules import step

HOUSE = """
[ruleset]
id = "house"
title = "House"
extends = "dice-feud"
"""
NAMES = ("dice-feud", "dice-feud-long", "gf9-2019-basic", "gf9-2019-advanced", "ah-1979-basic", "ah-1979-optional")


@cache
def book(name: str) -> dunerules.Rulebook:
    return dunerules.load(name)


def house(more: str, *, library: Library | None = None) -> dunerules.Rulebook:
    return loads(HOUSE + more, library=library)


def found(more: str, *, library: Library | None = None) -> tuple[Difference, ...]:
    """How a house ruleset differs from the dice game it extends."""
    base = dunerules.load("dice-feud", library=library)
    return dunerules.diff(base, house(more, library=library)).differences


def texts(lines: tuple[Line, ...]) -> list[str]:
    return [line.text for line in lines]


@pytest.mark.parametrize("name", NAMES)
def test_a_ruleset_does_not_differ_from_itself(name: str) -> None:
    compared = dunerules.diff(book(name), book(name))

    assert () == compared.differences
    assert not compared


@pytest.mark.parametrize(("left", "right"), list(combinations(NAMES, 2)))
def test_seen_from_the_other_side_the_differences_are_the_same(left: str, right: str) -> None:
    ours, theirs = book(left), book(right)

    assert dunerules.diff(ours, theirs).mirrored() == dunerules.diff(theirs, ours)


def test_phases_that_two_rulesets_call_otherwise_have_both_names() -> None:
    titles = dunerules.diff(book("ah-1979-basic"), book("gf9-2019-basic")).phases

    assert "Spice blow / Spice blow and nexus" == titles["spice-blow"]
    assert "Storm" == titles["storm"]


def test_a_ruleset_that_says_nothing_has_the_rules_that_it_extends() -> None:
    assert () == found("")


def test_a_number_is_told_with_the_effect_that_makes_it_and_its_condition() -> None:
    (one,) = found("""
[[effect]]
title = "Late dice count"
quantity = "slot.worth"
when = { slot = "tower", round = [1, 2] }
unless = { round = 3 }
add = "1/2"
cites = ["dice.score.last-round"]
""")

    assert ("number", ("slot.worth",), "Points for a slot") == (one.part, one.about, one.title)
    assert (Line("1", ("dice.score.slots",)),) == one.left
    assert (
        Line("1", ("dice.score.slots",)),
        Line(
            "0.5 more: Late dice count, when round is 1 or 2 and slot is The tower, unless round is 3",
            ("dice.score.last-round",),
        ),
    ) == one.right


def test_a_number_that_is_set_for_all_is_told_without_the_one_it_replaces() -> None:
    (one,) = found('[[effect]]\ntitle = "Short"\nquantity = "rounds"\nset = 2\nmax = 4')

    assert (["3"], ["2: Short", "at most 4: Short"]) == (texts(one.left), texts(one.right))


def test_a_number_that_rule_code_finds_does_not_start_from_the_declared_one() -> None:
    house = '[ruleset]\nid = "h"\ntitle = "H"\nextends = "gf9-2019-advanced"\n'
    effect = '[[effect]]\ntitle = "Twice"\nquantity = "revival.leader-cost"\nmultiply = 2\n'

    (found,) = dunerules.diff("gf9-2019-advanced", dunerules.loads(house + effect)).differences

    start = "as many as the position says: The fighting strength"
    assert [start] == [line.text for line in found.left]
    assert [start, "times 2: Twice"] == [line.text for line in found.right]


def test_a_number_that_is_taken_from_another_names_it() -> None:
    (one,) = found('[[effect]]\ntitle = "Bold"\nquantity = "hand.limit"\nset = { quantity = "bid.limit" }')

    assert ['as many as "The most that a seat may bid": Bold'] == texts(one.right)


def test_the_number_one_is_not_taken_for_true() -> None:
    (one,) = found('[[effect]]\ntitle = "Rich"\nquantity = "dice.rolled"\nwhen = { round = 1 }\nset = 3')

    assert "3: Rich, when round is 1" == one.right[-1].text


def test_what_is_forbidden_stands_beside_what_is_said_else() -> None:
    (one,) = found('[[permission]]\ntitle = "No gate"\nforbid = "place.into"\nwhen = { slot = "gate" }')

    assert ("permission", "place", "Put a die into a slot") == (one.part, one.phase, one.title)
    assert ["allowed: unless a rule says otherwise"] == texts(one.left)
    assert ["forbidden: No gate, when slot is The gate"] == texts(one.right)


def test_a_rule_module_is_told_by_its_text_and_its_rules() -> None:
    (one,) = found('[rules]\nadd = ["dice.gifts"]')

    assert ("rule", ("dice.gifts",), ()) == (one.part, one.about, one.left)
    assert (Line("Gifts of coins: A seat may give coins to another at any time.", ("dice.gifts",)),) == one.right


def test_an_option_is_told_by_its_title_and_both_values() -> None:
    option, number = found('[options."dice.bidding"]\nlimit = 8')

    assert ("option", "The most that may be bid") == (option.part, option.title)
    assert (["4"], ["8"]) == (texts(option.left), texts(option.right))
    assert (["4"], ["8"]) == (texts(number.left), texts(number.right))


def test_cards_and_components_are_counted_and_compared_field_by_field() -> None:
    jade, white, deck = found("""
[decks.cards]
veto = 6
charm = 0
[factions.jade]
coins = 6
[factions.white]
title = "White"
side = "dawn"
coins = 5
""")[:3]

    assert (("faction/white",), "Faction", (), ["White"]) == (jade.about, jade.title, jade.left, texts(jade.right))
    assert ("Faction Jade", ["coins: 4"], ["coins: 6"]) == (white.title, texts(white.left), texts(white.right))
    assert "deck" == deck.part
    assert ["0 Charm", "6 Veto"] == texts(deck.right)


def shout(tx: object) -> None:
    """Everybody shouts.

    At the top of one's voice.
    """


@cache
def loud_library() -> Library:
    loud = module("loud", "", step("shout")(shout), head='requires = ["dice.feud"]')
    return library_of(loud, base=Library.installed())


def test_a_step_is_told_by_what_its_code_says_and_what_it_follows() -> None:
    changes = found(
        '[rules]\nadd = ["loud"]\n[[step]]\nprocedure = "rounds"\ninsert = "shout"\nafter = "roll"\n'
        'cites = ["dice.roll"]',
        library=loud_library(),
    )
    order = changes[-1]

    assert ("order", ("rounds",), "The rounds", ()) == (order.part, order.about, order.title, order.left)
    assert (Line('Everybody shouts: after "Roll dice"', ("dice.roll",)),) == order.right


def test_a_step_that_has_moved_is_told_on_both_sides() -> None:
    early, late = (
        house(
            f'[rules]\nadd = ["loud"]\n[[step]]\nprocedure = "rounds"\ninsert = "shout"\n{where}',
            library=loud_library(),
        )
        for where in ('before = "round.begin"', 'after = "place"')
    )
    (order,) = dunerules.diff(early, late).differences

    assert ['Everybody shouts: before "round begin"'] == texts(order.left)
    assert ['Everybody shouts: after "Put dice into slots"'] == texts(order.right)


@pytest.mark.parametrize(
    ("one", "other", "kept"),
    [("abc", "abc", "abc"), ("abc", "axc", "ac"), ("ab", "ba", "b"), ("", "ab", ""), ("abcd", "bcda", "bcd")],
)
def test_steps_keep_their_place_if_most_others_do(one: str, other: str, kept: str) -> None:
    assert frozenset(kept) == _common(tuple(one), tuple(other)) == _common(tuple(other), tuple(one))


def test_rules_about_the_same_thing_stand_side_by_side() -> None:
    rules = [
        one for one in dunerules.diff(book("ah-1979-basic"), book("gf9-2019-basic")).differences if one.part == "rule"
    ]
    pairs = [one.about for one in rules if one.left and one.right]

    assert ("ah-1979.nexus", "gf9-2019.nexus") in pairs
    assert ("ah-1979.turn", "gf9-2019.turn") in pairs


def test_each_side_quotes_the_rules_of_its_own_edition() -> None:
    compared = dunerules.diff(book("ah-1979-basic"), book("gf9-2019-basic"))
    (turns,) = [one for one in compared.differences if one.about == ("turn.limit",)]

    assert (Line("15", ("ah79.general.turn-limit",)),) == turns.left
    assert (Line("10", ("gf9.general.turn-limit",)),) == turns.right


def test_phases_come_in_the_order_of_play_under_their_titles() -> None:
    compared = dunerules.diff("dice-feud", "dice-feud-long")

    assert ["The whole game", "Roll dice", "Bid for the first turn", "Put dice into slots", "Score"] == [
        title for title, _ in compared.by_phase()
    ]


def test_every_difference_belongs_to_a_phase_that_is_told() -> None:
    compared = dunerules.diff(book("ah-1979-advanced"), book("gf9-2019-advanced"))

    assert len(compared.differences) == sum(len(found) for _, found in compared.by_phase())


def test_names_and_braces_of_files_are_not_shown_to_readers() -> None:
    """A reader gets words: no dotted names besides the ids of rules, and nothing left in braces."""
    for pair in (("ah-1979-basic", "gf9-2019-basic"), ("ah-1979-advanced", "gf9-2019-advanced")):
        for one in dunerules.diff(*map(book, pair)).differences:
            for line in (*one.left, *one.right):
                assert "{" not in line.text, line
                assert not [name for name in one.about if "." in name and name in line.text], line


def test_a_diff_is_plain_data() -> None:
    data = attrs.asdict(dunerules.diff("dice-feud", "dice-feud-long"))

    assert {"left", "right", "differences", "phases"} == set(data)
    assert isinstance(dunerules.diff("dice-feud", "dice-feud"), RulesetDiff)
