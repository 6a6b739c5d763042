"""docs/errors.md has every error class of the library and no other, and its examples are run."""

from __future__ import annotations

import ast
from pathlib import Path

from markdown_pages import blocks, failed_doctests, headings

import dunerules

PAGE = "errors.md"
PACKAGE = Path(dunerules.__file__).parent


def error_classes() -> set[str]:
    """The names of all errors of the family, found in the sources: importing every rule module is not needed."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for file in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    family = {dunerules.DunerulesError.__name__}
    while found := {name for name, above in bases.items() if above & family} - family:
        family |= found
    return family - {dunerules.DunerulesError.__name__}


def test_every_error_has_a_heading_and_every_heading_is_an_error() -> None:
    assert sorted(error_classes()) == sorted(headings(PAGE, 3))


def test_examples_in_python_are_true() -> None:
    assert failed_doctests(PAGE) == ""


def test_every_block_of_code_is_run() -> None:
    assert [] == [block.text for block in blocks(PAGE) if ">>>" not in block.text]
