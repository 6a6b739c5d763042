"""Options that modules set for others: who decides, and the whole message of every refusal."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_rules import library_of, module

from dunerules.engine.errors import RulesetError
from dunerules.engine.library import Library
from dunerules.engine.ruleset import resolve, resolve_text

SPEED = '[options.speed]\ntitle = "Speed"\ntype = "int"\ndefault = 2\nmin = 1\nmax = 9\n'


def setting(
    module_id: str, speed: object, head: str = 'layer = "option"', target: str = "dice.core", key: str = "speed"
):
    return module(module_id, f'[settings."{target}"]\n{key} = {speed}\n', head=head)


@pytest.fixture
def library() -> Library:
    return library_of(
        module("dice.core", SPEED),
        module("dice.idle", SPEED),
        setting("dice.fast", 5),
        setting("dice.quick", 5),
        setting("dice.slow", 1),
        setting("dice.slower", 1, head='layer = "option"\nafter = ["dice.fast"]'),
        setting("dice.high", 7, head='layer = "faction"'),
        setting("dice.elsewhere", 5, target="dice.idle"),
        setting("dice.wrong-module", 5, target="dice.cor"),
        setting("dice.wrong-key", 5, key="sped"),
        setting("dice.wrong-value", 50),
        setting("dice.wrong-idle", 50, target="dice.idle"),
    )


def text(*modules: str, more: str = "", extends: str = "", name: str = "top") -> str:
    names = ", ".join(f'"{one}"' for one in modules)
    head = f'[ruleset]\nid = "{name}"\ntitle = "T"\n' + (f'extends = "{extends}"\n' if extends else "")
    return f"{head}[rules]\nadd = [{names}]\n{more}"


def speed(library: Library, *modules: str, more: str = "") -> object:
    return resolve_text(text("dice.core", *modules, more=more), library).options["dice.core"]["speed"]


def refusal(library: Library, *modules: str, more: str = "") -> str:
    with pytest.raises(RulesetError) as caught:
        resolve_text(text("dice.core", *modules, more=more), library, shown="top.toml")
    return str(caught.value)


@pytest.mark.parametrize(
    ("modules", "expected"),
    [
        ((), 2),
        (("dice.fast",), 5),
        (("dice.fast", "dice.quick"), 5),
        (("dice.fast", "dice.high"), 7),
        (("dice.fast", "dice.slower"), 1),
        (("dice.fast", "dice.slow", "dice.high"), 7),
        (("dice.elsewhere",), 2),
    ],
)
def test_the_highest_layer_decides_and_then_what_comes_after(library, modules, expected):
    assert expected == speed(library, *modules)
    assert expected == speed(library, *reversed(modules))


def test_a_ruleset_chooses_otherwise(library):
    assert 3 == speed(library, "dice.fast", "dice.high", more='[options."dice.core"]\nspeed = 3\n')


def test_a_setting_of_a_module_that_is_not_selected_is_idle(library):
    assert "dice.idle" not in resolve_text(text("dice.core", "dice.elsewhere"), library).options


@pytest.mark.parametrize(
    ("base", "top", "expected"),
    [
        ({"more": '[options."dice.core"]\nspeed = 3\n'}, {"modules": ["dice.fast"]}, 5),
        ({"modules": ["dice.fast"]}, {"more": '[options."dice.core"]\nspeed = 3\n'}, 3),
        ({"modules": ["dice.fast"], "more": '[options."dice.core"]\nspeed = 3\n'}, {}, 3),
        ({"modules": ["dice.fast"]}, {"modules": ["dice.high"]}, 7),
        ({"modules": ["dice.fast"]}, {"more": 'remove = ["dice.fast"]\n'}, 2),
    ],
    ids=["a later module", "a later ruleset", "the same file", "a later and higher module", "taken out again"],
)
def test_a_later_file_decides_over_an_earlier_one(library, tmp_path: Path, base, top, expected):
    (tmp_path / "base.toml").write_text(
        text("dice.core", *base.get("modules", ()), more=base.get("more", ""), name="b")
    )
    (tmp_path / "top.toml").write_text(text(*top.get("modules", ()), more=top.get("more", ""), extends="base.toml"))

    assert expected == resolve(tmp_path / "top.toml", library).options["dice.core"]["speed"]


def test_an_option_that_went_with_its_module_does_not_come_back(library, tmp_path: Path):
    (tmp_path / "base.toml").write_text(
        text("dice.core", "dice.fast", more='[options."dice.core"]\nspeed = 3\n', name="base")
    )
    (tmp_path / "mid.toml").write_text(text(more='remove = ["dice.core"]\n', extends="base.toml", name="mid"))
    (tmp_path / "top.toml").write_text(text("dice.core", extends="mid.toml"))

    assert 5 == resolve(tmp_path / "top.toml", library).options["dice.core"]["speed"]


UNDECIDED = (
    'top.toml: rules.add[2]: "dice.fast" sets the option "speed" of "dice.core" to 5, "dice.slow" sets it to 1, '
    "and nothing decides between them.\n"
    '  Write  speed = ...  under [options."dice.core"], or leave one of the two modules out.'
)


def test_two_values_that_nothing_orders_are_refused(library):
    assert UNDECIDED == refusal(library, "dice.fast", "dice.slow")


def test_the_ruleset_settles_it(library):
    assert 4 == speed(library, "dice.fast", "dice.slow", more='[options."dice.core"]\nspeed = 4\n')


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        (
            "dice.wrong-module",
            'dice.wrong-module.toml: settings."dice.cor": "dice.cor" is not a rule module.\n'
            '  Did you mean "dice.core"?',
        ),
        (
            "dice.wrong-key",
            'dice.wrong-key.toml: settings."dice.core".sped: "dice.core" has no option "sped".\n'
            '  Did you mean "speed"?',
        ),
        (
            "dice.wrong-value",
            'dice.wrong-value.toml: settings."dice.core".speed: expected a whole number from 1 to 9, found 50.',
        ),
        (
            "dice.wrong-idle",
            'dice.wrong-idle.toml: settings."dice.idle".speed: expected a whole number from 1 to 9, found 50.',
        ),
    ],
)
def test_what_cannot_be_set_is_refused_even_if_it_would_be_idle(library, wrong, expected):
    assert expected == refusal(library, wrong)
