"""Every example of docs/playing.md is run, and the page has everything that a game can do."""

from __future__ import annotations

import pytest
from markdown_pages import blocks, failed_doctests, page

import dunerules

PAGE = "playing.md"


def test_examples_in_python_are_true() -> None:
    assert failed_doctests(PAGE) == ""


def test_every_block_of_code_is_run() -> None:
    assert [] == [block.text for block in blocks(PAGE) if ">>>" not in block.text]


UNNAMED = {"of_header", "history", "look"}
"""For readers of the reference, not of the guide."""


@pytest.mark.parametrize("name", sorted(set(vars(dunerules.Game)) - UNNAMED))
def test_page_shows_everything_that_a_game_can_do(name: str) -> None:
    assert name.startswith("_") or f".{name}" in page(PAGE) or f"`{name}()`" in page(PAGE)
