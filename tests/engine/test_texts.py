"""The space of texts: what is a text, how many there are, and how one that is none is refused."""

from __future__ import annotations

import json
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunerules.engine.chance import Rng, keyed
from dunerules.engine.errors import Denial
from dunerules.engine.spaces import EmptySpace
from dunerules.engine.texts import ALPHABET, RANGES, Text, character_at, is_printable


def refusal(space, value):
    denial = space.denial(value)
    return denial and denial.reason


@pytest.mark.parametrize("text", ["a", "I stay out of the tower!", "Grüße", "砂漠", "𓅥", "x" * 30])
def test_a_printable_line_is_a_text(text):
    space = Text(30)

    assert space.contains(text)
    assert space.denial(text) is None


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("", "the note must have from 1 to 5 characters, not 0"),
        ("abcdef", "the note must have from 1 to 5 characters, not 6"),
        ("a\nb", "the note must be one line of printable characters, without '\\n'"),
        ("a\x1b[2J", "the note must be one line of printable characters, without '\\x1b'"),
        ("\u202eab", "the note must be one line of printable characters, without '\\u202e'"),
        ("\ud800", "the note must be one line of printable characters, without '\\ud800'"),
        ("a\u2028", "the note must be one line of printable characters, without '\\u2028'"),
        (5, "the note must be a text, not 5"),
        (None, "the note must be a text, not None"),
        (b"abc", "the note must be a text, not b'abc'"),
    ],
)
def test_anything_else_is_refused_with_the_reason(value, reason):
    space = Text(5, noun="note", cites=("test.note",))

    assert Denial(reason, ("test.note",)) == space.denial(value)
    assert not space.contains(value)


def test_a_subclass_of_a_text_is_no_text():
    class Loud(str):
        __slots__ = ()

    assert not Text(5).contains(Loud("abc"))


def test_without_a_character_there_is_no_text():
    space = Text(0)

    assert space.is_empty()
    assert 0 == space.count()
    assert [] == list(space)
    assert "no text is possible" == refusal(space, "a")
    with pytest.raises(EmptySpace):
        space.sample(Rng(1))


def test_the_count_is_exact_and_capped():
    assert ALPHABET == sum(last - first + 1 for first, last in RANGES)
    assert ALPHABET + ALPHABET**2 == Text(2).count()
    assert ALPHABET + 5 == Text(2).count(ALPHABET + 5)
    assert 7 == Text(10**9).count(7)


def test_texts_come_lazily_the_shortest_first():
    space = Text(10**6)

    first = list(islice(space, ALPHABET + 2))

    assert [" ", "!", '"'] == first[:3]
    assert ["  ", " !"] == first[ALPHABET:]
    assert len(first) == len(set(first))


def test_the_numbers_of_characters_run_through_all_ranges():
    expected, found, before = [], [], 0
    for first, last in RANGES:
        size = last - first + 1
        expected += [chr(first), chr(last)]
        found += [character_at(before), character_at(before + size - 1)]
        before += size

    assert expected == found
    assert ALPHABET == before


@given(st.integers(0, ALPHABET - 1))
def test_every_character_of_the_alphabet_is_printable(place):
    assert is_printable(character_at(place))


@given(st.integers(0, 2**32), st.integers(1, 300))
def test_a_sample_is_a_member_and_the_same_for_the_same_chance(seed, most):
    space = Text(most)

    drawn = space.sample(Rng(seed))

    assert space.contains(drawn)
    assert drawn == space.sample(Rng(seed))
    assert drawn == json.loads(json.dumps(drawn))


def test_samples_are_short_plain_words_and_now_and_then_anything():
    space = Text(200)

    drawn = [space.sample(keyed(1, "texts", number)) for number in range(2000)]
    plain = [text for text in drawn if text.isascii() and text.isalpha() and len(text) <= 8]

    assert 0.97 < len(plain) / len(drawn) < 1
    assert any(len(text) > 100 for text in drawn)


@given(st.text(max_size=6))
def test_membership_and_denial_agree(text):
    space = Text(4)

    assert space.contains(text) is (space.denial(text) is None)


def test_texts_are_what_it_judges():
    assert frozenset((str,)) == Text(3).kinds()
