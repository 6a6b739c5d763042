"""docs/house-rules.md: everything that the page does, from the empty folder to the game that was played."""

from __future__ import annotations

from pathlib import Path

import pytest
from markdown_pages import blocks, differing_commands, failed_doctests, write_files

import dunerules

PAGE = "house-rules.md"
BLOCKS = blocks(PAGE)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_toml_block_is_tested() -> None:
    assert [] == [
        block.text for block in BLOCKS if block.language == "toml" and block.word not in ("ruleset", "refused")
    ]


def test_the_walk_can_be_followed_from_the_empty_folder(folder: Path) -> None:
    """Files are written and commands given one after the other, as a reader does."""
    differing = []
    for block in BLOCKS:
        write_files([block], folder)
        differing += differing_commands([block])

    assert [] == differing
    assert (folder / "thursday.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_the_file_is_right_after_every_change(folder: Path) -> None:
    found = {}
    for number, block in enumerate(BLOCKS):
        write_files([block], folder)
        if block.word == "ruleset":
            found[number] = [str(one) for one in dunerules.check(block.file)]

    assert len(found) > 6
    assert [] == [one for number in found for one in found[number]]


def test_the_slip_is_refused(folder: Path) -> None:
    write_files([block for block in BLOCKS if block.word == "refused"], folder)

    with pytest.raises(dunerules.RulesetError):
        dunerules.load("slip.toml")


def test_python_of_the_page_is_true(folder: Path) -> None:
    write_files([block for block in BLOCKS if block.word == "ruleset"], folder)

    assert failed_doctests(PAGE) == ""
