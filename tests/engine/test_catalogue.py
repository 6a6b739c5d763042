"""The catalogue: look-up by id without parsing more than is needed."""

from __future__ import annotations

from pathlib import Path

import pytest
import tomli

import dunerules
from dunerules.engine import catalogue as catalogue_module
from dunerules.engine.catalogue import TABLES, Catalogue, UnknownRule
from dunerules.engine.errors import DunerulesError

SHIPPED = Path(dunerules.__file__).parent / "catalogue"

DICE = """
[catalogue]
id = "dice"

[[rule]]
id = "dice.roll"
phase = "roll"
level = "basic"
source = "p. 1"
text = "Roll two dice."

[[ruling]]
id = "dice.ruling.cocked"
given = "A die leans."
when = "It is read."
then = "It is rolled again."

[[silence]]
id = "dice.silence.lost"
question = "What if a die is lost?"
reading = "Take another."

[[option]]
id = "dice.option.three"
name = "Three dice"
changes = "Roll three."
"""


@pytest.fixture
def dice(tmp_path):
    (tmp_path / "dice.toml").write_text(DICE)
    (tmp_path / "broken.toml").write_text('[[rule]]\nid = "broken.rule"\ntext = ')
    return Catalogue.of([tmp_path])


def test_the_scan_finds_exactly_the_ids_that_parsing_finds():
    parsed = {
        entry["id"]
        for path in SHIPPED.glob("*.toml")
        for table, entries in tomli.loads(path.read_text("utf-8")).items()
        if table in TABLES
        for entry in entries
    }

    assert parsed == Catalogue.of([SHIPPED]).ids


def test_the_heads_of_files_are_no_rules(dice):
    assert list(dice) == ["broken.rule", "dice.roll", "dice.ruling.cocked", "dice.silence.lost", "dice.option.three"]
    assert "dice" not in dice
    assert len(dice) == 5


def test_an_entry_tells_its_table_text_and_source(dice):
    entry = dice["dice.roll"]

    assert (
        entry.table, entry.text, entry.phase, entry.level, entry.source
    ) == ("rule", "Roll two dice.", "roll", "basic", "p. 1")  # fmt: skip
    assert entry.data["source"] == "p. 1"


@pytest.mark.parametrize(
    ("rule_id", "text"),
    [
        ("dice.ruling.cocked", "Given: A die leans. When: It is read. Then: It is rolled again."),
        ("dice.silence.lost", "What if a die is lost? Take another."),
        ("dice.option.three", "Three dice: Roll three."),
    ],
)
def test_every_table_reads_as_a_text(dice, rule_id, text):
    assert text == dice[rule_id].text


def test_every_shipped_entry_has_a_text():
    catalogue = Catalogue.of([SHIPPED])

    entries = [entry for name in catalogue.editions for entry in catalogue.edition(name)]

    assert len(catalogue) == len(entries)
    assert all(entry.text for entry in entries)


def test_only_the_file_of_a_wanted_entry_is_parsed(dice, monkeypatch):
    parsed = []
    real = catalogue_module.read_toml
    monkeypatch.setattr(
        catalogue_module, "read_toml", lambda path, shown: parsed.append(path.name) or real(path, shown)
    )

    assert "dice.roll" in dice
    assert parsed == []
    assert dice["dice.roll"] is dice["dice.roll"]
    assert parsed == ["dice.toml"]


def test_an_edition_is_iterated_in_the_order_of_its_file(dice):
    assert dice.editions == ("broken", "dice")
    assert next(dice.edition("dice")).id == "dice.roll"


def test_an_unknown_id_is_refused_with_the_nearest(dice):
    with pytest.raises(UnknownRule) as caught:
        dice["dice.rol"]

    assert str(caught.value) == '"dice.rol" is not in the catalogue.\n  Did you mean "dice.roll"?'
    assert isinstance(caught.value, KeyError)
    assert isinstance(caught.value, DunerulesError)
