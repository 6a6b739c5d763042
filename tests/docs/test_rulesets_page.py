"""Every example of docs/rulesets.md is loaded, played or refused as the page says."""

from __future__ import annotations

from pathlib import Path

import pytest
from markdown_pages import blocks, differing_commands, failed_doctests, write_files

import dunerules

PAGE = "rulesets.md"
BLOCKS = blocks(PAGE)
RULESETS = [number for number, block in enumerate(BLOCKS) if block.word == "ruleset"]
REFUSED = [number for number, block in enumerate(BLOCKS) if block.word == "refused"]


def name_of(number: int) -> str:
    return BLOCKS[number].file


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_toml_block_is_tested() -> None:
    untested = [block.text for block in BLOCKS if block.language == "toml" and block.word not in ("ruleset", "refused")]

    assert [] == untested


@pytest.mark.parametrize("number", RULESETS, ids=name_of)
def test_ruleset_is_loaded_and_played_to_the_end(number: int, folder: Path) -> None:
    write_files(BLOCKS[: number + 1], folder)

    game = dunerules.play_out(dunerules.Game.start(dunerules.load(BLOCKS[number].file), seed=3))

    assert game.outcome is not None


@pytest.mark.parametrize("number", REFUSED, ids=name_of)
def test_ruleset_is_refused_with_the_text_that_follows(number: int, folder: Path) -> None:
    write_files(BLOCKS[: number + 1], folder)

    with pytest.raises(dunerules.RulesetError) as caught:
        dunerules.load(BLOCKS[number].file)

    assert BLOCKS[number + 1].language == "text"
    assert BLOCKS[number + 1].text.rstrip("\n") == str(caught.value)


def test_examples_in_python_are_true(folder: Path) -> None:
    write_files([block for block in BLOCKS if block.word == "ruleset"], folder)

    assert failed_doctests(PAGE) == ""


def test_commands_print_what_the_page_says(folder: Path) -> None:
    write_files([block for block in BLOCKS if block.word == "ruleset"], folder)

    assert [] == differing_commands(BLOCKS)
