"""A printed rulebook as one HTML page that needs nothing else, with a style for the screen and one for paper."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from dunerules.engine.printed import Block, Booklet, Items, Line, Paragraph, Section, Table
from dunerules.engine.printed_markdown import LEGEND, MARK

STYLE = """\
:root { --ink: #1d1a16; --faint: #6d6558; --rule: #d8cfc0; --house: #a4480f; }
* { box-sizing: border-box; }
body { color: var(--ink); background: #fffdf9; font: 1.05rem/1.5 Georgia, "Times New Roman", serif; margin: 0 auto;
  max-width: 46rem; padding: 2rem 1.25rem 4rem; hyphens: auto; }
h1 { font-size: 2.1rem; line-height: 1.15; margin: 1rem 0; }
h2 { font-size: 1.5rem; border-bottom: 2px solid var(--rule); margin: 2.5rem 0 1rem; padding-bottom: .2rem; }
h3 { font-size: 1.2rem; margin: 1.8rem 0 .6rem; }
h4 { font-size: 1rem; margin: 1.2rem 0 .4rem; }
h2, h3, h4 { break-after: avoid; }
p { margin: .6rem 0; }
nav ol { columns: 2 14rem; column-gap: 2rem; padding-left: 1.4rem; }
nav a { color: inherit; text-decoration-color: var(--rule); }
b.title::after { content: ". "; }
table { border-collapse: collapse; margin: .6rem 0; width: 100%; }
th, td { border-bottom: 1px solid var(--rule); padding: .2rem .6rem .2rem 0; text-align: left; vertical-align: top; }
thead { display: table-header-group; }
tr, li { break-inside: avoid; }
.small { font-size: .82rem; line-height: 1.35; }
.small td { overflow-wrap: break-word; }
.small td:first-child { min-width: 22%; width: 22%; hyphens: auto; }
.house { border-left: 3px solid var(--house); padding-left: .6rem; }
li.house, tr.house { border-left: 3px solid var(--house); }
h2.house, h3.house { color: var(--house); }
mark { background: none; color: var(--house); font-weight: bold; }
.legend, .faint { color: var(--faint); }
@media print {
  @page { size: A4; margin: 18mm 16mm; }
  body { background: none; font-size: 10.5pt; max-width: none; padding: 0; }
  section.small > h2 { break-before: page; }
  section:not(.small) > table { break-inside: avoid; }
  p:has(+ ul), p:has(+ table) { break-after: avoid; }
  section { break-inside: auto; }
  p { orphans: 3; widows: 3; }
  .small { font-size: 8pt; }
  nav a { text-decoration: none; }
}
"""


def html(booklet: Booklet) -> str:
    """The whole rulebook as an HTML page."""
    return "\n".join(_page(booklet)) + "\n"


def _page(booklet: Booklet) -> Iterator[str]:
    yield "<!DOCTYPE html>"
    yield '<html lang="en">'
    yield f'<head><meta charset="utf-8"><title>{escape(booklet.title)}</title>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<style>\n{STYLE}</style></head>"
    yield "<body>"
    yield f"<h1>{escape(booklet.title)}</h1>"
    if booklet.text:
        yield f"<p>{_line(booklet.text)}</p>"
    if booklet.book:
        yield f'<p class="legend"><mark>{MARK}</mark> {LEGEND} {escape(booklet.book)}.</p>'
    yield "<nav><h3>Contents</h3><ol>"
    for number, one in enumerate(booklet.sections, 1):
        yield f'<li><a href="#part-{number}">{escape(one.title)}</a></li>'
    yield "</ol></nav>"
    for number, one in enumerate(booklet.sections, 1):
        yield from _section(one, 2, f"part-{number}")
    yield "</body></html>"


def _section(one: Section, level: int, name: str) -> Iterator[str]:
    size = ' class="small"' if one.small else ""
    heading = f"h{min(level, 6)}"
    mark = ' class="house"' if one.house else ""
    star = f"{MARK} " if one.house else ""
    yield f'<section id="{name}"{size}>'
    yield f"<{heading}{mark}>{star}{escape(one.title)}</{heading}>"
    for block in one.blocks:
        yield from _block(block)
    for number, part in enumerate(one.parts, 1):
        yield from _section(part, level + 1, f"{name}-{number}")
    yield "</section>"


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Paragraph):
        title = f'<b class="title">{escape(block.title)}</b>' if block.title else ""
        yield f"<p{_class(block.house)}>{_star(block.house)}{title}{_line(block.line)}</p>"
    elif isinstance(block, Items):
        tag = "ol" if block.numbered else "ul"
        yield f"<{tag}>"
        for entry in block.entries:
            yield f"<li{_class(entry.house)}>{_star(entry.house)}{_line(entry.line)}</li>"
        yield f"</{tag}>"
    else:
        yield from _table(block)


def _table(table: Table) -> Iterator[str]:
    head = "".join(f"<th>{escape(column)}</th>" for column in table.columns)
    yield f"<table><thead><tr>{head}</tr></thead><tbody>"
    for row in table.rows:
        first, *others = (_line(cell) for cell in row.cells)
        cells = "".join(f"<td>{cell}</td>" for cell in (f"{_star(row.house)}{first}", *others))
        yield f"<tr{_class(row.house)}>{cells}</tr>"
    yield "</tbody></table>"


def _class(house: bool) -> str:
    return ' class="house"' if house else ""


def _star(house: bool) -> str:
    return f"<mark>{MARK}</mark> " if house else ""


def _line(line: Line) -> str:
    return "".join(f"<mark>{escape(run.text)}</mark>" if run.house else escape(run.text) for run in line)
