"""Rulesets that mean no good: nothing in one runs code, reads what it does not name, or keeps the loader busy.

Work is counted, not timed: how often the costly functions are called, and how much is written down.
"""

from __future__ import annotations

import os
import sys
from itertools import combinations

import pytest

import dunerules
from dunerules.engine import chain, effects, errors, idle_rules, limits, structure
from dunerules.engine.lines import LONGEST_PATH, lines_of

HEAD = '[ruleset]\nid = "hostile"\ntitle = "Hostile"\nextends = "dice-feud"\n'


def refusal(text: str) -> str:
    with pytest.raises(dunerules.RulesetError) as caught:
        dunerules.loads(text, shown="h.toml")
    return str(caught.value)


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write a file into the folder that the test works in."""
    monkeypatch.chdir(tmp_path)

    def write_file(name: str, extends: str) -> str:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'[ruleset]\nid = "{path.stem}"\ntitle = "T"\nextends = "{extends}"\n')
        return name

    return write_file


# ------------------------------------------------------------------ files


@pytest.fixture
def opened(monkeypatch):
    """The names of ruleset files that are read as text."""
    names: list[str] = []
    real = structure.read_text

    def read(path, shown):
        names.append(os.path.basename(path))
        return real(path, shown)

    monkeypatch.setattr(chain, "read_text", read)
    return names


@pytest.mark.parametrize("path", ["../secret.toml", "deeper/../../secret.toml", "link.toml", "door/secret.toml"])
def test_nothing_outside_the_folder_is_read(write, tmp_path, monkeypatch, opened, path):
    write("secret.toml", "dice-feud")
    table = tmp_path / "table"
    (table / "deeper").mkdir(parents=True)
    (table / "link.toml").symlink_to(tmp_path / "secret.toml")
    (table / "door").symlink_to(tmp_path)
    write("table/friday.toml", path)
    monkeypatch.chdir(table)

    with pytest.raises(dunerules.RulesetError) as caught:
        dunerules.load("friday.toml")

    assert f'"{path}" leads out of the folder of friday.toml, and nothing outside is read.' in str(caught.value)
    assert ["friday.toml"] == opened


def test_a_file_outside_that_is_not_there_is_refused_in_the_same_words(write):
    write("table/friday.toml", "../nothing.toml")

    with pytest.raises(dunerules.RulesetError, match="leads out of the folder"):
        dunerules.load("table/friday.toml")


@pytest.mark.parametrize("path", ["/etc/x.toml", "C:/x.toml", "C:\\\\x.toml", "\\\\\\\\host\\\\x.toml"])
def test_no_whole_path_is_followed(write, path):
    write("friday.toml", path)

    with pytest.raises(dunerules.RulesetError, match="expected a known ruleset or a path beside this file"):
        dunerules.load("friday.toml")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_is_no_file(write, tmp_path):
    write("friday.toml", "pipe.toml")
    os.mkfifo(tmp_path / "pipe.toml")

    with pytest.raises(dunerules.RulesetError, match=r'there is no file "pipe\.toml" beside this one'):
        dunerules.load("friday.toml")


def test_a_file_below_is_read(write):
    write("older/thursday.toml", "dice-feud")
    write("friday.toml", "older/thursday.toml")

    assert "friday" == dunerules.load("friday.toml").id


def test_a_long_chain_is_left_after_so_many_files(write, opened):
    for number in range(100):
        write(f"r{number}.toml", f"r{number + 1}.toml")

    with pytest.raises(dunerules.RulesetError, match="more than 32 rulesets extend each other"):
        dunerules.load("r0.toml")

    assert chain.LONGEST_CHAIN == len(opened)


# ------------------------------------------------------------------ code


@pytest.mark.parametrize(
    "reason",
    ["{seat.__class__}", "{seat!r}", "{seat:>999999999}", "{0}", "{}", "{seat[0]}", "{die.__init__.__globals__}"],
)
def test_braces_of_a_reason_take_plain_words_alone(reason):
    text = refusal(HEAD + f'[[permission]]\ntitle = "T"\nforbid = "place.into"\nreason = "{reason}"\n')

    assert text.startswith("h.toml: permission[0].reason: The reason ")


@pytest.mark.parametrize("word", ["__import__('os').abort()", "'); import os; os.abort() #", "\\\\' or abort() or '"])
def test_words_of_a_condition_are_never_run(word):
    conditions = [f'when = {{ option = "{word}" }}', f'when = {{ slot = "{word}" }}', f'when = {{ "{word}" = 1 }}']
    for condition in conditions:
        text = refusal(HEAD + f'[[effect]]\ntitle = "T"\nquantity = "slot.worth"\n{condition}\nadd = 1\n')

        assert text.startswith("h.toml: effect[0].when.")


def test_a_title_is_shown_as_it_is():
    text = HEAD + '[[effect]]\ntitle = "{seat.__class__} %s {0}"\nquantity = "rounds"\nset = 1\n'

    told = str(dunerules.explain(dunerules.loads(text), "rounds"))

    assert "set 1 = 1: {seat.__class__} %s {0} [hostile]" in told


def test_loading_a_ruleset_imports_nothing_but_selected_rule_modules():
    dunerules.load("dice-feud")
    before = set(sys.modules)

    dunerules.loads(HEAD + '[[effect]]\ntitle = "os.system"\nquantity = "rounds"\nset = 1\n')

    assert before == set(sys.modules)


@pytest.mark.parametrize("character", ["\\u001b", "\\u0007", "\\u202e", "\\u2066", "\\u0085", "\\u0000"])
def test_no_text_can_play_with_a_terminal(character):
    text = refusal(HEAD + f'[[effect]]\ntitle = "a{character}b"\nquantity = "rounds"\nset = 1\n')

    assert "cannot be printed" in text
    assert text.replace("\n", "").isprintable()


def test_no_name_can_play_with_a_terminal():
    text = refusal(HEAD + '[decks.cards]\n"\\u001b[31m" = 1\n')

    assert "h.toml: decks.cards: the name '\\x1b[31m' has characters that cannot be printed." == text


# ------------------------------------------------------------------ size

BIG = 150_000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = " + "9" * 5000, "a number has too many digits."),
        ("x = 1e999999", "expected a plain number, found 1e999999."),
        ("x = 0x" + "f" * 100_000, "expected a number of at most 9223372036854775807, found a larger one."),
        ("x = " + "[" * 600 + "]" * 600, "nested too deeply."),
        ("x = " + "[" * 20 + "]" * 20, "nested too deeply."),
        ("x = " + "{a=" * 200 + "1" + "}" * 200, "nested too deeply."),
        ("[" + ".".join("a" * 5000) + "]", "nested too deeply."),
        ("x = [" + "1," * BIG + "]", f"expected at most 1000 entries, found {BIG}."),
        ("\n".join(f"k{number} = 1" for number in range(BIG)), "expected at most 1000 entries, found 150001."),
        ('"' + "k" * BIG + '" = 1', "a name is longer than 100 characters: kkkkkkkkkkkkkkkkkkkk ..."),
        ('x = "' + "t" * BIG + '"', f"expected at most 4000 characters, found {BIG}."),
        ("x = [" + ("[" + "1," * 900 + "],") * 30 + "]", "the file has more than 20000 values."),
        ("x = 1\n" * 2, "this name has a value already."),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else value,
)
def test_what_is_too_large_is_refused_in_a_short_message(text, message):
    told = refusal(f"{text}\n{HEAD}" if not text.startswith("[") else HEAD + text)

    assert message in told
    assert len(told) < 1000


@pytest.mark.parametrize("key", ["[" + ".".join("a" * BIG) + "]\n", '["' + "k" * BIG + '"]\n' + "a = 1\n" * 10_000])
def test_lines_are_noted_for_paths_that_people_write(key):
    lines = lines_of(key)

    assert sum(map(len, lines)) <= LONGEST_PATH * LONGEST_PATH


def test_a_file_of_nested_lists_has_lines_up_to_where_nobody_reads():
    lines = lines_of("x = " + "[" * 900 + "]" * 900)

    assert max(map(len, lines)) <= LONGEST_PATH + 3


def test_many_problems_of_one_kind_are_cut():
    data = {f"k{number}": "\x1b" for number in range(500)}

    assert limits.MOST_TOLD == len(limits.excesses(data, "h.toml"))


def test_rivals_are_compared_pair_by_pair_within_what_a_file_may_hold(monkeypatch):
    compared = 0
    real = effects.can_both_hold

    def counted(one, other):
        nonlocal compared
        compared += 1
        return real(one, other)

    monkeypatch.setattr(effects, "can_both_hold", counted)
    rivals = 200
    effect = '[[effect]]\ntitle = "T"\nquantity = "slot.worth"\nwhen = {{ round = {} }}\nset = 1\n'

    dunerules.loads(HEAD + "".join(effect.format(number) for number in range(rivals)))

    # The dice game has two rivals of its own, in a layer of their own.
    assert len([*combinations(range(rivals), 2)]) + 1 == compared
    assert limits.MOST_ENTRIES * (limits.MOST_ENTRIES - 1) // 2 < 10**6


def test_many_rivals_are_told_once_each():
    rivals = 300
    effect = '[[effect]]\ntitle = "T"\nquantity = "rounds"\nset = 1\n'

    told = refusal(HEAD + effect * rivals)

    assert rivals - 1 == told.count('sets "rounds" twice')


def test_changes_of_one_number_are_only_compared_while_they_are_few(monkeypatch, tmp_path):
    compared = 0
    real = idle_rules.can_both_hold

    def counted(one, other):
        nonlocal compared
        compared += 1
        return real(one, other)

    monkeypatch.setattr(idle_rules, "can_both_hold", counted)
    effect = '[[effect]]\ntitle = "T"\nquantity = "rounds"\nadd = 1\n'
    (tmp_path / "many.toml").write_text(HEAD + effect * limits.MOST_ENTRIES)

    assert () == dunerules.check(tmp_path / "many.toml")
    assert 0 == compared


def test_many_ways_to_round_are_one_function_that_can_be_called():
    effect = '[[effect]]\ntitle = "T"\nquantity = "slot.worth"\nwhen = {{ round = {} }}\nround = "down"\n'
    text = HEAD + "".join(effect.format(number) for number in range(limits.MOST_ENTRIES // 4))
    game = dunerules.Game.start(dunerules.loads(text))

    assert 3 == game.look.whole("slot.worth", slot="tower")


def test_quantities_in_many_circles_are_all_refused():
    names = ["rounds", "dice.sides", "seats.max", "seats.min", "charm.worth"]
    effect = '[[effect]]\ntitle = "T"\nquantity = "{}"\nadd = {{ quantity = "{}" }}\n'

    told = refusal(HEAD + "".join(effect.format(one, other) for one in names for other in names))

    assert {"in a circle"} == {line[line.index("in a circle") :][:11] for line in told.splitlines()}


def test_a_long_word_is_not_compared_with_others(monkeypatch):
    compared: list[str] = []
    monkeypatch.setattr(errors, "get_close_matches", lambda word, *_, **__: compared.append(word) or [])

    errors.nearest("x" * 4000, ["a", "b"])
    errors.nearest("short", ["a", "b"])

    assert ["short"] == compared


@pytest.mark.parametrize("name", ["a" * 4000, "a-" * 2000, "a." * 1999 + "!", "-" * 4000])
def test_a_long_id_is_refused_in_a_short_message(name):
    told = refusal(f'[ruleset]\nid = "{name}"\ntitle = "T"\nextends = "dice-feud"\n')

    assert "expected a name in lower case" in told
    assert len(told) < 400
