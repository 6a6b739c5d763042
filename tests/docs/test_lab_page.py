"""The commands and the Python of docs/lab.md give what the page says, and it explains every reason."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from markdown_pages import blocks, differing_commands, failed_doctests, page

from dunerules.testing.lab.meetings import EXPLAINED, Kind
from dunerules.testing.lab.page import REASONS

PAGE = "lab.md"


def test_commands_print_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert [] == differing_commands(blocks(PAGE))
    assert {"report.html", "report.json"} == {path.name for path in (tmp_path / "report").iterdir()}


def test_examples_in_python_are_true() -> None:
    assert failed_doctests(PAGE) == ""


def test_every_reason_is_told_here_and_in_the_report() -> None:
    explained, others = page(PAGE).split("The others are the ones to look at:")

    assert [] == [kind for kind in EXPLAINED if f"| `{kind}` |" not in explained]
    assert [] == [kind for kind in get_args(Kind) if kind and kind not in EXPLAINED and f"| `{kind}` |" not in others]
    assert sorted(get_args(Kind)) == sorted(REASONS)
