"""Advantages and karama: when one can be stopped, by whom, and for how long."""

from __future__ import annotations

import json
from functools import cache

import pytest
from boast.boasts import Boasts
from kernel import BASE

import dunerules
from dunerules import Game, Library
from dunerules.classic.advantages import Advantages
from dunerules.classic.karama import karama_cards
from dunerules.classic.storm import DialStorm
from dunerules.classic.treachery import Treachery
from dunerules.classic.turn import Turn
from dunerules.rules import Pass, Respond

SEATS = ("atreides", "emperor", "harkonnen")
KARAMA = Respond("karama", "karama")
PER_PHASE = '[options."classic.advantages"]\nduration = "phase"\n'
WORTHLESS = '[[permission]]\ntitle = "Worthless cards"\nallow = "card.as-karama"\nwhen = { card-kind = "worthless" }\n'


@cache
def book(extra=""):
    head = f'[ruleset]\nid = "under-test"\ntitle = "Under test"\nextends = "{BASE}"\n'
    text = f"{head}[rules]\nadd = {json.dumps(['test.boasts'])}\n{extra}"
    return dunerules.loads(text, library=Library.installed().plus("boast"))


def storm(*boasts, extra="", at="storm", **given):
    """The storm phase of turn 2, in which Atreides use advantages first."""
    hands = {"emperor": ("karama",), "harkonnen": ("karama", "kulon")}
    position = {"turn": 2, "boasts": boasts, "wheels": SEATS[1:], "order": SEATS, "hands": hands, **given}
    return Game.start(book(extra), SEATS, given=position, at=at)


def answer(game, **choices):
    for seat, choice in choices.items():
        game.submit(seat, choice)


@pytest.mark.rule("gf9.karama.cancel.general", "gf9.karama.cancel.window", "gf9.silence.karama-window")
def test_those_who_hold_a_karama_are_asked_before_the_advantage_is_used():
    game = storm("boast")

    assert {("emperor", "response"), ("harkonnen", "response")} == {(one.seat, one.kind) for one in game.decisions}
    assert () == game[Boasts].done


@pytest.mark.rule("gf9.karama.cancel.general", "gf9.karama.one-use")
def test_a_stop_keeps_the_advantage_from_being_used_and_the_card_is_discarded():
    game = storm("boast")

    answer(game, emperor=KARAMA, harkonnen=Pass())

    assert (("boast", False),) == game[Boasts].done
    assert ("karama",) == game[Treachery].discard


@pytest.mark.rule("gf9.karama.one-use")
def test_of_two_who_would_stop_it_only_the_first_in_turn_order_plays_the_card():
    game = storm("boast")

    answer(game, harkonnen=KARAMA, emperor=KARAMA)

    assert ("karama", "kulon") == game[Treachery].hands["harkonnen"]
    assert () == game[Treachery].hands["emperor"]


@pytest.mark.rule("gf9.karama.cancel.general", "gf9.silence.karama-after-cancel")
def test_unstopped_it_is_used_and_the_game_goes_on_either_way():
    used, stopped = storm("boast"), storm("boast")

    answer(used, emperor=Pass(), harkonnen=Pass())
    answer(stopped, emperor=Pass(), harkonnen=KARAMA)

    assert (("boast", True),) == used[Boasts].done
    assert ["storm-dial"] * 2 == [one.kind for one in used.decisions] == [one.kind for one in stopped.decisions]


@pytest.mark.rule("gf9.silence.karama-duration")
def test_a_stop_is_for_one_use():
    game = storm("boast", "boast", hands={"emperor": ("karama",)})

    answer(game, emperor=KARAMA)

    assert (("boast", False), ("boast", True)) == game[Boasts].done
    assert () == game[Advantages].stopped


@pytest.mark.rule("gf9.silence.karama-duration")
def test_by_the_switch_a_stop_is_for_the_phase():
    game = storm("boast", "boast", extra=PER_PHASE, hands={"emperor": ("karama",)})

    answer(game, emperor=KARAMA)

    assert (("boast", False), ("boast", False)) == game[Boasts].done


