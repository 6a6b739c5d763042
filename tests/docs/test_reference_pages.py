"""docs/reference/ is what the declarations say now, explains every word, and its links lead somewhere."""

from __future__ import annotations

import re
from functools import cache

import pytest
from markdown_pages import DOCS
from test_all_pages import anchors

from tools.reference import FOLDER, stale, written
from tools.reference_words import EDITIONS, Words, read_words

PAGES = sorted(path.name for path in FOLDER.glob("*.md"))


@cache
def words() -> Words:
    return read_words()


def headings(name: str) -> list[str]:
    return re.findall(r"^## (.+)$", (FOLDER / name).read_text(encoding="utf-8"), re.M)


def test_no_page_is_stale() -> None:
    """Run `python tools/reference.py` if this fails."""
    assert [] == stale(written(words()), FOLDER)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_word_of_the_editions_has_a_heading(edition: str) -> None:
    book = words().books[edition]
    there = {
        "quantities.md": book.quantities,
        "permissions.md": book.permissions,
        "facts.md": book.facts,
        "options.md": [f"{module}/{key}" for module, values in book.options.items() for key in values],
        "steps.md": book.procedures,
        "modules.md": book.modules,
        "components.md": book.components,
        "decks.md": book.decks,
        "blocks.md": book.components["block"],
    }

    missing = {page: sorted(set(names) - set(headings(page))) for page, names in there.items()}

    assert {page: [] for page in there} == missing


def test_every_step_is_told_in_its_procedure() -> None:
    page = (FOLDER / "steps.md").read_text(encoding="utf-8")
    steps = {step for book in words().books.values() for one in book.procedures.values() for step in one.steps}

    assert [] == sorted(step for step in steps if f"`{step}`" not in page)


@pytest.mark.parametrize("name", PAGES)
def test_every_entry_says_what_it_means(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    entries = re.findall(r"^## (.+)\n\n(.*)$", text, re.M)

    assert [] == [heading for heading, first in entries if not re.match(r"[A-Z0-9].+[.!?]$", first)]


@pytest.mark.parametrize("name", PAGES)
def test_no_heading_stands_twice(name: str) -> None:
    assert sorted(set(headings(name))) == sorted(headings(name))


@pytest.mark.parametrize("name", PAGES)
def test_links_of_the_reference_lead_somewhere(name: str) -> None:
    known = {path: anchors(FOLDER / path) for path in PAGES}
    dead = []
    for link in set(re.findall(r"\]\(([^)\s]+)\)", (FOLDER / name).read_text(encoding="utf-8"))):
        path, _, anchor = link.partition("#")
        there = (FOLDER / path).exists() if path else True
        if not there or (anchor and anchor not in known[path or name]):
            dead.append(link)

    assert [] == dead


@pytest.mark.parametrize("name", PAGES)
def test_line_of_the_reference_is_one_sentence(name: str) -> None:
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()

    assert [] == [
        line for line in lines if not line.startswith(("|", "-", "1.")) and re.search(r"[.!?] [A-Z`\[]", line)
    ]


def test_the_reference_is_listed() -> None:
    assert "(reference/README.md)" in (DOCS / "README.md").read_text(encoding="utf-8")
