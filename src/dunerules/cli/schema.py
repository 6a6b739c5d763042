"""`dunerules schema`: the JSON Schemas of the TOML formats."""

from __future__ import annotations

import argparse
import json

from dunerules.cli.output import drafts
from dunerules.engine.schema import module_schema, ruleset_schema

HELP = "Print the JSON Schema of ruleset files, which editors use for completion."
EXAMPLE = """\
examples:
  dunerules schema -o ruleset.schema.json
  dunerules schema --module -o module.schema.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--module", action="store_true", help="the schema of rule module files instead")
    parser.add_argument("-o", "--output", metavar="FILE", help="write it to a file")


def run(args: argparse.Namespace) -> int:
    """Print or write the schema."""
    text = json.dumps(module_schema() if args.module else ruleset_schema(), indent=2) + "\n"
    if args.output is None:
        print(text, end="")
        return 0
    with drafts(args.output) as (file,):
        file.write(text)
    return 0
