"""Cards that a ruleset file makes: of the kinds that are there, of new kinds, and like the special ones."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import dunerules
from dunerules import Game, Respond, Rulebook
from dunerules.classic.ghola import GholaForces
from dunerules.classic.karama import karama_cards
from dunerules.classic.storm import DialStorm
from dunerules.classic.storm_marker import Storm
from dunerules.classic.treachery import Treachery, card_like, works_like
from dunerules.classic.truthtrance import AskTruth

FILE = Path(__file__).parents[2] / "examples" / "house-rules" / "more-cards.toml"
SPECIAL = ("truthtrance", "weather-control", "hajr", "tleilaxu-ghola", "family-atomics", "karama")
SEATS = ("atreides", "harkonnen", "fremen")


@cache
def book() -> Rulebook:
    """The example, and a second card like each of the special ones."""
    second = "".join(
        f'[components.card.second-{card}]\ntitle = "Second {card}"\nkind = "special"\nlike = "{card}"\n'
        for card in SPECIAL
    )
    counts = "".join(f"second-{card} = 1\n" for card in SPECIAL)
    text = FILE.read_text(encoding="utf-8").replace("[decks.treachery]\n", f"{second}[decks.treachery]\n{counts}")
    return dunerules.loads(text, shown="cards.toml")


def table(at: str, **given: Any) -> Game:
    return Game.start(book(), SEATS, at=at, turn_of="atreides", given={"turn": 2, "order": SEATS, **given})


@pytest.mark.parametrize(
    ("weapon", "defense", "kills"),
    [
        ("kindjal", "", True),
        ("kindjal", "shield", False),
        ("kindjal", "snooper", True),
        ("hunter-seeker", "", True),
        ("hunter-seeker", "shield", True),
        ("hunter-seeker", "snooper", True),
        ("hunter-seeker", "body-shield", False),
        ("maula-pistol", "body-shield", False),
        ("gom-jabbar", "body-shield", False),
        ("lasgun", "body-shield", True),
        ("stillsuit-patch", "", False),
    ],
)
def test_a_weapon_kills_unless_its_defense_stops_it(weapon: str, defense: str, kills: bool) -> None:
    look = Game.start(book(), SEATS).look

    assert kills is look.may("weapon.kills", weapon=weapon, defense=defense)


def test_only_what_the_file_names_is_changed_in_the_deck() -> None:
    before, after = (dunerules.load(name).decks["treachery"] for name in ("gf9-2019-advanced", FILE))

    same = set(before) - {"crysknife", "chaumas", "shield", "snooper", "baliset", "kulon"}
    assert {card: before[card] for card in same} == {card: after[card] for card in same}
    assert (3, 3) == (after["shield"], after["snooper"])
    assert set() == {"crysknife", "chaumas", "baliset", "kulon"} & set(after)


@pytest.mark.parametrize("card", SPECIAL)
def test_a_card_works_like_the_one_it_names_and_the_card_itself_is_played_first(card: str) -> None:
    one = table("ship-and-move.before", phase="shipment", hands={"atreides": [f"second-{card}"]})
    both = table("ship-and-move.before", phase="shipment", hands={"atreides": [f"second-{card}", card]})

    assert card == works_like(one.look, f"second-{card}")
    assert f"second-{card}" == card_like(one.look, "atreides", card)
    assert card == card_like(both.look, "atreides", card)
    assert "" == card_like(one.look, "harkonnen", card)


def test_a_thumper_gives_one_more_move() -> None:
    look = table("ship-and-move.before", phase="shipment").look

    assert 1 == look.whole("movement.card-moves", seat="atreides", card="thumper")
    assert 0 == look.whole("movement.card-moves", seat="atreides", card="karama")


def test_a_second_karama_is_a_karama() -> None:
    game = table("ship-and-move.before", phase="shipment", hands={"atreides": ["second-karama"]})

    assert ("second-karama",) == karama_cards(game.look, "atreides")


def test_a_second_ghola_brings_forces_back_and_is_discarded() -> None:
    game = table(
        "ship-and-move.before", phase="shipment", hands={"atreides": ["second-tleilaxu-ghola"]}, tanks={"atreides": 3}
    )

    game.submit("atreides", GholaForces((("regular", 3),)))

    assert ("second-tleilaxu-ghola",) == game[Treachery].discard


def test_a_second_truthtrance_asks() -> None:
    game = table("ship-and-move.before", phase="shipment", hands={"atreides": ["second-truthtrance"]})

    game.submit("atreides", AskTruth("harkonnen", "cards-at-least", 1))

    assert ("second-truthtrance",) == game[Treachery].discard


def storm(card: str, **given: Any) -> Game:
    seats = ("atreides", "harkonnen")
    position = {"turn": 2, "storm": 1, "wheels": seats, "hands": {"atreides": [card]}, **given}
    return Game.start(book(), seats, at="storm", given=position)


def test_second_atomics_destroy_the_wall_and_are_out_of_play() -> None:
    game = storm("second-family-atomics", forces={"shield-wall:8": {"atreides": 1}})
    game.submit("atreides", DialStorm(1))
    game.submit("harkonnen", DialStorm(1))

    game.submit("atreides", Respond("family-atomics", None))

    assert game[Storm].wall_destroyed
    assert ("second-family-atomics",) == game[Treachery].removed


def test_a_second_weather_control_moves_the_storm_and_is_discarded() -> None:
    game = storm("second-weather-control")

    game.submit("atreides", Respond("weather-control", 4))

    assert 5 == game[Storm].sector
    assert ("second-weather-control",) == game[Treachery].discard


@pytest.mark.parametrize(
    ("card", "message"),
    [
        (
            'kind = "special"\nlike = "mine"',
            'components.card.mine.like: "mine" cannot work like itself.\n  Leave it out.',
        ),
        (
            'kind = "special"\nlike = "thumper"',
            'components.card.mine.like: "thumper" works like another card itself.\n  Write  like = "hajr".',
        ),
        (
            'kind = "special"\nlike = "carama"',
            'components.card.mine.like: "carama" is not a card.\n  Did you mean "karama"?',
        ),
        (
            'kind = "maker-hook"',
            'components.card.mine.kind: "maker-hook" is not a kind of treachery card.\n'
            "  Declare it with [components.card-kind.maker-hook] and a title.",
        ),
    ],
)
def test_a_card_that_cannot_be_played_is_refused_in_words(card: str, message: str) -> None:
    mine = f'[components.card.mine]\ntitle = "Mine"\n{card}\n[decks.treachery]\nmine = 1\n'
    text = FILE.read_text(encoding="utf-8").replace("[decks.treachery]\n", mine)

    with pytest.raises(dunerules.RulesetError) as refused:
        dunerules.loads(text, shown="cards.toml")

    assert f"cards.toml: {message}" == str(refused.value)
