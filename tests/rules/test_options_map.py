"""House rules about the map: storm, movement, strongholds; what they change, and that nothing changes without them."""

from __future__ import annotations

import pytest
from options_table import ADVANCED, BASIC, EDITIONS, OLD, book, game, happened, moving, refused, sees_what_was_told

import dunerules
from dunerules import Game, Pass
from dunerules.classic.forces import Forces, ForcesMoved
from dunerules.classic.movement import Move, can_move
from dunerules.classic.ornithopters import Ornithopters
from dunerules.classic.storm import DialStorm, LoseToStorm
from dunerules.classic.storm_marker import Storm
from dunerules.classic.turn import Turn
from dunerules.classic.victory import strongholds_of
from dunerules.engine.transaction import Tx
from dunerules.options.storm_cards import StormCard, StormCardLaid, StormCardSeen, StormCardShown

EARLY, INTO_STORM, STORM_DECK = "option.early-ornithopters", "option.fremen-into-storm", "option.storm-deck"
WALL, CONTESTED, BESIDE = "option.shield-wall-stronghold", "option.contested-strongholds", "option.advisors-with-ally"
THREE = ("atreides", "emperor", "harkonnen")


def move(place, count, target, kind="regular"):
    return Move(place.partition(":")[0], (((place, kind), count),), target)


# ------------------------------------------------------------------ ornithopters


def flight(base, *modules, into=""):
    """How far Atreides go who had forces in Tuek's Sietch, and have moved others into a city in this phase."""
    forces = {"tueks-sietch": {"atreides": 3}, "imperial-basin:9": {"atreides": 1}}
    table = game(base, *modules, seats=THREE, at="shipment", phase="spice-blow", forces=forces, turn=2)
    tx = Tx(table.rulebook, table.state.clone())
    if into:
        tx.emit(ForcesMoved("atreides", (("regular", 1),), "imperial-basin:9", into, "movement"))
    return tx.whole("movement.range", seat="atreides", kinds=("regular",))


@pytest.mark.rule("gf9.silence.ornithopter-after-shipment", "ah79.silence.ornithopter-after-shipment")
@pytest.mark.parametrize("base", EDITIONS)
def test_only_cities_held_before_the_phase_give_ornithopters(base):
    assert (1, 3) == (flight(base), flight(base, into="arrakeen:10"))
    assert (1, 1) == (flight(base, EARLY), flight(base, EARLY, into="arrakeen:10"))


@pytest.mark.parametrize("base", EDITIONS)
@pytest.mark.parametrize(("modules", "later"), [((), 1), ((EARLY,), 3)])
def test_who_leaves_a_city_keeps_ornithopters_for_the_phase(base, modules, later):
    table = game(base, *modules, seats=THREE, at="shipment", forces={"arrakeen": {"atreides": 1}}, turn=2)
    tx = Tx(table.rulebook, table.state.clone())

    tx.emit(ForcesMoved("atreides", (("regular", 1),), "arrakeen:10", "imperial-basin:10", "movement"))

    assert later == tx.whole("movement.range", seat="atreides", kinds=("regular",))


def test_ornithopters_of_the_phase_are_gone_in_the_next():
    table = game(BASIC, EARLY, seats=THREE, at="shipment", forces={"arrakeen": {"atreides": 1}}, turn=2)
    while table[Turn].phase == "shipment":
        decision = table.decisions[0]
        table.submit(decision.seat, Pass())

    assert () == table[Ornithopters].ready


# ------------------------------------------------------------------ into the storm

SEATS = ("fremen", "emperor")


def by_the_storm(base, *modules, seats=SEATS, forces=None, storm=6):
    there = forces or {"pasty-mesa:5": {seats[0]: 5}}
    return moving(base, *modules, seats=seats, turn=2, forces=there, storm=storm)


@pytest.mark.rule("gf9.movement.storm", "ah79.movement.storm")
@pytest.mark.parametrize("base", EDITIONS)
def test_fremen_move_into_the_storm(base):
    choice = move("pasty-mesa:5", 5, "pasty-mesa:6")

    assert "target: pasty-mesa:6 is in storm" == refused(by_the_storm(base), "fremen", choice).reason
    by_the_storm(base, INTO_STORM).submit("fremen", choice)


