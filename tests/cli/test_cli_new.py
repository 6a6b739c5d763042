"""`dunerules new`: a first ruleset file."""

from __future__ import annotations

import re

import pytest

import dunerules
from dunerules.engine.starter import uncommented

BASES = ["dice-feud", "gf9-2019-basic", "gf9-2019-advanced", "ah-1979-basic", "ah-1979-advanced"]


@pytest.fixture(autouse=True)
def inside(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def examples(text: str) -> list[str]:
    """The examples of a file: rows of lines whose sign has no space behind it."""
    return [uncommented(block) for block in re.findall(r"(?:^#\S.*\n)+", text, re.M)]


def head(text: str) -> str:
    return re.sub(r"^#.*\n", "", text, flags=re.M)


def test_the_file_is_written_and_says_what_comes_next(run, tmp_path):
    expected = """\
friday.toml: written; it plays as dice-feud does. What to do next:
  open it in an editor, and take the # away from what you want to change
  dunerules check friday.toml       is everything right?
  dunerules diff dice-feud friday.toml   what did I change?
  dunerules play friday.toml        a game, played by the computer
"""

    assert (0, expected, "") == run("new", "friday.toml", "--base", "dice-feud")
    assert '[ruleset]\nid = "friday"\ntitle = "Friday"\n' in (tmp_path / "friday.toml").read_text("utf-8")


def test_without_a_name_the_file_is_house_rules(run, tmp_path):
    assert 0 == run("new").code
    assert "gf9-2019-basic" == dunerules.load("house-rules.toml").composition.chain[0].file.ruleset.id


@pytest.mark.parametrize("base", BASES)
def test_it_plays_as_its_base_and_a_check_finds_nothing(run, base):
    run("new", "friday.toml", "--base", base)

    assert dunerules.load(base).fingerprint == dunerules.load("friday.toml").fingerprint
    assert () == dunerules.check("friday.toml")


@pytest.mark.parametrize("base", BASES)
def test_each_example_is_valid_and_does_something(run, tmp_path, base):
    run("new", "friday.toml", "--base", base)
    text = (tmp_path / "friday.toml").read_text("utf-8")

    for number, example in enumerate(examples(text)):
        (tmp_path / f"e{number}.toml").write_text(head(text) + example, "utf-8")
        assert () == dunerules.check(f"e{number}.toml"), example
    assert len(examples(text)) >= 6


@pytest.mark.parametrize("base", BASES)
def test_all_examples_together_are_valid(run, tmp_path, base):
    run("new", "friday.toml", "--base", base)
    text = (tmp_path / "friday.toml").read_text("utf-8")

    dunerules.loads(uncommented(text))


def test_a_file_that_is_there_is_never_written_over(run, tmp_path):
    (tmp_path / "friday.toml").write_text("mine")

    told = "dunerules: friday.toml: is there already, and stays as it is. Choose another name.\n"
    assert (2, "", told) == run("new", "friday.toml")
    assert "mine" == (tmp_path / "friday.toml").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["friday"], "friday: expected a name that ends in .toml, such as house-rules.toml."),
        (["no/friday.toml", "--base", "dice-feud"], "no/friday.toml: cannot be written: No such file or directory."),
        (["f.toml", "--base", "dice-fued"],
         'dice-fued: no ruleset of this name is installed. Did you mean "dice-feud"?'),
        (["dice-feud.toml", "--base", "dice-feud"],
         "dice-feud: another ruleset or a rule module has this name. Choose another one."),
        (["f.toml", "--base", "g.toml"],
         "g.toml: expected the name of an installed ruleset; to start from a file, write it behind  extends  "
         "yourself."),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_refused_and_nothing_is_written(run, tmp_path, words, message):
    assert (2, "", f"dunerules: {message}\n") == run("new", *words)
    assert [] == [*tmp_path.iterdir()]


def test_a_name_becomes_an_id(run):
    run("new", "Friday Night!.toml", "--base", "dice-feud")

    assert "friday-night" == dunerules.load("Friday Night!.toml").id
