from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from dunerules.cli.main import main


class Ran(NamedTuple):
    """What a command gave."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process."""

    def run_command(*words: str | Path) -> Ran:
        argv: Sequence[str] = [str(word) for word in words]
        code = main(argv)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run_command


@pytest.fixture
def played(run: Run, tmp_path: Path) -> Path:
    """The log of a game of Dice Feud with seed 7."""
    log = tmp_path / "game.log"
    assert 0 == run("play", "dice-feud", "--seed", "7", "--quiet", "--log", log).code
    return log
