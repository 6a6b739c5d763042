"""Strangers cannot tell two games apart that differ only in what one seat knows; planted leaks are caught."""

from __future__ import annotations

from functools import cache

import pytest

import dunerules
from dunerules import Game, Library, Rulebook
from dunerules.testing import LawBroken, assert_nobody_can_tell
from dunerules.testing.secrets import WINDOWS

CARDS = ["charm", "charm", "charm", "veto", "veto", "charm"]


@cache
def dice(*added: str) -> Rulebook:
    names = ", ".join(f'"{name}"' for name in added)
    text = f'[ruleset]\nid = "dice-slips"\ntitle = "Slips"\nextends = "dice-feud"\n[rules]\nadd = [{names}]\n'
    return dunerules.loads(text, library=Library.installed().plus("slips"))


def holding_and_lacking(book: Rulebook) -> tuple[Game, Game]:
    """Two games of Dice Feud in which the first card of red is a veto or a charm."""
    return tuple(
        Game.start(book, ("red", "blue"), seed=1, scripted={"cards": [[first, *CARDS, last]]})
        for first, last in (("veto", "charm"), ("charm", "veto"))
    )


def test_strangers_cannot_tell_whether_a_seat_held_a_veto_and_passed():
    windows = assert_nobody_can_tell(*holding_and_lacking(dice()), "red", seed=1, choices=20)

    assert windows > 0


def test_a_rule_that_tells_of_windows_is_caught():
    with pytest.raises(LawBroken, match="and blue is told WhisperHeard") as caught:
        assert_nobody_can_tell(*holding_and_lacking(dice("slip.tell-tale")), "red", seed=1, choices=20)

    assert (WINDOWS,) == caught.value.laws


def test_games_that_differ_openly_are_told_apart():
    one, other = (Game.start(dice(), ("red", "blue"), scripted={"dice.blue": [number]}) for number in (1, 6))

    with pytest.raises(LawBroken, match="blue is told DiceRolled"):
        assert_nobody_can_tell(one, other, "red")


def karama_or_not(ruleset: str, *cards: str) -> tuple[Game, ...]:
    """Games of Dune, alike but for a card of the Harkonnen, whose other copy lies at the bottom of the deck."""
    book = dunerules.load(ruleset)
    deck = list(Game.start(book, at="storm.begin").look.deck("treachery").items())
    for card in cards:
        deck = [(name, count - (name == card)) for name, count in deck]
    rest = [name for name, count in deck for _ in range(count)]
    order = {card: [*rest, *(other for other in cards if other != card)] for card in cards}
    return tuple(
        Game.start(
            book, seed=5, given={"hands": {"harkonnen": [card]}, "treachery_deck": order[card]}, at="storm.begin"
        )
        for card in cards
    )


@pytest.mark.parametrize("ruleset", ["gf9-2019-basic", "gf9-2019-advanced"])
def test_strangers_in_dune_cannot_tell_whether_a_seat_held_karama_and_passed(ruleset):
    windows = sum(
        assert_nobody_can_tell(*karama_or_not(ruleset, "karama", "baliset"), "harkonnen", seed=seed, choices=60)
        for seed in range(3)
    )

    assert windows > 0
