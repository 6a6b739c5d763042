"""The page about the editions: its tables name what is there, its rulesets play, its refusal is what is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markdown_pages import blocks, differing_commands, page, write_files

import dunerules
from dunerules import Library, RulesetError

PAGE = "editions.md"
BLOCKS = blocks(PAGE)
SCENARIOS = Path(__file__).parents[1] / "scenarios" / "editions"


def rows(heading: str) -> list[list[str]]:
    section = page(PAGE).partition(f"## {heading}\n")[2].partition("\n## ")[0]
    found = re.findall(r"^\| (.*) \|$", section, re.M)
    return [[cell.strip("`") for cell in row.split(" | ")] for row in found[2:]]


def test_page_names_every_ruleset_of_1979() -> None:
    names = sorted(name for name in Library.installed().rulesets if name.startswith("ah-1979"))

    assert [[name, dunerules.load(name).title] for name in names] == rows("Rulesets of 1979")


def test_page_names_the_module_of_every_optional_rule() -> None:
    library = Library.installed()
    options = {entry.id: entry for entry in library.catalogue.edition("ah-1979") if entry.table == "option"}
    heads = [library.module(name).file.module for name in library.modules]
    expected = [[head.id, options[cited].data["name"]] for head in heads for cited in head.cites if cited in options]

    assert sorted(expected) == sorted([module, name] for _, module, name in rows("Optional rules of 1979"))


def test_page_tells_a_reversal_for_every_scenario_of_both_editions() -> None:
    assert len(list(SCENARIOS.glob("*.toml"))) == len(rows("How the differences are expressed")) == 13


def test_modules_that_the_page_names_are_installed() -> None:
    named = set(re.findall(r"`((?:ah-1979|gf9-2019|option|faction)\.[a-z0-9.-]*[a-z0-9])`", page(PAGE)))

    assert set() == named - set(Library.installed().modules)


@pytest.mark.parametrize("file", [block.file for block in BLOCKS if block.word == "ruleset"])
def test_mixture_is_played_to_the_end(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_files(BLOCKS, tmp_path)

    assert dunerules.play_out(dunerules.Game.start(dunerules.load(file), seed=2)).outcome


def test_refusal_reads_as_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_files(BLOCKS, tmp_path)
    (expected,) = [block.text for block in BLOCKS if block.language == "text"]

    with pytest.raises(RulesetError) as refused:
        dunerules.load("two-orders.toml")

    told = re.sub(r"(gf9-2019-basic.toml: rules.add)\[\d+\]", r"\1[N]", str(refused.value))
    assert expected.strip() == told.strip()


def test_commands_print_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert [] == differing_commands(BLOCKS)
