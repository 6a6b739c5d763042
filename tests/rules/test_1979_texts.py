"""What the printed rulebooks of 1979 say: its own names and rules, and nothing that only 2019 has."""

from __future__ import annotations

from functools import cache

import pytest

import dunerules

RULESETS = ("ah-1979-basic", "ah-1979-basic-longer", "ah-1979-optional", "ah-1979-advanced")
LISTED = {
    "Sardaukar strength",
    "Ship and move out of the regular order",
    "Be spared by a worm and ride it",
    "Fedaykin",
    "Take an extra treachery card",
    "Capture a leader",
    "Look at the cards on sale",
    "Look at the top spice card",
    "Have an element of the opponent's battle plan shown",
    "Have an element of the battle plan of an ally's opponent shown",
    "Use the Kwisatz Haderach",
    "Send a force along with a shipment",
    "The Voice",
    "Play a worthless card as a karama",
}
"""What the player aid pad lists for karama cards, as advantages are called here."""


@cache
def printed(ruleset: str) -> str:
    return dunerules.rulebook_text(ruleset)


@pytest.mark.rule("ah79.silence.karama-unlisted-powers")
def test_only_what_the_card_lists_is_printed_as_something_that_can_be_stopped():
    lines = printed("ah-1979-advanced").splitlines()

    assert LISTED == {line[2:].partition(" (can be stopped")[0] for line in lines if "(can be stopped" in line}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_atreides_have_nothing_of_their_sheet_of_2019(ruleset):
    rulebook = dunerules.load(ruleset)

    assert "atreides-records" not in rulebook.components["advantage"]
    assert "decks.manage" not in rulebook.permissions
    assert "Everybody may keep notes" in printed(ruleset)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.rule("ah79.general.strongholds", "ah79.card.deck-list")
def test_things_are_called_by_their_names_of_1979_everywhere(ruleset):
    for name in ("lasgun", "habbanya sietch", "old gap", "mentat pause", "spice harvest", "in front of"):
        assert [] == [line for line in printed(ruleset).lower().splitlines() if name in line]
    assert "no defense stops a lasegun" in printed(ruleset)
    assert "hold Sietch Tabr and Habbanya Ridge Sietch" in printed(ruleset)


@pytest.mark.parametrize(("ruleset", "told"), [(name, name[8:] in ("optional", "advanced")) for name in RULESETS])
@pytest.mark.rule("ah79.karama.special.choice", "ah79.option.xvii")
def test_special_karama_powers_are_told_where_they_are_played(ruleset, told):
    for sentence in (
        "With a karama he revives, at any time, up to 3 of his forces",
        "With a karama it stops one shipment",
        "With a karama the Fremen bring a worm to any territory",
        "they take any number of cards unseen",
        "With a karama they see one player's complete plan",
    ):
        assert told is (sentence in printed(ruleset))


@pytest.mark.rule("ah79.general.strongholds")
def test_a_place_is_called_as_its_territory_is():
    rulebook = dunerules.load("ah-1979-basic")
    territories, locations = rulebook.components["territory"], rulebook.components["location"]

    odd = [one.title for one in locations.values() if not one.title.startswith(territories[one.territory].title)]
    assert [] == odd


@pytest.mark.parametrize(("ruleset", "told"), [("ah-1979-basic", True), ("ah-1979-basic-longer", False)])
@pytest.mark.rule("ah79.victory.no-alliances")
def test_without_alliances_no_rule_tells_when_the_nexus_comes(ruleset, told):
    assert told is ("stops play at once for a nexus" in printed(ruleset))
