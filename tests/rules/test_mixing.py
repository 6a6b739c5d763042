"""Rules of one edition in a game of the other: played where they go together, refused with the reason where not."""

from __future__ import annotations

import pytest

import dunerules
from dunerules import Game, RulesetError
from dunerules.classic.forces import Forces
from dunerules.engine.players import random_player

MIXTURES = {
    "2019 with the nexus of 1979": ("gf9-2019-basic", ["ah-1979.nexus"], ["gf9-2019.nexus"]),
    "2019 with coexistence": ("gf9-2019-basic", ["faction.bene-gesserit.coexistence"], []),
    "2019 advanced with coexistence": (
        "gf9-2019-advanced",
        ["faction.bene-gesserit.coexistence"],
        ["faction.bene-gesserit.advanced"],
    ),
    "1979 with the karama powers of 2019": ("ah-1979-basic", ["option.special-karama"], []),
    "1979 advanced with the karama powers of 2019": (
        "ah-1979-advanced",
        ["option.special-karama"],
        ["ah-1979.xvii"],
    ),
    "2019 with the length of 1979": ("gf9-2019-basic", ["ah-1979.turn"], ["gf9-2019.turn"]),
    "1979 with the turns of 2019": ("ah-1979-basic", ["gf9-2019.turn"], ["ah-1979.turn"]),
    "2019 with the set-up of 1979": ("gf9-2019-basic", ["ah-1979.setup", "ah-1979.traitors"], []),
    "1979 with the victory of 2019": ("ah-1979-basic", ["gf9-2019.victory"], []),
    "2019 with the longer game": ("gf9-2019-basic", ["option.more-strongholds", "option.shield-wall"], []),
}
REFUSED = {
    "two turn orders": ("gf9-2019-basic", "ah-1979.turn", "gf9-2019.turn"),
    "two nexus timings": ("gf9-2019-basic", "ah-1979.nexus", "gf9-2019.nexus"),
    "two times to revive leaders": ("gf9-2019-basic", "ah-1979.leader-revival", "gf9-2019.revival"),
    "advisors and coexistence": (
        "gf9-2019-advanced",
        "faction.bene-gesserit.coexistence",
        "faction.bene-gesserit.advanced",
    ),
    "karama powers once a game and once a card": ("ah-1979-optional", "option.special-karama", "ah-1979.xvii"),
}


def mixed(base, add=(), remove=()):
    text = f'[ruleset]\nid = "mixed"\ntitle = "Mixed"\nextends = "{base}"\n[rules]\n'
    return dunerules.loads(f"{text}add = {list(add)}\nremove = {list(remove)}\n")


def play(rulebook, seed):
    """Play to the end with random players, under every law, with views that are what their events tell."""
    game, choose = Game.start(rulebook, seed=seed), random_player(seed)
    while game.outcome is None:
        game.submit(*choose(game))
        assert [] == [broken for law in rulebook.invariants.values() if (broken := law(game.look)) is not None]
    for seat in game.header.seats:
        assert game.view(seat) == game.folded_view(seat)
    return game


@pytest.mark.parametrize("mixture", MIXTURES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_mixture_is_played_to_the_end(mixture, seed):
    game = play(mixed(*MIXTURES[mixture]), seed)

    assert game.outcome.winners


@pytest.mark.parametrize("mixture", MIXTURES)
def test_a_mixture_differs_from_its_base_by_what_was_mixed_in(mixture):
    base, add, remove = MIXTURES[mixture]
    named = {name for one in dunerules.diff(base, mixed(base, add, remove)).differences for name in one.about}

    assert {*add, *remove} <= named


@pytest.mark.rule("ah79.silence.setup-order", "gf9.silence.setup-order")
@pytest.mark.parametrize("mixture", MIXTURES)
def test_in_every_mixture_traitors_are_chosen_behind_the_predictions(mixture):
    steps = mixed(*MIXTURES[mixture]).procedures["setup"].steps

    assert "setup.traitors" == steps[steps.index("setup.predictions") + 1]


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_mixed_is_refused_with_the_reason(case):
    base, more, there = REFUSED[case]

    with pytest.raises(RulesetError) as refused:
        mixed(base, [more])

    pair = f'"{more}" and "{there}" exclude each other'
    assert [line for line in str(refused.value).splitlines() if pair in line]
    assert f'Write  remove = ["{there}"]  under [rules], or leave "{more}" out.' in str(refused.value)


@pytest.mark.rule("ah79.spice-blow.worm-nexus", "gf9.spice-blow.worm-nexus")
def test_2019_with_the_nexus_of_1979_holds_it_before_the_worm_eats():
    given = {
        "turn": 2,
        "order": ("guild", "harkonnen", "emperor"),
        "spice_piles": {"A": ("red-chasm",)},
        "spice_deck": ("shai-hulud", "sihaya-ridge"),
        "forces": {"red-chasm:7": {"emperor": 4}},
    }

    def eaten_when_the_nexus_begins(rulebook):
        game = Game.start(rulebook, ("emperor", "guild", "harkonnen"), given=given, at="spice-blow.begin")
        assert ["nexus"] == [decision.kind for decision in game.decisions]
        return game[Forces].tanks.get(("emperor", "regular"), 0)

    assert 4 == eaten_when_the_nexus_begins(dunerules.load("gf9-2019-basic"))
    assert 0 == eaten_when_the_nexus_begins(mixed(*MIXTURES["2019 with the nexus of 1979"]))


def test_explain_names_the_rules_of_both_editions_in_a_mixture():
    rulebook = mixed("ah-1979-basic", ["gf9-2019.victory"])
    game = Game.start(rulebook, seed=1)

    explained = str(game.explain("victory.alliance-strongholds", seat="atreides"))

    assert "victory.alliance-strongholds is 4 (Strongholds that allies need together)" in explained
    assert "set 4 = 4: Allies need 4 strongholds [gf9-2019.victory] (gf9.alliance.joint-victory)" in explained
    assert "(ah79.alliance.joint-victory, ah79.silence.alliance-two-players)" in explained


@pytest.mark.rule("gf9.karama.special.once")
def test_explain_says_why_a_special_power_is_there_in_1979():
    game = Game.start(mixed("ah-1979-basic", ["option.special-karama"]), seed=1)

    explained = game.explain("karama.special", seat="emperor")

    assert explained.allowed
    assert not Game.start(dunerules.load("ah-1979-basic"), seed=1).explain("karama.special", seat="emperor").allowed