@pytest.mark.parametrize("base", EDITIONS)
def test_nobody_else_does(base):
    table = by_the_storm(base, INTO_STORM, seats=("emperor", "fremen"))

    assert (
        "target: pasty-mesa:6 is in storm" == refused(table, "emperor", move("pasty-mesa:5", 5, "pasty-mesa:6")).reason
    )


@pytest.mark.rule("gf9.movement.storm", "ah79.movement.storm")
@pytest.mark.parametrize("base", EDITIONS)
def test_half_of_those_who_come_into_the_storm_on_sand_die_rounded_up(base):
    forces = {"cielago-east:4": {"fremen": 5}}
    table = by_the_storm(base, INTO_STORM, forces=forces, storm=3)

    table.submit("fremen", move("cielago-east:4", 5, "cielago-east:3"))

    placed = table[Forces].placed
    assert 2 == sum(
        count for (place, seat, _), count in placed.items() if (place, seat) == ("cielago-east:3", "fremen")
    )
    assert 3 == sum(count for (seat, _), count in table[Forces].tanks.items() if seat == "fremen")


def test_on_rock_and_in_strongholds_they_are_safe():
    table = by_the_storm(BASIC, INTO_STORM)

    table.submit("fremen", move("pasty-mesa:5", 5, "pasty-mesa:6"))

    assert 5 == table[Forces].placed["pasty-mesa:6", "fremen", "regular"]


def test_the_fremen_choose_who_dies_where_that_makes_a_difference():
    forces = {"cielago-east:4": {"fremen": {"regular": 2, "starred": 2}}}
    table = by_the_storm(ADVANCED, INTO_STORM, forces=forces, storm=3)
    group = ((("cielago-east:4", "regular"), 2), (("cielago-east:4", "starred"), 2))

    table.submit("fremen", Move("cielago-east", group, "cielago-east:3"))
    table.submit("fremen", LoseToStorm(((("cielago-east:3", "regular"), 2),)))

    assert 2 == table[Forces].placed["cielago-east:3", "fremen", "starred"]


def test_the_storm_is_entered_with_the_last_step_only_and_not_left():
    through = refused(by_the_storm(BASIC, INTO_STORM), "fremen", move("pasty-mesa:5", 5, "pasty-mesa:7"))
    within = game(BASIC, INTO_STORM, seats=SEATS, at="battle", forces={"pasty-mesa:6": {"fremen": 5}}, storm=6)

    assert "target: the storm is between pasty-mesa:5 and pasty-mesa:7" == through.reason
    assert not can_move(within.look, "fremen")


# ------------------------------------------------------------------ the storm deck

NO_FREMEN = ("atreides", "emperor")


def dialed(table, *numbers):
    for number in numbers:
        table.submit(table.decisions[0].seat, DialStorm(number))


@pytest.mark.rule("gf9.storm.weather-needs-fremen", "ah79.storm.weather-needs-fremen")
@pytest.mark.parametrize("base", [BASIC, ADVANCED, OLD, "ah-1979-advanced", "gf9-2019-advanced-2-players"])
def test_storm_cards_are_laid_out_although_no_fremen_play(base):
    seats = ("atreides", "harkonnen")
    plain, deck = (
        game(base, *modules, seats=seats, at="storm", turn=2, wheels=seats, storm=1) for modules in ((), (STORM_DECK,))
    )
    dialed(plain, 1, 1)
    dialed(deck, 1, 1)

    assert [] == [one for one in plain.events if isinstance(one, StormCardLaid)]
    assert 1 == len(happened(deck, StormCardLaid))
    assert [] == happened(deck, StormCardSeen)
    assert {} == deck[StormCard].known
    assert sees_what_was_told(deck)


@pytest.mark.parametrize("base", EDITIONS)
def test_a_card_that_nobody_has_seen_moves_the_storm(base):
    table = game(base, STORM_DECK, seats=NO_FREMEN, at="storm", turn=2, storm_card="storm-5", storm=1)

    assert [StormCardShown("storm-5")] == happened(table, StormCardShown)
    assert 6 == table[Storm].sector


def test_with_fremen_who_foresee_the_storm_they_look_at_the_card():
    table = game(ADVANCED, STORM_DECK, seats=SEATS, at="storm", turn=2, storm_card="storm-5", storm=1)

    assert ["fremen"] == [one.seat for one in happened(table, StormCardSeen)][1:]
    assert ["fremen"] == list(table[StormCard].known)


