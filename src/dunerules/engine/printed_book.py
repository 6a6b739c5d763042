"""A ruleset as a rulebook to print: all of its rules in words, with its own numbers, and house rules marked."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from typing import Literal

from dunerules.engine.compile import load
from dunerules.engine.library import Library
from dunerules.engine.printed import Booklet, Section, section
from dunerules.engine.printed_house import house_section
from dunerules.engine.printed_html import html
from dunerules.engine.printed_markdown import markdown
from dunerules.engine.printed_marks import Telling
from dunerules.engine.printed_phases import order_section, phase_sections
from dunerules.engine.printed_pieces import card_section, piece_sections
from dunerules.engine.printed_reference import reference_section
from dunerules.engine.printed_sheets import sheet_sections
from dunerules.engine.rulebook import Rulebook

Form = Literal["markdown", "html"]
FORMS = {"markdown": markdown, "html": html}


def rulebook_text(
    ruleset: str | PathLike[str] | Rulebook,
    *,
    form: Form = "markdown",
    book: str | PathLike[str] | Rulebook | None = None,
    library: Library | None = None,
) -> str:
    """The rules of a ruleset in words, to read at a table or to print.

    ``ruleset`` is a known name, a path that ends in ``.toml``, or a rulebook. What is not as in ``book`` is marked as a
    house rule; without it, ``book`` is the nearest installed ruleset that the file extends.
    """
    if form not in FORMS:
        raise ValueError(f'"{form}" is not a form of a rulebook: {", ".join(FORMS)}')
    return FORMS[form](booklet(ruleset, book=book, library=library))


def booklet(
    ruleset: str | PathLike[str] | Rulebook,
    *,
    book: str | PathLike[str] | Rulebook | None = None,
    library: Library | None = None,
) -> Booklet:
    """The same in its parts: sections, paragraphs, lists and tables."""
    shelf = library or Library.installed()
    told = ruleset if isinstance(ruleset, Rulebook) else load(ruleset, library=shelf)
    compared = book if book is not None else _book_of(told, shelf)
    against = compared if isinstance(compared, Rulebook) or compared is None else load(compared, library=shelf)
    telling = Telling(told, against)
    return Booklet(
        title=told.title,
        text=telling.text(told.composition.text),
        book=against.title if against is not None else "",
        sections=tuple(part for part in _sections(telling) if part),
    )


def _book_of(rulebook: Rulebook, library: Library) -> str | None:
    """The nearest installed ruleset that a ruleset extends; None: it is installed itself, or extends none."""
    for link in reversed(rulebook.composition.chain):
        name = link.file.ruleset.id
        if name in library.rulesets and link.shown == library.ruleset(name).shown:
            return None if link is rulebook.composition.chain[-1] else name
    return None


def _sections(telling: Telling) -> Iterator[Section]:
    yield house_section(telling)
    yield order_section(telling)
    yield from phase_sections(telling)
    yield section("The factions", parts=sheet_sections(telling))
    yield card_section(telling)
    yield section("The pieces", parts=piece_sections(telling), small=True)
    yield reference_section(telling)
