"""`dunerules rulebook`: the rules in words."""

from __future__ import annotations

import pytest

HOUSE = """
[ruleset]
id = "thursday"
title = "Thursday"
extends = "dice-feud"

[[effect]]
title = "Four rounds"
quantity = "rounds"
set = 4
"""


def test_it_is_printed_as_markdown(run):
    code, out, err = run("rulebook", "dice-feud")

    assert (0, "") == (code, err)
    assert out.startswith("# Dice Feud\n")


@pytest.mark.parametrize(("name", "start"), [("book.md", "# Thursday\n"), ("book.html", "<!DOCTYPE html>\n")])
def test_a_file_is_written_in_the_form_that_its_ending_says(run, tmp_path, name, start):
    file = tmp_path / "thursday.toml"
    file.write_text(HOUSE, encoding="utf-8")

    code, out, err = run("rulebook", file, "-o", tmp_path / name)

    assert (0, "", "") == (code, out, err)
    text = (tmp_path / name).read_text(encoding="utf-8")
    assert text.startswith(start)
    assert "House rules of this table" in text


def test_the_book_to_mark_against_can_be_named(run, tmp_path):
    file = tmp_path / "thursday.toml"
    file.write_text(HOUSE, encoding="utf-8")

    code, out, _ = run("rulebook", file, "--book", "dice-feud-long")

    assert 0 == code
    assert "★ marks what our table plays otherwise than Dice Feud, the long game." in out


def test_another_ending_is_refused_and_nothing_is_written(run, tmp_path):
    code, out, err = run("rulebook", "dice-feud", "-o", tmp_path / "book.pdf")

    expected = f"dunerules: --output: expected a file that ends in .md or .html, found {tmp_path / 'book.pdf'}.\n"
    assert (2, "", expected) == (code, out, err)
    assert [] == list(tmp_path.iterdir())


def test_a_ruleset_that_is_refused_writes_nothing(run, tmp_path):
    file = tmp_path / "wrong.toml"
    file.write_text(HOUSE.replace("rounds", "round"), encoding="utf-8")

    code, _, err = run("rulebook", file, "-o", tmp_path / "book.html")

    assert 2 == code
    assert '"round" is not a quantity.' in err
    assert [file] == list(tmp_path.iterdir())
