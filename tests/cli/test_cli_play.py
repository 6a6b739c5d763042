"""`dunerules play`: the account, the result, the files it writes and the input it refuses."""

from __future__ import annotations

import io
import os
import re
import stat
from pathlib import Path
from typing import Any

import pytest

from dunerules import DunerulesError, Game, load, play_out
from dunerules.cli import play
from dunerules.engine.words import event_words

CARD = re.compile(r"^  (\w+) draws a card\. \[card: (\w+)\]$", re.MULTILINE)


def game_of_seed(seed: int, *seats: str) -> Game:
    return play_out(Game.start(load("dice-feud"), seats or None, seed=seed))


def result_of(game: Game) -> list[str]:
    outcome = game.outcome
    assert outcome is not None
    titles = [game.rulebook.components["faction"][seat].title for seat in outcome.winners]
    text = game.rulebook.catalogue["dice.victory"].text
    return [outcome.reason, f"Winners: {' and '.join(titles) or 'nobody'}", f"Rule dice.victory: {text}"]


def drawn(events: tuple[Any, ...]) -> list[tuple[str, str]]:
    """Seat and card of each card whose face is in these events."""
    found = [event for event in events if type(event).__name__ == "CardDrawn"]
    return [(event.seat.title(), event.card.title()) for event in found if isinstance(event.card, str)]


def test_the_account_has_a_title_headings_every_worded_event_and_the_result(run):
    game = game_of_seed(7)
    told = [event_words(game.rulebook, event) for event in game.events]
    expected = [words for words in told if words][:-1]  # the end is told by the result

    code, out, err = run("play", "dice-feud", "--seed", "7")

    lines = out.splitlines()
    account = [re.sub(r" \[.*\]$", "", line.strip()) for line in lines[1:-3] if line]
    headings = [line for line in lines[1:-3] if line and not line.startswith("  ")]
    assert (0, "") == (code, err)
    assert "Dice Feud (dice-feud), seed 7" == lines[0]
    assert expected == account
    assert [
        "The game begins: Red, Blue, Gold and Jade.",
        "Round 1 begins.",
        "Round 2 begins.",
        "Round 3 begins.",
    ] == headings
    assert result_of(game) == lines[-3:]


def test_a_blank_line_stands_before_each_heading_and_before_the_result(run):
    lines = run("play", "dice-feud", "--seed", "7").out.splitlines()

    before = [lines[index - 1] for index, line in enumerate(lines) if line.endswith("begins.")]

    assert ["", "", ""] == before
    assert "" == lines[-4]


def test_the_account_tells_every_card_that_somebody_saw_and_not_the_order_of_the_deck(run):
    out = run("play", "dice-feud", "--seed", "7").out

    assert drawn(game_of_seed(7).events) == CARD.findall(out)
    assert "  The deck is shuffled.\n" in out


def test_an_account_through_the_eyes_of_a_seat_tells_its_own_cards_alone(run):
    expected = drawn(game_of_seed(7).events_for("red"))

    out = run("play", "dice-feud", "--seed", "7", "--as", "red").out

    assert expected
    assert {"Red"} == {seat for seat, _ in expected}
    assert expected == CARD.findall(out)
    assert "Dice Feud (dice-feud), as Red saw it" == out.splitlines()[0]


def test_the_public_account_tells_no_card(run):
    out = run("play", "dice-feud", "--seed", "7", "--public").out

    assert "[" not in out
    assert "Dice Feud (dice-feud), as everybody saw it" == out.splitlines()[0]


def test_quiet_prints_the_result_alone(run):
    expected = "\n".join(result_of(game_of_seed(7))) + "\n"

    assert (0, expected, "") == run("play", "dice-feud", "--seed", "7", "--quiet")


