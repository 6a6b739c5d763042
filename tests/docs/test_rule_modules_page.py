"""The package of docs/rule-modules.md is installed in an environment of its own, tested, loaded and played."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import attrs
import pytest
from markdown_pages import blocks, doctest_text, page, write_files

from dunerules import rules
from dunerules.engine.declarations import ModuleHead
from dunerules.engine.look import Look
from dunerules.engine.transaction import Tx

PAGE = "rule-modules.md"
BLOCKS = blocks(PAGE)
REFUSED = next(number for number, block in enumerate(BLOCKS) if block.word == "refused")
LOAD = "import dunerules; dunerules.play_out(dunerules.Game.start(dunerules.load('both.toml'))); print('played')"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The package as it stands on the page before the refusal, found by its entry point."""
    write_files(BLOCKS[: REFUSED + 1], tmp_path)
    project = tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    installed = tmp_path / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    points = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in found.items())
        for group, found in project["entry-points"].items()
    ]
    (installed / "entry_points.txt").write_text("\n".join(points))
    return tmp_path


def run(package: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A Python of its own, in which the package is installed."""
    environment = {**os.environ, "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=package, env=environment, capture_output=True, text=True, check=False)


def test_tests_of_the_page_pass(package: Path) -> None:
    written = len(re.findall(r"^def test_", (package / "tests" / "test_reroll.py").read_text(encoding="utf-8"), re.M))

    done = run(package, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error", "tests")

    assert f"{written} passed" in done.stdout, done.stdout + done.stderr
    assert 0 == done.returncode


def test_examples_in_python_are_true(package: Path) -> None:
    (package / "page.txt").write_text(doctest_text(PAGE), encoding="utf-8")

    done = run(package, "-m", "doctest", "-o", "ELLIPSIS", "page.txt")

    assert ("", "", 0) == (done.stdout, done.stderr, done.returncode)


def test_modules_that_nothing_orders_are_refused_with_the_text_that_follows(package: Path) -> None:
    done = run(package, "-c", LOAD)

    assert BLOCKS[REFUSED + 1].language == "text"
    assert done.stderr.endswith("RulesetError: " + BLOCKS[REFUSED + 1].text)


def test_line_that_the_message_names_settles_the_order(package: Path) -> None:
    write_files(BLOCKS[REFUSED + 1 :], package)

    done = run(package, "-c", LOAD)

    assert "played\n" == done.stdout, done.stderr


def test_every_block_of_code_is_run() -> None:
    idle = [
        block.text
        for block in BLOCKS
        if block.language in ("toml", "python") and not block.file and ">>>" not in block.text
    ]

    assert [] == idle


def test_page_says_of_every_key_of_a_manifest_what_it_is() -> None:
    lines = [f"| `{field.name}` | {field.metadata['doc']} |" for field in attrs.fields(ModuleHead)]

    assert [] == [line for line in lines if line not in page(PAGE)]


def test_vocabulary_has_every_name_of_the_facade_and_no_other() -> None:
    table = page(PAGE).split("## The vocabulary")[1].split("\nA `Look` reads")[0]
    named = re.findall(r"`(\w+)`", table.split("| --- | --- |")[1])

    assert sorted(rules.__all__) == sorted(named)


def test_page_names_everything_that_a_look_and_a_transaction_can_do() -> None:
    text = page(PAGE).split("\nA `Look` reads")[1]
    parts = [f"look.{name}" for name in public(Look)] + [f"tx.{name}" for name in public(Tx) - public(Look)]

    assert [] == [part for part in sorted(parts) if part not in text and part not in UNNAMED]


UNNAMED = {"look.rulebook", "look.state", "tx.agenda", "tx.events", "tx.pending", "tx.ask_window"}
"""For the engine."""


def public(cls: type) -> set[str]:
    return {name for name in dir(cls) if not name.startswith("_")}
