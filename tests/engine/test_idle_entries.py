"""Warnings of a check: an entry that one names can be left out, and what does something is never named."""

from __future__ import annotations

import tomllib

import pytest

import dunerules
from dunerules.engine.mending import parts_of

ROUNDS = '[[effect]]\ntitle = "E"\nquantity = "rounds"\n'
ROLLED = '[[effect]]\ntitle = "E"\nquantity = "dice.rolled"\n'
HEAD = '[ruleset]\nid = "{name}"\ntitle = "T"\nextends = "{extends}"\n'

ENTRIES = {
    "an option as it is": '[options."dice.bidding"]\nlimit = 4',
    "a count as it is": "[decks.cards]\nveto = 3",
    "a field as it is": "[factions.jade]\ncoins = 4",
    "a field of a piece as it is": "[components.slot.gate]\nminimum = 1",
    "a number as it is": ROUNDS + 'set = 3',
    "a bound that is never met": ROUNDS + 'max = 5',
    "a rounding of a whole number": ROUNDS + 'round = "up"',
    "nothing more": ROLLED + 'add = 0',
    "once as much": '[[effect]]\ntitle = "E"\nquantity = "slot.worth"\nmultiply = 1',
    "as it is where it applies": '[[effect]]\ntitle = "E"\nquantity = "slot.worth"\nwhen = { slot = "tower" }\nset = 3',
    "as it is for one seat": ROLLED + 'when = { seat = "red" }\nset = 2',
    "a module that is not there": ROUNDS + 'when = { module = "dice.gifts" }\nadd = 1',
    "unless a module is there": ROUNDS + 'unless = { module = "dice.cards" }\nadd = 1',
    "an option set otherwise":
        ROUNDS + 'when = { option = "dice.bidding/limit=9" }\nadd = 1',
    "when and unless":
        ROLLED + 'when = { seat = "red" }\nunless = { seat = "red" }\nadd = 1',
    "allowed and never asked": '[[permission]]\ntitle = "P"\nallow = "veto.play"\nunless = { module = "dice.cards" }',
    "never allowed": '[[permission]]\ntitle = "P"\nallow = "veto.play"\nwhen = { module = "dice.gifts" }',
    "an order as it is": '[[step]]\nprocedure = "rounds"\nmove = "roll"\nafter = "cards.draw"',
}  # fmt: skip

LIVE = {
    "an option": '[options."dice.bidding"]\nlimit = 5',
    "a count": "[decks.cards]\nveto = 4",
    "a field": "[factions.jade]\ncoins = 5",
    "a number": ROUNDS + "set = 4",
    "a bound": ROUNDS + "max = 2",
    "a number for some": ROLLED + "set = 2",
    "a number in some rounds": '[[effect]]\ntitle = "E"\nquantity = "slot.worth"\nwhen = { round = 2 }\nset = 1',
    "an allowance over rule code too": '[[permission]]\ntitle = "P"\nallow = "veto.play"',
    "a permission": '[[permission]]\ntitle = "P"\nforbid = "veto.play"\nwhen = { seat = "red" }',
    "an allowance over rule code": '[[permission]]\ntitle = "P"\nallow = "place.into"\nwhen = { slot = "tower" }',
    "an order": '[[step]]\nprocedure = "game"\nremove = "cards.charms"',
}


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write_file(entry: str, name: str = "top", extends: str = "dice-feud") -> str:
        (tmp_path / f"{name}.toml").write_text(HEAD.format(name=name, extends=extends) + entry + "\n")
        return f"{name}.toml"

    return write_file


def told(rulebook: dunerules.Rulebook, seed: int) -> list[object]:
    """The events of a game."""
    game = dunerules.play_out(dunerules.Game.start(rulebook, seed=seed))
    return [entry["events"] for entry in game.log().entries]


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_without_effect_is_warned_of_at_its_table(write, name):
    entry = ENTRIES[name]

    (found,) = dunerules.check(write(entry))

    assert "warning" == found.severity
    assert parts_of(found.path)[0] in tomllib.loads(entry)
    assert found.line > 4


@pytest.mark.parametrize("name", ENTRIES)
def test_without_it_the_same_game_is_played(write, name):
    plain = dunerules.load("dice-feud")
    changed = dunerules.load(write(ENTRIES[name]))

    for seed in range(3):
        assert told(plain, seed) == told(changed, seed)


@pytest.mark.parametrize("name", LIVE)
def test_an_entry_with_an_effect_is_not_warned_of(write, name):
    assert () == dunerules.check(write(LIVE[name]))


@pytest.mark.parametrize("name", LIVE)
def test_what_a_ruleset_overrules_in_the_one_it_extends_is_not_warned_of(write, name):
    below = write(LIVE[name], "below")
    other = {"= 5": "= 6", "= 4": "= 5", "max = 2": "max = 1", "set = 2": "set = 1", "set = 1": "set = 7"}
    changed = [LIVE[name].replace(old, new) for old, new in other.items() if old in LIVE[name]]

    findings = dunerules.check(write(changed[0] if changed else "", "above", below))

    assert () == findings


def test_a_condition_that_a_later_rule_implies_is_overruled(write):
    both = '[[permission]]\ntitle = "All"\nforbid = "veto.play"\n\n' + LIVE["a permission"]

    (found,) = dunerules.check(write(both))

    assert 'this never decides: "top" (top.toml:5: permission[0]) always does.' == found.message
    assert 9 == found.line


def test_an_effect_that_a_module_makes_idle_is_told_with_the_module_there(write):
    entry = '[rules]\nadd = ["dice.gifts"]\n\n' + ENTRIES["a module that is not there"]

    assert () == dunerules.check(write(entry))
