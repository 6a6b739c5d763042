"""docs/hooks.md has every hook and no other, with the signatures and the sentences of the specifications."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from markdown_pages import DOCS, headings, page

from dunerules.engine.hookspecs import COLD, HOT, SOLE, VERSION, ColdHooks, HotHooks

PAGE = "hooks.md"
HOOKS = (*COLD, *HOT)


def specification(hook: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(HotHooks if hook in HOT else ColdHooks, hook)
    return found


def section(heading: str, level: int = 3) -> str:
    return re.split(rf"^{'#' * level} {heading}$", page(PAGE), flags=re.M)[1].split("\n#", 1)[0]


def sentences(thing: object) -> list[str]:
    """The sentences of a docstring, as Markdown writes them."""
    text = " ".join((inspect.getdoc(thing) or "").split()).replace("``", "`")
    return re.split(r"(?<=\.) (?=[A-Z])", text)


def signature_line(hook: str) -> str:
    """The signature without `self`, in one line, as the specification writes it."""
    signature = inspect.signature(specification(hook))
    shown = [str(parameter) for parameter in list(signature.parameters.values())[1:]]
    return f"{hook}({', '.join(shown)}) -> {signature.return_annotation}".replace("'", "")


def test_every_hook_has_a_heading_and_every_heading_is_a_hook() -> None:
    assert list(HOOKS) == headings(PAGE, 3)


@pytest.mark.parametrize("hook", HOOKS)
def test_signature_is_the_one_of_the_specification(hook: str) -> None:
    assert f"```python\n{signature_line(hook)}\n```" in section(hook)


@pytest.mark.parametrize("hook", HOOKS)
def test_section_has_every_sentence_of_the_specification_on_a_line(hook: str) -> None:
    missing = [line for line in sentences(specification(hook)) if line not in section(hook).splitlines()]

    assert [] == missing


@pytest.mark.parametrize(("heading", "group"), [("Cold hooks", ColdHooks), ("Hot hooks", HotHooks)])
def test_group_has_every_sentence_of_its_specification_on_a_line(heading: str, group: type) -> None:
    missing = [line for line in sentences(group) if line not in section(heading, 2).splitlines()]

    assert [] == missing


@pytest.mark.parametrize("hook", HOT)
def test_section_says_when_what_nothing_means_and_the_cost(hook: str) -> None:
    starts = ("Key: ", "When: ", "Returning ", "Cost: ")
    missing = [start for start in starts if not any(line.startswith(start) for line in section(hook).splitlines())]

    assert [] == missing


@pytest.mark.parametrize("hook", HOT)
def test_section_says_whether_one_module_serves_a_key(hook: str) -> None:
    assert (hook in SOLE) is ("\nExactly one module serves " in section(hook))


def test_page_names_the_version_of_the_hooks() -> None:
    assert f"This page is about version {VERSION} of the hooks." in page(PAGE)


def source(name: str) -> str:
    """The text of a module of the dice game, or of a page beside this one."""
    if name.endswith(".md"):
        return (DOCS / name).read_text(encoding="utf-8")
    return inspect.getsource(import_module(name.removesuffix(".py").replace("/", ".")))


@pytest.mark.parametrize("hook", HOOKS)
def test_example_stands_where_the_page_says(hook: str) -> None:
    examples = re.findall(r"From \[?`([\w./-]+)`.*:\n\n```python\n(.*?)^```$", section(hook), re.M | re.S)
    strange = [name for name, text in examples if text.strip() not in source(name)]

    assert [] == strange
    assert examples
