"""The gallery of broken rulesets: what a check says about each is what stands at the head of its file."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import dunerules

GALLERY = Path(__file__).parents[1] / "gallery"
FILES = sorted(path.name for path in GALLERY.glob("*.toml"))
WARNED = [name for name in FILES if name.startswith("warning-")]
BROKEN = [name for name in FILES if name not in WARNED]


@pytest.fixture(autouse=True)
def inside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(GALLERY)


@cache
def checked(name: str) -> tuple[dunerules.Finding, ...]:
    return dunerules.check(name)


def expected(name: str) -> str:
    return "\n".join(re.findall(r"^#> ?(.*)$", (GALLERY / name).read_text(encoding="utf-8"), re.M))


@pytest.mark.parametrize("name", FILES)
def test_the_check_says_what_the_file_promises(name):
    found = checked(name)

    assert expected(name) == "\n".join(map(str, found))


def test_the_gallery_is_large_enough_to_learn_from():
    assert len(BROKEN) >= 40
    assert len(WARNED) >= 4


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_has_a_problem(name):
    severities = {found.severity for found in checked(name)}

    assert "problem" in severities


@pytest.mark.parametrize("name", WARNED)
def test_what_has_warnings_alone_can_be_played(name):
    severities = {found.severity for found in checked(name)}

    assert {"warning"} == severities


@pytest.mark.parametrize("name", FILES)
def test_every_finding_names_a_line_that_has_its_key(name):
    for found in checked(name):
        text = (GALLERY / found.file).read_text(encoding="utf-8").split("\n")
        line = text[found.line - 1]
        key = re.sub(r"\[\d+\]$", "", found.path).rpartition(".")[2].strip('"')
        missing = found.message == "is missing."

        assert missing or "column" in found.path or key in line, f"{found}\n{line}"


def test_every_file_says_in_a_line_what_it_shows():
    assert [] == [name for name in FILES if not re.match(r"# [A-Z].*\n#\n#> ", (GALLERY / name).read_text("utf-8"))]
