"""Writes ``docs/reference/``: every word of the rules that a ruleset file may use, from the declarations themselves.

``python tools/reference.py`` writes the pages; with ``--check`` it names those that are stale and ends with 1.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # a script finds its own folder only

from tools.reference_pages import PAGES  # noqa: E402
from tools.reference_words import Words, read_words  # noqa: E402

FOLDER = ROOT / "docs" / "reference"


def written(words: Words) -> dict[str, str]:
    """The text of each page by its file name, the index included."""
    pages = {}
    rows = []
    for name, page in PAGES.items():
        found = list(page.entries(words))
        body = "\n\n".join(f"## {heading}\n\n" + "\n".join(lines) for heading, lines in found)
        pages[f"{name}.md"] = (
            f"# {page.title}\n\nThis page lists {page.lists}.\n"
            f"[All pages](README.md) are written from the declarations.\n\n{body}\n"
        )
        rows.append(f"| [{page.title}]({name}.md) | {len(found)} | {page.lists} |")
    index = [
        "# Reference",
        "",
        "This page lists the pages on which every word that a ruleset file may use is looked up.",
        "They are about Dune of 2019 and of 1979, and about the engine's own words.",
        "`python tools/reference.py` writes them from the declarations, and a test fails when they are stale.",
        "",
        "| page | entries | what it lists |",
        "| --- | --- | --- |",
        *rows,
        "",
        "How the words are used is told in [rulesets](../rulesets.md), [a faction of your own](../new-faction.md) "
        "and [cards of your own](../new-cards.md).",
    ]
    pages["README.md"] = "\n".join(index) + "\n"
    return pages


def stale(pages: Mapping[str, str], folder: Path) -> list[str]:
    """The pages of the folder that are not as they should be."""
    there = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.md")}
    return sorted(name for name in {*pages, *there} if pages.get(name) != there.get(name))


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages, or say which are stale."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only name the pages that are stale")
    taken = parser.parse_args(arguments)
    pages = written(read_words())
    old = stale(pages, FOLDER)
    if taken.check:
        print("\n".join(old) or "all pages are as they should be")
        return 1 if old else 0
    FOLDER.mkdir(exist_ok=True)
    for name in old:
        if name in pages:
            (FOLDER / name).write_text(pages[name], encoding="utf-8")
        else:
            (FOLDER / name).unlink()
    print(f"{len(pages)} pages, {len(old)} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
