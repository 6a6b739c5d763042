"""The project's own files: what the README promises, what a wheel holds, and that everything named is there."""

from __future__ import annotations

import ast
import doctest
import importlib
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

import dunerules
from tools import changelog

ROOT = Path(__file__).parents[1]
DICE = ROOT / "tests" / "engine" / "dice_game"
PACKAGE = ROOT / "src" / "dunerules"
PAGES = sorted(
    page
    for folder in ("", "benchmarks", "changelog.d", "docs", "examples", "rulesets", "tests/engine/dice_game")
    for page in (ROOT / folder).glob("*.md")
)


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def project() -> dict[str, object]:
    return tomllib.loads(text_of("pyproject.toml"))["project"]


def fenced(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


def quick_start() -> str:
    return re.split(r"^## ", text_of("README.md"), flags=re.M)[1].removeprefix("Quick start\n")


# ------------------------------------------------------------------ the README


def test_the_readme_opens_with_five_lines_and_one_picture_of_code():
    opening = text_of("README.md").partition("\n## ")[0]

    prose = re.sub(r"^```.*?^```$", "", opening, flags=re.M | re.S).splitlines()
    assert "# dunerules" == prose[0]
    assert 5 == len([line for line in prose[1:] if line])
    assert 1 == len(fenced(opening, "python"))


def test_the_picture_of_code_runs_as_shown():
    (code,) = fenced(text_of("README.md"), "python")
    test = doctest.DocTestParser().get_doctest(code, {}, "README.md", "README.md", 0)
    told: list[str] = []

    doctest.DocTestRunner().run(test, out=told.append)

    assert test.examples
    assert "" == "".join(told)


def test_the_quick_start_is_two_commands_of_one_line_that_set_up_for_themselves():
    section = quick_start()

    commands = fenced(section, r"\w*")
    assert commands == fenced(section, "sh")
    assert [1, 1] == [len(command.splitlines()) for command in commands]
    assert ["python3 -m venv .venv", "python3 -m venv .venv"] == [command.split(" && ")[0] for command in commands]
    seats = "atreides,bene-gesserit,emperor,fremen,guild,harkonnen"
    play = f".venv/bin/dunerules play gf9-2019-advanced --seats {seats} --seed 7"
    test = ".venv/bin/python -m pytest -n auto --dist loadfile"
    assert [play, test] == [command.strip().split(" && ")[-1] for command in commands]


def test_ci_runs_the_second_command_then_ruff_and_mypy(tmp_path):
    done = subprocess.run(
        [str(ROOT / ".ci" / "run"), "--list"], cwd=tmp_path, capture_output=True, text=True, check=True
    )

    assert [
        fenced(quick_start(), "sh")[1].strip(),
        ".venv/bin/ruff check .",
        ".venv/bin/ruff format --check .",
        ".venv/bin/mypy",
    ] == done.stdout.splitlines()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_of_a_page_leads_to_a_file(page):
    prose = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)

    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", prose) if "://" not in link]
    assert [] == [link for link in links if link and not (page.parent / link).exists()]


def test_the_page_of_the_dice_game_names_its_files_and_no_others():
    named = set(
        re.findall(r"`(?:dunerules_dice/)?([\w-]+\.(?:toml|py))`", (DICE / "README.md").read_text(encoding="utf-8"))
    )

    there = {path.name for path in (DICE / "dunerules_dice").glob("*.*") if path.suffix in (".toml", ".py")}
    assert there - {"__init__.py"} == named


# ------------------------------------------------------------------ the public names


def imported_for_type_checkers() -> dict[str, str]:
    """Public names and the modules that a type checker takes them from."""
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    return {
        name.asname or name.name: node.module or ""
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }


def test_public_names_are_the_same_for_type_checkers_and_at_run_time():
    promised = imported_for_type_checkers()

    assert sorted(dunerules.__all__) == sorted(promised)
    assert promised == dunerules._HOMES
    assert [] == [
        name
        for name, home in promised.items()
        if getattr(dunerules, name) is not getattr(importlib.import_module(home), name)
    ]
    assert sorted(dunerules.__all__) == dir(dunerules)


def test_a_misspelt_public_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match=r"^module 'dunerules' has no attribute 'laod'$"):
        dunerules.laod  # noqa: B018 - the access is the act


def test_importing_the_package_loads_no_part_of_the_engine():
    program = "import sys, dunerules; print(sorted(name for name in sys.modules if name.startswith('dunerules.')))"

    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)

    assert "[]" == done.stdout.strip()


# ------------------------------------------------------------------ the wheel


@pytest.fixture(scope="module")
def wheels(tmp_path_factory):
    """Wheels of the package and of the dice game, built without a network."""
    folder = tmp_path_factory.mktemp("wheels")
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT), str(DICE))
    return folder


def pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert 0 == done.returncode, done.stdout + done.stderr


def test_the_wheel_holds_every_file_of_the_package_and_the_rulesets(wheels):
    (wheel,) = wheels.glob("dunerules-*.whl")

    inside = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    source = {f"dunerules/{path.relative_to(PACKAGE).as_posix()}" for path in files_below(PACKAGE)}
    rulesets = {
        f"dunerules/rulesets/{path.relative_to(ROOT / 'rulesets').as_posix()}"
        for path in files_below(ROOT / "rulesets")
    }
    assert source | rulesets == inside
    assert {"dunerules/py.typed", "dunerules/engine/flow.toml", "dunerules/catalogue/ah-1979.toml"} <= inside


