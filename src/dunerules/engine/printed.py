"""What a printed rulebook is made of: sections with paragraphs, lists and tables, and marks for house rules."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen


@frozen
class Run:
    """A piece of a line; a marked one is not what the book says."""

    text: str
    house: bool = False


Line = tuple[Run, ...]


@frozen
class Paragraph:
    """A rule in words, with what it is called."""

    line: Line
    title: str = ""
    house: bool = False
    name: str = ""
    """The id of what says it, for the list of sources; empty: nothing to look up."""


@frozen
class Entry:
    """One line of a list."""

    line: Line
    house: bool = False


@frozen
class Items:
    """A list."""

    entries: tuple[Entry, ...]
    numbered: bool = False


@frozen
class Row:
    """One row of a table."""

    cells: tuple[Line, ...]
    house: bool = False


@frozen
class Table:
    """A table with a heading for each column."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]


Block = Paragraph | Items | Table


@frozen
class Section:
    """A part of the rulebook under a heading."""

    title: str
    blocks: tuple[Block, ...] = ()
    parts: tuple[Section, ...] = ()
    house: bool = False
    small: bool = False
    """Whether it is for looking up, and can be set small."""

    def __bool__(self) -> bool:
        """Whether there is anything in it."""
        return bool(self.blocks) or any(self.parts)


@frozen
class Booklet:
    """A whole rulebook."""

    title: str
    text: Line
    book: str
    """What the marks compare it with; empty: nothing is marked."""
    sections: tuple[Section, ...]


def plain(text: str, *, house: bool = False) -> Line:
    """A line of one piece."""
    return (Run(text, house),) if text else ()


def text_of(line: Iterable[Run]) -> str:
    """A line without its marks."""
    return "".join(run.text for run in line)


def sentence(text: str) -> str:
    """A text with a capital at its start and a full stop at its end."""
    text = text.strip()
    end = "" if not text or text.endswith((".", "!", "?", ":")) else "."
    return text[:1].upper() + text[1:] + end


def section(
    title: str, *blocks: Block, parts: Iterable[Section] = (), house: bool = False, small: bool = False
) -> Section:
    """A section without what is empty."""
    filled = tuple(block for block in blocks if not isinstance(block, Items) or block.entries)
    kept = tuple(block for block in filled if not isinstance(block, Table) or block.rows)
    return Section(title, kept, tuple(part for part in parts if part), house, small)
