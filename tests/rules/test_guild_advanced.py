"""The Guild ships and moves when it wishes: each place in the order, and what a karama leaves of it."""

from __future__ import annotations

import pytest
from shipping_table import asked, named, ship, table

from dunerules import Pass, Respond
from dunerules.classic.advantages import Advantages
from dunerules.classic.ship_and_move import ShipAndMove
from dunerules.classic.turn import Turn, TurnBegan, begin_phase
from dunerules.engine.players import random_player
from dunerules.engine.transaction import Tx
from dunerules.factions.guild_any_time import ActNow, waits_only_if_it_may

TIMING = "faction.guild.advanced"
OTHERS = ("harkonnen", "emperor", "atreides")
KARAMA = Respond("karama", "karama")


def phase(place, *, holder="", **given):
    """The beginning of a phase in which the Guild has this regular place; everybody could ship."""
    seats = (*OTHERS[:place], "guild", *OTHERS[place:])
    hands = {holder: ["karama"]} if holder else {}
    return table(
        TIMING, seats=seats, turn_of="", at="ship-and-move", spice=dict.fromkeys(seats, 5), hands=hands, **given
    )


def play(game, acts_at):
    """The Guild acts when so many others have acted; everybody else passes. In which order did they act?"""
    while len(game[ShipAndMove].acted) < 4 and game[Turn].phase == "shipment":
        decision = game.decisions[0]
        if decision.kind == "guild-timing":
            game.submit("guild", ActNow() if len(game[ShipAndMove].acted) == acts_at else Pass())
        else:
            game.submit(decision.seat, Pass())
    return [event.seat for event in named(game.events, "ShipAndMoveEnded")]


@pytest.mark.rule("gf9.faction.guild.move-any-time", "gf9.silence.guild-any-time-granularity")
@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("acts_at", range(4))
def test_the_guild_reaches_every_place_from_every_place_and_the_others_keep_their_order(place, acts_at):
    order = play(phase(place), acts_at)

    assert [*OTHERS[:acts_at], "guild", *OTHERS[acts_at:]] == order


@pytest.mark.rule("gf9.faction.guild.move-any-time")
@pytest.mark.parametrize("place", range(4))
def test_the_guild_decides_once_between_two_turns(place):
    game = phase(place)

    play(game, 9)

    questions = [event for event in named(game.events, "Asked") if event.ask.kind == "guild-timing"]
    assert len(OTHERS) == len(questions)


@pytest.mark.rule("gf9.karama.cancel.guild-timing")
@pytest.mark.parametrize(("place", "acts_at"), [(1, 0), (3, 0), (3, 2), (0, 9), (1, 9), (2, 3)])
def test_whenever_it_leaves_the_order_a_karama_holds_it_to_its_place(place, acts_at):
    game = phase(place, holder="emperor")
    while asked(game) != [("emperor", "response")]:
        decision = game.decisions[0]
        now = decision.kind == "guild-timing" and len(game[ShipAndMove].acted) == acts_at
        game.submit(decision.seat, ActNow() if now else Pass())

    game.submit("emperor", KARAMA)

    assert [*OTHERS[:place], "guild", *OTHERS[place:]] == play(game, acts_at)


@pytest.mark.rule("gf9.karama.cancel.guild-timing", "gf9.silence.karama-duration")
def test_the_stop_lasts_for_the_turn_and_asks_no_more_questions():
    game = phase(3, holder="emperor")

    game.submit("guild", ActNow())
    game.submit("emperor", KARAMA)
    stopped = game[Advantages].stopped
    play(game, 0)

    questions = [event for event in named(game.events, "Asked") if event.ask.kind == "guild-timing"]
    assert (("guild", "guild-timing", "turn"),) == stopped
    assert 1 == len(questions)


@pytest.mark.rule("gf9.karama.cancel.guild-timing")
def test_in_the_next_turn_the_guild_chooses_again():
    game = phase(3, holder="emperor")
    game.submit("guild", ActNow())
    game.submit("emperor", KARAMA)
    tx = Tx(game.rulebook, game.state.clone())

    begin_phase(tx, "battle")
    held = tx[Advantages].stopped
    tx.emit(TurnBegan(2))

    assert (("guild", "guild-timing", "turn"),) == held
    assert () == tx[Advantages].stopped


@pytest.mark.rule("gf9.faction.guild.move-any-time")
def test_an_ally_does_not_hold_the_guild_to_its_place():
    game = phase(3, holder="emperor", alliances=[("guild", "emperor")])

    game.submit("guild", ActNow())

    assert [("guild", "ship")] == asked(game)


@pytest.mark.rule("gf9.faction.guild.move-any-time", "gf9.faction.guild.income")
def test_a_guild_that_waits_ships_with_what_others_have_paid_it():
    game = table(TIMING, seats=("guild", "harkonnen"), turn_of="guild", spice={"harkonnen": 4})

    game.submit("guild", Pass())
    game.submit("harkonnen", ship("carthag:11", 4))
    game.submit("harkonnen", Pass())
    game.submit("guild", ship("arrakeen:10", 8))

    assert ("harkonnen",) == game[ShipAndMove].acted[:1]
    assert [("guild", "move")] == asked(game)


@pytest.mark.rule("gf9.karama.cancel.guild-timing")
def test_the_law_about_waiting_names_a_guild_that_is_kept_to_its_place():
    game = phase(0)
    game.submit("guild", Pass())
    tx = Tx(game.rulebook, game.state.clone())
    lawful = waits_only_if_it_may(tx)

    tx.state.write(Advantages).stopped = (("guild", "guild-timing", "turn"),)

    assert lawful is None
    assert "the Guild waits although it is kept to its place" == waits_only_if_it_may(tx)


@pytest.mark.rule("gf9.faction.guild.move-any-time")
@pytest.mark.parametrize("seed", range(4))
def test_random_phases_keep_every_law_and_everybody_acts_once(seed):
    game = phase(seed, holder="atreides", seed=seed, forces={"tueks-sietch": {"guild": 5}})
    choose = random_player(seed)
    while game[Turn].phase == "shipment" and len(game[ShipAndMove].acted) < 4:
        game.submit(*choose(game))

        assert {None} == {law(game.look) for law in game.rulebook.invariants.values()}
        assert all(game.view(seat) == game.folded_view(seat) for seat in game.look.seats)

    acted = [event.seat for event in named(game.events, "ShipAndMoveEnded")]
    assert list(OTHERS) == [seat for seat in acted if seat != "guild"]
    assert 4 == len(acted)
