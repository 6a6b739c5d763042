"""Where the keys and items of a TOML text stand, and that every key that a parser finds has a line."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dunerules.engine.declaration_checks import path_key
from dunerules.engine.lines import line_of, lines_of

ROOT = Path(__file__).parents[2]
TEXT = '''# a comment = [not a table]
title = "x # y"  # [neither]

[rules]
add = [
    "one",  # ]
    "two",
    "thr\\"ee", "four"
]
remove = []

[options."a.b"]
limit = 3

[[effect]]
title = "first"
when = { seat = "red", slot = ["gate", "tower"] }

[[effect]]
title = """
[not.a.table]
"""
cites = []

[effect.more]
x = 1
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("title", 2),
        ("rules", 4),
        ("rules.add", 5),
        ("rules.add[0]", 6),
        ("rules.add[1]", 7),
        ("rules.add[3]", 8),
        ("rules.remove", 10),
        ('options."a.b".limit', 13),
        ("effect[0].title", 16),
        ("effect[0].when.slot[1]", 17),
        ("effect[1]", 19),
        ("effect[1].cites", 23),
        ("effect[1].more.x", 26),
    ],
)
def test_every_path_has_the_line_it_stands_on(path: str, line: int) -> None:
    assert line == lines_of(TEXT)[path]


@pytest.mark.parametrize(
    ("path", "line"),
    [("rules.add[9]", 5), ("effect[1].quantity", 19), ('options."a.b".speed', 12), ("decks.cards.veto", 1), ("", 1)],
)
def test_what_is_missing_is_shown_at_the_table_around_it(path: str, line: int) -> None:
    assert line == line_of(lines_of(TEXT), path)


def paths(value: Any, path: str = "") -> Iterator[str]:
    """Every path of parsed data."""
    if isinstance(value, dict):
        for key, part in value.items():
            below = f"{path}.{path_key(key)}" if path else path_key(key)
            yield below
            yield from paths(part, below)
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield f"{path}[{index}]"
            yield from paths(part, f"{path}[{index}]")


@pytest.mark.parametrize(
    "file",
    sorted([*ROOT.glob("rulesets/*.toml"), *ROOT.glob("src/dunerules/*/*.toml")]),
    ids=lambda file: file.stem,
)
def test_every_key_of_the_shipped_files_has_a_line(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    lines = lines_of(text)

    assert [] == [path for path in paths(tomllib.loads(text)) if path not in lines]


@pytest.mark.parametrize(
    "text", ["", "=", "[", "[[", "a = [", "a = {", 'a = "', "[a\nb = 1", "a = [1, {b = [2", "é = 1"]
)
def test_a_broken_text_is_scanned_to_its_end(text: str) -> None:
    assert isinstance(lines_of(text), dict)
