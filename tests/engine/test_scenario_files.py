"""Scenario files: everything that is wrong in one is said at once, each with its place and the nearest right word."""

from __future__ import annotations

import pytest

from dunerules.engine.errors import DunerulesError
from dunerules.engine.scenarios import ScenarioError, parse_scenario, read_scenario, run_scenario

HEAD = '[scenario]\ntitle = "T"\nruleset = "dice-feud"\n'
POSITION = """
[given]
seats = ["red", "blue"]
at = "place.turn"
turn_of = "red"
dice = { red = [6, 2], blue = [1] }
hands = { blue = ["veto"] }
coins = { red = 6, blue = 5 }
"""


def refusal(text: str) -> str:
    with pytest.raises(ScenarioError) as caught:
        run_scenario(parse_scenario(text, shown="x.toml"))
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = ", "x.toml: line 1: this cannot be read as TOML.\n"
         '  Words stand in quotes, as in  title = "Our game". Numbers, true and false stand without.'),
        ("", "x.toml: scenario: is missing."),
        ('[scenario]\n[then]\nover = "yes"\nwinner = []\nquantities = [{ quantity = 3, is = "few" }]\n'
         "events = [3, {}]\nno_events = [2]\n[[when]]\nwith = 2\n[house]\nrulez = 1\n[givn]",
         "x.toml: scenario.title: is missing.\n"
         "x.toml: when[0].seat: is missing.\n"
         "x.toml: when[0].choose: is missing.\n"
         "x.toml: when[0].with: expected a table, found 2.\n"
         "x.toml: then.events[0]: expected a table, found 3.\n"
         "x.toml: then.events[1].event: is missing.\n"
         "x.toml: then.no_events[0]: expected a table, found 2.\n"
         'x.toml: then.over: expected true or false, found "yes".\n'
         "x.toml: then.quantities[0].quantity: expected a text, found 3.\n"
         'x.toml: then.quantities[0].is: expected a fraction, such as 0.5 or "1/2", found "few".\n'
         'x.toml: then.winner: "winner" is not a key of then.\n  Did you mean "winners"?\n'
         'x.toml: givn: "givn" is not a key of this file.\n  Did you mean "given"?\n'
         'x.toml: house.rulez: "rulez" is not a key of house.\n  Did you mean "rules"?'),
        ("scenario = 1\ngiven = 2\nwhen = 3\nthen = 4\nhouse = 5",
         "x.toml: scenario: expected a table, found 1.\n"
         "x.toml: given: expected a table, found 2.\n"
         "x.toml: when: expected a list, found 3.\n"
         "x.toml: then: expected a table, found 4.\n"
         "x.toml: house: expected a table, found 5."),
        ('[scenario]\ntitle = "T"\nruleset = "dice-fued"\nrulesets = ["a.toml"]\nrules = ["dice.cards.vetto"]\n'
         '[given]\nturn_of = "red"\n'
         '[[when]]\nseat = "red"\nchoose = "place"\ndie = 1\nwith = { die = 2 }\nrefused = "dice.place.minimun"\n'
         'expect = [{ event = "x" }]\n'
         '[then]\npermissions = [{ permission = "place.into", allowed = false, by = "dice.place.minimun" }]',
         'x.toml: scenario: expected exactly one of "ruleset" and "rulesets", found both.\n'
         'x.toml: scenario.ruleset: "dice-fued" is not a known ruleset.\n  Did you mean "dice-feud"?\n'
         'x.toml: scenario.rulesets[0]: there is no file "a.toml" beside this one.\n'
         'x.toml: scenario.rules[0]: "dice.cards.vetto" is not in the catalogue.\n  Did you mean "dice.cards.veto"?\n'
         'x.toml: when[0].refused: "dice.place.minimun" is not in the catalogue.\n'
         '  Did you mean "dice.place.minimum"?\n'
         'x.toml: then.permissions[0].by: "dice.place.minimun" is not in the catalogue.\n'
         '  Did you mean "dice.place.minimum"?\n'
         'x.toml: given.turn_of: expected "at" beside it: the step at which it is the turn of somebody.\n'
         'x.toml: when[0].with.die: "die" stands in when[0] already.\n'
         "x.toml: when[0].expect: a choice that is refused leads to no events."),
        ('[scenario]\ntitle = "T"\n[then]\nover = true',
         'x.toml: scenario: expected exactly one of "ruleset" and "rulesets", found neither.'),
        (HEAD,
         "x.toml: then: the scenario expects nothing.\n"
         "  Say what must happen: events, winners, tables, a refusal ..."),
    ],
)  # fmt: skip
def test_a_file_that_is_no_scenario_is_refused_with_everything_that_is_wrong(text, message):
    assert message == refusal(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[given]\nseats = ["red", "bleu"]\nat = "place.trn"\nturn_of = "gold"\npersons = { x = "y" }\n'
         'dice = { red = ["six"], blue = 3 }\ncons = {}\nround = "1"\n[then]\nover = false',
         'x.toml: given.seats[1]: "bleu" is not a faction of dice-feud.\n  Did you mean "blue"?\n'
         'x.toml: given.persons.x: "x" is not a seat here.\n  Known: "bleu", "red".\n'
         'x.toml: given.turn_of: "gold" is not a seat here.\n  Known: "bleu", "red".\n'
         'x.toml: given.at: "place.trn" is not a step of dice-feud.\n  Did you mean "place.turn"?\n'
         'x.toml: given.dice.red[0]: expected a whole number, found "six".\n'
         "x.toml: given.dice.blue: expected a list, found 3.\n"
         'x.toml: given.cons: "cons" is not a word for a position of dice-feud.\n  Did you mean "coins"?\n'
         'x.toml: given.round: expected a whole number, found "1".'),
        ('[given]\nseats = ["red"]\n[then]\nover = false',
         "x.toml: given.seats: dice-feud is for 2 to 4 seats, and 1 were taken."),
        ('[given]\nseats = ["red", "blue"]\nchance = { "dice.red" = [7] }\n[then]\nover = false',
         'x.toml: given: supplied outcome 7 of "dice.red" is not a number from 1 to 6'),
        ('[given]\nchance = { "dice.red" = 7 }\n[then]\nover = false',
         "x.toml: given.chance.\"dice.red\": expected a list, found 7."),
        (POSITION + '[[when]]\nseat = "rad"\nchoose = "plac"\nexpect = [{ event = "die-lots" }]\n'
         '[[when]]\nseat = "red"\nchoose = "place"\ndie = "six"\nslto = "gate"\nrefusd = true\n'
         '[[when]]\nseat = "red"\nchoose = "set-order"\nkind = "turn"\nchoice = { choose = "place", die = 1, slt = 2 }',
         'x.toml: when[0].seat: "rad" is not a seat here.\n  Did you mean "red"?\n'
         'x.toml: when[0].expect[0].event: "die-lots" is not an event of dice-feud.\n  Did you mean "die-lost"?\n'
         'x.toml: when[0].choose: "plac" is not a choice of dice-feud.\n  Did you mean "place"?\n'
         'x.toml: when[1].slto: "slto" is not a field of the choice "place".\n  Did you mean "slot"?\n'
         'x.toml: when[1].refusd: "refusd" is not a field of the choice "place".\n  Did you mean "refused"?\n'
         'x.toml: when[1].die: expected a whole number, found "six".\n'
         "x.toml: when[1].slot: is missing.\n"
         'x.toml: when[2].choice.slt: "slt" is not a field of the choice "place".\n  Did you mean "slot"?\n'
         "x.toml: when[2].choice.slot: is missing."),
        (POSITION + '[then]\nevents = [{ event = "die-lost", dei = 2 }]\nno_events = ["die-lots"]\n'
         'quantities = [{ quantity = "slot.wort", is = 1 }, { quantity = "slot.worth", is = 1 }]\n'
         'permissions = [{ permission = "place.ito", allowed = true }]\n'
         'tables = { fued = {}, feud = { coin = 1 } }\nseen_by = { rad = { hans = {} } }\n'
         'asked = { rde = "trn" }\nwinners = ["x"]',
         'x.toml: then.events[0].dei: "dei" is not a field of the event "die-lost".\n  Did you mean "die"?\n'
         'x.toml: then.no_events[0].event: "die-lots" is not an event of dice-feud.\n  Did you mean "die-lost"?\n'
         'x.toml: then.asked.rde: "rde" is not a seat here.\n  Did you mean "red"?\n'
         'x.toml: then.asked.rde: "trn" is not a kind of decision of dice-feud.\n  Did you mean "turn"?\n'
         'x.toml: then.winners[0]: "x" is not a seat here.\n  Known: "blue", "red".\n'
         'x.toml: then.quantities[0].quantity: "slot.wort" is not a quantity of dice-feud.\n'
         '  Did you mean "slot.worth"?\n'
         'x.toml: then.quantities[1].slot: is missing: the quantity "slot.worth" depends on it.\n'
         'x.toml: then.permissions[0].permission: "place.ito" is not a permission of dice-feud.\n'
         '  Did you mean "place.into"?\n'
         'x.toml: then.tables.fued: "fued" is not a table of dice-feud.\n  Did you mean "feud"?\n'
         'x.toml: then.tables.feud.coin: "coin" is not a field of the table "feud".\n  Did you mean "coins"?\n'
         'x.toml: then.seen_by.rad: "rad" is not a person here.\n  Did you mean "red"?\n'
         'x.toml: then.seen_by.rad.hans: "hans" is not a table of dice-feud.\n  Did you mean "hands"?'),
    ],
)  # fmt: skip
def test_words_that_the_rulebook_does_not_have_are_all_named_with_the_nearest(text, message):
    assert message == refusal(HEAD + text)


def test_a_misspelt_seat_or_component_is_refused_where_it_would_make_a_not_come_true():
    text = """
        no_events = [{ event = "die-lost", seat = "rde" }]
        quantities = [{ quantity = "slot.worth", slot = "towr", is = 1 }]
        permissions = [{ permission = "place.into", seat = "bleu", slot = "gate", die = 1, allowed = true }]
    """

    message = refusal(f"{HEAD}{POSITION}[then]{text}")

    assert (
        'x.toml: then.no_events[0].seat: "rde" is not a seat here.\n  Did you mean "red"?\n'
        'x.toml: then.quantities[0].slot: "towr" is not a slot of dice-feud.\n  Did you mean "tower"?\n'
        'x.toml: then.permissions[0].seat: "bleu" is not a seat here.\n  Did you mean "blue"?'
    ) == message


def test_a_missing_file_is_an_error_of_the_family(tmp_path):
    with pytest.raises(DunerulesError, match="there is no such file"):
        read_scenario(tmp_path / "none.toml")