def test_a_house_rule_may_let_anybody_look_at_the_card():
    look = '[[permission]]\ntitle = "Atreides foresee it"\nallow = "storm-card.draw"\nwhen = { seat = "atreides" }\n'

    table = game(BASIC, STORM_DECK, extra=look, seats=NO_FREMEN, at="storm", turn=2, storm_card="storm-5", storm=1)

    assert ["atreides"] == list(table[StormCard].known)


# ------------------------------------------------------------------ strongholds


@pytest.mark.rule("gf9.general.strongholds", "ah79.general.strongholds")
@pytest.mark.parametrize("base", EDITIONS)
def test_the_shield_wall_is_a_stronghold(base):
    forces = {"shield-wall:8": {"emperor": 1}, "arrakeen": {"emperor": 1}, "carthag": {"emperor": 1}}
    plain, walled = (game(base, *m, seats=THREE, at="mentat-pause", turn=3, forces=forces) for m in ((), (WALL,)))

    assert plain.outcome is None
    assert walled.outcome is not None
    assert ("emperor",) == walled.outcome.winners
    assert "Emperor wins with 3 strongholds." == walled.outcome.reason


@pytest.mark.parametrize("base", EDITIONS)
@pytest.mark.parametrize(("modules", "closed"), [((), False), ((WALL,), True)])
def test_the_shield_wall_is_closed_by_two_others(base, modules, closed):
    forces = {"shield-wall:8": {"emperor": 1, "harkonnen": 1}, "imperial-basin:9": {"atreides": 1}}
    table = game(base, *modules, seats=THREE, at="shipment", forces=forces, turn=2)

    ctx = {"territory": "shield-wall", "location": "shield-wall:8", "kinds": ("regular",)}
    assert closed is not table.look.may("movement.into", seat="atreides", **ctx)


@pytest.mark.rule("gf9.silence.stronghold-in-storm", "gf9.ruling.faq-stronghold-in-storm")
@pytest.mark.parametrize("base", EDITIONS)
def test_a_contested_stronghold_counts_for_everybody_who_has_forces_in_it(base):
    forces = {
        "arrakeen": {"emperor": 1, "atreides": 1},
        "carthag": {"emperor": 1},
        "sietch-tabr": {"emperor": 1},
        "tueks-sietch": {"atreides": 1},
    }
    plain, shared = (game(base, *m, seats=THREE, at="mentat-pause", turn=3, forces=forces) for m in ((), (CONTESTED,)))

    assert plain.outcome is None
    assert shared.outcome is not None
    assert ("emperor",) == shared.outcome.winners
    assert ("arrakeen", "tueks-sietch") == tuple(sorted(strongholds_of(shared.look, ("atreides",))))
    assert () == strongholds_of(shared.look, ("harkonnen",))


def test_what_is_no_stronghold_does_not_count_because_it_is_contested():
    forces = {"shield-wall:8": {"emperor": 1, "atreides": 1}}
    table = game(BASIC, CONTESTED, seats=THREE, at="mentat-pause", turn=3, forces=forces)

    assert () == strongholds_of(table.look, ("emperor",))


# ------------------------------------------------------------------ advisors


def advisors(tmp_path, base, *modules):
    """A ruleset that keeps advisors away from allies, and one on top of it with these modules."""
    apart, top = tmp_path / "apart.toml", tmp_path / "top.toml"
    option = '[options."faction.bene-gesserit.advanced"]\nbeside_allies = false\n'
    apart.write_text(f'[ruleset]\nid = "apart"\ntitle = "Apart"\nextends = "{base}"\n{option}')
    rules = f"[rules]\nadd = {list(modules)}\n"
    top.write_text(f'[ruleset]\nid = "top"\ntitle = "Top"\nextends = "apart.toml"\n{rules}')
    return dunerules.load(top)


@pytest.mark.rule("gf9.silence.coexist-ally")
@pytest.mark.parametrize(("modules", "allowed"), [((), False), ((BESIDE,), True)])
def test_advisors_and_an_ally_may_be_in_one_territory(tmp_path, modules, allowed):
    seats = ("bene-gesserit", "emperor", "atreides")
    forces = {"arrakeen": {"emperor": 2}, "imperial-basin:10": {"bene-gesserit": {"advisor": 2}, "atreides": 1}}
    position = {"order": seats, "forces": forces, "alliances": [["bene-gesserit", "emperor"]], "phase": "shipment"}
    rules = advisors(tmp_path, ADVANCED, *modules)
    table = Game.start(rules, seats, given=position, at="battle")

    ctx = {"territory": "arrakeen", "location": "arrakeen:10", "kinds": ("advisor",)}
    assert allowed is table.look.may("movement.into", seat="bene-gesserit", **ctx)


