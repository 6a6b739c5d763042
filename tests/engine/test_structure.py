"""Reading TOML strictly: what is taken, and the whole message of every refusal."""

from __future__ import annotations

import datetime
from contextlib import suppress
from fractions import Fraction

import pytest
from attrs import field, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from dunerules.engine.declarations import ModuleFile, Reference, RulesetFile
from dunerules.engine.errors import RulesetError
from dunerules.engine.structure import LARGEST_FILE, parse_toml, read_toml, structure

RULESET = '[ruleset]\nid = "friday"\ntitle = "Friday"\n'
MODULE = '[module]\nid = "dice.core"\ntitle = "Core"\nlayer = "general"\n'
EFFECT = '[[effect]]\ntitle = "More"\nquantity = "hand.limit"\n'
OPTION = '[options.speed]\ntitle = "Speed"\n'


def ruleset(text: str) -> RulesetFile:
    return structure(RulesetFile, parse_toml(text, "friday.toml"), "friday.toml")


def module(text: str) -> ModuleFile:
    return structure(ModuleFile, parse_toml(text, "core.toml"), "core.toml")


def refusal(read, *arguments) -> str:
    with pytest.raises(RulesetError) as caught:
        read(*arguments)
    return str(caught.value)


def test_numbers_are_read_exactly_whichever_way_they_are_written():
    effect = ruleset(
        RULESET + EFFECT + 'add = 0.1\nset = 3\nmultiply = "1/3"\nmin = { quantity = "x" }\nmax = { option = "a/b" }\n'
    ).effect[0]

    assert (Fraction(1, 10), 3, Fraction(1, 3)) == (effect.add, effect.set, effect.multiply)
    assert (Reference(quantity="x"), Reference(option="a/b")) == (effect.min, effect.max)


def test_conditions_take_words_numbers_truth_and_lists_of_them():
    effect = ruleset(RULESET + EFFECT + 'add = 1\nwhen = { seat = ["red", 2, true], round = 3, open = false }').effect[
        0
    ]

    assert effect.when == {"seat": ("red", 2, True), "round": 3, "open": False}


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path):
    path = tmp_path / "friday.toml"
    path.write_bytes(b"\xef\xbb\xbf" + RULESET.encode())

    assert read_toml(path, "friday.toml")["ruleset"]["id"] == "friday"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('a = 1\nb = "', "friday.toml: line 2: a text begins with a quote and does not end with one."),
        ("a = 1\nb c\n",
         'friday.toml: line 2, column 3: expected "=" behind the name.\n  Each line has one  name = value.'),
        ("[a]\nx = inf", "friday.toml: a.x: expected a plain number, found inf."),
        ('x = [1, -nan]\n"a b" = 1e999999999', 'friday.toml: x[1]: expected a plain number, found -nan.\n'
         'friday.toml: "a b": expected a plain number, found 1e999999999.'),
        ("x = 99999999999999999999",
         "friday.toml: x: expected a number of at most 9223372036854775807, found a larger one."),
        ("x = " + "9" * 5000, "friday.toml: a number has too many digits."),
        ("x = " + "[" * 5000, "friday.toml: lists or tables are nested too deeply."),
    ],
)  # fmt: skip
def test_what_is_no_toml_of_ours_is_refused_with_its_place(text, message):
    assert message == refusal(parse_toml, text, "friday.toml")


def test_a_missing_file_is_refused(tmp_path):
    assert refusal(read_toml, tmp_path / "f.toml", "f.toml") == "f.toml: there is no such file."
    assert refusal(read_toml, tmp_path, "f.toml") == "f.toml: there is no such file."


def test_a_file_that_is_no_text_is_refused_with_its_line(tmp_path):
    path = tmp_path / "f.toml"
    path.write_bytes(b'a = 1\nb = "\xff"')

    assert refusal(read_toml, path, "f.toml") == "f.toml: line 2: the file is not UTF-8 text."


