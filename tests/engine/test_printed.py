"""Printed rulebooks: what they tell, in which order, and what they mark."""

from __future__ import annotations

import re

import pytest
from small_rules import noting, procedure, small_rulebook

import dunerules
from dunerules.engine.printed import Items, Paragraph, Section, Table, text_of
from dunerules.engine.printed_book import booklet
from dunerules.rules import component, fact, loop, told

HOUSE = """
[ruleset]
id = "thursday"
title = "Thursday <feud>"
text = "{rounds} rounds | and no more."
extends = "dice-feud"

[rules]
add = ["dice.gifts"]
remove = ["dice.bidding"]

[decks.cards]
veto = 6

[factions.gold]
coins = 9

[[effect]]
title = "Four rounds"
quantity = "rounds"
set = 4

[[effect]]
title = "Gold rolls one more"
quantity = "dice.rolled"
when = { seat = "gold" }
add = 1

[[permission]]
title = "Nobody uses the gate"
forbid = "place.into"
when = { slot = "gate" }
"""


@pytest.fixture(scope="module")
def house():
    return dunerules.loads(HOUSE)


def section(book, *titles: str) -> Section:
    found = next(one for one in book.sections if one.title == titles[0])
    for title in titles[1:]:
        found = next(one for one in found.parts if one.title == title)
    return found


def lines(part: Section) -> list[str]:
    """Everything that stands in a section, marked with a star where it is a house rule."""
    found = []
    for block in part.blocks:
        if isinstance(block, Paragraph):
            found.append(f"{'*' * block.house}{block.title}: {text_of(block.line)}")
        elif isinstance(block, Items):
            found += [f"{'*' * entry.house}{text_of(entry.line)}" for entry in block.entries]
        elif isinstance(block, Table):
            found += [f"{'*' * row.house}{' | '.join(text_of(cell) for cell in row.cells)}" for row in block.rows]
    return found + [line for one in part.parts for line in lines(one)]


def test_phases_come_in_the_order_of_play():
    titles = [one.title for one in booklet("dice-feud").sections]

    phases = ["Roll dice", "Bid for the first turn", "Put dice into slots"]
    assert phases == [title for title in titles if title in phases]
    assert ["The order of play", "The game"] == titles[:2]
    assert ["The factions", "The cards", "For looking up"] == titles[-3:]


@loop("days")
def once(look, args):
    return {} if args is None else None


@component("stage", titles_procedures=True)
class Stage:
    id: str
    title: str


def test_a_component_may_say_what_a_procedure_is_called_and_two_of_one_name_behind_each_other_are_one_entry():
    names = "".join(
        f'[components.stage.{name}]\ntitle = "{title}"\n'
        for name, title in (("dawn", "Work"), ("noon", "Work"), ("dusk", "Rest"))
    )
    inside = "".join(
        f'[[procedure]]\nid = "{name}"\ntitle = "x"\nsteps = ["{name}.do"]\n' for name in ("dawn", "noon", "dusk")
    )
    text = procedure("game", "days") + '[[procedure]]\nid = "days"\nsteps = ["dawn", "noon", "dusk"]\nrepeat = "days"\n'

    book = small_rulebook(
        text + inside + names, Stage, once, *(noting(f"{name}.do") for name in ("dawn", "noon", "dusk"))
    )

    assert ["Work", "Work", "Rest"] == [book.procedures[name].title for name in ("dawn", "noon", "dusk")]
    assert ["Work", "Rest"] == lines(section(booklet(book), "The order of play"))[1:]


@component("being", plural="Beings")
class Being:
    id: str
    title: str
    faction: str
    text: str = told("What it is", default="")
    feeds: bool = told("can be fed", may="feed", default=True)


