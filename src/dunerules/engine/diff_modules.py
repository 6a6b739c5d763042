"""Rule modules that only one of two rulesets has, and options that they set otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from dunerules.engine.declarations import ModuleFile, OptionDeclaration
from dunerules.engine.diff_words import Book, Difference, Line, earliest_phase
from dunerules.engine.passages import module_text

Pair = tuple[str | None, str | None]


def module_differences(left: Book, right: Book) -> Iterator[Difference]:
    """The rules that one ruleset has and the other has not; two about the same thing stand side by side."""
    for one, other in _pairs(left, right):
        yield Difference(
            phase=earliest_phase(left, right, one, other),
            part="rule",
            about=tuple(sorted({name for name in (one, other) if name})),
            title="",
            left=_text(left, one),
            right=_text(right, other),
        )


def option_differences(left: Book, right: Book) -> Iterator[Difference]:
    """The options of shared modules that have another value."""
    for module in sorted(left.rulebook.options.keys() & right.rulebook.options.keys()):
        ours, theirs = left.rulebook.options[module], right.rulebook.options[module]
        for key in sorted(ours.keys() & theirs.keys()):
            if ours[key] != theirs[key]:
                option = _head(left, module).options[key]
                yield Difference(
                    phase=left.phase(module),
                    part="option",
                    about=(f"{module}/{key}",),
                    title=option.title,
                    left=(_value(left, ours[key], option),),
                    right=(_value(right, theirs[key], option),),
                )


def _pairs(left: Book, right: Book) -> Iterator[Pair]:
    """Modules of one side, each with the one of the other side that has most rules of the same name."""
    ours = _own(left, right)
    theirs = _own(right, left)
    shared = {
        (one, other): len(tails & ours[one])
        for one in ours
        for other, tails in theirs.items()
        if not tails.isdisjoint(ours[one])
    }
    best = sorted(shared, key=lambda pair: (-shared[pair], sorted(pair)))
    paired: set[str] = set()
    for one, other in best:
        if paired.isdisjoint((one, other)):
            paired |= {one, other}
            yield one, other
    yield from ((one, None) for one in ours if one not in paired)
    yield from ((None, other) for other in theirs if other not in paired)


def _own(book: Book, other: Book) -> dict[str, frozenset[str]]:
    """The modules that only this book has, or has with another text, each with the rules that it cites.

    Rules are known by what follows the name of their edition, so that the same rule of two editions meets itself.
    """
    theirs = other.files
    return {
        name: frozenset(cited.partition(".")[2] for cited in file.module.cites)
        for name, file in book.files.items()
        if isinstance(file, ModuleFile) and not (name in theirs and _declared(book, name) == _declared(other, name))
    }


def _text(book: Book, name: str | None) -> tuple[Line, ...]:
    return () if name is None else (book.line(_words(book, name), _head(book, name).module.cites),)


def _words(book: Book, name: str) -> str:
    """The rule as the ruleset has it."""
    title, text = _head(book, name).module.title, module_text(book.rulebook, name)
    return f"{title}: {text}" if text else title


def _declared(book: Book, name: str) -> str:
    """The rule before any number is filled in: those that differ are told as such."""
    file = _head(book, name)
    return " ".join((file.module.title, file.module.text, *(passage.text for passage in file.passage)))


def _head(book: Book, name: str) -> ModuleFile:
    file = book.files[name]
    assert isinstance(file, ModuleFile)
    return file


def _value(book: Book, value: bool | int | str, option: OptionDeclaration) -> Line:
    return book.line(book.words(value), option.cites)
