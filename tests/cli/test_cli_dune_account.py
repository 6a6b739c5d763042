"""Dune as it is told: sentences for players, without ids, and only what the reader may know."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from dunerules import HIDDEN, load
from dunerules.classic.auction import CardBought
from dunerules.classic.bidding import CardsReturned
from dunerules.classic.deals import DealOffered
from dunerules.classic.fights import FighterKilled, FightWon, Plan, PlanBound, PlansRevealed, TreacheryCalled
from dunerules.classic.forces import ForcesMoved, ForcesTurned
from dunerules.classic.nexus import AllianceRefused
from dunerules.classic.secrecy import Shown
from dunerules.classic.shown_elements import ElementShown
from dunerules.classic.spice import SpiceMoved
from dunerules.classic.storm import StormDistanceKnown
from dunerules.engine.words import choice_words, event_words
from dunerules.factions.atreides import ElementAsked
from dunerules.factions.atreides_kwisatz import LossesCounted
from dunerules.factions.bene_gesserit import Predict, PredictionMade
from dunerules.factions.harkonnen_captives import LeaderCaptured

RULESET = "gf9-2019-advanced"
SEATS = ("atreides", "bene-gesserit", "emperor", "fremen", "guild", "harkonnen")
ID = re.compile(r"\b(?:gf9|ah79)\.|front:|[{}]|\.\.|something hidden|hidden things|: nothing[;\]]")
ONE_OF_SEVERAL = re.compile(r"\b1 (?:forces|advisors|starred forces|cards|sectors)\b")
PLAN = Plan(Fraction(9, 2), "staban-tuek", "lasgun", "", 2, ("kwisatz-haderach",))
MEMBERS = ("atreides", "emperor", "fremen")


@pytest.fixture(scope="module")
def rulebook():
    return load(RULESET)


@pytest.mark.parametrize(
    ("happened", "sentence"),
    [
        (
            SpiceMoved(3, "fremen", "front:guild", "bribe"),
            "3 spice from Fremen to Spacing Guild, in front of the shield (bribe).",
        ),
        (
            SpiceMoved(3, "front:guild", "guild", "bribe"),
            "Spacing Guild takes 3 spice from in front of its shield (bribe).",
        ),
        (SpiceMoved(2, "bank", "fremen", "charity"), "2 spice from the bank to Fremen (CHOAM charity)."),
        (SpiceMoved(1, "old-gap:10", "bank", "worm"), "1 spice from Old Gap, sector 10 to the bank (worm)."),
        (
            ForcesMoved("fremen", (("regular", 2), ("starred", 1)), "reserves", "sietch-tabr:14", "shipment"),
            "Fremen: 2 forces and 1 starred force from the reserves to Sietch Tabr, sector 14 (shipment).",
        ),
        (
            ForcesMoved("fremen", (("regular", 1),), "arrakeen:10", "tanks", "worm"),
            "Fremen: 1 force from Arrakeen, sector 10 to the tanks (worm).",
        ),
        (
            ForcesTurned("bene-gesserit", "arrakeen:10", "regular", "advisor", 6),
            "Bene Gesserit turns 6 forces into 6 advisors in Arrakeen, sector 10.",
        ),
        (StormDistanceKnown(1), "The storm moves 1 sector."),
        (CardsReturned(1, ()), "1 card goes back on the deck."),
        (CardsReturned(2, ()), "2 cards go back on the deck."),
        (LossesCounted("atreides", 1), "Atreides has lost 1 force in battles."),
        (CardBought("fremen", 3, "lasgun"), "Fremen takes the card for 3 spice."),
        (AllianceRefused(MEMBERS, ("emperor",)), "Emperor refuses."),
        (AllianceRefused(MEMBERS, ("emperor", "fremen")), "Emperor and Fremen refuse."),
        (
            PlansRevealed((("guild", PLAN), ("fremen", Plan(0, "cheap-hero")))),
            "The plans are shown. Spacing Guild: dial 4.5 with Staban Tuek, weapon Lasgun, 2 spice, Kwisatz Haderach; "
            "Fremen: dial 0 with Cheap Hero.",
        ),
        (FighterKilled("fremen", "cheap-hero", "lasgun"), "Lasgun kills Cheap Hero."),
        (FighterKilled("guild", "guild-rep", "chaumas"), "Chaumas kills Guild Rep."),
        (
            FightWon("guild", "fremen", "arrakeen", "totals", (("guild", Fraction(9, 2)), ("fremen", 2))),
            "Spacing Guild defeats Fremen in Arrakeen (Spacing Guild 4.5, Fremen 2).",
        ),
        (FightWon("guild", "fremen", "arrakeen", "treachery"), "Spacing Guild defeats Fremen in Arrakeen (treachery)."),
        (
            TreacheryCalled("guild", "guild", "fremen", "stilgar"),
            "Stilgar betrays Fremen: Spacing Guild calls treachery.",
        ),
        (
            TreacheryCalled("harkonnen", "guild", "fremen", "stilgar"),
            "Stilgar betrays Fremen: Harkonnen calls treachery for Spacing Guild.",
        ),
        (
            ElementAsked("atreides", "fremen", "weapon", "atreides"),
            "Atreides wants to see the weapon in the battle plan of Fremen.",
        ),
        (
            ElementAsked("atreides", "fremen", "weapon", "guild"),
            "Atreides wants to see the weapon in the battle plan of Fremen, for Spacing Guild.",
        ),
        (
            Shown("emperor", ("emperor", "guild"), "holds-card", "lasgun", "Do you hold Lasgun?"),
            "Emperor shows Spacing Guild that the answer is yes: Do you hold Lasgun?",
        ),
        (
            Shown("emperor", SEATS, "holds-card", "lasgun", "Do you hold Lasgun?"),
            "Emperor shows everybody that the answer is yes: Do you hold Lasgun?",
        ),
        (
            DealOffered(1, "guild", "fremen", "peace", 2, 3, "collection"),
            'Spacing Guild offers Fremen deal 1: "peace"; '
            "Spacing Guild pays 2 spice and Fremen pays 3 spice when Spice harvest begins.",
        ),
        (
            DealOffered(1, "guild", "fremen", "peace", 2, 0, "now"),
            'Spacing Guild offers Fremen deal 1: "peace"; Spacing Guild pays 2 spice now.',
        ),
        (DealOffered(1, "guild", "fremen", "peace", 0, 0, "now"), 'Spacing Guild offers Fremen deal 1: "peace".'),
    ],
)
def test_what_everybody_saw_is_a_sentence(rulebook, happened, sentence):
    assert sentence == event_words(rulebook, happened)


@pytest.mark.parametrize(
    ("known", "hidden", "sentence", "rest"),
    [
        (
            ElementShown("fremen", "defense", (), "shield"),
            ElementShown("fremen", "defense", (), HIDDEN),
            "Fremen shows the defense: Shield.",
            "Fremen shows the defense.",
        ),
        (
            PlanBound("fremen", 0, (), ("weapon", "lasgun", ())),
            PlanBound("fremen", 0, (), HIDDEN),
            "In the battle plan of Fremen the weapon is fixed: Lasgun.",
            "A part of the battle plan of Fremen is fixed.",
        ),
        (
            PlanBound("fremen", 0, (), ("play", "lasgun", ())),
            PlanBound("fremen", 0, (), HIDDEN),
            "Fremen must play a lasgun.",
            "A part of the battle plan of Fremen is fixed.",
        ),
        (
            PlanBound("fremen", 0, (), ("avoid", "cheap-hero", ())),
            PlanBound("fremen", 0, (), HIDDEN),
            "Fremen must not play a cheap hero.",
            "A part of the battle plan of Fremen is fixed.",
        ),
        (
            PredictionMade("bene-gesserit", Predict("guild", 7)),
            PredictionMade("bene-gesserit", HIDDEN),
            "Bene Gesserit predicts that Spacing Guild wins in turn 7.",
            "Bene Gesserit has made a prediction.",
        ),
        (
            LeaderCaptured("harkonnen", "emperor", (), "bashar"),
            LeaderCaptured("harkonnen", "emperor", (), HIDDEN),
            "Harkonnen captures a leader of Emperor: Bashar.",
            "Harkonnen captures a leader of Emperor.",
        ),
    ],
)
def test_what_not_everybody_saw_is_told_as_far_as_it_is_known(rulebook, known, hidden, sentence, rest):
    assert (sentence, rest) == (event_words(rulebook, known), event_words(rulebook, hidden))


def test_a_plan_names_only_what_is_in_it(rulebook):
    assert "dial 0 without a leader" == choice_words(rulebook, Plan(0))


@pytest.mark.parametrize("eyes", [[], ["--as", "fremen"], ["--public"]], ids=["all", "one", "everybody"])
@pytest.mark.parametrize("players", ["random", "sensible"])
def test_a_whole_game_is_told_without_ids_and_odd_numbers(run, players, eyes):
    told = run("play", RULESET, "--seats", ",".join(SEATS), "--seed", "7", "--players", players, *eyes).out
    raw = {name for kind in load(RULESET).components.values() for name in kind if "-" in name or ":" in name}

    lines = [line for line in told.splitlines()[1:] if not line.startswith("Rule ")]

    odd = [line for line in lines if ID.search(line) or ONE_OF_SEVERAL.search(line)]
    assert [] == odd
    assert [] == [line for line in lines if raw.intersection(re.findall(r"[\w:-]+", line))]


def test_every_heading_stands_apart_and_none_follows_itself(run):
    lines = run("play", RULESET, "--seats", ",".join(SEATS), "--seed", "7", "--players", "sensible").out.splitlines()

    headings = [index for index, line in enumerate(lines[:-4]) if index and line and not line.startswith("  ")]

    assert {""} == {lines[index - 1] for index in headings}
    assert [] == [lines[index] for index in headings if lines[index] == lines[index - 2]]
