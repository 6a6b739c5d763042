"""Set-up: ways to share out the factions, and what everybody begins with."""

from __future__ import annotations

import pytest
from kernel import rulebook

from dunerules import DunerulesError, Game
from dunerules.classic.alliances import Alliances
from dunerules.classic.forces import Forces
from dunerules.classic.setup import deal_factions, drafting_order, exchanged
from dunerules.classic.spice import Spice
from dunerules.classic.treachery import all_cards
from dunerules.engine.chance import keyed

PEOPLE = ("ann", "bob", "cy")


def params(rule_id):
    return dict(rulebook().catalogue[rule_id].data["params"])


@pytest.mark.rule("gf9.setup.faction-choice")
def test_factions_are_dealt_at_random_one_each():
    deals = [deal_factions(rulebook(), PEOPLE, seed=seed) for seed in range(40)]

    assert all(PEOPLE == tuple(deal.values()) for deal in deals)
    assert set(rulebook().factions) == {faction for deal in deals for faction in deal}
    assert deals[3] == deal_factions(rulebook(), PEOPLE, seed=3)


@pytest.mark.rule("gf9.setup.faction-choice")
def test_whoever_drew_the_highest_number_picks_first():
    orders = [drafting_order(rulebook(), PEOPLE, seed=seed) for seed in range(60)]

    draws = [
        dict(zip(PEOPLE, keyed(seed, "faction-draft", 0).shuffled(range(1, 11)), strict=False)) for seed in range(60)
    ]
    numbers = [[drawn[person] for person in order] for drawn, order in zip(draws, orders, strict=True)]
    assert 6 == len(set(orders))
    assert [sorted(drawn.values(), reverse=True) for drawn in draws] == numbers


@pytest.mark.rule("gf9.setup.faction-swap")
def test_two_may_exchange_their_factions_before_play():
    dealt = {"atreides": "ann", "guild": "bob", "fremen": "cy"}

    assert {"atreides": "cy", "guild": "bob", "fremen": "ann"} == exchanged(dealt, "atreides", "fremen")
    assert {"atreides": "ann", "guild": "bob", "fremen": "cy"} == dealt


@pytest.mark.rule("gf9.setup.faction-choice", "gf9.general.player-count")
def test_a_dealt_game_can_be_started():
    dealt = deal_factions(rulebook(), PEOPLE, seed=5)

    game = Game.start(rulebook(), tuple(dealt), persons=dealt)

    assert set(PEOPLE) == set(game.header.persons.values())


@pytest.mark.rule("gf9.setup.faction-choice", "gf9.general.player-count", "gf9.silence.two-factions-each")
def test_two_persons_are_dealt_two_factions_apiece_and_sit_in_turn():
    dealt = deal_factions(rulebook(), ("ann", "bob"), apiece=2, seed=5)

    game = Game.start(rulebook(), tuple(dealt), persons=dealt)

    first, second, third, fourth = dealt
    assert ["ann", "bob", "ann", "bob"] == list(dealt.values())
    assert {first: (third,), third: (first,), second: (fourth,), fourth: (second,)} == game[Alliances].allies


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: deal_factions(rulebook(), "abcdefg"), "there are 6 factions for 7 persons."),
        (lambda: deal_factions(rulebook(), "abcd", apiece=2), "there are 6 factions for 4 persons with 2 each."),
        (lambda: deal_factions(rulebook(), "ab", apiece=0), "everybody plays a faction at least, not 0."),
        (lambda: drafting_order(rulebook(), "abcdefghijk"), "there are 10 turn cards for 11 persons."),
        (lambda: deal_factions(rulebook(), ("ann", "ann")), '"ann" is named twice.'),
        (
            lambda: exchanged({"guild": "ann", "fremen": "bob"}, "guild", "freman"),
            'nobody plays "freman". Did you mean "fremen"?',
        ),
    ],
)
def test_what_cannot_be_shared_out_is_refused(call, message):
    with pytest.raises(DunerulesError) as error:
        call()

    assert message == str(error.value)


@pytest.mark.rule("gf9.general.player-count")
@pytest.mark.parametrize("count", [1, 7])
def test_two_to_six_seats_play(count):
    seats = (*rulebook().factions, "atreides")[:count]

    with pytest.raises(DunerulesError):
        Game.start(rulebook(), seats)


