"""The same seed and the same choices give the same game, everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given

from properties.strategies import RULESETS, Setup, move, play_to_the_end, setups, word_lists

TESTS = Path(__file__).parents[1]
PRINT_LOGS = """
import sys
from properties.test_same_game import logs
sys.stdout.buffer.write(logs().encode())
"""


def logs() -> str:
    """Logs of a few games, one of each ruleset and number of seats."""
    games = [
        play_to_the_end(
            Setup(ruleset, ("jade", "red", "blue", "gold")[:size], seed, {"jade": "ann", "red": "ann"}).start(), seed
        )
        for seed, ruleset in enumerate(RULESETS)
        for size in (2, 3, 4)
    ]
    return "".join(game.log().text() for game in games)


@given(setups(), word_lists())
def test_the_same_seed_and_choices_give_the_same_events_and_digests(setup: Setup, words: list[int]) -> None:
    one, other = setup.start(), setup.start()

    assert (one.events, one.digest()) == (other.events, other.digest())
    for word in words:
        if one.outcome is not None:
            break
        seat, choice = move(one, word)
        assert one.submit(seat, choice) == other.submit(seat, choice)
        assert one.digest() == other.digest()
    assert one.log().text() == other.log().text()


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_another_process_with_another_hash_seed_writes_the_same_logs(hash_seed: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(TESTS)}

    printed = subprocess.run([sys.executable, "-c", PRINT_LOGS], env=environment, capture_output=True, check=True)

    assert logs() == printed.stdout.decode()
