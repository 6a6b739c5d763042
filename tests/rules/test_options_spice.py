"""House rules about spice and hands: what they change, and that nothing changes without them."""

from __future__ import annotations

import pytest
from options_table import ADVANCED, BASIC, EDITIONS, OLD, book, game, happened, refused, sees_what_was_told

import dunerules
from dunerules import HIDDEN, Game
from dunerules.classic.bribes import Bribe, GiveSpice
from dunerules.classic.deals import OfferDeal
from dunerules.classic.spice import Spice, SpiceGiven
from dunerules.classic.spice_blow import PileOpened
from dunerules.classic.treachery import Treachery
from dunerules.engine.chance import Rng
from dunerules.testing import assert_nothing_leaks, assert_views_are_what_was_learned

SEATS = ("atreides", "emperor", "fremen")
AT_ONCE, NO_TRANSFERS = "option.bribes-at-once", "option.no-spice-transfers"
PUBLIC_SPICE, PUBLIC_COUNTS = "option.public-spice", "option.public-card-counts"
INCOME, SECOND_BLOW = "option.increased-spice-flow", "gf9-2019.advanced.double-spice-blow"


def before_storm(base, *modules, **given):
    position = {"turn": 2, "spice": {"atreides": 6, "emperor": 4, "fremen": 0}, "wheels": SEATS[:2], **given}
    return game(base, *modules, seats=SEATS, at="storm.dial", **position)


# ------------------------------------------------------------------ bribes


@pytest.mark.parametrize(
    ("base", "modules", "behind", "in_front"),
    [
        (BASIC, (), 4, {"emperor": 3}),
        (ADVANCED, (), 4, {"emperor": 3}),
        (BASIC, (AT_ONCE,), 7, {}),
        (ADVANCED, (AT_ONCE,), 7, {}),
        (OLD, (), 7, {}),
        (OLD, (AT_ONCE,), 7, {}),
    ],
)
def test_a_bribe_can_be_used_at_once(base, modules, behind, in_front):
    table = before_storm(base, *modules)

    table.submit("atreides", Bribe("emperor", 3))

    assert behind == table[Spice].held["emperor"]
    assert in_front == table[Spice].in_front


@pytest.mark.parametrize("base", EDITIONS)
def test_no_spice_is_given_as_a_bribe(base):
    free, strict = before_storm(base), before_storm(base, NO_TRANSFERS)

    free.submit("atreides", Bribe("emperor", 3))

    assert refused(strict, "atreides", Bribe("emperor", 3))
    denial = strict.look.denial("spice.transfer", seat="atreides", to="emperor")
    assert denial is not None
    assert "at this table no spice changes hands" == denial.reason


@pytest.mark.parametrize("base", [BASIC, ADVANCED])
def test_no_spice_is_given_to_an_ally_not_even_by_the_emperor(base):
    alliances = [["atreides", "emperor"]]
    free, strict = before_storm(base, alliances=alliances), before_storm(base, NO_TRANSFERS, alliances=alliances)

    free.submit("emperor", GiveSpice("atreides", 2))

    assert 8 == free[Spice].held["atreides"]
    assert "gift" not in strict.interjections("emperor")


@pytest.mark.parametrize("base", EDITIONS)
@pytest.mark.parametrize("due", ["now", "battle"])
def test_deals_are_made_of_words_alone(base, due):
    offers = [OfferDeal("emperor", "Keep out of Arrakeen", spice, price, due) for spice, price in ((1, 0), (0, 1))]
    free, strict = before_storm(base), before_storm(base, NO_TRANSFERS)

    assert [None, None] == [free.interjections("atreides")["offer-deal"].denial(offer) for offer in offers]
    assert all(refused(strict, "atreides", offer) for offer in offers)
    strict.submit("atreides", OfferDeal("emperor", "Keep out of Arrakeen", 0, 0, due))


def test_a_payment_that_was_agreed_on_before_is_void():
    deal = {"seat": "atreides", "to": "emperor", "terms": "Later", "spice": 2, "due": "spice-blow"}
    tables = [before_storm(BASIC, *modules, deals=[deal]) for modules in ((), (NO_TRANSFERS,))]
    for table in tables:
        while not [one for one in table.events if type(one).__name__ == "DealSettled"]:
            decision = table.decisions[0]
            table.submit(decision.seat, decision.space.sample(Rng(1)))

    assert [4, 6] == [table[Spice].held["atreides"] for table in tables]


