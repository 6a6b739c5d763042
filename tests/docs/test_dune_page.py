"""The page about Dune of 2019 names every ruleset, every advanced piece and every option, with its default."""

from __future__ import annotations

import re
from pathlib import Path

from markdown_pages import failed_doctests

import dunerules
from dunerules.engine.passages import whole_text

PAGE = (Path(__file__).parents[2] / "docs" / "dune-2019.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    section = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    found = [
        [cell.strip().strip("`") for cell in row.strip("| ").split(" | ")]
        for row in re.findall(r"^\| .*", section, re.M)
    ]
    return found[2:]


def test_page_names_every_ruleset():
    names = sorted(name for name in dunerules.Library.installed().rulesets if name.startswith("gf9-2019"))

    assert [[name, dunerules.load(name).title] for name in names] == rows("Rulesets")


def test_page_tells_what_every_advanced_piece_does():
    basic, advanced = dunerules.load("gf9-2019-basic"), dunerules.load("gf9-2019-advanced")
    modules = advanced.composition.modules
    parts = {part for module in modules for part in module.file.module.includes}

    expected = [
        [module.id, whole_text(advanced, module.id)]
        for module in modules
        if module.id not in basic.modules and module.id not in parts
    ]
    assert sorted(expected) == sorted(rows("The advanced game, piece by piece"))


def test_page_names_every_option_with_its_default():
    modules = dunerules.load("gf9-2019-advanced").composition.modules

    expected = [
        [module.id, key, str(option.default).lower() if option.type == "bool" else str(option.default), option.title]
        for module in modules
        if not module.id.startswith("engine.")
        for key, option in module.file.options.items()
    ]
    shown = [[module, key, default, title] for module, key, default, _, title in rows("Readings that can be changed")]
    assert sorted(expected) == sorted(shown)


def test_page_plays_as_it_says():
    assert "" == failed_doctests("dune-2019.md")
