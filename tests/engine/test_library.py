"""What is installed is found without running it."""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

import pytest

from dunerules.engine.errors import RulesetError
from dunerules.engine.library import Library, RuleModule

NUMBERS = count()
"""Each test has package names of its own: what Python imported once, it keeps."""

PYTHON = """
from dunerules.engine.marks import event, step
from {name}.other import borrowed

@step("second")
def second(tx): ...

@event("rolled")
class Rolled:
    face: int

class Loaded(Rolled):
    pass

@step("first")
def first(tx): ...

again = second

def helper(): ...
"""


def module_text(module_id: str, more: str = "") -> str:
    return f'[module]\nid = "{module_id}"\ntitle = "T"\nlayer = "general"\n{more}'


@pytest.fixture
def package(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))

    def write(files: dict[str, str]) -> str:
        name = f"library_test_{next(NUMBERS)}"
        for path, text in {"__init__.py": "raise RuntimeError('imported')", **files}.items():
            file = tmp_path / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text.replace("{name}", name))
        return name

    return write


def refusal(act, *arguments) -> str:
    with pytest.raises(RulesetError) as caught:
        act(*arguments)
    return str(caught.value)


def test_modules_rulesets_and_catalogue_of_a_package_are_found_without_importing_it(package):
    name = package(
        {
            "core.toml": module_text("dice.core"),
            "core.py": "",
            "deep/two-words.toml": module_text("dice.two"),
            "deep/two_words.py": "",
            "plain.toml": module_text("dice.plain"),
            "scenario.toml": "[scenario]\nid = 'x'",
            "rulesets/short.toml": "",
            "catalogue/dice.toml": "[[rule]]\nid = 'dice.roll'\ntext = 'Roll.'",
        }
    )

    library = Library.of(name)

    assert {"dice.core": f"{name}.core", "dice.two": f"{name}.deep.two_words", "dice.plain": ""} == {
        module_id: library.module(module_id).namespace for module_id in library.modules
    }
    assert f"{name}/deep/two-words.toml" == library.module("dice.two").shown
    assert {"short"} == library.rulesets.keys()
    assert f"{name}/rulesets/short.toml" == library.ruleset("short").shown
    assert {"dice.roll"} == library.catalogue.ids
    assert name not in sys.modules


def test_a_package_inside_another_is_found_without_importing_its_parent(package):
    name = package({"rules/core.toml": module_text("dice.core")})

    assert f"{name}/rules/core.toml" == Library.of(f"{name}.rules").module("dice.core").shown
    assert name not in sys.modules


def test_the_namespace_gives_its_own_marked_objects_in_order_of_definition(package):
    name = package(
        {
            "__init__.py": "",
            "core.toml": module_text("dice.core"),
            "core.py": PYTHON,
            "other.py": "from dunerules.engine.marks import step\n@step('borrowed')\ndef borrowed(tx): ...",
        }
    )
    module = Library.of(name).module("dice.core")

    assert [thing.__name__ for thing in module.load_namespace()] == ["second", "Rolled", "first"]


def test_a_module_without_python_has_nothing_to_load(package):
    module = Library.of(package({"core.toml": module_text("dice.core")})).module("dice.core")

    assert isinstance(module, RuleModule)
    assert module.load_namespace() == ()


def test_python_that_fails_says_which_rule_module_it_belongs_to(package):
    name = package({"__init__.py": "", "core.toml": module_text("dice.core"), "core.py": "1 / 0"})

    with pytest.raises(ZeroDivisionError) as caught:
        Library.of(name).module("dice.core").load_namespace()

    assert [f'while importing the Python of rule module "dice.core" ({name}/core.toml)'] == caught.value.__notes__


def test_a_broken_module_is_told_only_when_it_is_named(package):
    name = package(
        {
            "good.toml": module_text("dice.good"),
            "bad.toml": module_text("dice.bad", "laver = 1"),
            "worse.toml": "module =",
        }
    )
    library = Library.of(name)

    assert library.module("dice.good").id == "dice.good"
    assert (f'{name}/bad.toml: module.laver: "laver" is not a key of module.\n  Did you mean "layer"?') == refusal(
        library.module, "dice.bad"
    )
    assert [f"{name}/worse.toml: line 1: this cannot be read as TOML."] == [
        f"{problem.file}: {problem.path}: {problem.message}" for problem in library.problems
    ]