def test_the_advanced_game_of_2019_has_it_anyway():
    assert book(ADVANCED).option("faction.bene-gesserit.advanced", "beside_allies") is True
    assert book(ADVANCED, BESIDE).option("faction.bene-gesserit.advanced", "beside_allies") is True


XV = "ah-1979.xv.bene-gesserit"
SISTERS = ("bene-gesserit", "emperor", "atreides")


def beside(*modules, turn_of="bene-gesserit", allies=("bene-gesserit", "emperor"), **given):
    seats = (turn_of, *(seat for seat in SISTERS if seat != turn_of))
    return moving(OLD, XV, *modules, seats=seats, alliances=[allies], turn=2, spice={turn_of: 0}, **given)


@pytest.mark.rule("ah79.silence.coexist-ally")
def test_bene_gesserit_of_1979_coexist_beside_an_ally():
    forces = {"arrakeen": {"emperor": 2}, "imperial-basin:10": {"bene-gesserit": 3}}
    choice = move("imperial-basin:10", 3, "arrakeen:10")
    plain, together = beside(forces=forces), beside(BESIDE, forces=forces)

    together.submit("bene-gesserit", choice)

    assert "target: an ally of bene-gesserit is in arrakeen" == refused(plain, "bene-gesserit", choice).reason
    assert 3 == together[Forces].placed["arrakeen:10", "bene-gesserit", "coexisting"]
    assert not together.look.may("coexistence.end", seat="bene-gesserit", territory="arrakeen")
    assert "contact" not in [decision.kind for decision in together.decisions]


@pytest.mark.rule("ah79.silence.coexist-ally")
def test_those_who_coexist_beside_an_ally_cannot_say_that_they_do_not():
    forces = {"arrakeen": {"bene-gesserit": {"coexisting": 2}, "emperor": 1}}
    table = beside(BESIDE, forces=forces)

    denial = table.look.denial("coexistence.end", seat="bene-gesserit", territory="arrakeen")

    assert denial is not None
    assert "an ally of bene-gesserit is in arrakeen" == denial.reason


def test_the_ally_comes_to_those_who_coexist_and_not_to_normal_forces():
    place, target = "imperial-basin:10", "arrakeen:10"
    at_peace = {"arrakeen": {"bene-gesserit": {"coexisting": 2}, "atreides": 1}, place: {"emperor": 2}}
    alone = {"arrakeen": {"bene-gesserit": 2}, place: {"emperor": 2}}
    choice = move(place, 2, target)

    beside(BESIDE, forces=at_peace, turn_of="emperor").submit("emperor", choice)

    assert refused(beside(forces=at_peace, turn_of="emperor"), "emperor", choice)
    assert refused(beside(BESIDE, forces=alone, turn_of="emperor"), "emperor", choice)


def test_two_other_allies_still_keep_apart():
    forces = {
        "arrakeen": {"bene-gesserit": {"coexisting": 2}, "atreides": 1},
        "imperial-basin:10": {"emperor": 2},
    }
    table = beside(BESIDE, forces=forces, turn_of="emperor", allies=SISTERS)

    assert refused(table, "emperor", move("imperial-basin:10", 2, "arrakeen:10"))


def test_those_who_coexist_beside_an_ally_are_not_lost_to_it():
    """Allies who do not part lose forces at the end of the later one's turn."""
    forces = {"arrakeen": {"bene-gesserit": {"coexisting": 2}, "emperor": 1}}
    lost = []
    for modules in ((), (BESIDE,)):
        table = beside(*modules, forces=forces, acted=["emperor"])
        table.submit("bene-gesserit", Pass())
        lost.append(sum(count for (seat, _), count in table[Forces].tanks.items() if seat == "bene-gesserit"))

    assert [2, 0] == lost


def test_whole_games_with_it_keep_every_law():
    for seed in range(3):
        table = dunerules.play_out(Game.start(book(OLD, XV, BESIDE), seed=seed))

        broken = [law(table.look) for law in table.rulebook.invariants.values()]
        assert [] == [sentence for sentence in broken if sentence]
