"""The rules in words: every number in a text is that of the ruleset, and a rulebook reads like one."""

from __future__ import annotations

import re
from functools import cache

import pytest

import dunerules
from dunerules.engine.passages import DECK, OPTION, TITLE, module_spans, module_text, place_text

RULESETS = sorted(name for name in dunerules.Library.installed().rulesets if not name.startswith("dice"))
EDITIONS = ["gf9-2019-advanced", "ah-1979-optional", "ah-1979-advanced"]

load = cache(dunerules.load)


@cache
def text(ruleset: str) -> str:
    return dunerules.rulebook_text(load(ruleset))


def places(ruleset: str, others: tuple[str, ...] = (DECK, OPTION, TITLE)):
    """Every number of a text: the module that says it, and what stands in the braces."""
    book = load(ruleset)
    return [
        (module, span.place)
        for module in book.modules
        for span in module_spans(book, module)
        if span.place is not None and span.place.name not in others
    ]


def one_more_of_everything(ruleset: str) -> dunerules.Rulebook:
    """A house ruleset that raises every number that a text tells."""
    effect = '[[effect]]\ntitle = "One more"\nquantity = "{}"\nadd = 1\n'
    names = sorted({place.name for _, place in places(ruleset)})
    head = f'[ruleset]\nid = "more"\ntitle = "One more of everything"\nextends = "{ruleset}"\n'
    return dunerules.loads(head + "".join(effect.format(name) for name in names))


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_changing_a_number_changes_every_sentence_that_tells_it(ruleset):
    more = one_more_of_everything(ruleset)

    found = places(ruleset)
    same = [
        (module, place.source)
        for module, place in found
        if place_text(load(ruleset), place, module) == place_text(more, place, module)
    ]
    assert len(found) > 60
    assert [] == same


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_a_text_tells_numbers_and_names_of_its_own_module_or_of_those_it_requires(ruleset):
    """A ruleset may take any other module out, and a number that is gone would refuse it."""
    book = load(ruleset)
    heads = {module.id: module.file.module for module in book.composition.modules}
    modules = book.composition.modules
    owners = {quantity.id: {module.id} for module in modules for quantity in module.file.quantity}
    for module in modules:
        for kind, things in module.file.components.items():
            for name in things:
                owners.setdefault(f"{kind} {name}", set()).add(module.id)

    def told(place) -> str:
        return " ".join(place.words) if place.name == TITLE else place.name

    def reachable(module: str) -> set[str]:
        found, waiting = {module}, [module]
        while waiting:
            head = heads[waiting.pop()]
            for other in {*head.requires, *head.includes} & heads.keys() - found:
                found.add(other)
                waiting.append(other)
        return found

    found = places(ruleset, (DECK, OPTION))
    strange = [(module, told(place)) for module, place in found if not owners[told(place)] & reachable(module)]
    assert [] == strange


SPECIAL = {
    "atreides": "they see one player's complete plan",
    "bene-gesserit": "no special power to spend a karama on",
    "emperor": "With a karama he revives",
    "fremen": "bring a worm to any",
    "guild": "With a karama it stops one shipment",
    "harkonnen": "take any number of cards unseen",
}


@pytest.mark.rule("gf9.karama.special.choice")
@pytest.mark.parametrize("faction", SPECIAL)
@pytest.mark.parametrize(
    ("without", "with_them"), [("gf9-2019-basic", "gf9-2019-advanced"), ("ah-1979-basic", "ah-1979-optional")]
)
def test_only_a_game_with_special_karama_powers_tells_of_them(without, with_them, faction):
    assert SPECIAL[faction] not in text(without)
    assert SPECIAL[faction] in text(with_them)


@pytest.mark.rule("gf9.silence.karama-unlisted-powers")
@pytest.mark.parametrize(
    ("advantage", "option", "agreed"),
    [
        ("A gift of spice", '[options."faction.emperor.gf9-2019"]\ngift_stoppable = true\n', "It stops a gift too."),
        (
            "Use a traitor for an ally",
            '[options."faction.harkonnen"]\nally_traitor_stoppable = true\n',
            "A karama stops a traitor that they use for an ally.",
        ),
    ],
)
def test_a_sheet_tells_that_an_advantage_can_be_stopped_only_where_the_table_has_agreed(advantage, option, agreed):
    house = dunerules.loads(f'[ruleset]\nid = "house"\ntitle = "House"\nextends = "gf9-2019-basic"\n{option}')

    assert f"- {advantage}: " in text("gf9-2019-basic")
    assert agreed not in text("gf9-2019-basic")
    assert agreed in dunerules.rulebook_text(house)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rulebook_reads_like_a_rulebook(ruleset):
    body = text(ruleset).partition("### Where the rules come from")[0]

    ids = [*load(ruleset).quantities, *load(ruleset).permissions, *load(ruleset).modules]
    assert [] == [name for name in ids if "." in name and re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", body)]
    assert not re.search(r"[{}]|\b(None|True|False)\b(?! of| Wall)|\\`|\(\)", body)
    assert not re.search(r"\b(gf9|ah79)\.", body)
    assert not re.search(r" [.,;:]|,,|\.\.", body.replace("…", ""))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_phase_faction_and_card_is_in_the_rulebook(ruleset):
    book = load(ruleset)

    titles = [thing.title for thing in book.components["faction"].values()]
    titles += [book.components["card"][card].title for deck in book.decks.values() for card in deck]
    titles += [leader.title for leader in book.components["leader"].values()]
    assert [] == [title for title in titles if title not in text(ruleset)]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ('quantity = "revival.limit"\nset = 5', "5 a turn at most"),
        (
            'quantity = "victory.strongholds"\nunless = { persons = 2 }\nset = 2',
            "occupies 2 strongholds alone wins, or 4 if",
        ),
        (
            'quantity = "shipment.cost"\nwhen = { stronghold = true }\nset = 3',
            "costs 3 spice for each force into a stronghold and 2",
        ),
        ('quantity = "kwisatz.threshold"\nset = 3', "From the 3rd on the Kwisatz Haderach"),
        ('quantity = "hand.limit"\nwhen = { seat = "harkonnen" }\nset = 1', "They may hold 1 treachery card."),
    ],
)
def test_sentences_follow_house_rules(change, sentence):
    ruleset = '[ruleset]\nid = "other"\ntitle = "Other"\nextends = "gf9-2019-advanced"\n'
    book = dunerules.loads(f'{ruleset}[[effect]]\ntitle = "Another number"\n{change}\n')

    assert any(sentence in module_text(book, name) for name in book.modules)


@pytest.mark.parametrize(("value", "sentence"), [("true", "may bid again"), ("false", "is out for that card")])
def test_sentences_follow_options(value, sentence):
    ruleset = '[ruleset]\nid = "other"\ntitle = "Other"\nextends = "gf9-2019-advanced"\n'
    book = dunerules.loads(f'{ruleset}[options."gf9-2019.bidding"]\nreenter_after_pass = {value}\n')

    assert sentence in module_text(book, "gf9-2019.bidding")
