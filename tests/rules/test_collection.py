"""The harvest: what each force brings in."""

from __future__ import annotations

import pytest
from kernel import rulebook

from dunerules import Game
from dunerules.classic.collection import collected, holds_city
from dunerules.classic.spice import Spice

SEATS = ("atreides", "emperor", "harkonnen")
FLOW = "option.increased-spice-flow"


def position(*modules, extra="", **given):
    return Game.start(rulebook(*modules, extra=extra), SEATS, given=given, at="storm.dial")


def harvest(*modules, extra="", **given):
    return Game.start(rulebook(*modules, extra=extra), SEATS, given={"turn": 2, **given}, at="collection")


@pytest.mark.rule("gf9.collection.rate")
@pytest.mark.parametrize("city", ["", "arrakeen", "carthag"])
@pytest.mark.parametrize("forces", [1, 3, 9])
def test_forces_collect_by_number_and_city_up_to_what_lies_there(city, forces):
    places = {"red-chasm:7": {"emperor": forces}, **({city: {"emperor": 1}} if city else {})}

    look = position(forces=places, spice_on_map={"red-chasm": 8}).look

    assert min(8, forces * (3 if city else 2)) == collected(look, "emperor", "red-chasm:7")
    assert bool(city) is holds_city(look, "emperor")


@pytest.mark.rule("gf9.collection.rate")
@pytest.mark.parametrize("stronghold", ["sietch-tabr", "tueks-sietch", "habbanya-sietch"])
def test_other_strongholds_do_not_raise_the_harvest(stronghold):
    look = position(
        forces={"red-chasm:7": {"emperor": 1}, stronghold: {"emperor": 5}}, spice_on_map={"red-chasm": 8}
    ).look

    assert 2 == collected(look, "emperor", "red-chasm:7")


@pytest.mark.rule("gf9.collection.rate")
def test_a_seat_may_be_kept_from_collecting_somewhere():
    closed = '[[permission]]\ntitle = "No"\nforbid = "collection.collect"\nwhen = { territory = "red-chasm" }\n'

    game = harvest(extra=closed, forces={"red-chasm:7": {"emperor": 2}}, spice_on_map={"red-chasm": 8})

    assert {"red-chasm:7": 8} == game[Spice].on_map


@pytest.mark.rule("gf9.collection.stronghold-income-timing", "gf9.collection.stronghold-income")
def test_income_is_for_those_who_are_there_at_the_harvest():
    """Arrakeen's income helps nobody who left it before, and comes on top of what forces collect."""
    forces = {"arrakeen": {"emperor": 1}, "red-chasm:7": {"emperor": 1}}

    game = harvest(FLOW, forces=forces, spice_on_map={"red-chasm": 8})

    assert {"atreides": 0, "emperor": 5, "harkonnen": 0} == game[Spice].held


@pytest.mark.rule("gf9.collection.stronghold-income", "gf9.option.increased-spice-flow")
def test_income_is_as_printed():
    printed = rulebook(FLOW).catalogue["gf9.collection.stronghold-income"].data["params"]
    look = position(FLOW).look

    found = {
        name.replace("-", "_"): look.whole("stronghold.income", territory=name)
        for name in look.rulebook.components["territory"]
    }

    assert printed == {name: income for name, income in found.items() if income}
