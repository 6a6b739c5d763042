"""The options of the 2019 book: advanced pieces one by one, the advice for each number of players, clarifications."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import dunerules
from dunerules import Game, RulesetError

CATALOGUE = Path(dunerules.__file__).parent / "catalogue" / "gf9-2019.toml"
OPTIONS = {option["id"]: option for option in tomllib.loads(CATALOGUE.read_text(encoding="utf-8"))["option"]}
SHEETS = {
    f"gf9.option.advanced.{faction}": faction
    for faction in ("atreides", "bene-gesserit", "emperor", "fremen", "guild", "harkonnen")
}
PIECES = {
    "gf9.option.double-spice-blow": ("gf9-2019.advanced.double-spice-blow",),
    "gf9.option.increased-spice-flow": ("option.increased-spice-flow",),
    "gf9.option.advanced-combat": ("option.advanced-combat",),
    "gf9.option.advanced-karama": ("option.special-karama",),
    "gf9.option.advanced-factions": tuple(f"faction.{faction}.advanced" for faction in SHEETS.values()),
}
LEVELS = ("gf9-2019-basic", "gf9-2019-advanced")


def composed(base, *, add=(), remove=()):
    text = f'[ruleset]\nid = "composed"\ntitle = "Composed"\nextends = "{base}"\n[rules]\n'
    return dunerules.loads(f"{text}add = {list(add)}\nremove = {list(remove)}\n")


def needed(game, seat):
    """The strongholds that a seat needs to win alone, and with an ally."""
    look = game.look
    return look.whole("victory.strongholds", seat=seat), look.whole("victory.alliance-strongholds", seat=seat)


# ------------------------------------------------------------------ the advanced game, piece by piece


@pytest.mark.rule("gf9.option.advanced", *PIECES)
def test_the_advanced_game_has_every_piece_that_the_book_requires_and_the_basic_game_has_none():
    basic, advanced = (set(dunerules.load(name).modules) for name in LEVELS)

    assert set(OPTIONS["gf9.option.advanced"]["requires"]) == PIECES.keys()
    assert [] == [piece for modules in PIECES.values() for piece in modules if piece not in advanced - basic]


@pytest.mark.rule("gf9.option.advanced-factions", *SHEETS)
@pytest.mark.parametrize("option", SHEETS)
def test_an_advanced_sheet_cannot_be_taken_without_its_faction(option):
    faction = SHEETS[option]
    loaded = dunerules.load("gf9-2019-basic").modules
    own = [module for module in loaded if module.split(".")[:2] == ["faction", faction]]

    with pytest.raises(RulesetError) as refused:
        composed("gf9-2019-basic", add=[f"faction.{faction}.advanced"], remove=own)

    assert f'"faction.{faction}.advanced"' in str(refused.value)
    assert f'"faction.{faction}"' in str(refused.value)


# ------------------------------------------------------------------ so many players


@pytest.mark.rule(*(f"gf9.option.preset.{count}-players" for count in (2, 3, 4, 5)), "gf9.setup.recommended-factions")
@pytest.mark.parametrize("count", [2, 3, 4, 5])
@pytest.mark.parametrize("level", LEVELS)
def test_the_ruleset_for_so_many_players_is_what_the_book_advises(level, count):
    advice = OPTIONS[f"gf9.option.preset.{count}-players"]["params"]

    game = Game.start(dunerules.load(f"{level}-{count}-players"))

    assert (count, set(advice["factions"])) == (len(game.header.seats), set(game.header.seats))
    alone, together = needed(game, "atreides")
    assert advice.get("strongholds", alone) == alone
    assert advice.get("alliance_strongholds", together) == together


@pytest.mark.rule("gf9.option.preset.6-players")
@pytest.mark.parametrize("level", LEVELS)
def test_six_players_take_all_factions(level):
    advice = OPTIONS["gf9.option.preset.6-players"]["params"]

    assert set(advice["factions"]) == set(Game.start(dunerules.load(level)).header.seats)


@pytest.mark.rule("gf9.option.preset.2-players-4-factions", "gf9.victory.two-player")
@pytest.mark.parametrize("pairs", [("guild", "emperor", "fremen", "bene-gesserit"), ("atreides", "guild")])
def test_two_persons_need_four_strongholds_whatever_and_however_many_factions_they_choose(pairs):
    advice = OPTIONS["gf9.option.preset.2-players-4-factions"]["params"]
    persons = {seat: "ann" if place % 2 else "bob" for place, seat in enumerate(pairs)}

    game = Game.start(dunerules.load("gf9-2019-basic"), pairs, persons=persons)

    assert {(advice["strongholds"],) * 2} == {needed(game, seat) for seat in pairs}


# ------------------------------------------------------------------ clarifications


@pytest.mark.rule("gf9.option.clarifications", "gf9.option.bid-after-pass", "gf9.option.karama-special-once")
def test_later_clarifications_are_in_play_unless_a_ruleset_says_otherwise():
    rulebook = dunerules.load("gf9-2019-advanced")

    assert rulebook.option("gf9-2019.bidding", "reenter_after_pass") is True
    assert rulebook.option("option.special-karama", "once_per_game") is True
    assert "option.bribes-at-once" not in rulebook.modules
