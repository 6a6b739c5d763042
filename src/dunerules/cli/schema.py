"""`dunerules schema`: the JSON Schemas of the TOML formats."""

from __future__ import annotations

import argparse
import json

from dunerules.cli.output import drafts
from dunerules.cli.parser import UsageError
from dunerules.engine.compile import load
from dunerules.engine.library import Library
from dunerules.engine.schema import Schema, module_schema, ruleset_schema
from dunerules.engine.schema_names import schema_of

HELP = "Print the JSON Schema of ruleset files, which editors use for completion."
EXAMPLE = """\
examples:
  dunerules schema -o ruleset.schema.json
  dunerules schema gf9-2019-advanced -o advanced.schema.json     completes its names too
  dunerules schema --module -o module.schema.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "ruleset", nargs="?", metavar="FILE", help="a ruleset whose numbers, facts, cards and so on it is to know"
    )
    parser.add_argument("--module", action="store_true", help="the schema of rule module files instead")
    parser.add_argument("-o", "--output", metavar="FILE", help="write it to a file")


def run(args: argparse.Namespace) -> int:
    """Print or write the schema."""
    text = json.dumps(_schema(args), indent=2) + "\n"
    if args.output is None:
        print(text, end="")
        return 0
    with drafts(args.output) as (file,):
        file.write(text)
    return 0


def _schema(args: argparse.Namespace) -> Schema:
    if args.module and args.ruleset is not None:
        raise UsageError("--module is the format of rule modules, which takes no ruleset: leave one of the two out.")
    if args.ruleset is not None:
        return schema_of(load(args.ruleset), Library.installed())
    return module_schema() if args.module else ruleset_schema()
