"""A faction that a ruleset file makes: the Smugglers, with advantages made of the blocks of the shipped factions."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import dunerules
from dunerules import Game, Pass, Respond, Rulebook
from dunerules.classic.advantages import AdvantageStopped
from dunerules.classic.auction import Bid
from dunerules.classic.forces import Forces
from dunerules.classic.movement import Move
from dunerules.classic.sale import payee
from dunerules.classic.shipment_fees import receiver
from dunerules.classic.shipment_kinds import Ship
from dunerules.classic.spice import BANK, Spice
from dunerules.classic.treachery import CardDrawn, Treachery
from dunerules.engine.laws import broken_laws
from dunerules.engine.players import random_player

FILE = Path(__file__).parents[2] / "examples" / "house-rules" / "smugglers.toml"
SEATS = ("smugglers", "atreides", "harkonnen")
STOP = Respond("karama", "karama")


@cache
def book(extra: str = "") -> Rulebook:
    if not extra:
        return dunerules.load(FILE)
    return dunerules.loads(f"{FILE.read_text(encoding='utf-8')}\n{extra}", shown="smugglers.toml")


def table(at: str, turn_of: str, seats: tuple[str, ...] = SEATS, extra: str = "", **given: Any) -> Game:
    position = {"phase": "shipment", "order": seats, **given}
    return Game.start(book(extra), seats, at=at, turn_of=turn_of, given=position)


def asked(game: Game) -> dict[str, str]:
    return {decision.seat: decision.kind for decision in game.decisions}


def test_they_start_where_and_with_what_their_sheet_says() -> None:
    game = Game.start(book(), SEATS)
    while game[Spice].held.get("smugglers", 0) == 0 or not game[Forces].placed:
        game.submit(*random_player()(game))

    placed = {place: count for (place, seat, _), count in game[Forces].placed.items() if seat == "smugglers"}
    assert {"red-chasm:7": 4, "polar-sink:0": 4} == placed
    assert {("smugglers", "regular"): 12} == {
        key: count for key, count in game[Forces].reserves.items() if key[0] == "smugglers"
    }


def test_others_pay_them_for_shipments_and_they_pay_the_bank() -> None:
    game = table("ship-and-move.before", "atreides", spice={"atreides": 10, "smugglers": 1})

    game.submit("atreides", Ship("polar-sink:0", (("regular", 2),)))

    assert 1 + 4 == game[Spice].held["smugglers"]
    assert BANK == receiver(game.look, "smugglers", "from-reserves", "")


def test_a_karama_takes_one_payment_from_them() -> None:
    game = table(
        "ship-and-move.before",
        "atreides",
        spice={"atreides": 10, "smugglers": 1},
        hands={"harkonnen": ["karama"]},
    )
    game.submit("atreides", Ship("polar-sink:0", (("regular", 2),)))

    game.submit("harkonnen", STOP)

    assert 1 == game[Spice].held["smugglers"]
    assert "smugglers" == receiver(game.look, "atreides", "from-reserves", "")


def test_of_two_factions_that_are_paid_the_first_at_the_table_is() -> None:
    first = table("ship-and-move.before", "atreides", ("guild", "smugglers", "atreides"))
    second = table("ship-and-move.before", "atreides", ("smugglers", "guild", "atreides"))

    assert "guild" == receiver(first.look, "atreides", "from-reserves", "")
    assert "smugglers" == receiver(second.look, "atreides", "from-reserves", "")
    assert "smugglers" == receiver(first.look, "guild", "from-reserves", "")


def test_no_city_lets_them_land() -> None:
    game = table("ship-and-move.before", "smugglers", spice={"smugglers": 10})

    with pytest.raises(dunerules.IllegalChoice) as refused:
        game.submit("smugglers", Ship("carthag:11", (("regular", 1),)))

    assert "the guards of carthag know every Smuggler" in str(refused.value)


def test_they_take_a_second_card_with_each_that_they_buy() -> None:
    game = table("bidding", "smugglers", phase="bidding", spice={"smugglers": 5}, hands={"smugglers": []})
    while asked(game) != {"smugglers": "bid"}:
        game.submit(game.decisions[0].seat, Pass())
    game.submit("smugglers", Bid(1))

    while "bid" in asked(game).values() and len(game[Treachery].hands["smugglers"]) == 0:
        game.submit(game.decisions[0].seat, Pass())

    assert 2 == len(game[Treachery].hands["smugglers"])
    assert ["smugglers"] == [event.seat for event in game.events if isinstance(event, CardDrawn)]


def march(hands: dict[str, list[str]] | None = None) -> Game:
    game = table("ship-and-move.before", "smugglers", forces={"polar-sink:0": {"smugglers": 3}}, hands=hands or {})
    game.submit("smugglers", Move("polar-sink", ((("polar-sink:0", "regular"), 3),), "plastic-basin:12"))
    return game


def test_they_move_two_territories() -> None:
    game = march()

    assert 3 == game[Forces].placed["plastic-basin:12", "smugglers", "regular"]


def test_a_karama_stops_the_long_move_and_they_choose_anew() -> None:
    game = march({"harkonnen": ["karama"]})

    events = game.submit("harkonnen", STOP)

    assert AdvantageStopped("smugglers", "smugglers-paths", "turn") in events
    assert {"smugglers": "move"} == asked(game)
    assert 1 == game.look.whole("movement.range", seat="smugglers", kinds=(("regular", 1),))


def test_worms_spare_them_and_only_fremen_ride() -> None:
    game = table("ship-and-move.before", "atreides", ("smugglers", "fremen", "atreides"))

    assert not game.look.may("worm.devours", seat="smugglers", territory="red-chasm")
    assert not game.look.may("worm.devours", seat="fremen", territory="red-chasm")
    assert game.look.may("worm.devours", seat="atreides", territory="red-chasm")
    assert not game.look.may("worm.ride", seat="smugglers")
    assert game.look.may("worm.ride", seat="fremen")


def test_their_allies_ship_for_half_the_fee() -> None:
    game = table("ship-and-move.before", "atreides", alliances=[["smugglers", "atreides"]])

    fee = {"territory": "polar-sink", "kind": "from-reserves", "card": "", "count": 3}
    assert 3 == game.look.whole("shipment.fee", seat="atreides", **fee)
    assert 6 == game.look.whole("shipment.fee", seat="harkonnen", **fee)


EVERY_BLOCK = """
[[permission]]
title = "Smugglers ride"
allow = "worm.ride"
when = { seat = "smugglers" }

