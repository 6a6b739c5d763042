"""Passages: the words of rule modules, with the numbers of a ruleset filled in."""

from __future__ import annotations

import pytest
from small_rules import base, compiled, library_of, module, procedure, ruleset

from dunerules import RulesetError, loads
from dunerules.engine.passages import PassageError, filled, module_text, whole_text, written
from dunerules.rules import effect, fact

RULES = """
[options.most]
title = "The most"
type = "int"
default = 3

[options.kind]
title = "How"
type = "choice"
choices = ["at-once", "later"]
default = "at-once"

[[quantity]]
id = "hand.limit"
title = "Cards in a hand"
base = 4
needs = ["seat"]

[[effect]]
title = "Red holds more"
quantity = "hand.limit"
when = { seat = "red" }
set = 8

[[effect]]
title = "At night nobody holds much"
quantity = "hand.limit"
when = { night = true }
max = 2

[[quantity]]
id = "rate"
title = "The rate"
base = "1/2"
fraction = true

[[quantity]]
id = "double.rate"
title = "Twice the rate"
base = { quantity = "rate" }

[[effect]]
title = "Doubled"
quantity = "double.rate"
multiply = 2

[[quantity]]
id = "luck"
title = "Luck"
base = 0

[decks.trumps]
joker = 2
king = 3
"""


@fact("night", values="bool")
def is_night(look, ctx, value):
    return value is False


@effect("luck", stage="set", title="As the wind blows")
def as_it_blows(look, ctx):
    return 3


def book(text: str = "", more: str = "", *, passages: str = "", house: str = ""):
    rules = module(
        "small.rules",
        passages + RULES + more + procedure("game"),
        is_night,
        as_it_blows,
        head=f'text = "{text}"\n' if text else "",
    )
    return compiled(base(), rules, more=house)


def text_of(template: str, **kwargs: str) -> str:
    return module_text(book(template, **kwargs), "small.rules")


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("Hold {hand.limit}.", "Hold 4."),
        ("Red holds {hand.limit seat=red}.", "Red holds 8."),
        ("Blue holds {hand.limit seat=blue}.", "Blue holds 4."),
        ("At night red holds {hand.limit seat=red night=true}.", "At night red holds 2."),
        ("Hold {hand.limit:card|cards}, pay {double.rate:coin|coins}.", "Hold 4 cards, pay 1 coin."),
        ("Pay {rate:part} of it, or {rate}.", "Pay half of it, or ½."),
        ("From the {hand.limit:nth} on, {double.rate:times} a turn.", "From the 4th on, once a turn."),
        ("{deck trumps} cards, {deck trumps joker} of them jokers.", "5 cards, 2 of them jokers."),
        ("Up to {option most:card|cards}, {option kind}.", "Up to 3 cards, at once."),
        ("Beware of {title faction red}.", "Beware of red."),
        ("Braces are {{doubled}}.", "Braces are {doubled}."),
    ],
)
def test_words_in_braces_are_what_the_ruleset_says(template, expected):
    assert expected == text_of(template)


@pytest.mark.parametrize(
    ("number", "form", "expected"),
    [
        (1, "nth", "1st"),
        (2, "nth", "2nd"),
        (3, "nth", "3rd"),
        (11, "nth", "11th"),
        (22, "nth", "22nd"),
        (112, "nth", "112th"),
    ],
)
def test_ordinals_are_written_as_people_do(number, form, expected):
    assert expected == written(number, form)


@pytest.mark.parametrize(("number", "expected"), [(0, "nothing"), (1, "all"), (2, "twice"), (3, "3 times")])
def test_parts_are_written_as_people_do(number, expected):
    assert expected == written(number, "part")


def test_a_house_rule_changes_the_sentence():
    house = '[[effect]]\ntitle = "More"\nquantity = "hand.limit"\nadd = 2\n'

    assert "Hold 6, red 10." == text_of("Hold {hand.limit}, red {hand.limit seat=red}.", house=house)


