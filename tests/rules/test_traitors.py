"""Traitors: the deal, and who may call."""

from __future__ import annotations

import pytest
from battle_table import arrakeen, battle, book, names, on_a_clone, reveal

from dunerules import Game, Pass
from dunerules.classic.fights import Fight, FightWon, Plan
from dunerules.classic.forces import Forces
from dunerules.classic.leaders import LeaderRevived
from dunerules.classic.spice import spice_of
from dunerules.classic.traitor_calls import CallTreachery, calls
from dunerules.classic.traitors import Traitors, deal_traitors
from dunerules.engine.transaction import Tx

LENT = """
[[permission]]
title = "Harkonnen call for an ally"
allow = "traitor.call"
when = { seat = "harkonnen", ally = "guild" }
"""


def dealt(seats: tuple[str, ...]) -> Tx:
    """The cards dealt to these seats."""
    tx = on_a_clone(Game.start(book(), seats, given={"order": seats}, at="battle"))
    deal_traitors(tx)
    return tx


@pytest.mark.rule("gf9.setup.traitor-deck")
def test_only_leaders_of_seated_factions_are_in_the_deck() -> None:
    tx = dealt(("guild", "emperor", "fremen"))
    cards = [*tx[Traitors].deck, *(card for hand in tx[Traitors].dealt.values() for card in hand)]

    assert 15 == len(set(cards)) == len(cards)
    assert {"guild", "emperor", "fremen"} == {tx.component("leader", card).faction for card in cards}


@pytest.mark.rule("gf9.setup.traitor-deck")
def test_with_six_factions_the_deck_has_thirty_cards() -> None:
    seats = book().factions

    assert 30 == len(Game.start(book(), seats, given={"order": seats}, at="battle")[Traitors].deck)


@pytest.mark.rule("gf9.silence.traitor-duplicates", "gf9.setup.traitor-draw")
def test_no_leader_is_dealt_twice() -> None:
    hands = dealt(book().factions)[Traitors].dealt

    assert [4] * 6 == [len(hand) for hand in hands.values()]
    assert 24 == len({card for hand in hands.values() for card in hand})


@pytest.mark.rule("gf9.traitors.permanent", "gf9.ruling.traitor-after-revival", "gf9.ruling.faq-revealed-traitor")
def test_a_revived_traitor_is_still_one_for_the_holder_and_for_nobody_else() -> None:
    two = {"guild": 2, "emperor": 2, "fremen": 2}
    seats = ("emperor", "guild", "fremen")
    game = battle({"arrakeen": two}, seats=seats, traitors={"guild": ["bashar"], "fremen": ["caid"]})
    game.submit("emperor", next(one for one in game.decisions[0].space if one.opponent == "guild"))
    reveal(game, emperor=Plan(2, "bashar"), guild=Plan(0, "guild-rep"))
    game.submit("guild", CallTreachery())
    tx = on_a_clone(game)
    tx.emit(LeaderRevived("emperor", "bashar"))

    plans = {"emperor": Plan(0, "bashar"), "guild": Plan(0, "guild-rep"), "fremen": Plan(0, "jamis")}
    found = {}
    for holder in ("guild", "fremen"):
        tx.arrange(Fight, aggressor="emperor", defender=holder, plans=plans)
        found[holder] = [(call.seat, call.leader) for call in calls(tx)]

    assert {"guild": [("guild", "bashar")], "fremen": []} == found
    assert {"guild": ("bashar",)} == game[Traitors].shown


@pytest.mark.rule("gf9.silence.harkonnen-ally-traitor")
def test_a_traitor_lent_to_an_ally_wins_the_allys_battle_and_pays_the_ally() -> None:
    game = battle(
        arrakeen(guild=3, emperor=3),
        seats=("guild", "emperor", "harkonnen"),
        rules=book(extra=LENT),
        alliances=[["guild", "harkonnen"]],
        traitors={"harkonnen": ["count-fenring"]},
        spice={"guild": 0, "harkonnen": 0},
    )
    reveal(game, guild=Plan(0, "guild-rep"), emperor=Plan(3, "count-fenring"))

    assert [("harkonnen", "treachery")] == [(ask.seat, ask.kind) for ask in game.decisions]

    game.submit("harkonnen", CallTreachery())

    assert (6, 0) == (spice_of(game.look, "guild"), spice_of(game.look, "harkonnen"))
    assert {("arrakeen:10", "guild", "regular"): 3} == game[Forces].placed


def test_an_ally_whom_no_rule_lets_call_is_not_asked() -> None:
    game = battle(
        arrakeen(guild=3, emperor=3),
        seats=("guild", "emperor", "fremen"),
        alliances=[["guild", "fremen"]],
        traitors={"fremen": ["count-fenring"]},
    )

    events = reveal(game, guild=Plan(0, "guild-rep"), emperor=Plan(3, "count-fenring"))

    assert "FightWon" in names(events)
    assert "emperor" == next(event for event in events if isinstance(event, FightWon)).winner


def test_a_loyal_leader_cannot_be_called() -> None:
    loyal = '[[permission]]\ntitle = "Bashar is loyal"\nforbid = "traitor.betray"\nwhen = { leader = "bashar" }\n'
    game = battle(arrakeen(guild=3, emperor=3), rules=book(extra=loyal), traitors={"guild": ["bashar"]})

    reveal(game, guild=Plan(0, "guild-rep"), emperor=Plan(1, "bashar"))

    assert "treachery" not in [ask.kind for ask in game.decisions]


@pytest.mark.rule("gf9.traitors.call")
def test_others_cannot_tell_whether_the_holder_was_asked_and_passed() -> None:
    plain = battle(arrakeen(guild=3, emperor=3), traitors={"guild": ["caid"]})
    asked = battle(arrakeen(guild=3, emperor=3), traitors={"guild": ["bashar"]})
    for game in (plain, asked):
        reveal(game, guild=Plan(0, "guild-rep"), emperor=Plan(1, "bashar"))
    asked.submit("guild", Pass())

    assert plain.events_for("emperor") == asked.events_for("emperor")
