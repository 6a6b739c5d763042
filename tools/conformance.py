"""Writes ``docs/conformance.md`` and ``docs/conformance/``: who implements and who shows each rule of the catalogue.

``python tools/conformance.py`` writes the pages; with ``--check`` it names those that are stale and ends with 1.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # a script finds its own folder only

from dunerules.engine.catalogue import TABLES, Entry  # noqa: E402
from tools.conformance_cases import Case, case_lines  # noqa: E402
from tools.conformance_index import Index, read_index  # noqa: E402

DOCS = ROOT / "docs"
PAGE = "conformance.md"

BEFORE = """\
# Conformance

This page lists every rule of the catalogue, the rule modules that implement it, and the tests and cases that show it.

It is for people who judge how complete the library is, and for those who write an implementation of their own.
`python tools/conformance.py` writes it, and a test fails when it is stale.

## Cases for other implementations

A case is a position, some choices, and what must come of them.
Each is a file below `tests/scenarios/`, told here in words.
[`dunerules scenario`](commands.md#dunerules-scenario) runs them.
[Scenarios](scenarios.md) explains the format, which any program can read: it is TOML.
The file is the lasting name of a case; its number changes when others come before it.

| page | cases |
| --- | --- |
"""

LEGEND = """\

A rule is *implemented* if a rule module cites it, and *shown* if a test or a case names it.
`dunerules rules ID` prints what a rule says.
"""


def pages() -> dict[str, str]:
    """The text of each page by its path below ``docs/``."""
    index = read_index(ROOT)
    written = {PAGE: "\n".join(_overview(index)) + "\n"}
    for folder, cases in index.cases.items():
        written[f"conformance/{folder}.md"] = "\n".join(_case_page(folder, cases)) + "\n"
    return written


def _overview(index: Index) -> Iterator[str]:
    yield BEFORE.rstrip("\n")
    for folder, cases in index.cases.items():
        yield f"| [{folder}](conformance/{folder}.md) | {len(cases)} |"
    yield LEGEND.rstrip("\n")
    for edition in index.editions:
        yield from _edition(edition, index)


def _edition(edition: str, index: Index) -> Iterator[str]:
    entries = tuple(index.catalogue.edition(edition))
    yield ""
    yield f"## {edition}"
    yield ""
    yield "| kind | entries | implemented | shown |"
    yield "| --- | --- | --- | --- |"
    every = Counter(entry.table for entry in entries)
    implemented = Counter(entry.table for entry in entries if entry.id in index.modules)
    shown = Counter(entry.table for entry in entries if index.is_shown(entry.id))
    for table in TABLES:
        yield f"| {table} | {every[table]} | {implemented[table]} | {shown[table]} |"
    for table in TABLES:
        found = [entry for entry in entries if entry.table == table]
        if found:
            yield ""
            yield f"### {edition}: {table}s"
            yield ""
            yield "| id | rule modules | tests | cases |"
            yield "| --- | --- | --- | --- |"
            yield from (_row(entry, index) for entry in found)


def _row(entry: Entry, index: Index) -> str:
    modules = ", ".join(f"`{module}`" for module in index.modules.get(entry.id, ()))
    tests = ", ".join(f"`{test}`" for test in index.tests.get(entry.id, ()))
    cases = ", ".join(case.name for case in index.cases_of.get(entry.id, ()))
    return f"| `{entry.id}` | {modules} | {tests} | {cases} |"


def _case_page(folder: str, cases: Sequence[Case]) -> Iterator[str]:
    yield f"# Cases: {folder}"
    yield ""
    yield "This page tells cases in words, for implementations of their own; [Conformance](../conformance.md) says how."
    part = ""
    for case in cases:
        if case.part != part:
            part = case.part
            yield ""
            yield f"## {part}"
        yield ""
        yield from case_lines(case)


def stale() -> list[str]:
    """The pages that are not as they should be."""
    written = pages()
    there = [DOCS / PAGE, *sorted((DOCS / "conformance").glob("*.md"))]
    texts = {path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8") for path in there if path.exists()}
    return sorted(name for name in {*written, *texts} if written.get(name) != texts.get(name))


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages, or say which are stale."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing, and name the pages that are stale")
    if parser.parse_args(arguments).check:
        found = stale()
        for name in found:
            print(f"docs/{name} is stale; run  python tools/conformance.py")
        return 1 if found else 0
    written = pages()
    (DOCS / "conformance").mkdir(exist_ok=True)
    for path in (DOCS / "conformance").glob("*.md"):
        if f"conformance/{path.name}" not in written:
            path.unlink()
    for name, text in written.items():
        (DOCS / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