def test_a_passage_is_said_where_its_condition_holds():
    passages = """
[[passage]]
text = "It comes at once."
when = { option = "small.rules/kind=at-once" }

[[passage]]
text = "It comes later, {hand.limit} of it."
unless = { option = "small.rules/kind=at-once" }
"""

    assert "So. It comes at once." == text_of("So.", passages=passages)
    later = '[options."small.rules"]\nkind = "later"\n'
    assert "So. It comes later, 4 of it." == text_of("So.", passages=passages, house=later)


def test_a_bundle_says_what_its_parts_say():
    part = module("small.part", head='text = "The part."\n')
    bundle = module("small.bundle", procedure("game"), head='text = "The bundle."\nincludes = ["small.part"]\n')

    rulebook = loads(ruleset(["small.base", "small.bundle"]), library=library_of(base(), part, bundle))

    assert "The bundle." == module_text(rulebook, "small.bundle")
    assert "The bundle. The part." == whole_text(rulebook, "small.bundle")


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("{hand.limits}", '"hand.limits" is not a quantity.\n  Did you mean "hand.limit"?'),
        ("{hand.limit saet=red}", '"saet" is not a fact.\n  Did you mean "seat"?'),
        ("{hand.limit seat=rde}", '"rde" is not a faction.\n  Did you mean "red"?'),
        ("{hand.limit red}", '"hand.limit red": expected fact=value, found "red".'),
        ("{luck}", '"luck" is found in play, so that no text can tell it.'),
        ("{deck trump}", '"trump" is not a deck.\n  Did you mean "trumps"?'),
        ("{title faction rde}", '"rde" is not a faction.\n  Did you mean "red"?'),
        ("{title factoin red}", '"factoin" is not a kind of component.\n  Did you mean "faction"?'),
        ("{title faction}", '"title faction": expected the kind and the id of a component, and no form.'),
        ("{option mots}", '"mots" is not an option of "small.rules".\n  Did you mean "most"?'),
        (
            "{hand.limit:cards}",
            '"cards" is not a way to write a number.\n'
            '  Known: "part", "nth", "times", and a noun in singular and plural, such as "card|cards".',
        ),
        ("{hand.limit", 'The braces in "{hand.limit" do not match.\n  Double a brace to show it.'),
        ("{}", '"{}" does not say what it stands for.\n  Double a brace to show it.'),
    ],
)
def test_a_text_that_stands_for_nothing_is_refused_when_the_ruleset_is_loaded(template, message):
    with pytest.raises(RulesetError) as caught:
        book(template)

    assert f"small.rules.toml: module.text: {message}" == str(caught.value)


def test_a_passage_asks_only_what_a_ruleset_decides():
    with pytest.raises(RulesetError) as caught:
        book(passages='[[passage]]\ntext = "At night."\nwhen = { night = true }\n')

    expected = 'small.rules.toml: passage[0].when.night: "night" is not a fact.\n  Known: "module", "option".'
    assert expected == str(caught.value)


def test_the_text_of_a_ruleset_is_checked_too():
    text = ruleset(["small.base", "small.rules"]).replace("[rules]", 'text = "{turns}"\n[rules]')
    library = library_of(base(), module("small.rules", procedure("game")))

    with pytest.raises(RulesetError) as caught:
        loads(text, library=library, shown="small.toml")

    assert str(caught.value).startswith('small.toml: ruleset.text: "turns" is not a quantity.')


def test_pieces_of_a_text_tell_what_was_filled_in():
    rulebook = book("x")

    spans = filled(rulebook, "Hold {hand.limit} cards.")

    assert [("Hold ", None), ("4", "hand.limit"), (" cards.", None)] == [
        (span.text, span.place and span.place.name) for span in spans
    ]


def test_an_unknown_form_is_refused():
    with pytest.raises(PassageError):
        written(3, "roman")