@pytest.mark.parametrize(("when", "expected"), [("a", ["Ape", "Bee (can be fed)"]), ("", ["Ape", "Bee"])])
def test_what_the_rules_forbid_of_a_thing_in_every_game_is_not_told_of_it(when, expected):
    @fact("being", needs=("being",), values="being", exclusive=True, fixed=True)
    def being_is(look, ctx, value):
        return ctx["being"] == value

    permission = '[[may]]\nid = "feed"\ntitle = "Feed"\nneeds = ["seat", "being"]\n'
    permission += '[[permission]]\ntitle = "No"\nforbid = "feed"\n'
    condition = f'when = {{ being = "{when}" }}\n' if when else ""
    titles = (("a", "Ape"), ("b", "Bee"))
    beings = "".join(f'[components.being.{name}]\ntitle = "{title}"\nfaction = "red"\n' for name, title in titles)

    book = small_rulebook(procedure("game") + permission + condition + beings, Being, being_is)

    told_of = [line for line in lines(section(booklet(book), "The factions")) if line[:3] in ("Ape", "Bee")]
    assert expected == told_of


def test_rules_come_ahead_of_those_that_build_on_them():
    found = [line.partition(":")[0] for line in lines(section(booklet("gf9-2019-advanced"), "Shipment and movement"))]

    shipping = ["Who may be where", "What a shipment costs", "Ways to ship, and where to", "Shipment"]
    moving = ["Movement", "Ornithopters", "The moves of a turn", "Hajr"]
    assert [*shipping, *moving] == [title for title in found if title in {*shipping, *moving}]


def test_an_installed_ruleset_has_no_house_rules():
    book = booklet("dice-feud-long")

    assert "" == book.book
    assert "★" not in dunerules.rulebook_text("dice-feud-long")


def test_house_rules_stand_at_the_front_with_what_the_book_says(house):
    front = booklet(house).sections[0]

    assert "House rules of this table" == front.title
    assert {
        "Rounds of a game: 4: Four rounds [3].",
        "Dice that a seat rolls: 1 more: Gold rolls one more, when seat is Gold [2].",
        "Gifts of coins: A seat may give coins to another at any time.",
        "Cards in the cards deck: 6 Veto. [3 Veto]",
    } <= set(lines(front))
    assert [line for line in lines(front) if line.startswith("We play without: The sealed bid")]
    assert [line for line in lines(front) if "forbidden: Nobody uses the gate" in line]


BASED = '[ruleset]\nid = "friday"\ntitle = "Friday"\nextends = "gf9-2019-advanced"\n'


def told_by(more: str) -> list[str]:
    """What the house section of a ruleset says below its first line."""
    return lines(booklet(dunerules.loads(BASED + more)).sections[0])[1:]


def test_what_is_added_to_a_number_that_factions_have_otherwise_is_no_number_for_all():
    spice = told_by('[[effect]]\ntitle = "Five more"\nquantity = "setup.spice"\nadd = 5\n')

    assert ["The whole game: ", "Spice that a faction begins with: 5 more: Five more."] == spice


def test_what_goes_with_a_rule_that_is_not_played_is_not_told_again():
    without = told_by('[rules]\nremove = ["faction.harkonnen.captives", "faction.harkonnen.advanced"]\n')

    assert ["Battle:", "We play without", "We play without"] == [line[:15].rstrip() for line in without]


def test_a_phase_that_is_taken_out_is_told_as_such():
    house = dunerules.loads(BASED + '[[step]]\nprocedure = "turns"\nremove = "charity"\n')

    book = booklet(house)

    assert ["The whole game: ", 'The turns: without "CHOAM charity".'] == lines(book.sections[0])[1:]
    assert ["*: Our table leaves this phase out."] == lines(section(book, "CHOAM charity"))


def test_what_house_rules_let_a_faction_do_stands_on_its_sheet():
    may = '[[permission]]\ntitle = "They buy"\nallow = "revival.paid"\nwhen = { seat = "fremen", turn = [1, 2, 3] }\n'

    book = booklet(dunerules.loads(BASED + may))

    told = "*Revive forces for spice: allowed: They buy, when seat is Fremen and turn is 1 to 3."
    assert told in lines(section(book, "The factions", "Fremen"))
    assert told not in lines(section(book, "The factions", "Emperor"))


