"""What holds for every page of docs/: it is listed, its links lead somewhere, and a line is one sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markdown_pages import DOCS, prose

PAGES = sorted(file.name for file in DOCS.glob("*.md"))


def anchors(file: Path) -> set[str]:
    """The anchors of the headings of a Markdown file, as GitHub makes them."""
    text = re.sub(r"^```.*?^```$", "", file.read_text(encoding="utf-8"), flags=re.M | re.S)
    found = re.findall(r"^#+ (.+)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    dead = []
    for link in re.findall(r"\]\(([^)\s]+)\)", prose(name)):
        path, _, anchor = link.partition("#")
        target = (DOCS / path) if path else DOCS / name
        if "://" not in link and (not target.exists() or (anchor and anchor not in anchors(target))):
            dead.append(link)

    assert [] == dead


@pytest.mark.parametrize("name", PAGES)
def test_line_is_one_sentence(name: str) -> None:
    lines = [line for line in prose(name).splitlines() if not line.startswith("|")]

    assert [] == [line for line in lines if re.search(r"(?<!^\d)[.!?] [A-Z*`\[]", line)]


@pytest.mark.parametrize("name", PAGES)
def test_page_says_what_it_is_for_in_its_first_sentence(name: str) -> None:
    title, _, first, *_ = prose(name).splitlines()

    assert title.startswith("# ")
    assert first.startswith("This page ")


def test_every_page_is_listed() -> None:
    assert [] == [name for name in PAGES if name != "README.md" and f"({name})" not in prose("README.md")]
