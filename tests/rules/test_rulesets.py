"""The shipped rulesets: each is compiled and played; each advanced piece can be taken alone or left out."""

from __future__ import annotations

from pathlib import Path

import pytest

import dunerules

RULESETS = sorted(path.stem for path in (Path(__file__).parents[2] / "rulesets").glob("*.toml"))
PIECES = (
    "gf9-2019.advanced.double-spice-blow",
    "option.increased-spice-flow",
    "option.advanced-combat",
    "option.special-karama",
    "faction.atreides.advanced",
    "faction.bene-gesserit.advanced",
    "faction.emperor.advanced",
    "faction.fremen.advanced",
    "faction.guild.advanced",
    "faction.harkonnen.advanced",
)


def composed(base: str, change: str, piece: str) -> dunerules.Rulebook:
    text = f'[ruleset]\nid = "piece"\ntitle = "Piece"\nextends = "{base}"\n[rules]\n{change} = ["{piece}"]\n'
    return dunerules.loads(text)


def play(rulebook: dunerules.Rulebook, seed: int) -> dunerules.Game:
    game = dunerules.play_out(dunerules.Game.start(rulebook, seed=seed))
    assert [] == [broken for law in rulebook.invariants.values() if (broken := law(game.look)) is not None]
    return game


@pytest.mark.parametrize("name", RULESETS)
def test_every_ruleset_is_played_to_the_end(name):
    game = play(dunerules.load(name), seed=4)

    assert name == game.rulebook.id
    assert game.outcome.winners


@pytest.mark.rule("gf9.silence.advanced-parts-separately", "gf9.option.advanced")
@pytest.mark.parametrize("piece", PIECES)
def test_an_advanced_piece_is_added_to_the_basic_game_alone(piece):
    rulebook = composed("gf9-2019-basic", "add", piece)

    assert piece in rulebook.modules
    assert play(rulebook, seed=5).outcome.winners


@pytest.mark.rule("gf9.silence.advanced-parts-separately", "gf9.option.advanced")
@pytest.mark.parametrize("piece", PIECES)
def test_an_advanced_piece_is_left_out_of_the_advanced_game_alone(piece):
    rulebook = composed("gf9-2019-advanced", "remove", piece)

    assert piece not in rulebook.modules
    assert play(rulebook, seed=6).outcome.winners


@pytest.mark.rule("gf9.option.advanced")
def test_the_advanced_game_is_the_basic_game_with_all_pieces():
    basic, advanced = dunerules.load("gf9-2019-basic"), dunerules.load("gf9-2019-advanced")

    parts = {part for module in advanced.composition.modules for part in module.file.module.includes}
    assert set(PIECES) == set(advanced.modules) - set(basic.modules) - parts


@pytest.mark.rule("gf9.setup.recommended-factions")
@pytest.mark.parametrize("level", ["basic", "advanced"])
@pytest.mark.parametrize(
    ("players", "factions"),
    [
        (2, {"atreides", "harkonnen"}),
        (3, {"atreides", "harkonnen", "fremen"}),
        (4, {"atreides", "emperor", "fremen", "harkonnen"}),
        (5, {"atreides", "emperor", "fremen", "guild", "harkonnen"}),
    ],
)
def test_there_is_a_ruleset_for_each_number_of_players(level, players, factions):
    rulebook = dunerules.load(f"gf9-2019-{level}-{players}-players")

    assert factions == set(rulebook.factions)


@pytest.mark.rule("gf9.general.player-count", "gf9.setup.recommended-factions")
@pytest.mark.parametrize("seats", [("guild", "emperor"), ("fremen", "bene-gesserit", "guild"), ("emperor", "fremen")])
def test_any_other_choice_of_factions_can_be_seated(seats):
    game = dunerules.play_out(dunerules.Game.start(dunerules.load("gf9-2019-advanced"), seats, seed=1))

    assert set(game.outcome.winners) <= set(seats)
