"""Reads the pages of `docs/`: headings, fenced blocks with the comment before them, and doctests.

A comment `<!-- word: file -->` before a block says what is to be done with it, and that the block is that file. With a
`+` behind the word the block goes to the end of the file.
"""

from __future__ import annotations

import doctest
import io
import re
import shlex
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from attrs import frozen

DOCS = Path(__file__).parents[2] / "docs"

_BLOCK = re.compile(r"(?:^<!-- (?P<note>[^\n]*?) -->\n\n?)?^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.M | re.S)


@frozen
class Block:
    """A fenced block; ``note`` is the comment that stands directly before it."""

    note: str
    language: str
    text: str

    @property
    def word(self) -> str:
        """What is to be done with the block: the note up to its colon."""
        return self.note.partition(":")[0].strip().removesuffix("+")

    @property
    def file(self) -> str:
        """The file that the block is: the note behind its colon."""
        return self.note.partition(":")[2].strip()

    @property
    def goes_on(self) -> bool:
        """Whether the block is more of a file that an earlier block began."""
        return self.note.partition(":")[0].strip().endswith("+")


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def prose(name: str) -> str:
    return _BLOCK.sub("", page(name))


def blocks(name: str) -> list[Block]:
    return [Block(found["note"] or "", found["language"], found["text"]) for found in _BLOCK.finditer(page(name))]


def headings(name: str, level: int) -> list[str]:
    return re.findall(rf"^{'#' * level} (.+)$", prose(name), re.M)


def write_files(found: Iterable[Block], folder: Path) -> None:
    """Write every block that is a file, or more of one."""
    for block in found:
        if block.file:
            path = folder / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            gap = "\n\n" if path.suffix == ".py" else "\n"
            before = path.read_text(encoding="utf-8") + gap if block.goes_on else ""
            path.write_text(before + block.text, encoding="utf-8")


def doctest_text(name: str) -> str:
    """All doctests of a page, one behind the other."""
    return "\n".join(block.text for block in blocks(name) if block.language == "python" and ">>>" in block.text)


def failed_doctests(name: str) -> str:
    """What is wrong with the doctests of a page, all run in one namespace; empty: nothing, and there were some."""
    test = doctest.DocTestParser().get_doctest(doctest_text(name), {}, name, name, 0)
    assert test.examples, f"{name} has no doctests"
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append)
    return "".join(told)


def console(text: str) -> list[tuple[str, str]]:
    """The command lines of a `console` block, each with the output that follows it."""
    return [(part.partition("\n")[0], part.partition("\n")[2]) for part in re.split(r"^\$ ", text, flags=re.M)[1:]]


def differing_commands(found: Iterable[Block]) -> list[tuple[str, str, str]]:
    """Command line, expected and actual output, wherever they differ; `...` stands for anything.

    `dunerules` runs in this process, and `echo $?` gives the code with which the command before it ended.
    """
    from dunerules.cli.main import main

    code, differing = 0, []
    for block in found:
        for line, expected in console(block.text) if block.language == "console" else ():
            told = io.StringIO()
            if line == "echo $?":
                told.write(f"{code}\n")
            else:
                program, *words = shlex.split(line)
                assert program == "dunerules", f"{line}: the page may only run dunerules"
                with redirect_stdout(told), redirect_stderr(told):
                    code = main(words)
            if not doctest.OutputChecker().check_output(expected, told.getvalue(), doctest.ELLIPSIS):
                differing.append((line, expected, told.getvalue()))
    return differing