def test_quiet_shows_progress_on_a_terminal_and_wipes_it_away(run, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(play, "REFRESH", 0.0)

    out = run("play", "dice-feud", "--seed", "7", "--quiet").out

    shown = terminal.getvalue().split("\r")
    choices = game_of_seed(7).history.length - 1
    assert "0 choices; Round 1 begins." == shown[1].rstrip()
    assert f"{choices - 1} choices; Round 3 begins." == shown[-3].rstrip()
    assert ("", "") == (shown[-2].strip(), shown[-1])
    assert result_of(game_of_seed(7)) == out.splitlines()


def test_the_seats_that_are_named_play(run):
    reason, winners, rule = result_of(game_of_seed(3, "blue", "red"))

    out = run("play", "dice-feud", "--seats", "blue, red", "--seed", "3").out

    assert "The game begins: Blue and Red." in out.splitlines()
    assert [reason, winners.replace("Winners", "Winner"), rule] == out.splitlines()[-3:]


def test_a_person_holds_the_seats_that_are_named(run, tmp_path):
    save = tmp_path / "game.save"

    run("play", "dice-feud", "--quiet", "--save", save, "--persons", "ann=red, gold", "--persons", "bob=blue,jade")

    assert {"red": "ann", "gold": "ann", "blue": "bob", "jade": "bob"} == Game.load(save).header.persons


@pytest.mark.rule("gf9.silence.alliance-two-players")
def test_two_people_can_play_dune_with_two_factions_each(run):
    factions = ["--seats", "atreides,emperor,fremen,harkonnen"]
    persons = ["--persons", "ann=atreides,fremen", "--persons", "bob=emperor,harkonnen"]

    lines = run("play", "gf9-2019-basic", *factions, *persons, "--as", "ann").out.splitlines()

    assert "Dune, 2019: the basic game (gf9-2019-basic), as Atreides and Fremen saw it" == lines[0]
    assert {"  Atreides and Fremen are allied.", "  Emperor and Harkonnen are allied."} <= set(lines)


def test_a_game_that_nobody_wins_says_so(run):
    seed = next(seed for seed in range(100) if not game_of_seed(seed).outcome.winners)

    out = run("play", "dice-feud", "--quiet", "--seed", str(seed)).out

    assert "Winners: nobody" == out.splitlines()[1]


def test_a_ruleset_file_can_be_played(run, tmp_path):
    ruleset = tmp_path / "short.toml"
    ruleset.write_text(
        '[ruleset]\nid = "short"\ntitle = "Short feud"\nextends = "dice-feud"\n'
        '[[effect]]\ntitle = "One round"\nquantity = "rounds"\nset = 1\n'
    )

    out = run("play", ruleset).out

    assert "Short feud (short), seed 0" == out.splitlines()[0]
    assert ["Round 1 begins."] == [line for line in out.splitlines() if line.startswith("Round")]


def test_a_saved_game_can_be_loaded(run, tmp_path):
    save = tmp_path / "game.save"

    run("play", "dice-feud", "--seed", "7", "--quiet", "--save", save)

    assert game_of_seed(7).digest() == Game.load(save).digest()


def test_a_log_takes_the_place_of_an_older_file_and_keeps_its_mode_and_link(run, tmp_path):
    old, link = tmp_path / "old.log", tmp_path / "link.log"
    old.write_text("old")
    old.chmod(0o640)
    link.symlink_to(old)

    run("play", "dice-feud", "--seed", "7", "--quiet", "--log", link)

    assert game_of_seed(7).log().text() == old.read_text("utf-8")
    assert 0o640 == stat.S_IMODE(old.stat().st_mode)
    assert link.is_symlink()
    assert ["link.log", "old.log"] == sorted(os.listdir(tmp_path))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["dice-fued"], 'dice-fued: no ruleset of this name is installed. Did you mean "dice-feud"?'),
        (["none.toml"], "none.toml: there is no such file."),
        (["dice-feud", "--seats", "red,bleu"], '"bleu" is not a faction of dice-feud. Did you mean "blue"?'),
        (["dice-feud", "--seats", "red,red"], '"red" is seated twice; every faction can be seated once.'),
        (["dice-feud", "--seats", "red"], "dice-feud is for 2 to 4 seats, and 1 were taken."),
        (
            ["dice-feud", "--seed", "many"],
            'argument --seed: expected a whole number, found "many". See dunerules play --help.',
        ),
        (
            ["dice-feud", "--players", "randm"],
            'argument --players: "randm" is not a kind of player. Did you mean "random"? See dunerules play --help.',
        ),
        (["dice-feud", "--as", "rad"], '"rad" is neither a seat nor a person of this game. Did you mean "red"?'),
        (
            ["dice-feud", "--persons", "ann"],
            'argument --persons: expected NAME=SEAT,SEAT, found "ann". See dunerules play --help.',
        ),
        (
            ["dice-feud", "--persons", "ann=red,,gold"],
            'argument --persons: expected NAME=SEAT,SEAT, found "ann=red,,gold". See dunerules play --help.',
        ),
        (["dice-feud", "--persons", "ann=red,glod"], '"glod" has a person but no seat. Did you mean "gold"?'),
        (
            ["dice-feud", "--persons", "ann=red,gold", "--persons", "bob=blue,red"],
            '--persons: "red" is given twice, to "ann" and to "bob".',
        ),
        (
            ["dice-feud", "--persons", "ann=red", "--persons", "ann=gold"],
            '--persons: "ann" is named twice; give all seats of a person at once.',
        ),
        (
            ["dice-feud", "--persons", "blue=red,gold"],
            '--persons: "blue" is a faction; choose another name for whoever holds other seats.',
        ),
        (
            ["dice-feud", "--as", "red", "--public"],
            "argument --public: not allowed with argument --as. See dunerules play --help.",
        ),
        (["dice-feud", "--log", "same", "--save", "./same"], '--log and --save name the same file, "same".'),
        ([], "the following arguments are required: RULESET. See dunerules play --help."),
        (["dice-feud", "--see", "7"], "unrecognized arguments: --see 7. See dunerules --help."),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(run, tmp_path, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)
    log = [] if "--log" in words else ["--log", "game.log"]

    ran = run("play", *words, *log)

    assert (2, "", f"dunerules: {message}\n") == ran
    assert [] == os.listdir(tmp_path)


