"""Set-up in 1979: who plays, what there is, and traitors from the leader discs."""

from __future__ import annotations

import pytest

import dunerules
from dunerules import DunerulesError, Game
from dunerules.classic.board import make_board
from dunerules.classic.forces import Forces
from dunerules.classic.leaders import Leaders, leaders_of
from dunerules.classic.setup import deal_factions
from dunerules.classic.spice import Spice
from dunerules.classic.traitors import KeepTraitors, Traitors, traitors_of
from dunerules.classic.treachery import Treachery, draw
from dunerules.engine.players import play_out
from dunerules.engine.transaction import Tx

BOOK = dunerules.load("ah-1979-basic")
SPECIAL = {"truthtrance": 2, "weather-control": 1, "hajr": 1, "tleilaxu-ghola": 1, "family-atomics": 1, "karama": 2}


def params(rule_id):
    return dict(BOOK.catalogue[rule_id].data["params"])


def tx_of(game):
    return Tx(game.rulebook, game.state.clone())


def drawn(seats, seed=0):
    """A game in which everybody has drawn discs, and the decisions about them."""
    game = Game.start(BOOK, seats, seed=seed, at="setup.traitors")
    return game, {decision.seat: decision for decision in game.decisions}


# ------------------------------------------------------------------ who plays


@pytest.mark.rule("ah79.general.player-count")
@pytest.mark.parametrize("count", [1, 7])
def test_two_to_six_play(count):
    seats = (*BOOK.factions, "atreides")[:count]

    with pytest.raises(DunerulesError):
        Game.start(BOOK, seats)


@pytest.mark.rule("ah79.general.player-count")
def test_nobody_plays_two_factions():
    with pytest.raises(DunerulesError) as error:
        Game.start(BOOK, ("guild", "fremen", "emperor"), persons={"guild": "Ann", "fremen": "Ann"})

    assert 'ah-1979-basic gives every person 1 seat, and "Ann" took 2.' == str(error.value)
    Game.start(dunerules.load("gf9-2019-basic"), ("guild", "fremen"), persons={"guild": "Ann", "fremen": "Ann"})


@pytest.mark.rule("ah79.setup.faction-choice")
def test_factions_are_agreed_on_or_drawn_at_random():
    people = ("ann", "bob", "cy")
    draws = [deal_factions(BOOK, people, seed=seed) for seed in range(40)]

    agreed = Game.start(BOOK, ("fremen", "guild"), persons={"fremen": "ann", "guild": "bob"})
    by_chance = Game.start(BOOK, tuple(draws[0]), persons=draws[0])

    assert {"fremen": "ann", "guild": "bob"} == agreed.header.persons
    assert set(people) == set(by_chance.header.persons.values())
    assert set(BOOK.factions) == {faction for dealt in draws for faction in dealt}


# ------------------------------------------------------------------ what there is


@pytest.mark.rule("ah79.general.faction-pieces")
def test_every_faction_has_twenty_ordinary_tokens_and_five_leaders():
    game, pieces = Game.start(BOOK), params("ah79.general.faction-pieces")

    for seat in game.header.seats:
        own = {kind: count for (owner, kind), count in game[Forces].reserves.items() if owner == seat}
        assert {"regular": pieces["tokens"]} == own
        assert pieces["leaders"] == len(leaders_of(game.look, seat)) == len(game[Leaders].living[seat])


@pytest.mark.rule("ah79.general.faction-precedence", "ah79.bidding.hand-limit")
def test_a_faction_wins_against_the_general_rule():
    game = Game.start(BOOK)
    why = str(game.explain("hand.limit", seat="harkonnen"))

    assert (8, 4) == tuple(game.look.whole("hand.limit", seat=seat) for seat in ("harkonnen", "guild"))
    assert "faction.harkonnen" in why
    assert "ah79.faction.harkonnen.hand" in why


@pytest.mark.rule("ah79.general.map", "ah79.general.strongholds")
def test_the_map_has_sectors_dots_and_strongholds_as_printed():
    board, said = BOOK.once(make_board), params("ah79.general.map")
    titles = {board.territories[name].title for name in board.strongholds}

    assert (said["sectors"], said["player_dots"]) == (board.sectors, len(set(board.circles)))
    assert {"sand", "rock", "stronghold", "polar-sink"} == {place.terrain for place in board.territories.values()}
    assert set(params("ah79.general.strongholds")["strongholds"]) == {
        title.lower().replace("'", "").replace(" ", "-") for title in titles
    }


@pytest.mark.rule("ah79.setup.spice-bank")
def test_all_spice_that_nobody_owns_and_that_is_not_on_the_map_is_in_the_bank():
    game = play_out(Game.start(BOOK, seed=5))
    spice = game[Spice]

    out = sum(spice.held.values()) + sum(spice.in_front.values()) + sum(spice.on_map.values())

    assert game.look.whole("bank.spice") == out + spice.bank
    assert not any(spice.in_front.values())


@pytest.mark.rule("ah79.setup.spice-deck", "ah79.setup.treachery-deck", "ah79.card.deck-list")
def test_the_decks_have_as_many_cards_as_printed():
    spice, treachery = BOOK.decks["spice"], BOOK.decks["treachery"]
    said = params("ah79.setup.spice-deck")

    assert said["cards"] == sum(spice.values())
    assert said["worm_cards"] == spice["shai-hulud"]
    assert said["territory_cards"] == sum(spice.values()) - spice["shai-hulud"]
    assert params("ah79.setup.treachery-deck")["cards"] == sum(treachery.values())


