"""`dunerules verify` and `dunerules replay`: logs proved, told, and refused when they are not what they were."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dunerules import Game, load, play_out
from dunerules.engine.plain import canonical, digest_of

UNCHANGED = "Use an unchanged copy of a log that `dunerules play --log FILE` wrote."
CARD = re.compile(r"^  (\w+) draws a card\. \[card: (\w+)\]$", re.MULTILINE)

Lines = list[dict[str, Any]]


def forged(log: Path, change: Callable[[Lines], object]) -> Path:
    """A log with something changed and all digests made to fit again."""
    lines: Lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    change(lines)
    digest = digest_of(canonical(lines[0]))
    for line in lines[1:]:
        content = {key: value for key, value in line.items() if key != "digest"}
        digest = line["digest"] = digest_of(digest.encode(), canonical(content))
    log.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return log


def game_of_seed(seed: int) -> Game:
    return play_out(Game.start(load("dice-feud"), seed=seed))


# ------------------------------------------------------------------ verify


def test_a_log_is_verified_and_its_result_named(run, played):
    game = game_of_seed(7)

    code, out, err = run("verify", played)

    assert (0, "") == (code, err)
    assert [
        f"verified: {game.history.length - 1} choices, {len(game.events)} events",
        game.outcome.reason,
    ] == out.splitlines()[:2]


def test_a_log_that_stops_early_is_verified_as_far_as_it_goes_and_is_said_not_to_be_over(run, played):
    lines = played.read_text("utf-8").splitlines(keepends=True)
    played.write_text("".join(lines[:6]), encoding="utf-8")

    out = run("verify", played).out

    assert "verified: 4 choices, " == out[:21]
    assert "The game is not over." == out.splitlines()[1]


def test_a_log_of_a_ruleset_file_is_verified_with_that_file(run, tmp_path):
    ruleset, log = tmp_path / "house.toml", tmp_path / "house.log"
    ruleset.write_text('[ruleset]\nid = "house"\ntitle = "House"\nextends = "dice-feud"\n')
    run("play", ruleset, "--quiet", "--log", log)

    without, with_file = run("verify", log), run("verify", log, "--ruleset", ruleset)

    assert (
        2,
        "",
        f'dunerules: {log}: the game was played with "house", and no ruleset of this name is installed. '
        "Install the package that has it, or name its file with --ruleset.\n",
    ) == without
    assert 0 == with_file.code


def test_a_log_of_a_game_with_a_position_and_given_dice_is_verified(run, tmp_path):
    log = tmp_path / "game.log"
    game = Game.start(
        load("dice-feud"),
        ["red", "blue"],
        given={"coins": {"red": 2, "blue": 4}, "dice": {"red": [5]}},
        at="bid.sealed",
    )
    play_out(game).log().write(log)

    assert 0 == run("verify", log).code
    assert 0 == run("replay", log, "--as", "blue").code


def test_an_edited_line_is_refused(run, played):
    text = played.read_text("utf-8")
    played.write_text(text.replace('"dice": [', '"dice": [6, ', 1), encoding="utf-8")

    expected = f"{played}: line 2: the digest does not fit; this or something before it was changed. {UNCHANGED}"
    assert (2, "", f"dunerules: {expected}\n") == run("verify", played)
    assert (2, "", f"dunerules: {expected}\n") == run("replay", played)


def test_a_log_of_another_ruleset_is_refused_with_the_way_out(run, played):
    feud, long = load("dice-feud"), load("dice-feud-long")

    expected = (
        f'{played}: the game was played with "dice-feud" (fingerprint {feud.fingerprint}), '
        f'and this is "dice-feud-long" (fingerprint {long.fingerprint}). Name the ruleset it was played with by '
        "--ruleset, or install its version; `dunerules replay` shows the log anyway."
    )
    assert (2, "", f"dunerules: {expected}\n") == run("verify", played, "--ruleset", "dice-feud-long")


def change_an_event(lines: Lines) -> None:
    lines[1]["events"][1]["coins"] = 99


def change_a_choice(lines: Lines) -> None:
    lines[2].update(seat="red", choice={"%": "choice:bid", "coins": 99})


def drop_an_event(lines: Lines) -> None:
    lines[2]["events"].pop()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            change_an_event,
            'entry 0, event 1: logged {"%": "event:coins-dealt", "seat": "red", "coins": 99}, '
            'happens {"%": "event:coins-dealt", "seat": "red", "coins": 6}. ' + UNCHANGED,
        ),
        (
            change_a_choice,
            "entry 1: the choice is not legal: red: Bid(coins=99) is refused: "
            "coins: the bid must be from 0 to 4, not 99 (dice.bid.limit). " + UNCHANGED,
        ),
        (drop_an_event, "entry 1: 1 events are logged, 2 happen. " + UNCHANGED),
        (
            lambda lines: lines[0].update(seats=["red", "green"]),
            '"green" is not a faction of dice-feud. Known: "blue", "gold", "jade", "red". ' + UNCHANGED,
        ),
        (lambda lines: lines[0].update(seats=[5]), "header.seats[0]: expected a text, found 5."),
        (
            lambda lines: lines[0].update(persons={"%": "map", "of": [[["red"], "ann"]]}),
            "header.persons: expected a table of names. " + UNCHANGED,
        ),
        (
            lambda lines: lines[0].pop("seats"),
            "the header is damaged: Header.__init__() missing 1 required positional argument: 'seats'. " + UNCHANGED,
        ),
        (
            lambda lines: lines[1].update(events=3),
            "entry 0: expected a seat and a list of events. " + UNCHANGED,
        ),
        (lambda lines: lines.__delitem__(slice(1, None)), "the log has a header and no entries. " + UNCHANGED),
        (
            lambda lines: lines[0].update(schema=99),
            "schema 99 is not known; this version reads schema 1. " + UNCHANGED,
        ),
        (
            lambda lines: lines[0].update(ruleset="chess"),
            'the game was played with "chess", and no ruleset of this name is installed. '
            "Install the package that has it, or name its file with --ruleset.",
        ),
    ],
)
def test_a_forged_log_is_refused(run, played, change, message):
    log = forged(played, change)

    assert (2, "", f"dunerules: {log}: {message}\n") == run("verify", log)


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot be read: No such file or directory."),
        (b"", f"the file is empty; a log starts with a header. {UNCHANGED}"),
        (b"\xff\xfe", "this is not a text file."),
        (
            b"hello\n",
            f"line 1: this is not JSON: Expecting value: line 1 column 1 (char 0). {UNCHANGED}",
        ),
        (
            b'{"format": "other"}\n',
            f'this is not a dunerules log: its "format" is not "dunerules log". {UNCHANGED}',
        ),
    ],
)
def test_a_file_that_is_no_log_is_refused(run, tmp_path, command, content, message):
    log = tmp_path / "game.log"
    if content is not None:
        log.write_bytes(content)

    assert (2, "", f"dunerules: {log}: {message}\n") == run(command, log)


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_folder_is_no_log(run, tmp_path, command):
    assert (2, "", f"dunerules: {tmp_path}: cannot be read: Is a directory.\n") == run(command, tmp_path)


# ------------------------------------------------------------------ replay


def test_a_replay_is_the_account_that_was_told_while_playing(run, played):
    told = run("play", "dice-feud", "--seed", "7")

    assert told == run("replay", played)


@pytest.mark.parametrize("seat", ["red", "blue", "gold", "jade"])
def test_a_replay_through_the_eyes_of_a_seat_leaks_no_card_of_another(run, played, seat):
    known = [event for event in game_of_seed(7).events_for(seat) if type(event).__name__ == "CardDrawn"]
    expected = [(event.seat.title(), event.card.title()) for event in known if isinstance(event.card, str)]

    out = run("replay", played, "--as", seat).out

    assert expected
    assert expected == CARD.findall(out)
    assert "seed" not in out


def test_a_person_who_holds_two_seats_sees_with_the_eyes_of_both(run, tmp_path):
    log = tmp_path / "game.log"
    game = Game.start(load("dice-feud"), seed=7, persons={"red": "ann", "gold": "ann"})
    play_out(game).log().write(log)

    out, by_name = run("replay", log, "--as", "gold").out, run("replay", log, "--as", "ann").out

    assert {"Red", "Gold"} == {seat for seat, _ in CARD.findall(out)}
    assert "Dice Feud (dice-feud), as Red and Gold saw it" == out.splitlines()[0]
    assert out == by_name


def test_a_seat_that_did_not_play_is_refused(run, played):
    expected = (2, "", 'dunerules: "greed" is neither a seat nor a person of this game. Did you mean "red"?\n')

    assert expected == run("replay", played, "--as", "greed")


def test_a_game_is_told_by_its_events_after_its_rules_were_changed(run, played, tmp_path):
    ruleset = tmp_path / "feud.toml"
    ruleset.write_text(
        '[ruleset]\nid = "feud"\ntitle = "Dice Feud"\nextends = "dice-feud"\n'
        '[[effect]]\ntitle = "One round"\nquantity = "rounds"\nset = 1\n'
    )

    ran = run("replay", played, "--ruleset", ruleset)

    assert (
        f'dunerules: {played}: "feud" is not what it was when this game was played; the game is told by its events.\n'
    ) == ran.err
    assert run("replay", played).out.splitlines()[1:] == ran.out.splitlines()[1:]


def test_events_that_the_rules_do_not_have_are_refused_with_the_way_out(run, tmp_path):
    log = tmp_path / "long.log"
    run("play", "dice-feud-long", "--quiet", "--log", log)

    expected = (
        f'dunerules: {log}: "event:coins-given" is not declared by a selected rule module. '
        "The game was played with other rules; name its ruleset by --ruleset, or install its version.\n"
    )
    assert (2, "", expected) == run("replay", log, "--ruleset", "dice-feud")


def give_seat_a_number(lines: Lines) -> None:
    lines[1]["events"][1]["seat"] = 5


def add_a_number(lines: Lines) -> None:
    lines[1]["events"].append(5)


@pytest.mark.parametrize(("change", "eyes"), [(give_seat_a_number, ["--as", "red"]), (add_a_number, [])])
def test_an_event_with_impossible_content_is_refused(run, played, change, eyes):
    log = forged(played, change)

    expected = (2, "", f"dunerules: {log}: an event is not what its name says. {UNCHANGED}\n")
    assert expected == run("replay", log, *eyes)
