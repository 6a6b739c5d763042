"""The command as a whole: help, version, exit codes, and how it ends when it is not let finish."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from dunerules.cli import verify
from dunerules.cli.main import COMMANDS

MODULE = [sys.executable, "-m", "dunerules"]
SCRIPT = [str(Path(sys.executable).with_name("dunerules"))]


def process(*words: str, **kwargs: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=False, **kwargs)


@pytest.mark.parametrize("command", [MODULE, SCRIPT], ids=["module", "script"])
def test_the_installed_command_plays_a_game_and_refuses_an_unknown_ruleset(run, command):
    expected = run("play", "dice-feud", "--seed", "7").out

    good = process(*command, "play", "dice-feud", "--seed", "7")
    bad = process(*command, "play", "dice-fued")

    assert (0, expected, "") == (good.returncode, good.stdout, good.stderr)
    assert (
        2,
        "",
        'dunerules: dice-fued: no ruleset of this name is installed. Did you mean "dice-feud"?\n',
    ) == (bad.returncode, bad.stdout, bad.stderr)


def test_importing_the_library_does_not_import_the_command_line():
    code = (
        "import dunerules, sys; print([name for name in sys.modules if 'dunerules.cli' in name or name == 'argparse'])"
    )

    assert "[]\n" == process(sys.executable, "-c", code).stdout


def test_the_version_is_that_of_the_distribution(run):
    assert (0, f"dunerules {version('dunerules')}\n", "") == run("--version")


def test_the_help_names_every_command(run):
    code, out, _ = run("--help")

    assert 0 == code
    assert all(f"    {name} " in out for name in COMMANDS)


@pytest.mark.parametrize("command", list(COMMANDS))
def test_the_help_of_every_command_shows_an_example(run, command):
    code, out, _ = run(command, "--help")

    assert 0 == code
    assert f"\n  dunerules {command}" in out.partition("examples:")[2]


def test_no_command_is_answered_by_the_help_on_stderr(run):
    help_text = run("--help").out

    assert (2, "", help_text) == run()


def test_an_unknown_command_is_refused_with_the_nearest(run):
    assert (2, "", 'dunerules: "reply" is not a command. Did you mean "replay"?\n') == run("reply")


def test_an_interrupted_command_ends_quietly(run, monkeypatch):
    def interrupt(_: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(verify, "open_log", interrupt)

    assert (130, "", "") == run("verify", "game.log")


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="pipes of this system have no signal")
@pytest.mark.parametrize("command", ["rules", "list"], ids=["while it writes", "when it is done"])
def test_a_reader_that_goes_away_is_no_error(command):
    reader, writer = os.pipe()
    os.close(reader)
    ran = subprocess.run([*MODULE, command], stdout=writer, stderr=subprocess.PIPE, timeout=60, check=False)
    os.close(writer)

    assert (141, b"") == (ran.returncode, ran.stderr)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_an_output_that_is_full_is_one_line():
    with open("/dev/full", "w") as full:
        ran = subprocess.run([*MODULE, "rules"], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)

    assert (2, b"dunerules: the output: No space left on device.\n") == (ran.returncode, ran.stderr)


def test_letters_that_the_terminal_does_not_have_are_shown_by_their_codes(tmp_path):
    ruleset = tmp_path / "feud.toml"
    ruleset.write_text('[ruleset]\nid = "feud"\ntitle = "Würfelfehde"\nextends = "dice-feud"\n', encoding="utf-8")

    ran = process(*MODULE, "play", str(ruleset), env={**os.environ, "PYTHONIOENCODING": "ascii"})

    assert (0, "W\\xfcrfelfehde (feud), seed 0") == (ran.returncode, ran.stdout.splitlines()[0])