# ------------------------------------------------------------------ what is seen


@pytest.mark.parametrize("base", EDITIONS)
def test_shields_are_open(base):
    shut, opened = before_storm(base), before_storm(base, PUBLIC_SPICE)

    assert {"atreides": HIDDEN, "emperor": HIDDEN, "fremen": 0} == shut.view("fremen")[Spice].held
    assert {"atreides": 6, "emperor": 4, "fremen": 0} == opened.view("fremen")[Spice].held
    assert HIDDEN is opened.view("fremen")[Spice].bank


@pytest.mark.parametrize(("modules", "seen"), [((), HIDDEN), ((PUBLIC_SPICE,), 2)])
def test_a_gift_to_an_ally_is_seen_where_shields_are_open(modules, seen):
    table = before_storm(BASIC, *modules, alliances=[["atreides", "emperor"]])

    table.submit("emperor", GiveSpice("atreides", 2))

    (given,) = happened(table, SpiceGiven)
    assert seen == table.rulebook.redactor.event(given, ("fremen",)).amount
    assert sees_what_was_told(table)


@pytest.mark.parametrize("base", EDITIONS)
def test_hands_are_counted_in_the_open_outside_of_bidding_too(base):
    hands = {"atreides": ("karama", "hajr"), "emperor": ("kulon",)}
    shut, opened = before_storm(base, hands=hands), before_storm(base, PUBLIC_COUNTS, hands=hands)

    assert {} == shut.view("fremen")[Treachery].counts
    assert {"atreides": 2, "emperor": 1, "fremen": 0} == opened.view("fremen")[Treachery].counts
    assert HIDDEN is opened.view("fremen")[Treachery].hands["atreides"]


@pytest.mark.parametrize("base", EDITIONS)
@pytest.mark.parametrize("modules", [(PUBLIC_SPICE,), (PUBLIC_COUNTS,), (PUBLIC_SPICE, PUBLIC_COUNTS)])
def test_what_is_open_is_learned_from_events_and_nothing_else_shows(base, modules):
    table, rng = Game.start(book(base, *modules), seed=7), Rng(7)
    for number in range(400):
        if table.outcome is not None:
            break
        decision = rng.pick(table.decisions)
        table.submit(decision.seat, decision.space.sample(rng))
        if number % 40 == 0:
            assert_views_are_what_was_learned(table)
            assert_nothing_leaks(table, seed=number)

    broken = [law(table.look) for law in table.rulebook.invariants.values()]
    assert [] == [sentence for sentence in broken if sentence]


# ------------------------------------------------------------------ stronghold income


def incomes(base, *modules, extra=""):
    forces = {"arrakeen": {"atreides": 1}, "carthag": {"emperor": 1}, "tueks-sietch": {"fremen": 1}}
    table = game(
        base, *modules, seats=SEATS, at="collection", turn=2, spice=dict.fromkeys(SEATS, 0), forces=forces, extra=extra
    )
    return [table[Spice].held[seat] for seat in SEATS]


@pytest.mark.rule("gf9.option.increased-spice-flow", "ah79.option.xix")
@pytest.mark.parametrize("base", [BASIC, OLD])
def test_strongholds_yield_income_without_the_second_blow(base):
    assert [0, 0, 0] == incomes(base)
    assert [2, 2, 1] == incomes(base, INCOME)
    assert SECOND_BLOW not in book(base, INCOME).modules


@pytest.mark.parametrize(("removed", "piles"), [([], 2), ([SECOND_BLOW], 1)])
def test_the_advanced_game_keeps_its_income_when_the_second_blow_is_taken_out(tmp_path, removed, piles):
    file = tmp_path / "one-blow.toml"
    head = '[ruleset]\nid = "one-blow"\ntitle = "One blow"\nextends = "gf9-2019-advanced"\n'
    file.write_text(f"{head}[rules]\nremove = {removed}\n")
    rules = dunerules.load(file)

    table = Game.start(rules, SEATS, given={"turn": 1, "order": SEATS}, at="spice-blow")

    assert piles == len(happened(table, PileOpened))
    assert 2 == table.look.whole("stronghold.income", territory="arrakeen")
