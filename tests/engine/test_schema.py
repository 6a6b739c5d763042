"""The JSON Schemas say what the classes say."""

from __future__ import annotations

import json

import attrs
import pytest

from dunerules.engine import declarations
from dunerules.engine.declarations import LAYERS, ModuleFile, RulesetFile
from dunerules.engine.schema import module_schema, ruleset_schema

BOTH = pytest.mark.parametrize(
    ("schema", "cls"), [(ruleset_schema(), RulesetFile), (module_schema(), ModuleFile)], ids=["ruleset", "module"]
)


@BOTH
def test_every_field_of_every_class_is_a_described_property(schema, cls):
    objects = {cls.__name__: schema, **schema["$defs"]}

    for name, object_schema in objects.items():
        fields = attrs.fields(getattr(declarations, name))
        assert {field.name for field in fields} == object_schema["properties"].keys()
        for field in fields:
            assert field.metadata["doc"] == object_schema["properties"][field.name]["description"]
        assert [field.name for field in fields if field.default is attrs.NOTHING] == object_schema.get("required", [])
        assert object_schema["additionalProperties"] is False
        assert object_schema["description"]


@BOTH
def test_every_reference_leads_to_a_definition(schema, cls):
    text = json.dumps(schema)

    names = {part.split('"')[0] for part in text.split("#/$defs/")[1:]}

    assert names == schema["$defs"].keys()


def test_a_ruleset_schema_is_json_of_the_current_dialect():
    schema = ruleset_schema()

    assert schema == json.loads(json.dumps(schema))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_words_numbers_and_tables_have_their_types():
    effect = ruleset_schema()["$defs"]["EffectDeclaration"]["properties"]

    assert effect["round"]["enum"] == ["up", "down", "nearest"]
    assert effect["cites"] == {"type": "array", "items": {"type": "string"}, "description": "Catalogue ids."}
    assert effect["add"]["anyOf"] == [
        {"type": "integer"},
        {"anyOf": [{"type": "number"}, {"type": "string", "pattern": "^-?[0-9]{1,18}/[1-9][0-9]{0,17}$"}]},
        {"$ref": "#/$defs/Reference"},
    ]
    assert list(LAYERS) == module_schema()["$defs"]["ModuleHead"]["properties"]["layer"]["enum"]


def test_what_excludes_each_other_is_said():
    definitions = ruleset_schema()["$defs"]

    assert definitions["PermissionRule"]["oneOf"] == [{"required": ["allow"]}, {"required": ["forbid"]}]
    assert (definitions["Reference"]["minProperties"], definitions["Reference"]["maxProperties"]) == (1, 1)
    assert len(definitions["EffectDeclaration"]["anyOf"]) == 6
    assert len(definitions["StepChange"]["oneOf"]) == 6


def test_a_change_of_a_procedure_has_the_keys_of_one_kind_and_no_others():
    """An editor let `insert` stand beside `remove`, which the loader refuses."""
    alternatives = ruleset_schema()["$defs"]["StepChange"]["oneOf"]
    keys = {"insert", "move", "replace", "remove", "after", "before", "by"}

    for alternative in alternatives:
        assert keys - set(alternative["required"]) == alternative["properties"].keys()
        assert {False} == set(alternative["properties"].values())


def test_a_number_of_copies_is_not_negative():
    assert 0 == ruleset_schema()["properties"]["decks"]["additionalProperties"]["additionalProperties"]["minimum"]