def test_ids_are_found_however_the_table_is_written(package):
    name = package(
        {
            "a.toml": 'module = { id = "dice.inline", title = "T", layer = "general" }',
            "b.toml": '[ module ]\ntitle = "T"\nlayer = "general"\nid="dice.spaced"',
            "c.toml": "[module]\ntitle = 'T'",
        }
    )
    library = Library.of(name)

    assert sorted(library.modules) == ["dice.inline", "dice.spaced"]
    assert library.module("dice.inline").id == "dice.inline"
    assert [f"{name}/c.toml: module.id: is missing."] == [str(problem) for problem in library.problems]


def test_a_text_that_looks_like_a_module_head_is_told_when_named(package):
    head = "x = '''\n[module]\nid = \"dice.fake\"\n'''\n"
    name = package({"a.toml": head + module_text("dice.real")})

    assert (
        f'{name}/a.toml: x: "x" is not a key of this file.'
        == refusal(Library.of(name).module, "dice.fake").split("\n")[0]
    )


def test_two_modules_of_one_name_are_refused_with_both_files(package):
    one = package({"core.toml": module_text("dice.core")})
    two = package({"core.toml": module_text("dice.core"), "other.toml": module_text("dice.other")})
    first, second = sorted([one, two])

    message = (
        f'{first}/core.toml: "dice.core" is the name of another rule module too, in {second}/core.toml.\n'
        "  Rename one of them, or uninstall its package."
    )
    assert message == refusal(Library.of(one, two).module, "dice.core")
    assert message == refusal(Library.of(two).plus(one).module, "dice.core")
    assert Library.of(one, two).module("dice.other").id == "dice.other"


def test_two_rulesets_of_one_name_are_refused_with_both_files(package):
    first, second = sorted(package({"rulesets/short.toml": ""}) for _ in range(2))

    assert (
        f'{first}/rulesets/short.toml: "short" is the name of another ruleset too, in {second}/rulesets/short.toml.\n'
        "  Rename one of them, or uninstall its package."
    ) == refusal(Library.of(first, second).ruleset, "short")


def test_a_package_named_twice_or_inside_another_brings_its_modules_once(package):
    name = package({"rules/core.toml": module_text("dice.core"), "rules/rulesets/short.toml": ""})

    library = Library.of(name, name, f"{name}.rules")

    assert library.module("dice.core").id == "dice.core"
    assert f"{name}/rules/rulesets/short.toml" == library.ruleset("short").shown


def test_the_order_of_packages_does_not_matter(package):
    one = package({"a.toml": module_text("dice.a"), "catalogue/x.toml": "[[rule]]\nid = 'x.a'"})
    two = package({"b.toml": module_text("dice.b"), "catalogue/x.toml": "[[rule]]\nid = 'x.b'"})

    assert Library.of(one, two) == Library.of(two, one) == Library.of(two).plus(one)


def test_a_package_that_is_not_there_is_noted():
    assert [str(problem) for problem in Library.of("no_such_package").problems] == [
        'no_such_package: the rules package "no_such_package" cannot be found.'
    ]


def test_what_is_installed_is_found_once_and_has_the_shipped_catalogue():
    library = Library.installed()

    assert library is Library.installed()
    assert "dunerules" in library.packages
    assert len(library.catalogue) > 1000


def test_entry_points_bring_packages_in(package, tmp_path):
    name = package({"core.toml": module_text("dice.core")})
    info = tmp_path / f"{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[dunerules.rules]\ndice = {name}\n")

    from dunerules.engine.library import _installed

    library = _installed.__wrapped__()

    assert f"{name}/core.toml" == library.module("dice.core").shown
    assert name not in sys.modules


def test_shipped_rulesets_are_found_in_a_wheel_and_in_a_checkout(tmp_path, monkeypatch):
    from dunerules.engine import library as library_module

    checkout = tmp_path / "checkout"
    root = checkout / "src" / "dunerules"
    root.mkdir(parents=True)
    (checkout / "rulesets").mkdir()
    (checkout / "rulesets" / "short.toml").write_text("")
    (checkout / "pyproject.toml").write_text("")
    monkeypatch.setattr(library_module, "_roots", lambda package: (Path(root),))

    assert Library.of("dunerules").ruleset("short").shown == "rulesets/short.toml"

    (root / "rulesets").mkdir()
    (root / "rulesets" / "long.toml").write_text("")

    assert {"long"} == Library.of("dunerules").rulesets.keys()