def test_a_huge_file_is_refused(tmp_path):
    path = tmp_path / "f.toml"
    path.write_bytes(b"#" * (LARGEST_FILE + 1))

    assert refusal(read_toml, path, "f.toml") == "f.toml: the file is larger than 2000000 bytes."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[ruleset]\nid = 5\ntitle = true", "ruleset.id: expected a text, found 5.\n"
         "friday.toml: ruleset.title: expected a text, found true."),
        ("ruleset = 5", "ruleset: expected a table, found 5."),
        ("", "ruleset: is missing.\n"
         "  Begin the file with the line  [ruleset]  and write  id, title  and  extends  below it."),
        ('[ruleset]\nid = "Friday Night"', "ruleset.title: is missing.\nfriday.toml: ruleset.id: "
         'expected a name in lower case, such as round.first-bid, found "Friday Night".\n'
         '  Write  id = "friday-night".'),
        (RULESET + "extend = 'x'", 'ruleset.extend: "extend" is not a key of ruleset.\n  Did you mean "extends"?'),
        (RULESET + "[rule]", 'rule: "rule" is not a key of this file.\n  Did you mean "rules"?'),
        (RULESET + "[rules]\nadd = 'x'", 'rules.add: expected a list, found "x".\n  Put it into brackets:  ["x"].'),
        (RULESET + "[rules]\nadd = ['x', 1979-01-01]", "rules.add[1]: expected a text, found a date."),
        (RULESET + "[options.'a.b']\nx = 1.5",
         'options."a.b".x: expected true or false, a whole number or a text, found 1.5.'),
        (RULESET + "[decks.loot]\ngold = true\ngem = -1", "decks.loot.gold: expected a whole number, found true."),
        (RULESET + "[decks.loot]\ngold = -1", "decks.loot.gold: expected 0 or more copies, found -1."),
        (RULESET + "[factions]\nred = 1", "factions.red: expected a table, found 1."),
        (RULESET + EFFECT, 'effect[0]: the effect changes nothing: expected at least one of '
         '"set", "add", "multiply", "round", "min" or "max".'),
        (RULESET + EFFECT + "round = 'upp'",
         'effect[0].round: expected "up", "down" or "nearest", found "upp".\n  Did you mean "up"?'),
        (RULESET + EFFECT + "add = 'much'", 'effect[0].add: expected a number, a fraction such as "1/2", '
         'or a table { option = ... } or { quantity = ... }, found "much".'),
        (RULESET + EFFECT + "add = {}", 'effect[0].add: expected exactly one of "option" and "quantity".'),
        (RULESET + EFFECT + "add = { option = 'x' }",
         'effect[0].add.option: expected module and key, such as my.module/key, found "x".'),
        (RULESET + EFFECT + "add = 1\nwhen = { seat = [1, {}] }",
         "effect[0].when.seat[1]: expected a text, a whole number or true or false, found a table."),
        (RULESET + "[[permission]]\ntitle = 'x'",
         'permission[0]: expected exactly one of "allow" and "forbid", found neither.'),
        (RULESET + "[[permission]]\ntitle = 'x'\nallow = 'a'\nforbid = 'a'",
         'permission[0]: expected exactly one of "allow" and "forbid", found both.'),
        (RULESET + "[[step]]\nprocedure = 'turn'\ninsert = 'a'\nafter = 'b'\nbefore = 'c'",
         'step[0]: expected "insert" or "move" with "after" or "before", "replace" with "by", or "remove", '
         'found "insert" and "after" and "before".'),
        (RULESET + "[[step]]\nprocedure = 'turn'", 'step[0]: expected "insert" or "move" with "after" or "before", '
         '"replace" with "by", or "remove", found none of them.'),
    ],
)  # fmt: skip
def test_a_wrong_ruleset_is_refused_in_words(text, message):
    assert f"friday.toml: {message}" == refusal(ruleset, text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[module]\nid = 'a'\ntitle = 'A'\nlayer = 'generel'", 'module.layer: expected "general", "edition", "option", '
         '"faction", "card" or "house", found "generel".\n  Did you mean "general"?'),
        (MODULE + OPTION + "type = 'int'\ndefault = 9\nmin = 1\nmax = 5",
         "options.speed.default: expected a whole number from 1 to 5, found 9."),
        (MODULE + OPTION + "type = 'int'\ndefault = true\nmin = 1",
         "options.speed.default: expected a whole number of at least 1, found true."),
        (MODULE + OPTION + "type = 'int'\ndefault = 5\nmax = 4",
         "options.speed.default: expected a whole number of at most 4, found 5."),
        (MODULE + OPTION + "type = 'int'\ndefault = 2\nmin = 3\nmax = 1",
         "options.speed.min: expected at most max, which is 1, found 3."),
        (MODULE + OPTION + "type = 'bool'\ndefault = 1\nmin = 0\nchoices = ['a']",
         'options.speed.min: only an option of type "int" has bounds, this one is of type "bool".\n'
         'core.toml: options.speed.choices: only an option of type "choice" has choices, this one is of type "bool".\n'
         "core.toml: options.speed.default: expected true or false, found 1."),
        (MODULE + OPTION + "type = 'choice'\ndefault = 'fats'\nchoices = ['fast', 'slow']",
         'options.speed.default: expected "fast" or "slow", found "fats".\n  Did you mean "fast"?'),
        (MODULE + OPTION + "type = 'choice'\ndefault = 'fast'",
         'options.speed.choices: an option of type "choice" needs at least one word here.'),
    ],
)  # fmt: skip
def test_a_wrong_module_is_refused_in_words(text, message):
    assert f"core.toml: {message}" == refusal(module, text)


