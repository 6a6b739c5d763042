"""House rules about battles, leaders and karama: what they change, and that nothing changes without them."""

from __future__ import annotations

import pytest
from options_table import ADVANCED, BASIC, EDITIONS, OLD, game, happened, refused, sees_what_was_told

from dunerules import HIDDEN, Pass
from dunerules.classic.battles import Attack, contests
from dunerules.classic.fights import Fight, FightBegan, Plan, TreacheryCalled
from dunerules.classic.forces import Forces
from dunerules.classic.leaders import faction_of
from dunerules.classic.plans import legal_plans
from dunerules.classic.traitor_calls import CallTreachery
from dunerules.classic.traitors import Traitors, TraitorsDealt
from dunerules.engine.chance import Rng
from dunerules.options.harkonnen_mulligan import DrawAnew, DrawPutBack

IN_STORM, LEADERLESS, LOYAL = "option.battles-in-storm", "option.leaderless-plans", "option.loyal-captives"
MULLIGAN = "option.harkonnen-mulligan"
TWO = ("guild", "emperor")
STORM_OVER_ARRAKEEN = 10


def battle(base, *modules, seats=TWO, **given):
    return game(base, *modules, seats=seats, at="battle", **given)


# ------------------------------------------------------------------ battles in storm


@pytest.mark.rule("gf9.silence.battle-storm-sector", "ah79.silence.battle-storm-sector")
@pytest.mark.parametrize(
    ("base", "modules", "fights"),
    [
        (BASIC, (), 0),
        (ADVANCED, (), 0),
        (OLD, (), 1),
        *((base, (IN_STORM,), 1) for base in EDITIONS),
    ],
)
def test_forces_in_storm_fight(base, modules, fights):
    table = battle(base, *modules, forces={"arrakeen": {"guild": 5, "emperor": 3}}, storm=STORM_OVER_ARRAKEEN)

    assert fights == len(happened(table, FightBegan))


def test_the_storm_still_keeps_apart_whom_it_lies_between():
    forces = {"pasty-mesa:5": {"guild": 2}, "pasty-mesa:7": {"emperor": 2}}

    table = battle(BASIC, IN_STORM, forces=forces, storm=6)

    assert [] == list(contests(table.look))


def test_forces_in_storm_between_two_parts_fight_those_whom_they_touch():
    forces = {"pasty-mesa:5": {"guild": 2}, "pasty-mesa:6": {"emperor": 2}, "pasty-mesa:7": {"guild": 1}}

    table = battle(BASIC, IN_STORM, forces=forces, storm=6)

    parts = {Attack("pasty-mesa", "emperor", part) for part in ("pasty-mesa:5", "pasty-mesa:7")}
    assert parts == set(table.decisions[0].space)


# ------------------------------------------------------------------ plans without leaders


@pytest.mark.rule("gf9.battle.plan-leader", "ah79.battle.plan-leader")
@pytest.mark.parametrize("base", EDITIONS)
def test_a_plan_need_not_have_a_leader(base):
    forces = {"arrakeen": {"guild": 5, "emperor": 3}}
    strict, free = (battle(base, *modules, forces=forces) for modules in ((), (LEADERLESS,)))

    free.submit("guild", Plan(1))

    assert "a plan must have a leader or a cheap hero if there is one" == refused(strict, "guild", Plan(1)).reason
    assert Plan(1) == free[Fight].sealed.get("guild", free.look.sealed_answer("guild", "plan"))


@pytest.mark.parametrize("base", EDITIONS)
def test_without_a_leader_no_card_is_played(base):
    hands = {"guild": ("crysknife",)}
    table = battle(base, LEADERLESS, forces={"arrakeen": {"guild": 5, "emperor": 3}}, hands=hands)

    denial = refused(table, "guild", Plan(1, "", "crysknife"))

    assert "without a leader or a cheap hero no card can be played" == denial.reason
    assert table.decisions[0].space.contains(Plan(1, "guild-rep", "crysknife"))


def test_whoever_sends_no_leader_adds_nothing_to_the_dial_and_cannot_be_betrayed():
    table = battle(
        BASIC, LEADERLESS, forces={"arrakeen": {"guild": 5, "emperor": 3}}, traitors={"emperor": ["guild-rep"]}
    )

    table.submit("guild", Plan(2))
    table.submit("emperor", Plan(2, "bashar"))

    assert [] == happened(table, TreacheryCalled)
    assert {"emperor"} == {seat for _, seat, _ in table[Forces].placed}


