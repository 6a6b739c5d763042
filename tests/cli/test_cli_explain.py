"""`dunerules explain`: the derivation of a number or a permission without a game."""

from __future__ import annotations

DOUBLE = "Slots count double in the last round, when last round [dice.last-round] (dice.score.last-round)"
BRIDGE = "The bridge is worth more, when slot is The bridge: its condition does not hold [dice.feud] (dice.score.slots)"


def test_a_number_is_derived_stage_by_stage_with_file_and_line(run):
    expected = f"""\
Points for a slot (slot.worth): 3, if nothing that is open changes it
  base 1 = 1: Points for a slot [dice.feud] (dice.score.slots)
    dunerules_dice/feud.toml:49
  set 3 = 3: The tower is worth more, when slot is The tower [dice.feud] (dice.score.slots)
    dunerules_dice/feud.toml:57
  depends on the game: multiply 2: {DOUBLE}
    dunerules_dice/last-round.toml:10
  round up = 3: its rounding [dice.feud] (dice.score.slots)
    dunerules_dice/feud.toml:49
  has no say: set 2: {BRIDGE}
    dunerules_dice/feud.toml:64
Depends on: last round
"""

    assert (0, expected, "") == run("explain", "dice-feud-long", "slot.worth", "slot=tower")


def test_a_fact_that_is_taken_as_true_settles_what_was_open(run):
    told = run("explain", "dice-feud-long", "slot.worth", "slot=tower", "last-round=true").out.splitlines()

    assert "Points for a slot (slot.worth): 6" == told[0]
    assert not [line for line in told if "depends on" in line.lower()]


def test_a_question_that_names_nothing_is_told_what_it_may_name(run):
    told = run("explain", "dice-feud", "slot.worth").out.splitlines()

    assert ["Depends on: slot", "Say more to know more: slot=..."] == told[-2:]


def test_a_permission_is_derived_rule_by_rule(run):
    code, out, _ = run("explain", "dice-feud-long", "place.into", "seat=gold", "slot=gate", "die=3")

    assert 0 == code
    assert "Put a die into a slot (place.into): forbidden" == out.splitlines()[0]
    assert "  forbid: Gold leaves the gate alone, when seat is Gold and slot is The gate [dice-feud-long]" in out


def test_without_a_name_everything_is_listed_by_phase(run):
    code, out, _ = run("explain", "dice-feud")

    assert 0 == code
    assert out.startswith("Dice Feud (dice-feud)\n\nThe whole game\n==============\n")
    assert "slot.worth   Points for a slot (slot)\n" in out
    assert "\n\nPut dice into slots\n===================\nplace.into  Put a die into a slot (seat, slot, die)\n" in out


def test_unknown_words_are_refused_with_the_nearest(run):
    assert (
        2,
        "",
        'dunerules: "slot.wroth" is not a quantity or permission of this rulebook. Did you mean "slot.worth"?\n',
    ) == run("explain", "dice-feud", "slot.wroth")
    assert (
        2,
        "",
        'dunerules: "slto" is neither what "slot.worth" is asked for nor a fact. Did you mean "slot"?\n',
    ) == run("explain", "dice-feud", "slot.worth", "slto=tower")
    assert (2, "", 'dunerules: slot: "towr" is not a slot. Did you mean "tower"?\n') == run(
        "explain", "dice-feud", "slot.worth", "slot=towr"
    )
    assert (2, "", 'dunerules: round: expected a whole number, found "first".\n') == run(
        "explain", "dice-feud", "slot.worth", "round=first"
    )
    assert (2, "", 'dunerules: expected WORD=VALUE, such as seat=fremen, found "tower".\n') == run(
        "explain", "dice-feud", "slot.worth", "tower"
    )