@pytest.mark.rule("gf9.silence.karama-duration")
@pytest.mark.parametrize(("advantage", "later"), [("boast", ()), ("loud-boast", ()), ("long-boast", ("turn",))])
def test_an_advantage_says_itself_how_long_a_stop_lasts_at_least(advantage, later):
    game = storm(advantage, hands={"emperor": ("karama",)})

    answer(game, emperor=KARAMA)
    in_the_phase = game[Advantages].stopped
    answer(game, emperor=DialStorm(1), harkonnen=DialStorm(1))

    assert (("atreides", advantage, "phase"),) == in_the_phase or advantage != "loud-boast"
    assert later == tuple(lasts for _, _, lasts in game[Advantages].stopped)


@pytest.mark.rule("gf9.karama.cancel.exempt", "gf9.silence.karama-unlisted-powers")
def test_what_cannot_be_stopped_is_used_without_a_question():
    game = storm("sure-boast")

    assert (("sure-boast", True),) == game[Boasts].done
    assert ["storm-dial"] * 2 == [one.kind for one in game.decisions]


@pytest.mark.rule("gf9.silence.karama-opponent")
def test_nobody_is_asked_to_stop_an_ally():
    game = storm("boast", alliances=(("atreides", "emperor"),))

    assert ["harkonnen"] == [one.seat for one in game.decisions]
    denial = game.look.denial("advantage.stop", seat="emperor", other="atreides", advantage="boast")
    assert ("gf9.silence.karama-opponent",) == denial.cites


@pytest.mark.rule("gf9.silence.karama-opponent")
def test_nobody_is_asked_to_stop_himself():
    game = storm("boast", hands={"atreides": ("karama",)})

    assert (("boast", True),) == game[Boasts].done


@pytest.mark.rule("gf9.karama.cancel.window")
def test_nothing_is_stopped_during_set_up():
    game = storm("boast", at="boast.at-setup", turn=0)
    look = storm(at="storm.dial", phase="setup").look

    denial = look.denial("advantage.stop", seat="emperor", other="atreides", advantage="boast")

    assert ("gf9.karama.cancel.window",) == denial.cites
    assert ("storm", {"response"}) == (game[Turn].phase, {one.kind for one in game.decisions})


@pytest.mark.rule("gf9.karama.one-use", "gf9.general.faction-precedence")
def test_a_rule_may_let_other_cards_count_as_karama():
    plain, wide = storm("boast").look, storm("boast", extra=WORTHLESS).look

    assert ("karama",) == karama_cards(plain, "harkonnen")
    assert ("karama", "kulon") == karama_cards(wide, "harkonnen")


@pytest.mark.rule("gf9.silence.karama-against-karama")
def test_a_karama_is_not_stopped_by_another():
    game = storm("boast")

    answer(game, emperor=KARAMA, harkonnen=Pass())

    assert not any(one.kind == "response" for one in game.decisions)


@pytest.mark.rule("gf9.karama.cancel.window", "gf9.bribery.information")
def test_the_window_gives_nothing_away():
    """Whoever was asked and passed looks to others like one who had no karama."""
    asked = storm("boast", hands={"emperor": ("karama",)})
    not_asked = storm("boast", hands={"emperor": ("shield",)})

    answer(asked, emperor=Pass())

    for person in ("atreides", "harkonnen"):
        assert not_asked.view(person)[Advantages] == asked.view(person)[Advantages]
        assert [*map(repr, not_asked.events_for(person))][-3:] == [*map(repr, asked.events_for(person))][-3:]


@pytest.mark.rule("gf9.general.faction-precedence")
def test_what_a_faction_s_module_says_overrides_a_general_rule():
    look = storm().look

    assert not look.may("storm.kills", seat="emperor", territory="pasty-mesa")
    assert look.may("storm.kills", seat="atreides", territory="pasty-mesa")
