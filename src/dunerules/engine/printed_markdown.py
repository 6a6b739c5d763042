"""A printed rulebook as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dunerules.engine.printed import Block, Booklet, Items, Line, Paragraph, Section, Table

MARK = "★"
LEGEND = "marks what our table plays otherwise than"
SPECIAL = re.compile(r"([\\`*_\[\]<>#|~&])")


def markdown(booklet: Booklet) -> str:
    """The whole rulebook as a Markdown text."""
    return "\n".join(_lines(booklet)).rstrip() + "\n"


def _lines(booklet: Booklet) -> Iterator[str]:
    yield f"# {_escaped(booklet.title)}"
    if booklet.text:
        yield ""
        yield _line(booklet.text)
    if booklet.book:
        yield ""
        yield f"{MARK} {LEGEND} {_escaped(booklet.book)}."
    yield ""
    yield "## Contents"
    yield ""
    for one in booklet.sections:
        yield f"- [{_escaped(one.title)}](#{anchor(one.title)})"
    for one in booklet.sections:
        yield from _section(one, 2)


def _section(one: Section, level: int) -> Iterator[str]:
    yield ""
    yield f"{'#' * min(level, 6)} {f'{MARK} ' if one.house else ''}{_escaped(one.title)}"
    for block in one.blocks:
        yield ""
        yield from _block(block)
    for part in one.parts:
        yield from _section(part, level + 1)


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Paragraph):
        mark = f"{MARK} " if block.house else ""
        title = f"**{_escaped(block.title)}.** " if block.title else ""
        yield f"{mark}{title}{_line(block.line)}".rstrip()
    elif isinstance(block, Items):
        for number, entry in enumerate(block.entries, 1):
            sign = f"{number}." if block.numbered else "-"
            yield f"{sign} {f'{MARK} ' if entry.house else ''}{_line(entry.line)}"
    else:
        yield from _table(block)


def _table(table: Table) -> Iterator[str]:
    yield f"| {' | '.join(_escaped(column) for column in table.columns)} |"
    yield f"|{' --- |' * len(table.columns)}"
    for row in table.rows:
        first, *others = (_line(cell) for cell in row.cells)
        yield f"| {' | '.join([f'{MARK} {first}' if row.house else first, *others])} |"


def _line(line: Line) -> str:
    return "".join(_marked(run.text) if run.house else _escaped(run.text) for run in line)


def _marked(text: str) -> str:
    """Bold, with the blanks around it outside, where Markdown wants them."""
    bare = text.strip()
    return f"{' ' if text[:1] == ' ' else ''}**{_escaped(bare)}**{MARK}{' ' if text[-1:] == ' ' else ''}"


def _escaped(text: str) -> str:
    return SPECIAL.sub(r"\\\1", re.sub(r"\s", " ", text))


def anchor(title: str) -> str:
    """The anchor that readers of Markdown make of a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
