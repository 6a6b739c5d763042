"""`dunerules check`: what it prints, and the codes it ends with."""

from __future__ import annotations

import pytest

HEAD = '[ruleset]\nid = "friday"\ntitle = "Friday\'s feud"\nextends = "dice-feud"\n'
IDLE = '\n[options."dice.bidding"]\nlimit = 4\n'
WRONG = '\n[rules]\nadd = ["dice.gift"]\n'


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write_file(text: str, name: str = "friday.toml") -> str:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return name

    return write_file


def test_a_file_without_findings_can_be_played(run, write):
    expected = "No problems: Friday's feud can be played (6 rule modules, 4 factions)\n"

    assert (0, expected, "") == run("check", write(HEAD))


def test_warnings_are_told_and_allowed(run, write):
    expected = """\
friday.toml:7: warning: options."dice.bidding".limit: this changes nothing: it is 4 anyway.
  Leave the line out, or write another value.
No problems, 1 warning: Friday's feud can be played (6 rule modules, 4 factions)
"""

    assert (0, expected, "") == run("check", write(HEAD + IDLE))


def test_warnings_are_not_allowed_by_the_strict(run, write):
    assert 1 == run("check", "--strict", write(HEAD + IDLE)).code
    assert 0 == run("check", "--strict", write(HEAD)).code


def test_problems_and_warnings_are_told_together_line_by_line(run, write):
    expected = """\
friday.toml:7: warning: options."dice.bidding".limit: this changes nothing: it is 4 anyway.
  Leave the line out, or write another value.
friday.toml:10: rules.add[0]: "dice.gift" is not a rule module.
  Did you mean "dice.gifts"?
1 problem, 1 warning
"""

    assert (1, expected, "") == run("check", write(HEAD + IDLE + WRONG))


def test_a_slip_of_toml_is_a_finding_with_line_and_column(run, write):
    expected = """\
friday.toml:3: column 9: this cannot be read as TOML.
  Words stand in quotes, as in  title = "Our game". Numbers, true and false stand without.
1 problem
"""

    assert (1, expected, "") == run("check", write('[ruleset]\nid = "friday"\ntitle = Friday\n'))


def test_several_files_are_checked_one_after_the_other(run, write):
    good, bad = write(HEAD), write(HEAD.replace("friday", "monday") + WRONG, "monday.toml")
    expected = """\
friday.toml: No problems: Friday's feud can be played (6 rule modules, 4 factions)
monday.toml:7: rules.add[0]: "dice.gift" is not a rule module.
  Did you mean "dice.gifts"?
monday.toml: 1 problem
2 files: 1 problem
"""

    assert (1, expected, "") == run("check", good, bad)


def test_a_file_that_cannot_be_read_ends_with_code_2(run, write, tmp_path):
    (tmp_path / "latin.toml").write_bytes(b'title = "\xff"')

    assert (2, "", "dunerules: no.toml: there is no such file.\n") == run("check", "no.toml")
    assert (2, "", "dunerules: latin.toml: line 1: the file is not UTF-8 text.\n") == run("check", "latin.toml")


def test_a_file_that_cannot_be_read_does_not_hide_the_others(run, write):
    write(HEAD)

    code, out, err = run("check", "no.toml", "friday.toml")

    assert 2 == code
    assert out.startswith("friday.toml: No problems: ")
    assert "dunerules: no.toml: there is no such file.\n" == err


def test_a_ruleset_that_is_installed_can_be_checked_by_name(run):
    assert 0 == run("check", "--strict", "dice-feud-long").code