@pytest.mark.rule("ah79.card.deck-list", "ah79.silence.card-names-outside-list")
def test_the_treachery_deck_is_the_printed_list():
    kinds = BOOK.components["card"]
    by_kind: dict[str, int] = {}
    for card, copies in BOOK.decks["treachery"].items():
        kind = card.removeprefix("tleilaxu-") if kinds[card].kind == "special" else kinds[card].kind
        name = "lasegun" if kind == "lasgun" else kind.replace("-", "_")
        by_kind[name] = by_kind.get(name, 0) + copies

    assert params("ah79.card.deck-list") == by_kind
    assert "Lasegun" == kinds["lasgun"].title


@pytest.mark.rule("ah79.card.battle-only", "ah79.card.special-discard")
def test_twenty_five_cards_are_for_battle_plans_and_eight_have_their_own_moment():
    kinds, deck = BOOK.components["card"], BOOK.decks["treachery"]
    game = Game.start(BOOK, ("guild", "emperor"), given={"hands": {"guild": ("kulon", "shield")}}, at="storm.dial")
    plans = {card for card in deck if kinds[card].weapon or kinds[card].defense or kinds[card].kind == "cheap-hero"}

    assert params("ah79.card.battle-only")["cards"] == sum(deck[card] for card in plans)
    assert SPECIAL == {card: copies for card, copies in deck.items() if card not in plans}
    assert params("ah79.card.special-discard")["cards"] == sum(SPECIAL.values())
    assert not [card for card in plans if game.look.may("card.as-karama", seat="guild", card=card)]


@pytest.mark.rule("ah79.setup.treachery-deck", "ah79.silence.treachery-deck-short")
def test_discards_become_a_new_deck_as_soon_as_it_runs_out():
    tx = tx_of(Game.start(BOOK, ("guild", "emperor"), at="storm.dial"))
    tx.arrange(Treachery, deck=(), discard=("karama", "shield"))

    taken = [draw(tx, "guild") for _ in range(3)]

    assert [True, True, False] == taken
    assert ["karama", "shield"] == sorted(tx[Treachery].hands["guild"])


@pytest.mark.rule("ah79.faction.harkonnen.leaders")
def test_harkonnen_leaders_are_named_as_on_their_discs():
    leaders = [one for one in BOOK.components["leader"].values() if one.faction == "harkonnen"]

    assert params("ah79.faction.harkonnen.leaders") == {
        one.title.lower().replace("-", "_").replace(" ", "_"): one.strength for one in leaders
    }


# ------------------------------------------------------------------ traitors


@pytest.mark.rule("ah79.setup.traitor-draw", "ah79.silence.traitor-duplicates")
@pytest.mark.parametrize("count", [2, 6])
def test_everybody_draws_four_discs_and_no_disc_is_drawn_twice(count):
    game, _ = drawn(BOOK.factions[:count])
    harkonnen = traitors_of(game.look, "harkonnen") if count == len(BOOK.factions) else ()
    hands = game[Traitors].dealt

    assert {params("ah79.setup.traitor-draw")["discs_drawn"]} == {len(hand) for hand in hands.values()}
    assert not set(harkonnen) & {leader for hand in hands.values() for leader in hand}
    assert sum(map(len, hands.values())) == len({leader for hand in hands.values() for leader in hand})


@pytest.mark.rule("ah79.silence.traitor-pool-absent-factions")
def test_only_leaders_of_factions_in_play_are_drawn():
    seats = ("guild", "emperor", "fremen")
    traitors = drawn(seats)[0][Traitors]

    discs = [*traitors.deck, *(leader for hand in traitors.dealt.values() for leader in hand)]

    assert sorted(leader for seat in seats for leader in leaders_of(drawn(seats)[0].look, seat)) == sorted(discs)


@pytest.mark.rule("ah79.setup.traitor-choice", "ah79.silence.traitor-choice-mandatory", "ah79.silence.traitor-all-own")
@pytest.mark.parametrize("seed", range(12))
def test_exactly_the_foreign_leaders_that_were_drawn_can_be_chosen(seed):
    game, decisions = drawn(("guild", "emperor"), seed)

    for seat in ("guild", "emperor"):
        own = leaders_of(game.look, seat)
        foreign = [leader for leader in game[Traitors].dealt[seat] if leader not in own]
        expected = [KeepTraitors((leader,)) for leader in foreign] or [KeepTraitors(())]
        assert expected == list(decisions[seat].space)


@pytest.mark.rule("ah79.setup.traitor-return")
@pytest.mark.parametrize("seed", range(12))
def test_what_others_see_of_set_up_tells_nothing_about_what_was_drawn(seed):
    """Whether a player could choose at all, or has a traitor, shows neither in who is asked nor in a view."""
    game, decisions = drawn(("guild", "emperor"), seed)
    kinds = [decisions[seat].kind for seat in ("guild", "emperor")]

    for seat in ("guild", "emperor"):
        game.submit(seat, next(iter(decisions[seat].space)))
    seen = game.view("emperor")[Traitors]

    assert ["keep-traitors", "keep-traitors"] == kinds
    assert ((), {}, {}) == (seen.deck, seen.dealt, seen.kept)
    assert not isinstance(seen.noted["guild"], tuple)
    assert game.view("emperor") == game.folded_view("emperor")
    assert set(leaders_of(game.look, "guild")) == set(game[Leaders].living["guild"])
