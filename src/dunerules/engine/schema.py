"""JSON Schemas of the TOML formats, for completion in editors; built from the classes that read the files."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs

from dunerules.engine.declaration_checks import ID_PATTERN, OPTION_PATTERN, STAGES, STEP_CHANGES
from dunerules.engine.declarations import (
    EffectDeclaration,
    ModuleFile,
    PermissionRule,
    Reference,
    RulesetFile,
    StepChange,
)
from dunerules.engine.structure import FRACTION_PATTERN

Schema = dict[str, Any]  # Any: JSON

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def ruleset_schema() -> Schema:
    """The JSON Schema of a ruleset file."""
    return _file_schema(RulesetFile, "Ruleset")


def module_schema() -> Schema:
    """The JSON Schema of a rule module file."""
    return _file_schema(ModuleFile, "Rule module")


def _file_schema(cls: type, title: str) -> Schema:
    definitions: dict[str, Schema] = {}
    body = _class(cls, definitions)
    return {"$schema": DIALECT, "title": title, **body, "$defs": dict(sorted(definitions.items()))}


def _class(cls: type, definitions: dict[str, Schema]) -> Schema:
    hints = get_type_hints(cls)
    fields = attrs.fields(cls)
    schema: Schema = {
        "type": "object",
        "description": (cls.__doc__ or "").strip(),
        "additionalProperties": False,
        "properties": {field.name: _property(field, hints[field.name], definitions) for field in fields},
    }
    required = [field.name for field in fields if field.default is attrs.NOTHING]
    return {**schema, **({"required": required} if required else {}), **CONSTRAINTS.get(cls, {})}


def _property(field: attrs.Attribute[Any], hint: Any, definitions: dict[str, Schema]) -> Schema:
    schema = _type(hint, definitions)
    if field.name == "id":
        schema["pattern"] = f"^{ID_PATTERN}$"
    if field is attrs.fields(Reference).option:
        schema["pattern"] = f"^{OPTION_PATTERN}$"
    if field.name == "decks":
        schema["additionalProperties"]["additionalProperties"]["minimum"] = 0
    if isinstance(field.default, str | int) and field.default != "":
        schema["default"] = field.default
    if field.metadata.get("doc"):
        schema["description"] = field.metadata["doc"]
    return schema


SCALARS: Mapping[Any, Schema] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    str: {"type": "string"},
    Fraction: {"anyOf": [{"type": "number"}, {"type": "string", "pattern": f"^{FRACTION_PATTERN}$"}]},
    Any: {},
}


def _type(hint: Any, definitions: dict[str, Schema]) -> Schema:
    if hint in SCALARS:
        return dict(SCALARS[hint])
    if attrs.has(hint):
        name = hint.__name__
        if name not in definitions:
            definitions[name] = {}
            definitions[name] = _class(hint, definitions)
        return {"$ref": f"#/$defs/{name}"}
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return {"enum": list(args)}
    if origin is tuple:
        return {"type": "array", "items": _type(args[0], definitions)}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _type(args[1], definitions)}
    if origin in (Union, UnionType):
        kinds = [_type(kind, definitions) for kind in args if kind is not NoneType]
        return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    raise TypeError(f"no JSON Schema for {hint}")


def _required(*keys: str) -> Schema:
    return {"required": list(keys)}


def _nothing_but(keys: frozenset[str]) -> Schema:
    """These keys, and none of those that make another change of a procedure."""
    others = sorted(frozenset().union(*STEP_CHANGES) - keys)
    return {**_required(*sorted(keys)), "properties": dict.fromkeys(others, False)}


CONSTRAINTS: Mapping[type, Schema] = {
    Reference: {"minProperties": 1, "maxProperties": 1},
    EffectDeclaration: {"anyOf": [_required(stage) for stage in STAGES]},
    PermissionRule: {"oneOf": [_required("allow"), _required("forbid")]},
    StepChange: {"oneOf": [_nothing_but(keys) for keys in STEP_CHANGES]},
}
"""What the checks of single declarations say, as far as JSON Schema can."""
