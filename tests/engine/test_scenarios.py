"""Scenarios: what is as expected passes, and whatever differs is said in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from dunerules_dice.feud import DiceRolled

import dunerules
from dunerules import Game
from dunerules.engine.library import Library
from dunerules.engine.scenarios import ScenarioError, ScenarioReport, parse_scenario, read_scenario, run_scenario

SCENARIOS = Path(__file__).parents[1] / "scenarios"
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
VETO = """
[[when]]
seat = "red"
choose = "place"
die = 6
slot = "tower"

[[when]]
seat = "blue"
choose = "respond"
response = "veto"
"""
PLACE = '[[when]]\nseat = "blue"\nchoose = "place"\ndie = 1\n'


def reports(text: str) -> tuple[ScenarioReport, ...]:
    return run_scenario(parse_scenario(text, shown="x.toml"))


def found(text: str) -> list[str]:
    (report,) = reports(text)
    return list(report.differences)


def refusal(text: str) -> str:
    with pytest.raises(ScenarioError) as caught:
        reports(text)
    return str(caught.value)


# ------------------------------------------------------------------ what differs


@pytest.mark.rule("dice.cards.veto")
@pytest.mark.parametrize(
    ("then", "expected"),
    [
        # events
        ('events = [{ event = "veto-played", seat = "blue" }, { event = "die-lost", seat = "red", die = 6 }]', []),
        ('events = [{ event = "veto-played" }, { event = "die-lost", die = 2 }, { event = "die-placed" }]',
         ['then.events[1]: expected die-lost with die = 2; after veto-played happened: '
          'die-lost (seat = "red", die = 6).',
          'then.events[2]: expected die-placed; after veto-played happened: die-lost (seat = "red", die = 6).']),
        ('events = [{ event = "die-lost" }, { event = "veto-played" }]',
         ["then.events[1]: expected veto-played; after die-lost happened: nothing."]),
        ('events = [{ event = "die-placed", die = 6 }]',
         ["then.events[0]: expected die-placed with die = 6; what happened: "
          'game-began (seats = ["red", "blue"], sides = [["red", "dawn"], ["blue", "dusk"]], '
          'persons = [["red", "red"], ["blue", "blue"]], seed = 0, scripted = []), '
          'veto-played (seat = "blue"), die-lost (seat = "red", die = 6).']),
        # no events
        ('no_events = ["die-placed", { event = "die-lost", die = 2 }]', []),
        ('no_events = ["die-placed", "die-lost"]',
         ['then.no_events[1]: expected no die-lost; it happened: die-lost (seat = "red", die = 6).']),
        ('no_events = [{ event = "die-lost", die = 6 }]',
         ['then.no_events[0]: expected no die-lost with die = 6; it happened: die-lost (seat = "red", die = 6).']),
        # decisions
        ('asked = { blue = "turn", red = "" }', []),
        ('asked = { blue = ["turn"], red = [] }', []),
        ('asked = { red = "turn", blue = ["turn", "bid"] }',
         ['then.asked.red: expected "turn", found no question.',
          'then.asked.blue: expected "turn" and "bid", found "turn".']),
        ("asked = {}", ['then.asked: expected that nobody is asked anything, found { blue = ["turn"] }.']),
        ("asked = []", ['then.asked: expected that nobody is asked anything, found { blue = ["turn"] }.']),
        ('asked = ""', ['then.asked: expected that nobody is asked anything, found { blue = ["turn"] }.']),
        # outcome
        ("over = false", []),
        ("over = true", ["then.over: expected that the game is over; it goes on."]),
        ('winners = ["red"]', ['then.winners: expected ["red"]; the game is not over.']),
        # quantities
        ('quantities = [{ quantity = "slot.worth", slot = "tower", is = 3 }, { quantity = "rounds", is = "3/1" }]', []),
        ('quantities = [{ quantity = "slot.worth", slot = "tower", is = 0.5 }]',
         ['then.quantities[0].is: expected slot.worth (slot = "tower") to be 1/2, it is 3: '
          "base 1 = 1: Points for a slot [dice.feud] (dice.score.slots); "
          "set 3 = 3: The tower is worth more, when slot is tower [dice.feud] (dice.score.slots); "
          "round up = 3: its rounding [dice.feud] (dice.score.slots)."]),
        # permissions
        ('permissions = [{ permission = "place.into", seat = "red", slot = "tower", die = 1, allowed = false, '
         'by = "dice.place.minimum", because = "as low as 1" }]', []),
        ('permissions = [{ permission = "place.into", seat = "red", slot = "gate", die = 1, allowed = false }]',
         ['then.permissions[0].allowed: expected place.into (seat = "red", slot = "gate", die = 1) to be refused; '
          "it is allowed."]),
        ('permissions = [{ permission = "place.into", seat = "red", slot = "tower", die = 1, allowed = true }]',
         ['then.permissions[0].allowed: expected place.into (seat = "red", slot = "tower", die = 1) to be allowed; '
          "it is refused: tower takes no die as low as 1 (dice.place.minimum)."]),
        ('permissions = [{ permission = "place.into", seat = "red", slot = "tower", die = 1, allowed = false, '
         'by = "dice.place.one-each" }]',
         ["then.permissions[0].by: expected that dice.place.one-each decides; decides: forbid: "
          "{slot} takes no die as low as {die} [dice.placing] (dice.place.minimum)."]),
        ('permissions = [{ permission = "place.into", seat = "red", slot = "tower", die = 1, allowed = false, '
         'because = "tall" }]',
         ['then.permissions[0].because: expected the reason "tall"; '
          "it is refused: tower takes no die as low as 1 (dice.place.minimum)."]),
        # facts
        ("tables.feud = { coins = { red = 6 }, rolled = { red = [2] }, placed = {}, out = [], points = {} }", []),
        ('tables.feud.rolled = { red = "none", gold = "none" }',
         ['then.tables.feud.rolled.red: expected "none", found [2].']),
        ('tables.feud = { coins = { red = 5, blu = 5 }, rolled = { red = [3, 2], blue = [2] } }',
         ["then.tables.feud.coins.red: expected 5, found 6.",
          'then.tables.feud.coins.blu: expected 5, found nothing there. Did you mean "blue"?',
          "then.tables.feud.rolled.red: expected [3, 2], found [2].",
          "then.tables.feud.rolled.blue[0]: expected 2, found 1."]),
        ('tables.feud = { rolled = {}, placed."tower/red" = [6] }',
         ["then.tables.feud.rolled: expected {}, found { red = [2], blue = [1] }.",
          'then.tables.feud.placed."tower/red": expected [6], found nothing there.']),
        # views
        ('seen_by.red = { feud = { coins = { red = 6, blue = "hidden" } } }', []),
        ("seen_by.red = { feud = { coins = { blue = 5 } } }",
         ['then.seen_by.red.feud.coins.blue: expected 5, found "hidden".']),
        ('seen_by.blue = { feud = { coins = { blue = "hidden" } } }',
         ['then.seen_by.blue.feud.coins.blue: expected "hidden", found 5.']),
    ],
)  # fmt: skip
def test_each_kind_of_expectation_holds_or_is_answered_with_a_sentence(then, expected):
    assert expected == found(f"{HEAD}{POSITION}{VETO}[then]\n{then}")


@pytest.mark.rule("dice.place.minimum")
@pytest.mark.parametrize(
    ("when", "expected"),
    [
        (PLACE + 'slot = "tower"\nrefused = "dice.place.minimum"\nbecause = "low as 1"', []),
        (PLACE + 'slot = "tower"\nbecause = "low as 1"', []),
        (PLACE + 'slot = "gate"\nexpect = [{ event = "die-placed", die = 1 }]', []),
        (PLACE + 'slot = "gate"\nexpect = [{ event = "die-placed", die = 2 }]',
         ["when[2].expect[0]: expected die-placed with die = 2; what happened: "
          'die-placed (seat = "blue", die = 1, slot = "gate").']),
        (PLACE + 'slot = "gate"\nexpect = [{ event = "die-lost" }]',
         ['when[2].expect[0]: expected die-lost; what happened: '
          'die-placed (seat = "blue", die = 1, slot = "gate").']),
        (PLACE + 'slot = "tower"\nrefused = "dice.place.one-each"\nbecause = "high"',
         ['when[2].refused: "put a 1 into the tower" of blue should be refused by dice.place.one-each; '
          "it is refused: tower takes no die as low as 1 (dice.place.minimum).",
          'when[2].because: "put a 1 into the tower" of blue should be refused because "high"; '
          "it is refused: tower takes no die as low as 1 (dice.place.minimum)."]),
        (PLACE + 'slot = "tower"\n[then]\nover = true',
         ['when[2]: "put a 1 into the tower" of blue is refused: '
          "tower takes no die as low as 1 (dice.place.minimum). What comes after it was not played."]),
    ],
)  # fmt: skip
def test_refusals_and_the_events_of_one_choice_are_compared(when, expected):
    assert expected == found(f"{HEAD}{POSITION}{VETO}{when}")


def test_a_choice_that_should_have_been_refused_does_not_disturb_what_comes_after_it():
    wrong = PLACE + 'slot = "gate"\nrefused = true\n'

    differences = found(f'{HEAD}{POSITION}{VETO}{wrong}[then]\nasked = {{ blue = "turn" }}\nno_events = ["die-placed"]')

    assert ['when[2]: "put a 1 into the gate" of blue should be refused, and it is allowed.'] == differences


@pytest.mark.rule("dice.victory")
def test_winners_are_compared_in_any_order_and_a_wrong_one_is_answered_with_the_reason():
    end = f'{HEAD}[given]\nat = "cards.charms"\nhands = {{ red = ["charm"] }}\n[then]\n'

    assert [] == found(f'{end}winners = ["gold", "red"]\nover = true\nasked = {{}}')
    assert [
        "then.over: expected that the game goes on; it is over: Dawn wins with 1 points.",
        'then.winners: expected ["blue"], found ["red", "gold"]: Dawn wins with 1 points.',
    ] == found(f'{end}winners = ["blue"]\nover = false')


def test_the_seed_decides_what_is_left_to_chance():
    given = '[given]\nseats = ["red", "blue"]\nseed = {}\n[then]\ntables.feud.rolled = {{ red = {} }}'
    game = Game.start(dunerules.load("dice-feud"), ["red", "blue"], seed=3)
    (red,) = [list(event.dice) for event in game.events if isinstance(event, DiceRolled) and event.seat == "red"]

    differing = [seed for seed in range(8) if found(HEAD + given.format(seed, red))]

    assert 3 not in differing
    assert differing


def test_outcomes_for_a_stream_that_nothing_draws_from_are_a_difference():
    text = f'{HEAD}[given]\nseats = ["red", "blue"]\nchance = {{ "dice.rde" = [6], "dice.red" = [1] }}\n[then]\n'

    differences = found(f"{text}over = false")

    assert ['given.chance."dice.rde": nothing was drawn from this stream. Did you mean "dice.red"?'] == differences


def test_a_supplied_outcome_that_cannot_be_is_told_when_it_is_drawn():
    text = f'{HEAD}{POSITION}chance = {{ "dice.red" = [7] }}\n'
    choices = "".join(f'[[when]]\nseat = "{seat}"\nchoose = "pass"\n' for seat in ("red", "blue"))

    differences = found(f"{text}{choices}[then]\nover = true")

    assert [
        'when[1]: "pass" of blue breaks the game: supplied outcome 7 of "dice.red" is not a number from 1 to 6.'
    ] == differences


def test_an_error_of_rule_code_passes_with_a_note_of_the_place():
    may = 'permissions = [{ permission = "veto.play", seat = "red", other = "gld", allowed = true }]'

    with pytest.raises(KeyError, match="gld") as caught:
        reports(f"{HEAD}{POSITION}[then]\n{may}")

    assert ["while comparing [then] of x.toml"] == caught.value.__notes__


def test_many_events_are_cut_short():
    (difference,) = found(f'{HEAD}[then]\nevents = [{{ event = "die-lost" }}]')

    # The start, 4 purses, the round, the deck, 4 cards and 4 rolls are told: 15, of which 8 are shown.
    assert difference.startswith("then.events[0]: expected die-lost; what happened: game-began (")
    assert difference.endswith(" and 7 more.")
    assert [1, 4, 1, 1, 1] == [
        difference.count(f"{name} (")
        for name in ("game-began", "coins-dealt", "round-began", "deck-shuffled", "card-drawn")
    ]


# ------------------------------------------------------------------ rulesets and reports


def test_a_scenario_gives_one_report_for_each_ruleset():
    head = '[scenario]\ntitle = "Three rounds"\nrulesets = ["dice-feud", "dice-feud-long"]\n'

    short, long = reports(head + '[then]\nquantities = [{ quantity = "rounds", is = 3 }]')

    assert (True, "dice-feud", "Three rounds", ()) == (short.ok, short.ruleset, short.title, short.differences)
    assert (False, "dice-feud-long", 1) == (long.ok, long.ruleset, len(long.differences))
    assert "Three rounds (dice-feud): as expected" == str(short)
    assert f"Three rounds (dice-feud-long): not as expected\n  {long.differences[0]}" == str(long)


def test_a_ruleset_may_be_a_file_beside_the_scenario(tmp_path):
    ruleset = '[ruleset]\nid = "five"\ntitle = "Five"\nextends = "dice-feud"\n'
    (tmp_path / "five.toml").write_text(ruleset + '[[effect]]\ntitle = "Five"\nquantity = "rounds"\nset = 5\n')
    text = '[scenario]\ntitle = "T"\nruleset = "five.toml"\n[then]\nquantities = [{ quantity = "rounds", is = 5 }]'
    (tmp_path / "scenario.toml").write_text(text)

    (report,) = run_scenario(read_scenario(tmp_path / "scenario.toml"))

    assert (True, "five.toml") == (report.ok, report.ruleset)


def test_house_rules_are_checked_like_a_ruleset_and_named_by_their_place():
    base = f"{HEAD}[then]\nover = false\n"

    assert ('x.toml: house.rules.add[0]: "dice.gift" is not a rule module.\n  Did you mean "dice.gifts"?') == refusal(
        base + '[house]\nrules.add = ["dice.gift"]'
    )
    assert ('x.toml: house.effect[0]: "slot.wort" is not a quantity.\n  Did you mean "slot.worth"?') == refusal(
        base + '[[house.effect]]\ntitle = "More"\nquantity = "slot.wort"\nadd = 1'
    )
    assert "x.toml: house.ruleset: the ruleset is named in [scenario].\n  Leave it out." == refusal(
        base + "[house.ruleset]\nid = 'x'"
    )


# ------------------------------------------------------------------ the collection


def test_every_rule_of_the_dice_game_is_shown_by_a_scenario():
    shown = {rule for path in SCENARIOS.glob("dice/*.toml") for rule in read_scenario(path).rules}

    assert [] == sorted({entry.id for entry in Library.installed().catalogue.edition("dice")} - shown)


# ------------------------------------------------------------------ outcomes of single rulesets

BOTH = '[scenario]\ntitle = "x"\nrulesets = ["dice-feud", "dice-feud-long"]\n'


def test_each_ruleset_is_held_to_its_own_outcome() -> None:
    text = (
        BOTH
        + """
    [then]
    quantities = [{ quantity = "rounds", is = 3 }]
    [under.dice-feud-long.then]
    quantities = [{ quantity = "rounds", is = 4 }]
    """
    )
    plain, long = reports(text)

    assert plain.ok
    assert ["then.quantities[0].is: expected rounds to be 4, it is 5"] == [
        line.split(":  ")[0].split(": base")[0] for line in long.differences
    ]


def test_position_and_choices_of_one_ruleset_come_on_top_of_those_of_the_file() -> None:
    text = (
        BOTH
        + """
    [given]
    at = "place.turn"
    turn_of = "gold"
    dice = { gold = [6], red = [1] }
    coins = { gold = 6 }
    [under.dice-feud-long.given]
    coins = { gold = 2 }
    [[under.dice-feud-long.when]]
    seat = "gold"
    choose = "place"
    die = 6
    slot = "gate"
    because = "stoop"
    [then.tables.feud.coins]
    gold = 6
    [under.dice-feud-long.then.tables.feud.coins]
    gold = 2
    """
    )

    assert [True, True] == [report.ok for report in reports(text)], [str(report) for report in reports(text)]


def test_outcomes_of_a_ruleset_that_is_not_played_are_refused() -> None:
    assert (
        'x.toml: under.dice-feud-lang: the scenario is not played with "dice-feud-lang".\n'
        '  Did you mean "dice-feud-long"?'
    ) == refusal(BOTH + "[under.dice-feud-lang.then]\nover = false\n")


def test_problems_of_an_outcome_are_placed_in_it() -> None:
    text = BOTH + '[[under.dice-feud.when]]\nseat = "red"\nchoose = "pass"\nrefused = "dice.cards.vato"\n'

    assert refusal(text).startswith(
        'x.toml: under.dice-feud.when[0].refused: "dice.cards.vato" is not in the catalogue.'
    )
