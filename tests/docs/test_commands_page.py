"""The command lines of docs/commands.md print what the page says, and every command and option is there."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest
from markdown_pages import blocks, console, differing_commands, failed_doctests, headings, page, write_files

from dunerules.cli.main import COMMANDS, build_parser

PAGE = "commands.md"
BLOCKS = blocks(PAGE)


def section(command: str) -> str:
    return re.split(rf"^## dunerules {command}$", page(PAGE), flags=re.M)[1].split("\n## ", 1)[0]


def options(command: str) -> list[str]:
    """The long options that a command takes, besides help."""
    (commands,) = [action for action in build_parser()._actions if isinstance(action, argparse._SubParsersAction)]
    found = [word for action in commands.choices[command]._actions for word in action.option_strings]
    return [word for word in found if word.startswith("--") and word != "--help"]


def test_commands_print_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_files(BLOCKS, tmp_path)

    assert [] == differing_commands(BLOCKS)


def test_examples_in_python_are_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_files(BLOCKS, tmp_path)

    assert failed_doctests(PAGE) == ""


def test_every_command_has_a_heading_and_every_heading_is_a_command() -> None:
    assert [f"dunerules {name}" for name in COMMANDS] == headings(PAGE, 2)


@pytest.mark.parametrize("command", COMMANDS)
def test_section_has_an_example(command: str) -> None:
    lines = [line for block in BLOCKS if block.language == "console" for line, _ in console(block.text)]

    assert any(line.startswith(f"dunerules {command} ") and line in section(command) for line in lines)


@pytest.mark.parametrize("command", COMMANDS)
def test_section_names_every_option(command: str) -> None:
    assert [] == [option for option in options(command) if f"`{option}`" not in section(command)]