def test_a_setting_names_the_rule_that_it_belongs_to():
    found = lines(section(booklet("gf9-2019-advanced"), "For looking up", "Readings and settings", "Storm"))

    assert [line for line in found if line.startswith("Weather control | When weather control is played: before")]


def test_a_rule_module_that_the_book_does_not_have_is_marked(house):
    found = lines(section(booklet(house), "The game"))

    assert "*Gifts of coins: A seat may give coins to another at any time." in found


def test_a_number_that_is_not_the_book_s_is_marked_in_its_sentence(house):
    book = booklet(house)

    assert [("4", True), (" rounds | and no more.", False)] == [(run.text, run.house) for run in book.text]


def test_sheets_tell_in_what_factions_differ(house):
    gold = section(booklet(house), "The factions", "Gold")

    assert "Dice that a seat rolls: 3" in lines(gold)
    assert [run.house for block in gold.blocks if isinstance(block, Items) for run in block.entries[-1].line] == [
        False,
        True,
    ]


def test_a_faction_without_rules_of_its_own_has_a_sheet_too():
    sheets = section(booklet("dice-feud"), "The factions").parts

    assert ["Red", "Blue", "Gold", "Jade"] == [sheet.title for sheet in sheets]
    assert [": Plays by the general rules."] == lines(sheets[0])


def test_decks_list_their_cards_and_mark_other_counts(house):
    deck = section(booklet(house), "The cards", "The cards deck: 11 cards")

    (table,) = deck.blocks
    assert isinstance(table, Table)
    assert [("6", True), ("5", False)] == [(row.cells[0][0].text, row.cells[0][0].house) for row in table.rows]


def test_numbers_permissions_and_settings_can_be_looked_up(house):
    book = booklet(house)

    assert "*Rounds of a game | 4 | " in lines(section(book, "For looking up", "Numbers"))
    gate = [line for line in lines(section(book, "For looking up", "What may be done")) if "Put a die" in line]
    assert gate[0].startswith("*Put a die into a slot | yes | ✗ Nobody uses the gate, when slot is The gate; ")
    assert section(book, "For looking up", "Where the rules come from")


def test_the_book_to_compare_with_can_be_chosen(house):
    book = booklet(house, book="dice-feud-long")

    assert "Dice Feud, the long game" == book.book
    assert "Rounds of a game: 4: Four rounds [5]." in lines(book.sections[0])


def test_markdown_is_escaped_and_html_too(house):
    markdown = dunerules.rulebook_text(house)
    page = dunerules.rulebook_text(house, form="html")

    assert markdown.startswith("# Thursday \\<feud\\>\n\n**4**★ rounds \\| and no more.\n")
    assert "<h1>Thursday &lt;feud&gt;</h1>" in page
    assert "<feud>" not in page


def test_every_row_of_a_markdown_table_has_as_many_cells_as_its_head():
    rows = re.findall(r"(?m)^\|.*\|$", dunerules.rulebook_text("dice-feud"))
    tables = re.findall(r"(?ms)^\|.*?(?=\n\n|\Z)", dunerules.rulebook_text("dice-feud"))

    assert rows
    for table in tables:
        assert 1 == len({len(re.findall(r"(?<!\\)\|", row)) for row in table.strip().splitlines()})


def test_the_page_needs_nothing_else_and_its_contents_lead_somewhere(house):
    page = dunerules.rulebook_text(house, form="html")

    assert not re.search(r"(src|@import|url\(|https?:)", page)
    links = re.findall(r'href="#([^"]+)"', page)
    assert links
    assert set(links) <= set(re.findall(r'id="([^"]+)"', page))
    assert "@media print" in page


def test_an_unknown_form_is_refused():
    with pytest.raises(ValueError, match='"pdf" is not a form of a rulebook: markdown, html'):
        dunerules.rulebook_text("dice-feud", form="pdf")
