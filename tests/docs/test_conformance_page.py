"""docs/conformance.md and its pages of cases are what the catalogue, the modules, the tests and the scenarios say."""

from __future__ import annotations

from functools import cache

from dunerules import Library
from tools import conformance

pages = cache(conformance.pages)


def test_pages_are_not_stale(monkeypatch) -> None:
    """Run `python tools/conformance.py` if this fails."""
    monkeypatch.setattr(conformance, "pages", pages)

    assert [] == conformance.stale()


def test_every_rule_of_the_editions_has_a_row() -> None:
    catalogue = Library.of("dunerules").catalogue
    ids = [entry.id for edition in ("gf9-2019", "ah-1979") for entry in catalogue.edition(edition)]

    rows = {line.split("`")[1] for line in pages()["conformance.md"].splitlines() if line.startswith("| `")}
    assert set(ids) == rows


def test_a_rule_has_its_modules_tests_and_cases() -> None:
    (row,) = [
        line for line in pages()["conformance.md"].splitlines() if line.startswith("| `gf9.storm.first-placement`")
    ]

    _, _, modules, tests, cases, _ = (cell.strip() for cell in row.split("|"))
    assert "`classic.storm`" in modules.split(", ")
    assert tests or cases


def test_every_scenario_is_a_case_in_words() -> None:
    files = list((conformance.ROOT / "tests" / "scenarios" / "gf9-2019").rglob("*.toml"))
    text = pages()["conformance/gf9-2019.md"]

    assert len(files) == text.count("\n### gf9-2019/")
    assert (
        '- when: guild chooses `plan` with `dial` = `9`, `leader` = `"staban-tuek"`, `spice` = `9`\n'
        '- when: emperor chooses `plan` with `dial` = `0`, `leader` = `"bashar"`\n'
        '- then: `fight-won` with `winner` = `"guild"`\n'
        "- then: `spice.held` has `{ guild = 3 }`\n"
    ) in text
