"""Karama in general: which advantages it can stop, when, for how long and against whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from battle_table import arrakeen, battle, book, on_a_clone

from dunerules import Game, Rulebook
from dunerules.classic.advantages import Advantage, Advantages, is_active, may_use, propose_use
from dunerules.classic.treachery import Treachery
from dunerules.classic.turn import PhaseBegan
from dunerules.factions.atreides import AskElement
from dunerules.rules import Pass, Respond

CANCEL = "gf9.karama.cancel."
ABOUT_ALL = {f"{CANCEL}{word}" for word in ("general", "window", "exempt", "exempt-expansion")}
STOP = Respond("karama", "karama")


@pytest.fixture(scope="module")
def whole() -> Rulebook:
    """The game with both sheets of every faction."""
    return book(*(f"faction.{faction}.advanced" for faction in book().factions))


def advantages(rules: Rulebook) -> Mapping[str, Advantage]:
    """All advantages of a rulebook."""
    return rules.components["advantage"]


def question(*seats: str, **given: Any) -> Game:
    """Atreides have just asked the emperor for the dial of his plan."""
    game = battle(arrakeen(atreides=5, emperor=4), seats=("atreides", "emperor", *seats), **given)
    game.submit("atreides", AskElement("dial"))
    return game


def asked(game: Game) -> set[tuple[str, str]]:
    """Who is asked what."""
    return {(one.seat, one.kind) for one in game.decisions}


# ------------------------------------------------------------------ which advantages


def rules_about_one(whole: Rulebook) -> set[str]:
    """The rules that name an advantage which can be stopped."""
    entries = whole.catalogue.edition("gf9-2019")
    named = {entry.id for entry in entries if not entry.level.startswith("expansion")}
    return {cited for cited in named - ABOUT_ALL if cited.startswith(CANCEL)}


@pytest.mark.rule("gf9.silence.karama-unlisted-powers", "gf9.karama.cancel.general")
def test_every_advantage_with_a_rule_about_it_can_be_stopped(whole: Rulebook) -> None:
    stoppable = {cited for one in advantages(whole).values() if one.stoppable for cited in one.cites}

    assert [] == sorted(rules_about_one(whole) - stoppable)


@pytest.mark.rule("gf9.silence.karama-unlisted-powers", "gf9.karama.cancel.exempt")
def test_no_other_advantage_can_be_stopped(whole: Rulebook) -> None:
    allowed = rules_about_one(whole)

    stoppable = [name for name, one in advantages(whole).items() if one.stoppable and allowed.isdisjoint(one.cites)]

    assert [] == stoppable


@pytest.mark.rule("gf9.karama.cancel.exempt")
def test_an_exempt_advantage_opens_no_window() -> None:
    game = battle(arrakeen(atreides=5, emperor=4), seats=("atreides", "emperor"), hands={"emperor": ["karama"]})
    tx = on_a_clone(game)

    propose_use(tx, "atreides", "atreides-records")

    assert [] == tx.pending


# ------------------------------------------------------------------ when and for how long


@pytest.mark.rule("gf9.karama.cancel.window", "gf9.silence.karama-window")
def test_nobody_without_a_karama_is_asked() -> None:
    assert {("emperor", "show-element")} == asked(question("guild"))


@pytest.mark.rule("gf9.karama.cancel.window", "gf9.silence.karama-window")
def test_the_advantage_waits_for_everybody_who_could_stop_it() -> None:
    game = question("guild", hands={"emperor": ["karama"], "guild": ["karama"]})
    first = asked(game)

    game.submit("emperor", Pass())

    assert {("emperor", "response"), ("guild", "response")} == first
    assert {("guild", "response")} == asked(game)


@pytest.mark.rule("gf9.karama.one-use", "gf9.silence.karama-simultaneous")
@pytest.mark.parametrize("order", [("emperor", "guild", "atreides"), ("guild", "emperor", "atreides")])
def test_the_first_in_the_order_of_play_spends_the_card(order: tuple[str, ...]) -> None:
    game = question("guild", order=order, hands={"emperor": ["karama"], "guild": ["karama"]})
    game.submit("guild", STOP)

    game.submit("emperor", STOP)

    assert () == game[Treachery].hands[order[0]]
    assert ("karama",) == game[Treachery].hands[order[1]]
    assert ("karama",) == game[Treachery].discard


@pytest.mark.rule("gf9.silence.karama-duration")
@pytest.mark.parametrize(
    ("duration", "advantage", "lasts"),
    [
        ("one-use", "atreides-battle", "use"),
        ("one-use", "atreides-bidding", "phase"),
        ("phase", "atreides-battle", "phase"),
        ("phase", "atreides-bidding", "phase"),
    ],
)
def test_a_stop_lasts_as_the_advantage_and_the_table_say(duration: str, advantage: str, lasts: str) -> None:
    rules = book(extra=f'[options."classic.advantages"]\nduration = "{duration}"\n')
    game = Game.start(rules, ("atreides", "emperor"), given=_given(advantage), at=_at(advantage))
    if advantage == "atreides-battle":
        game.submit("atreides", AskElement("dial"))

    events = game.submit("emperor", STOP)

    assert [lasts] == [event.lasts for event in events if type(event).__name__ == "AdvantageStopped"]


def _given(advantage: str) -> dict[str, Any]:
    position = {"order": ("atreides", "emperor"), "hands": {"emperor": ["karama"]}, "spice": {"atreides": 5}}
    return {**position, "forces": arrakeen(atreides=5, emperor=4)} if _at(advantage) == "battle" else position


def _at(advantage: str) -> str:
    return advantage.removeprefix("atreides-")


@pytest.mark.rule("gf9.silence.karama-duration")
def test_a_stop_for_one_use_is_used_up_by_it() -> None:
    game = question(hands={"emperor": ["karama"]})

    game.submit("emperor", STOP)

    assert () == game[Advantages].stopped
    assert is_active(game.look, "atreides", "atreides-battle")


@pytest.mark.rule("gf9.silence.karama-duration")
def test_a_stop_for_the_phase_ends_with_it() -> None:
    game = Game.start(book(), ("atreides", "emperor"), given=_given("atreides-bidding"), at="bidding")
    game.submit("emperor", STOP)
    tx = on_a_clone(game)
    during = may_use(tx, "atreides", "atreides-bidding")

    tx.emit(PhaseBegan("revival"))

    assert not during
    assert may_use(tx, "atreides", "atreides-bidding")


@pytest.mark.rule("gf9.silence.karama-after-cancel")
def test_what_was_not_spent_stays_with_the_one_who_was_stopped() -> None:
    game = question(hands={"emperor": ["karama"], "atreides": ["lasgun"]}, spice={"atreides": 3})

    game.submit("emperor", STOP)

    assert ("lasgun",) == game[Treachery].hands["atreides"]
    assert {("atreides", "plan"), ("emperor", "plan")} == asked(game)