@pytest.mark.rule("gf9.setup.starting-spice")
def test_everybody_begins_with_the_spice_of_his_sheet():
    expected = {name.replace("_", "-"): spice for name, spice in params("gf9.setup.starting-spice").items()}

    game = Game.start(rulebook(), at="setup.spice")

    assert expected == {seat: game[Spice].held[seat] for seat in expected}


@pytest.mark.rule("gf9.setup.spice-bank")
def test_spice_that_nobody_owns_is_in_the_bank():
    tokens = params("gf9.setup.spice-bank")
    worth = tokens["ones"] + 2 * tokens["twos"] + 5 * tokens["fives"] + 10 * tokens["tens"]

    game = Game.start(rulebook(), at="storm.dial", given={"spice": {"guild": 7}, "spice_on_map": {"old-gap": 6}})

    assert worth - 13 == game[Spice].bank
    assert "HIDDEN" == repr(game.view("guild")[Spice].bank)


@pytest.mark.rule("gf9.setup.starting-spice", "gf9.setup.spice-bank")
def test_spice_of_a_position_is_not_lost_when_set_up_deals():
    """Dealing the first spice once put the dealt amount in the place of what was there, and spice vanished."""
    game = Game.start(rulebook(), ("guild", "emperor"), given={"spice": {"guild": 7}}, at="setup.spice")

    assert {"guild": 12, "emperor": 10} == game[Spice].held
    assert all(law(game.look) is None for law in game.rulebook.invariants.values())


@pytest.mark.rule("gf9.setup.starting-tokens", "gf9.general.faction-pieces")
def test_forces_that_are_not_on_the_map_are_reserves_in_public_view():
    game = Game.start(rulebook(), ("atreides", "harkonnen", "guild"), at="setup.place")

    placed = {seat: count for (_, seat, _), count in game[Forces].placed.items()}
    reserves = {seat: count for (seat, _), count in game.view("guild")[Forces].reserves.items()}

    assert {"atreides": 10, "harkonnen": 10, "guild": 5} == placed
    assert {seat: 20 - count for seat, count in placed.items()} == reserves


@pytest.mark.rule("gf9.setup.treachery-deck", "gf9.setup.spice-deck", "gf9.setup.other-decks")
def test_the_decks_have_as_many_cards_as_printed():
    book = rulebook()
    worms = book.decks["spice"]["shai-hulud"]
    values = sorted(book.components["card"][card].value for card in book.decks["storm"])

    assert params("gf9.setup.treachery-deck")["cards"] == sum(book.decks["treachery"].values())
    assert params("gf9.setup.spice-deck")["cards"] == sum(book.decks["spice"].values())
    assert params("gf9.setup.spice-deck")["worm_cards"] == worms
    assert params("gf9.setup.spice-deck")["territory_cards"] == sum(book.decks["spice"].values()) - worms
    assert list(range(1, params("gf9.setup.other-decks")["storm"] + 1)) == values


@pytest.mark.rule("gf9.card.deck-list", "gf9.silence.card-list")
def test_the_treachery_deck_is_the_one_of_the_component_facts():
    book, counts = rulebook(), params("gf9.card.deck-list")
    deck = book.decks["treachery"]
    by_kind: dict[str, int] = {}
    for card, copies in deck.items():
        kind = book.components["card"][card].kind
        by_kind[kind] = by_kind.get(kind, 0) + copies

    names = {"lasgun": "lasegun", "cheap-hero": "cheap_hero"}
    assert {kind: counts[names.get(kind, kind)] for kind in by_kind if kind != "special"} == {
        kind: copies for kind, copies in by_kind.items() if kind != "special"
    }
    assert {
        "truthtrance": 2,
        "weather-control": 1,
        "hajr": 1,
        "tleilaxu-ghola": 1,
        "family-atomics": 1,
        "karama": 2,
    } == {card: copies for card, copies in deck.items() if book.components["card"][card].kind == "special"}


@pytest.mark.rule("gf9.card.battle-only", "gf9.card.special-discard")
def test_a_card_is_for_battle_plans_or_has_its_own_moment():
    game = Game.start(rulebook(), ("guild", "emperor"))
    cards = [game.rulebook.components["card"][card] for card in all_cards(game.look, "treachery")]

    plan = [card for card in cards if card.weapon or card.defense or card.kind == "cheap-hero"]

    assert params("gf9.card.battle-only")["cards"] == len(plan)
    assert params("gf9.card.special-discard")["cards"] == len([card for card in cards if card.kind == "special"])
    assert len(cards) == len(plan) + len([card for card in cards if card.kind == "special"])
