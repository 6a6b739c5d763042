"""The JSON Schema for one ruleset offers the names that a file can write, and refuses no other."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import dunerules
from dunerules import Library
from dunerules.engine.schema import ruleset_schema
from dunerules.engine.schema_names import schema_of

TABLES = Path(__file__).parents[2] / "examples" / "house-rules"
LIBRARY = Library.installed()


@pytest.fixture(scope="module")
def feud():
    rulebook = dunerules.load("dice-feud")
    return rulebook, schema_of(rulebook, LIBRARY)


def offered(schema):
    """The names that stand first of what a text may be."""
    names, text = schema["anyOf"]
    assert "string" == text["type"]
    return names["enum"]


def test_numbers_permissions_and_steps_are_offered(feud):
    rulebook, schema = feud
    definitions = schema["$defs"]

    assert sorted(rulebook.quantities) == offered(definitions["EffectDeclaration"]["properties"]["quantity"])
    assert sorted(rulebook.permissions) == offered(definitions["PermissionRule"]["properties"]["forbid"])
    assert sorted(rulebook.procedures) == offered(definitions["StepChange"]["properties"]["procedure"])
    steps = offered(definitions["StepChange"]["properties"]["remove"])
    assert [] == [step for one in rulebook.procedures.values() for step in one.steps if step not in steps]


def test_modules_are_offered_where_they_can_be_added_and_removed(feud):
    rulebook, schema = feud
    selection = schema["$defs"]["RuleSelection"]["properties"]

    assert sorted(LIBRARY.modules) == offered(selection["add"]["items"])
    assert sorted(rulebook.modules) == offered(selection["remove"]["items"])


def test_a_setting_has_its_type_bounds_and_default(feud):
    _, schema = feud
    declared = LIBRARY.module("classic.nexus").file.options["rounds"]

    assert {
        "type": "integer",
        "description": declared.title,
        "default": declared.default,
        "minimum": declared.min,
        "maximum": declared.max,
    } == schema["properties"]["options"]["properties"]["classic.nexus"]["properties"]["rounds"]


def test_a_fact_says_when_it_holds_and_offers_its_values(feud):
    rulebook, schema = feud
    facts = schema["$defs"]["EffectDeclaration"]["properties"]["when"]["properties"]

    assert rulebook.facts.keys() == facts.keys()
    assert sorted(rulebook.factions) == offered_values(facts["seat"])
    assert rulebook.facts["seat"].meaning == facts["seat"]["description"]


def offered_values(schema):
    return schema["anyOf"][0]["enum"]


def test_cards_are_offered_with_their_numbers_of_copies():
    rulebook = dunerules.load("gf9-2019-basic")

    cards = schema_of(rulebook, LIBRARY)["properties"]["decks"]["properties"]["treachery"]["properties"]

    assert rulebook.decks["treachery"] == {card: schema["default"] for card, schema in cards.items()}


@pytest.mark.parametrize("path", sorted(TABLES.glob("*.toml")), ids=lambda path: path.stem)
def test_the_names_of_a_real_table_s_rules_are_among_those_offered(path):
    written = tomllib.loads(path.read_text(encoding="utf-8"))
    schema = schema_of(dunerules.load(path), LIBRARY)
    definitions = schema["$defs"]

    names = offered(definitions["EffectDeclaration"]["properties"]["quantity"])
    assert [] == [effect for effect in written.get("effect", ()) if effect["quantity"] not in names]
    assert [] == [one for one in written.get("options", ()) if one not in schema["properties"]["options"]["properties"]]


def test_the_schema_of_the_format_is_left_as_it_is(feud):
    assert "properties" not in ruleset_schema()["properties"]["options"]