def files_below(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]


def test_the_wheel_says_its_license_needs_and_commands(wheels):
    (wheel,) = wheels.glob("dunerules-*.whl")
    with ZipFile(wheel) as opened:
        (folder,) = {name.split("/")[0] for name in opened.namelist() if ".dist-info/" in name}
        metadata = opened.read(f"{folder}/METADATA").decode()
        commands = opened.read(f"{folder}/entry_points.txt").decode()
        license_text = opened.read(f"{folder}/licenses/LICENSE").decode()

    assert "License-Expression: MIT\n" in metadata
    assert "Requires-Python: >=3.11\n" in metadata
    assert "dunerules = dunerules.cli.main:main" in commands
    assert "The dunerules authors" in license_text


def test_an_installed_wheel_loads_rulesets_and_writes_the_schema(wheels, tmp_path):
    pip("install", "--no-deps", "--no-index", "--target", str(tmp_path), *map(str, wheels.glob("*.whl")))
    program = """
import dunerules
from dunerules.engine.schema import ruleset_schema
library = dunerules.Library.of("dunerules", "dunerules_dice")
rulebook = dunerules.load("dice-feud-long", library=library)
game = dunerules.play_out(dunerules.Game.start(rulebook, seed=7))
print(dunerules.__file__)
print(game.rulebook.title, game.outcome is not None)
print("ah79.storm.dial" in library.catalogue, ruleset_schema()["title"])
"""
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}

    done = subprocess.run([sys.executable, "-P", "-c", program], env=environment, capture_output=True, text=True)

    assert "" == done.stderr
    place, played, known = done.stdout.splitlines()
    assert tmp_path in Path(place).parents
    assert "Dice Feud, the long game True" == played
    assert known.startswith("True ")


# ------------------------------------------------------------------ the project's declarations


def test_the_extra_dev_has_all_that_the_checks_call():
    extras = project()["optional-dependencies"]

    names = {re.match(r"[\w-]+", need)[0] for need in extras["dev"]}
    assert {"dunerules", "hatchling", "pytest-xdist", "ruff", "mypy"} == names
    assert ["pytest", "hypothesis"] == [re.match(r"[\w-]+", need)[0] for need in extras["testing"]]


def test_the_dice_game_is_found_through_the_entry_point_group():
    packaged = tomllib.loads((DICE / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert {"dunerules.rules": {"dice": "dunerules_dice"}} == packaged["entry-points"]
    assert "dunerules_dice" in dunerules.Library.installed().packages


# ------------------------------------------------------------------ the changelog


def test_every_fragment_is_named_and_filled_as_it_should():
    found = changelog.fragments(ROOT / "changelog.d")

    assert set(changelog.KINDS) == set(found)


def release_folder(folder: Path, **fragments: str) -> Path:
    (folder / "changelog.d").mkdir()
    (folder / "changelog.d" / "README.md").write_text("# Fragments\n", encoding="utf-8")
    for name, text in fragments.items():
        (folder / "changelog.d" / f"{name.replace('__', '.').replace('_', '-')}.md").write_text(text, encoding="utf-8")
    (folder / "CHANGELOG.md").write_text(f"# Changelog\n\n{changelog.MARKER}\n## 0.1.0\n\n- First.\n", encoding="utf-8")
    return folder


def test_fragments_are_printed_by_kind_as_one_section(tmp_path, capsys):
    folder = release_folder(tmp_path, bids__fix="A bid\nnow counts.\n", old_way__breaking="It is gone.\n")

    changelog.main([], root=folder)

    expected = "## Unreleased\n\n### Breaking changes\n\n- It is gone.\n\n### Fixes\n\n- A bid now counts.\n"
    assert expected == capsys.readouterr().out


def test_a_release_goes_above_the_last_one_and_takes_its_fragments(tmp_path):
    folder = release_folder(tmp_path, bids__fix="A bid now counts.\n")

    changelog.main(["--release", "0.2.0"], root=folder)

    expected = (
        f"# Changelog\n\n{changelog.MARKER}\n## 0.2.0\n\n### Fixes\n\n- A bid now counts.\n\n## 0.1.0\n\n- First.\n"
    )
    assert expected == (folder / "CHANGELOG.md").read_text(encoding="utf-8")
    assert ["README.md"] == [path.name for path in (folder / "changelog.d").iterdir()]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "bids__bug",
            "Text.",
            "bids.bug.md: a fragment is called <topic>.<kind>.md; kinds are breaking, rule, feature, fix, doc.",
        ),
        ("bids__fix", "\n", "bids.fix.md: the fragment is empty."),
    ],
)
def test_a_file_that_is_no_fragment_is_refused(tmp_path, name, text, message):
    folder = release_folder(tmp_path, **{name: text})

    with pytest.raises(SystemExit) as refusal:
        changelog.main([], root=folder)

    assert message == str(refusal.value)
