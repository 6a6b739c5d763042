"""docs/new-faction.md and docs/new-cards.md: what they build is loaded, played and refused as they say."""

from __future__ import annotations

from pathlib import Path

import pytest
from markdown_pages import DOCS, Block, blocks, differing_commands, failed_doctests, write_files

import dunerules
from dunerules.engine.laws import broken_laws

EXAMPLES = DOCS.parent / "examples" / "house-rules"
BUILT = {"new-faction.md": "smugglers.toml", "new-cards.md": "more-cards.toml"}
"""The pages, and the file that each builds."""
SEATS = {
    "smugglers.toml": ("smugglers", "atreides", "harkonnen", "fremen"),
    "more-cards.toml": ("atreides", "harkonnen", "fremen"),
    "more-karamas.toml": ("emperor", "guild", "bene-gesserit"),
}
FILES = {page: blocks(page) for page in BUILT}
RULESETS = [
    (page, number) for page, found in FILES.items() for number, one in enumerate(found) if one.word == "ruleset"
]
REFUSED = [(page, number) for page, found in FILES.items() for number, one in enumerate(found) if one.word == "refused"]


def named(value: object) -> str:
    return str(value)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def complete(page: str) -> list[Block]:
    return [block for block in FILES[page] if block.word in ("ruleset", "sheet")]


@pytest.mark.parametrize("page", BUILT)
def test_every_toml_block_of_the_page_is_tested(page: str) -> None:
    known = ("ruleset", "sheet", "refused")

    assert [] == [block.text for block in FILES[page] if block.language == "toml" and block.word not in known]


@pytest.mark.parametrize(("page", "number"), RULESETS, ids=named)
def test_what_is_written_so_far_can_be_loaded(page: str, number: int, folder: Path) -> None:
    write_files(FILES[page][: number + 1], folder)

    assert FILES[page][number].file.startswith(dunerules.load(FILES[page][number].file).id)


@pytest.mark.parametrize(("page", "number"), REFUSED, ids=named)
def test_mistakes_are_refused_with_the_text_that_follows(page: str, number: int, folder: Path) -> None:
    write_files(FILES[page][: number + 1], folder)

    with pytest.raises(dunerules.RulesetError) as caught:
        dunerules.load(FILES[page][number].file)

    assert FILES[page][number + 1].text.rstrip("\n") == str(caught.value)


@pytest.mark.parametrize(("page", "file"), BUILT.items())
def test_the_example_is_what_the_page_builds(page: str, file: str, folder: Path) -> None:
    write_files(complete(page), folder)

    assert dunerules.load(EXAMPLES / file).fingerprint == dunerules.load(file).fingerprint


@pytest.mark.parametrize(("file", "seats"), SEATS.items())
@pytest.mark.parametrize("seed", [1, 2])
def test_games_are_played_to_the_end_and_no_law_is_broken(
    file: str, seats: tuple[str, ...], seed: int, folder: Path
) -> None:
    for page in BUILT:
        write_files(complete(page), folder)

    game = dunerules.play_out(dunerules.Game.start(dunerules.load(file), seats, seed=seed))

    assert game.outcome is not None
    assert {} == broken_laws(game)


@pytest.mark.parametrize("page", BUILT)
def test_python_of_the_page_is_true(page: str, folder: Path) -> None:
    write_files(complete(page), folder)

    assert failed_doctests(page) == ""


@pytest.mark.parametrize("page", BUILT)
def test_commands_of_the_page_print_what_it_says(page: str, folder: Path) -> None:
    write_files(complete(page), folder)

    assert [] == differing_commands(FILES[page])