def test_the_kwisatz_haderach_joins_nobody_who_is_not_there():
    seats = ("atreides", "emperor")
    table = battle(
        ADVANCED,
        LEADERLESS,
        seats=seats,
        forces={"arrakeen": {"atreides": 5, "emperor": 3}},
        kwisatz_haderach={"lost": 7},
    )
    plans = legal_plans(table.look, "atreides")
    listed = list(plans)

    assert any(plan.also and plan.leader for plan in listed)
    assert not any(plan.also and not plan.leader for plan in listed)
    assert len(listed) == len(set(listed)) == plans.count()
    assert all(plans.contains(plans.sample(Rng(seed))) for seed in range(200))
    joined = next(plan for plan in listed if plan.also)
    assert refused(table, "atreides", Plan(joined.dial, "", "", "", joined.spice, joined.also))
    assert all(arms[0] for arms in plans.bound(("also", joined.also, ())).arms)


# ------------------------------------------------------------------ captives


@pytest.mark.rule("gf9.faction.harkonnen.capture-treachery", "ah79.faction.harkonnen.capture-treachery")
@pytest.mark.parametrize(("modules", "asked"), [((), False), ((LOYAL,), True)])
def test_a_captive_is_a_traitor_to_its_captor(modules, asked):
    table = battle(
        ADVANCED,
        *modules,
        seats=("harkonnen", "emperor"),
        forces={"arrakeen": {"harkonnen": 6, "emperor": 1}},
        captives=["caid"],
    )

    table.submit("harkonnen", Plan(0, "caid"))
    table.submit("emperor", Plan(0, "bashar"))

    assert asked is (("emperor", "treachery") in [(one.seat, one.kind) for one in table.decisions])
    if asked:
        table.submit("emperor", CallTreachery())
        assert [("emperor", "caid")] == [(one.seat, one.leader) for one in happened(table, TreacheryCalled)]


def test_captives_of_1979_are_traitors_anyway_and_the_house_rule_goes_with_them():
    table = battle(
        OLD,
        "ah-1979.xv.harkonnen",
        LOYAL,
        seats=("harkonnen", "emperor"),
        forces={"arrakeen": {"harkonnen": 6, "emperor": 1}},
        captives=["caid"],
    )

    assert table.look.may("traitor.pay", seat="emperor", leader="caid")
    assert not table.look.may("traitor.pay", seat="emperor", leader="bashar")


# ------------------------------------------------------------------ mulligan

HARKONNEN = ("feyd-rautha", "beast-rabban", "piter-de-vries", "captain-nefud", "umman-kudu")
OTHERS = ("bashar", "burseg", "caid", "captain-aramsham", "count-fenring")
SEATS = ("harkonnen", "emperor")


def drawn(base, *modules, own):
    """The leaders are dealt, so many own ones to the Harkonnen, and always the same to the Emperor."""
    emperors = (*OTHERS[3:], *HARKONNEN[3:])
    rest = (*HARKONNEN[:own], *OTHERS[: 4 - own], *HARKONNEN[own:3], *OTHERS[4 - own : 3])
    deck = (*rest[:4], *emperors, *rest[4:])
    left = (*rest[4:], *rest[:4])
    return game(base, *modules, seats=SEATS, at="setup.traitors.deal", chance={"traitors": [deck, left]})


@pytest.mark.rule("gf9.setup.traitor-draw", "ah79.setup.traitor-draw")
@pytest.mark.parametrize("base", EDITIONS)
@pytest.mark.parametrize(
    ("modules", "own", "asked"),
    [((), 3, False), ((MULLIGAN,), 1, False), ((MULLIGAN,), 2, True), ((MULLIGAN,), 3, True)],
)
def test_harkonnen_with_several_own_leaders_may_draw_anew(base, modules, own, asked):
    table = drawn(base, *modules, own=own)

    assert asked is ("mulligan" in [one.kind for one in table.decisions])


@pytest.mark.parametrize("base", EDITIONS)
def test_who_draws_anew_has_as_many_others_by_chance(base):
    table = drawn(base, MULLIGAN, own=3)
    before = table[Traitors].dealt["harkonnen"]

    table.submit("harkonnen", DrawAnew())

    (back,) = happened(table, DrawPutBack)
    assert before == back.leaders
    assert (HIDDEN,) * 4 == table.rulebook.redactor.event(back, ("emperor",)).leaders
    after = [one for one in happened(table, TraitorsDealt) if one.seat == "harkonnen"][-1].leaders
    assert 4 == len(after)
    assert before[0] not in after[:2]
    assert sees_what_was_told(table)
    assert "mulligan" not in [one.kind for one in table.decisions]


def test_who_does_not_draw_anew_tells_nobody_what_he_drew():
    few, many = drawn(BASIC, MULLIGAN, own=1), drawn(BASIC, MULLIGAN, own=2)
    told = few.events_for("emperor")

    many.submit("harkonnen", Pass())

    assert told == many.events_for("emperor")
    assert "harkonnen" == faction_of(many.look, many[Traitors].kept["harkonnen"][0])