def test_too_many_seats_are_refused(run, tmp_path):
    ruleset = tmp_path / "pairs.toml"
    ruleset.write_text(
        '[ruleset]\nid = "pairs"\ntitle = "Pairs"\nextends = "dice-feud"\n'
        '[[effect]]\ntitle = "Two seats"\nquantity = "seats.max"\nset = 2\n'
    )

    expected = (2, "", "dunerules: pairs is for 2 seats, and 4 were taken.\n")
    assert expected == run("play", ruleset)


def test_every_problem_of_a_ruleset_has_a_line(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("house.toml").write_text(
        '[ruleset]\nid = "house"\ntitle = "House"\nextends = "dice-feud"\n'
        '[rules]\nadd = ["dice.gift"]\nremove = ["dice.card"]\n'
    )

    ran = run("play", "house.toml")

    assert (
        2,
        "",
        'dunerules: house.toml: rules.remove[0]: "dice.card" is not a rule module. Did you mean "dice.cards"?\n'
        'dunerules: house.toml: rules.add[0]: "dice.gift" is not a rule module. Did you mean "dice.gifts"?\n',
    ) == ran


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("none/game.log", "No such file or directory"),
        ("folder", "Is a directory"),
        ("file/game.log", "Not a directory"),
        ("", "Is a directory"),
        ("x" * 300, "File name too long"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_game(run, tmp_path, monkeypatch, target, reason):
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("file").write_text("kept")
    monkeypatch.setattr(play, "play_out", lambda *_: pytest.fail("the game was played"))

    ran = run("play", "dice-feud", "--save", "game.save", "--log", target)

    assert (2, "", f"dunerules: {target}: cannot be written: {reason}.\n") == ran
    assert ["file", "folder"] == sorted(os.listdir())
    assert [] == os.listdir("folder")


def test_a_game_that_fails_leaves_the_files_as_they_were(run, tmp_path, monkeypatch):
    log, save = tmp_path / "game.log", tmp_path / "game.save"
    log.write_text("old")

    def fail(*_: object) -> None:
        raise DunerulesError("the game is not over after 5 choices")

    monkeypatch.setattr(play, "play_out", fail)

    ran = run("play", "dice-feud", "--quiet", "--log", log, "--save", save)

    assert (2, "", "dunerules: the game is not over after 5 choices\n") == ran
    assert {"game.log": "old"} == {path.name: path.read_text() for path in tmp_path.iterdir()}