def test_all_problems_of_a_file_are_told_together():
    text = (
        RULESET
        + "[rules]\nadd = [1]\n[decks.loot]\ngold = -1\n[[effect]]\nquantity = 'x'\nadd = 1\n"
        + "[[permission]]\ntitle = 'x'"
    )

    assert [line.split(": ")[1] for line in refusal(ruleset, text).splitlines()] == [
        "rules.add[0]",
        "effect[0].title",
        "permission[0]",
        "decks.loot.gold",
    ]


@frozen
class Card:
    """A component as a module's Python declares one."""

    strength: int = field()
    pair: tuple[str, int] = ("x", 1)
    tags: frozenset[str] = frozenset()

    @strength.validator
    def _check(self, attribute, value):
        if value < 0:
            raise ValueError("a card has no negative strength.")


def test_classes_of_components_are_read_with_the_same_care():
    data = {"strength": 2, "pair": ["y", 2], "tags": ["a"]}

    assert Card(2, ("y", 2), frozenset({"a"})) == structure(Card, data, "f.toml")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"strength": -1}, "f.toml: components.card.ace: a card has no negative strength."),
        ({"strength": 1, "pair": ["x"]}, "f.toml: components.card.ace.pair: expected a list of 2, found one of 1."),
        (
            {"strength": 1, "tags": "x"},
            'f.toml: components.card.ace.tags: expected a list, found "x".\n  Put it into brackets:  ["x"].',
        ),
    ],
)
def test_a_wrong_component_is_refused_at_its_path(data, message):
    with pytest.raises(RulesetError) as caught:
        structure(Card, data, "f.toml", path="components.card.ace")

    assert message == str(caught.value)


KEYS = st.sampled_from(
    ["ruleset", "module", "rules", "options", "effect", "step", "decks", "id", "title", "add", "when", "set", "x.y", ""]
)
SCALARS = st.one_of(
    st.booleans(), st.integers(), st.fractions(), st.text(max_size=5), st.just(datetime.date(1979, 1, 1))
)
JUNK = st.dictionaries(
    KEYS,
    st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4)),
    max_size=6,
)


@given(data=JUNK, cls=st.sampled_from([RulesetFile, ModuleFile]))
@settings(derandomize=True, max_examples=300, deadline=None, database=None)
def test_junk_is_refused_and_never_crashes(data, cls):
    with suppress(RulesetError):
        structure(cls, data, "junk.toml")


@given(text=st.text(alphabet='[]{}"=.\n#ainf019e-+_,: ', max_size=40))
@settings(derandomize=True, max_examples=300, deadline=None, database=None)
def test_junk_text_is_refused_and_never_crashes(text):
    with suppress(RulesetError):
        parse_toml(text, "junk.toml")
