"""The generator gives the same numbers everywhere, and fair ones."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from hashlib import blake2b

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dunerules.engine.chance import Rng, keyed

bounded = settings(derandomize=True, max_examples=200, deadline=None)
words = st.integers(0, 2**64 - 1)


def test_the_words_are_those_of_splitmix64():
    rng = Rng(1234567)

    assert [rng.word() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_below_takes_the_high_part_of_the_word_times_the_number():
    rng = Rng(1234567)

    assert [rng.below(10), rng.below(6)] == [6457827717110365317 * 10 >> 64, 3203168211198807973 * 6 >> 64]


def test_a_draw_without_a_choice_uses_up_a_word_all_the_same():
    rng, other = Rng(1234567), Rng(1234567)
    other.word()

    assert [0, other.word() * 6 >> 64] == [rng.below(1), rng.below(6)]


@pytest.mark.parametrize(
    ("seed", "stream", "counter", "key"),
    [
        (0, "", 0, b"0\n0\n"),
        (-255, "storm", 16, b"-ff\n10\nstorm"),
        (10**5000, "dial\n2", 3, hex(10**5000)[2:].encode() + b"\n3\ndial\n2"),
    ],
    ids=["nothing", "negative", "huge"],
)
def test_a_key_is_hashed_as_seed_counter_and_name(seed, stream, counter, key):
    digest = blake2b(key, digest_size=8, person=b"dunerules").digest()

    assert int.from_bytes(digest, "big") == keyed(seed, stream, counter).state


def test_draws_are_the_same_on_every_machine():
    """The expected values come from a second implementation, written from the published definitions."""
    rng = keyed(2024, "deck", 1)

    drawn = (rng.state, rng.below(6), rng.below(10**30), rng.pick("abcdef"), "".join(rng.shuffled("abcdefgh")))

    assert drawn == (13093794792588711480, 2, 779439193911140299980271405888, "c", "hfgcadbe")


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_the_hash_seed_of_python_changes_nothing(hash_seed):
    program = "from dunerules.engine.chance import keyed; print(keyed(7, 'deck', 2).shuffled(range(8)))"
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}

    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)

    assert f"{keyed(7, 'deck', 2).shuffled(range(8))}\n" == done.stdout


@bounded
@given(words, st.one_of(st.integers(1, 20), st.integers(1, 2**70), st.just(2**64), st.just(2**64 + 1)))
def test_a_number_below_another_is_below_it(state, n):
    assert 0 <= Rng(state).below(n) < n


def test_a_word_that_would_be_unfair_is_drawn_again():
    n = 2**63 + 1
    rng, words = Rng(1234567), Rng(1234567)
    fair = [word * n >> 64 for word in (words.word() for _ in range(64)) if word * n % 2**64 >= 2**64 % n]

    assert fair[:20] == [rng.below(n) for _ in range(20)]
    assert len(fair) < 64


@pytest.mark.parametrize("n", [0, -1, -(2**70)])
def test_there_is_no_number_below_one_that_is_not_positive(n):
    with pytest.raises(ValueError, match=f"^there is no number from 0 to {n - 1} to draw$"):
        Rng(0).below(n)


def test_nothing_can_be_picked_from_nothing():
    with pytest.raises(ValueError, match=r"^there is no number from 0 to -1 to draw$"):
        Rng(0).pick(())


@bounded
@given(words, st.lists(st.integers()))
def test_a_shuffle_is_a_permutation_and_leaves_the_original(state, items):
    before = list(items)

    shuffled = Rng(state).shuffled(items)

    assert sorted(before) == sorted(shuffled)
    assert before == items


@bounded
@given(
    st.tuples(st.integers(), st.text(), st.integers()),
    st.tuples(st.integers(), st.text(), st.integers()),
)
def test_different_keys_give_different_generators(one, other):
    assert (one == other) == (keyed(*one).state == keyed(*other).state)


def test_a_die_is_fair():
    rng = keyed(1, "die", 0)

    rolls = Counter(rng.below(6) for _ in range(60_000))

    assert sorted(rolls) == [0, 1, 2, 3, 4, 5]
    assert all(abs(rolls[face] - 10_000) < 400 for face in rolls)


def test_every_order_of_three_is_equally_likely():
    rng = keyed(1, "deck", 0)

    orders = Counter(rng.shuffled("abc") for _ in range(60_000))

    assert len(orders) == 6
    assert all(abs(times - 10_000) < 400 for times in orders.values())
