"""Every scenario of docs/scenarios.md is run as the page says, and its tables have every key of the format."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest
from markdown_pages import blocks, differing_commands, failed_doctests, page, write_files

from dunerules.engine.scenario_files import Given, ScenarioHead, Then, Under, When
from dunerules.engine.scenarios import read_scenario, run_scenario

PAGE = "scenarios.md"
BLOCKS = blocks(PAGE)
SCENARIOS = [block.file for block in BLOCKS if block.word == "scenario"]
DIFFERS = ["forgetful.toml"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_files(BLOCKS, tmp_path)
    return tmp_path


def test_every_toml_block_is_run() -> None:
    assert [] == [block.text for block in BLOCKS if block.language == "toml" and not block.file]


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenario_holds_unless_the_page_says_otherwise(name: str) -> None:
    reports = run_scenario(read_scenario(name))

    assert [name not in DIFFERS] * len(reports) == [report.ok for report in reports]


def test_commands_print_what_the_page_says() -> None:
    assert [] == differing_commands(BLOCKS)


def test_examples_in_python_are_true() -> None:
    assert failed_doctests(PAGE) == ""


@pytest.mark.parametrize("cls", [ScenarioHead, Given, When, Then, Under])
def test_page_says_of_every_key_what_it_is(cls: Any) -> None:
    lines = key_lines(cls)

    assert "\n".join(lines) in page(PAGE)


def key_lines(cls: Any) -> list[str]:
    """The rows of the table of a class: its keys as a file writes them."""
    names = {"words": "any other", "with_": "`with`"}
    return [
        f"| {names.get(field.name, f'`{field.name}`')} | {field.metadata['doc'].removeprefix('Every other key: ')} |"
        for field in attrs.fields(cls)
    ]
