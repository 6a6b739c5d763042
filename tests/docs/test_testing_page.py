"""The package of docs/testing.md fails as the page says and passes with the cure; the page has every public name."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from markdown_pages import blocks, console, page, write_files

from dunerules import testing

PAGE = "testing.md"
BLOCKS = blocks(PAGE)
BEFORE = [block for block in BLOCKS if block.word in ("file", "scenario")]
CURE = [block for block in BLOCKS if block.word == "cure"]
(TOLD,) = (block.text for block in BLOCKS if block.word == "told")
SCENARIO = "tests/scenarios/gift.toml"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The package as it stands on the page before the cure, found by its entry point."""
    write_files(BEFORE, tmp_path)
    points = tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    installed = tmp_path / "feud_purses-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: feud-purses\nVersion: 1.0\n")
    text = "".join(
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in found.items())
        for group, found in points.items()
    )
    (installed / "entry_points.txt").write_text(text)
    return tmp_path


def run(package: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A Python of its own, in which the package is installed."""
    environment = {**os.environ, "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=package, env=environment, capture_output=True, text=True, check=False)


def test_the_test_of_the_page_fails_with_the_shrunk_game_that_the_page_shows(package: Path) -> None:
    done = run(package, "-m", "pytest", "-p", "no:cacheprovider", "tests/test_purses.py")

    told = re.sub(r"^E +", "", re.sub(r"^E$", "", done.stdout, flags=re.M), flags=re.M)
    assert 1 == done.returncode, done.stdout + done.stderr
    assert TOLD in "\n".join(line.rstrip() for line in told.splitlines()), told


def test_the_scenario_of_the_page_fails_as_shown_and_holds_with_the_cure(package: Path) -> None:
    ((line, expected),) = (part for block in BLOCKS if block.language == "console" for part in console(block.text))
    before = run(package, "-m", "dunerules", *line.split()[1:])
    write_files(CURE, package)
    file = package / SCENARIO
    file.write_text(file.read_text(encoding="utf-8").replace('"dice.gifts"]', '"dice.gifts", "purses.gifts"]'))

    after = run(package, "-m", "dunerules", "scenario", SCENARIO)

    assert before.stdout.startswith(expected.removesuffix("...\n"))
    assert (1, 0) == (before.returncode, after.returncode), after.stdout + after.stderr


def test_every_block_of_code_is_used() -> None:
    assert [] == [block.text for block in BLOCKS if not block.file and block.language != "console"]


def test_page_names_every_public_name_of_the_kit() -> None:
    text = page(PAGE)

    assert [] == [name for name in testing.__all__ if not re.search(rf"`{name}\b|\[{name}\]", text)]
