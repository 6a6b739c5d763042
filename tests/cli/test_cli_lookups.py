"""`dunerules rules`, `list` and `schema`: what is installed and how files are written."""

from __future__ import annotations

import json
import os
import stat

import pytest

import dunerules
from dunerules import Library
from dunerules.engine.schema import module_schema, ruleset_schema
from dunerules.engine.schema_names import schema_of


def test_a_rule_is_shown_with_its_level_text_and_source(run):
    expected = (
        "dice.victory\n"
        "  rule, basic, phase end\n"
        "  The side with the most points wins; with equal points nobody does.\n"
        "  Source: made for the engine\n"
    )

    assert (0, expected, "") == run("rules", "dice.victory")


def test_several_rules_are_shown_once_each_in_the_order_of_the_ids(run):
    out = run("rules", "dice.victory", "dice.roll", "dice.victory").out

    assert ["dice.victory", "dice.roll"] == [entry.splitlines()[0] for entry in out.split("\n\n")]


def test_the_confidence_of_an_entry_is_shown(run):
    out = run("rules", "gf9.card.family-atomics.effect").out
    entry = Library.installed().catalogue["gf9.card.family-atomics.effect"]

    assert str(entry.data.get("confidence", "")) in out.splitlines()[1]


def test_the_rules_of_a_module_are_those_that_its_declarations_cite(run):
    out = run("rules", "--module", "dice.gifts").out

    assert ["dice.gifts"] == [entry.splitlines()[0] for entry in out.split("\n\n")]


def test_without_ids_every_entry_is_one_line(run):
    out = run("rules").out

    lines = out.splitlines()
    assert sorted(Library.installed().catalogue) == sorted(line.split("  ")[0] for line in lines)
    assert "dice.victory  The side with the most points wins; with equal points nobody does." in lines
    assert max(len(line) for line in lines) <= 110


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (["dice.vctory"], ['"dice.vctory" is not in the catalogue. Did you mean "dice.victory"?']),
        (
            ["dice.rol", "dice.victory", "dice.gift"],
            [
                'dice.rol: is not in the catalogue. Did you mean "dice.roll"?',
                'dice.gift: is not in the catalogue. Did you mean "dice.gifts"?',
            ],
        ),
        (
            ["--module", "dice.card"],
            ['dice.card: no rule module of this name is installed. Did you mean "dice.cards"?'],
        ),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(run, words, lines):
    assert (2, "", "".join(f"dunerules: {line}\n" for line in lines)) == run("rules", *words)


def test_rulesets_and_modules_are_listed_with_their_titles(run):
    rulesets, modules = run("list", "rulesets").out, run("list", "modules").out

    assert ["dice-feud-long", "Dice Feud, the long game"] in [line.split(None, 1) for line in rulesets.splitlines()]
    assert ["dice.cards", "Hidden hands"] in [line.split(None, 1) for line in modules.splitlines()]
    assert sorted(Library.installed().rulesets) == [line.split()[0] for line in rulesets.splitlines()]
    assert sorted(Library.installed().modules) == [line.split()[0] for line in modules.splitlines()]


def test_both_lists_are_printed_under_headings(run):
    out = run("list").out

    assert ["rulesets:", "modules:"] == [line for line in out.splitlines() if line and not line.startswith("  ")]


def test_an_unknown_list_is_refused(run):
    expected = 'dunerules: argument WHAT: "module" is not a list. Did you mean "modules"? See dunerules list --help.\n'

    assert (2, "", expected) == run("list", "module")


def test_a_module_that_cannot_be_read_does_not_hide_the_others(run, tmp_path, monkeypatch):
    package = tmp_path / "broken_rules"
    package.mkdir()
    (package / "bad.toml").write_text('[module]\nid = "broken.bad"\ntitel = "Bad"\nlayer = "option"\n')
    (package / "good.toml").write_text('[module]\nid = "broken.good"\ntitle = "Good"\nlayer = "option"\n')
    monkeypatch.syspath_prepend(tmp_path)
    library = Library.of("broken_rules")
    monkeypatch.setattr(Library, "installed", lambda: library)

    code, out, err = run("list", "modules")

    assert (2, "broken.good  Good\n") == (code, out)
    assert "dunerules: broken_rules/bad.toml: module.title: is missing." in err.splitlines()


def test_the_schemas_are_printed(run):
    assert ruleset_schema() == json.loads(run("schema").out)
    assert module_schema() == json.loads(run("schema", "--module").out)


def test_a_schema_is_printed_with_the_names_of_a_ruleset(run):
    printed = json.loads(run("schema", "dice-feud").out)

    assert schema_of(dunerules.load("dice-feud"), Library.installed()) == printed


def test_the_schema_of_rule_modules_takes_no_ruleset(run):
    expected = "dunerules: --module is the format of rule modules, which takes no ruleset: leave one of the two out.\n"

    assert (2, "", expected) == run("schema", "--module", "dice-feud")


def test_a_schema_is_written_to_a_file(run, tmp_path):
    file = tmp_path / "ruleset.schema.json"

    assert (0, "", "") == run("schema", "-o", file)
    assert ruleset_schema() == json.loads(file.read_text("utf-8"))


def test_a_pipe_is_written_to_and_not_replaced(run, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    try:
        code = run("schema", "-o", pipe).code
        text = os.read(reader, 1 << 20)
    finally:
        os.close(reader)

    assert 0 == code
    assert ruleset_schema() == json.loads(text)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
