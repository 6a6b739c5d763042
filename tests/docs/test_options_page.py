"""The page about house rules is what the rule modules say, its rulesets play, its refusals are what is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from markdown_pages import blocks, page, write_files

import dunerules
from dunerules import Library, RulesetError
from tools import options_page

PAGE = "options.md"
BLOCKS = blocks(PAGE)


def test_page_is_what_the_modules_say() -> None:
    """Run `python tools/options_page.py` if this fails."""
    assert options_page.page() == page(PAGE)


def test_every_optional_module_is_on_this_page_or_on_that_of_its_edition_or_a_part_of_another() -> None:
    library = Library.installed()
    heads = {name: library.module(name).file.module for name in library.modules}
    parts = {part for head in heads.values() for part in head.includes}
    told = {module for group in options_page.GROUPS.values() for module in group}

    missing = [
        name
        for name in sorted(heads)
        if name.startswith(("option.", "reading."))
        if name not in told | parts and not any(f"`{name}`" in page(other) for other in ("editions.md", "dune-2019.md"))
    ]
    assert [] == missing


@pytest.mark.parametrize("file", [block.file for block in BLOCKS if block.word == "ruleset"])
def test_ruleset_is_played_to_the_end(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_files(BLOCKS, tmp_path)

    assert dunerules.play_out(dunerules.Game.start(dunerules.load(file), seed=3)).outcome


REFUSED = [block.file for block in BLOCKS if block.word == "refused"]
MESSAGES = [block.text for block in BLOCKS if block.language == "text"]


@pytest.mark.parametrize(("file", "message"), list(zip(REFUSED, MESSAGES, strict=True)), ids=REFUSED)
def test_refusal_reads_as_the_page_says(
    file: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_files(BLOCKS, tmp_path)

    with pytest.raises(RulesetError) as refused:
        dunerules.load(file)

    assert message.strip() == str(refused.value)