[[effect]]
title = "Smugglers hide 3 more as they like"
quantity = "setup.placed"
when = { seat = "smugglers" }
set = 3

[[permission]]
title = "Smugglers hide in rock"
allow = "setup.territory"
when = { seat = "smugglers", terrain = "rock" }
""" + "".join(
    f"""
[components.advantage.smugglers-{block}]
title = "{block}"
faction = "smugglers"
block = "{block}"
"""
    for block in (
        "card-income",
        "last-resort",
        "card-sight",
        "spice-sight",
        "ways-to-ship",
        "cheap-shipment",
        "ally-shipment",
        "paid-revivals",
    )
)


def test_a_faction_has_every_block() -> None:
    blocks = {one.block for one in book(EVERY_BLOCK).components["advantage"].values() if one.faction == "smugglers"}

    assert set(book().components["block"]) == blocks


def test_what_is_paid_for_cards_goes_to_whoever_has_the_block() -> None:
    game = table("ship-and-move.before", "atreides", ("smugglers", "atreides", "emperor"), EVERY_BLOCK)

    assert "smugglers" == payee(game.look, "atreides")
    assert "emperor" == payee(game.look, "smugglers")


@pytest.mark.parametrize("others", [("atreides", "harkonnen", "fremen"), ("guild", "emperor", "fremen", "atreides")])
@pytest.mark.parametrize("seed", range(3))
def test_games_with_every_block_at_two_factions_are_played_to_the_end(others: tuple[str, ...], seed: int) -> None:
    game = dunerules.play_out(Game.start(book(EVERY_BLOCK), ("smugglers", *others), seed=seed))

    assert game.outcome is not None
    assert {} == broken_laws(game)
    assert game.view("smugglers") == game.folded_view("smugglers")


def test_a_block_of_a_module_that_is_not_selected_is_refused_with_the_line_that_brings_it_in() -> None:
    wrong = FILE.read_text(encoding="utf-8").replace("gf9-2019-advanced", "ah-1979-advanced")
    wrong += '\n[components.advantage.x]\ntitle = "x"\nfaction = "smugglers"\nblock = "cheap-shipment"\n'

    with pytest.raises(dunerules.RulesetError) as refused:
        dunerules.loads(wrong, shown="smugglers.toml")

    assert (
        'smugglers.toml: components.advantage.x.block: "cheap-shipment" is not a block.\n'
        '  Write  add = ["classic.shipment-advantages"]  under [rules].'
    ) == str(refused.value)


def test_they_play_in_1979_too() -> None:
    text = FILE.read_text(encoding="utf-8").replace("gf9-2019-advanced", "ah-1979-advanced")

    game = dunerules.play_out(Game.start(dunerules.loads(text), SEATS, seed=1))

    assert game.outcome is not None
    assert {} == broken_laws(game)


LEADER = '[components.leader.kip]\ntitle = "Kip"\nfaction = "smugglers"\nstrength = 1\n'
SHEET = f'{LEADER}[factions.smugglers]\ntitle = "Smugglers"\n'
STARRED = '[[effect]]\ntitle = "Elite"\nquantity = "forces.starred"\nwhen = { seat = "smugglers" }\nset = '


@pytest.mark.parametrize(
    ("sheet", "message"),
    [
        (
            '[factions.smugglers]\ntitle = "Smugglers"\n',
            "factions.smugglers: no leader belongs to this faction, so it could make no battle plan.\n"
            '  Write at least one: [components.leader.<id>] with title, faction = "smugglers" and strength.',
        ),
        (
            f"{SHEET}colour = 1\n",
            'factions.smugglers.colour: "colour" is not a key of factions.smugglers.\n  Did you mean "color"?',
        ),
        (
            LEADER,
            'components.leader.kip.faction: "smugglers" is not a faction.\n  '
            'Known: "atreides", "bene-gesserit", "emperor", "fremen", "guild", "harkonnen".',
        ),
        (
            f"{SHEET}start = {{ polar-sink = 0 }}\n",
            "factions.smugglers.start.polar-sink: expected at least 1 force in polar-sink, found 0.\n"
            "  Leave the place out.",
        ),
        (
            f"{SHEET}start = {{ polar-sink = 21 }}\n",
            "factions.smugglers.start: this faction starts with 21 forces on the map, and has only 20.\n"
            '  Place fewer, or raise "forces.total" with an [[effect]].',
        ),
        (
            f"{SHEET}start = {{ polar-sink = 18 }}\n{STARRED}3\n",
            "factions.smugglers.start: this faction starts with 18 forces on the map, "
            "and has only 17 that are not starred.\n"
            '  Place fewer, or raise "forces.total" with an [[effect]].',
        ),
        (
            f"{SHEET}{STARRED}21\n",
            "factions.smugglers: this faction has 21 starred forces of only 20 forces.\n"
            '  Change "forces.starred" or "forces.total" for smugglers with an [[effect]].',
        ),
        (
            f"{SHEET}[components.advantage.x]\ntitle = 'x'\nfaction = 'smugglers'\nlasts = 'turns'\n",
            'components.advantage.x.lasts: expected "use", "battle", "phase" or "turn", found "turns".\n'
            '  Did you mean "turn"?',
        ),
    ],
)
def test_a_sheet_that_cannot_be_played_is_refused_in_words(sheet: str, message: str) -> None:
    head = '[ruleset]\nid = "wrong"\ntitle = "Wrong"\nextends = "gf9-2019-basic"\n'

    with pytest.raises(dunerules.RulesetError) as refused:
        dunerules.loads(head + sheet, shown="wrong.toml")

    assert f"wrong.toml: {message}" == str(refused.value)
