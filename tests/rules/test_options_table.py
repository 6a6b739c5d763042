"""House rules about the whole table: alliances, length, decks, karama and presets; and nothing without them."""

from __future__ import annotations

import pytest
from boast.boasts import Boasts
from options_table import ADVANCED, BASIC, EDITIONS, OLD, book, game, happened

import dunerules
from dunerules import Game, Library, Pass, Respond, RulesetError
from dunerules.classic.advantages import Advantages
from dunerules.classic.alliances import AllianceLeft, Alliances
from dunerules.classic.nexus import AcceptAlliance, ProposeAlliance
from dunerules.classic.storm import DialStorm

NO_GUILD, PARTING, LENGTH = "option.no-guild-victory", "option.alliances-end", "option.tournament-length"
KARAMA, PHASE, ONE_USE = "option.extra-karama", "option.karama-phase", "option.karama-one-use"
BOOK, TOURNAMENT = "reading.book", "reading.tournament"
FOUR = ("emperor", "guild", "harkonnen", "atreides")


# ------------------------------------------------------------------ the end of play


@pytest.mark.rule("gf9.victory.end-of-play", "ah79.victory.end-of-play")
@pytest.mark.parametrize("base", EDITIONS)
@pytest.mark.parametrize(("modules", "winner"), [((), "guild"), ((NO_GUILD,), "harkonnen")])
def test_the_guild_does_not_win_by_default(base, modules, winner):
    last = book(base).quantity("turn.limit").value(None, {})
    forces = {"carthag": {"harkonnen": 1}, "arrakeen": {"harkonnen": 1}, "tueks-sietch": {"guild": 1}}

    table = game(base, *modules, seats=FOUR, at="mentat-pause", turn=last, forces=forces)

    assert table.outcome is not None
    assert (winner,) == table.outcome.winners


@pytest.mark.rule("gf9.general.turn-limit", "ah79.general.turn-limit")
@pytest.mark.parametrize("base", EDITIONS)
@pytest.mark.parametrize(
    ("modules", "extra", "turn", "over"),
    [
        ((), "", 7, False),
        ((LENGTH,), "", 6, False),
        ((LENGTH,), "", 7, True),
        ((LENGTH,), f'[options."{LENGTH}"]\nturns = 3\n', 3, True),
    ],
)
def test_a_tournament_game_ends_early(base, modules, extra, turn, over):
    table = game(base, *modules, extra=extra, seats=FOUR, at="mentat-pause", turn=turn)

    assert over is (table.outcome is not None)


@pytest.mark.parametrize("base", EDITIONS)
def test_no_turn_behind_the_last_is_predicted(base):
    assert 7 == book(base, LENGTH).quantity("prediction.turns").value(None, {})
    assert 7 < book(base).quantity("prediction.turns").value(None, {})


# ------------------------------------------------------------------ alliances


@pytest.mark.rule("gf9.alliance.break", "ah79.alliance.break")
@pytest.mark.parametrize("base", EDITIONS)
@pytest.mark.parametrize(
    ("modules", "allies"), [((), {"emperor": ("guild",), "guild": ("emperor",)}), ((PARTING,), {})]
)
def test_alliances_end_as_a_nexus_begins(base, modules, allies):
    table = game(base, *modules, seats=FOUR, at="nexus.begin", turn=3, nexus=True, alliances=[["emperor", "guild"]])

    assert allies == table[Alliances].allies


@pytest.mark.parametrize("base", EDITIONS)
def test_they_can_be_made_anew_in_the_same_nexus(base):
    table = game(base, PARTING, seats=FOUR, at="nexus.begin", turn=3, nexus=True, alliances=[["emperor", "guild"]])

    table.submit("emperor", ProposeAlliance("guild"))
    table.submit("guild", AcceptAlliance())

    assert ("guild",) == table[Alliances].allies["emperor"]


def test_every_member_of_a_large_alliance_is_alone():
    alliance = [["emperor", "guild", "harkonnen"]]
    table = game(OLD, PARTING, seats=FOUR, at="nexus.begin", turn=3, nexus=True, alliances=alliance)

    assert {} == table[Alliances].allies
    assert ["emperor", "guild"] == [one.seat for one in happened(table, AllianceLeft)]


def test_the_factions_of_one_person_stay_allied():
    seats = ("atreides", "emperor", "fremen", "harkonnen")
    persons = {"atreides": "ann", "fremen": "ann", "emperor": "bob", "harkonnen": "bob"}
    position = {"turn": 3, "nexus": True, "order": seats}

    table = Game.start(book(BASIC, PARTING), seats, persons=persons, given=position, at="nexus.begin")

    assert ("fremen",) == table[Alliances].allies["atreides"]


def test_alliances_that_end_do_not_go_with_no_alliances():
    with pytest.raises(RulesetError, match="exclude each other"):
        book(BASIC, PARTING, "option.no-alliances")


# ------------------------------------------------------------------ karama


@pytest.mark.rule("gf9.setup.treachery-deck", "ah79.setup.treachery-deck")
@pytest.mark.parametrize("base", EDITIONS)
def test_the_deck_has_two_karama_cards_more(base):
    plain, more = book(base).decks["treachery"], book(base, KARAMA).decks["treachery"]

    assert (2, 4) == (plain["karama"], more["karama"])
    assert {**plain, "karama": 4} == more


def test_a_ruleset_may_have_still_more_of_them():
    assert 6 == book(BASIC, KARAMA, extra="[decks.treachery]\nkarama = 6\n").decks["treachery"]["karama"]


def boasting(*boasts, modules=(), hands=None):
    """Atreides are about to use advantages in the storm phase, and the Emperor stops the first."""
    seats = ("atreides", "emperor", "harkonnen")
    head = f'[ruleset]\nid = "boasting"\ntitle = "Boasting"\nextends = "{BASIC}"\n'
    text = f"{head}[rules]\nadd = {['test.boasts', *modules]}\n"
    rules = dunerules.loads(text, library=Library.installed().plus("boast"))
    position = {"turn": 2, "boasts": boasts, "wheels": seats[1:], "order": seats, "hands": {"emperor": ("karama",)}}
    table = Game.start(rules, seats, given=position, at="storm")
    table.submit("emperor", Respond("karama", "karama"))
    return table


@pytest.mark.rule("gf9.silence.karama-duration", "gf9.ruling.faq-karama-phase")
@pytest.mark.parametrize(
    ("modules", "advantage", "again"),
    [
        ((), "boast", True),
        ((), "loud-boast", False),
        ((PHASE,), "boast", False),
        ((PHASE,), "loud-boast", False),
        ((ONE_USE,), "boast", True),
        ((ONE_USE,), "loud-boast", True),
        ((ONE_USE,), "long-boast", True),
    ],
)
def test_a_stopped_advantage_is_there_again_or_not(modules, advantage, again):
    table = boasting(advantage, advantage, modules=modules)

    assert ((advantage, False), (advantage, again)) == table[Boasts].done


@pytest.mark.parametrize(("modules", "left"), [((), 1), ((PHASE,), 1), ((ONE_USE,), 0)])
def test_a_stop_for_the_turn_lasts_unless_it_is_for_one_use(modules, left):
    table = boasting("long-boast", modules=modules)
    for seat in ("emperor", "harkonnen"):
        table.submit(seat, DialStorm(1))

    assert left == len(table[Advantages].stopped)


@pytest.mark.parametrize("base", EDITIONS)
def test_both_ways_to_use_a_karama_exclude_each_other(base):
    with pytest.raises(RulesetError, match="exclude each other"):
        book(base, PHASE, ONE_USE)


# ------------------------------------------------------------------ presets


def settings(preset):
    return {
        (module, key): value
        for module, values in Library.installed().module(preset).file.settings.items()
        for key, value in values.items()
    }


def test_the_book_s_readings_are_the_defaults():
    library = Library.installed()

    assert settings(BOOK) == {
        (module, key): library.module(module).file.options[key].default for module, key in settings(BOOK)
    }


def test_the_tournament_reads_each_of_them_otherwise():
    book_, tournament = settings(BOOK), settings(TOURNAMENT)

    assert book_.keys() == tournament.keys()
    assert [] == [place for place, value in book_.items() if tournament[place] == value]


@pytest.mark.parametrize("base", [*EDITIONS, "ah-1979-advanced", "gf9-2019-advanced-2-players"])
@pytest.mark.parametrize("preset", [BOOK, TOURNAMENT])
def test_a_preset_sets_the_options_of_the_modules_that_play(base, preset):
    rules = book(base, preset)

    chosen = {place: value for place, value in settings(preset).items() if place[0] in rules.modules}
    assert chosen == {(module, key): rules.option(module, key) for module, key in chosen}
    assert (LENGTH in rules.modules) is (preset == TOURNAMENT)


@pytest.mark.parametrize("base", EDITIONS)
def test_the_book_s_readings_change_nothing(base):
    assert book(base).options == {
        module: values for module, values in book(base, BOOK).options.items() if module != BOOK
    }


def test_a_ruleset_may_choose_otherwise_than_its_preset():
    rules = book(BASIC, TOURNAMENT, extra='[options."classic.nexus"]\nrounds = 5\n')

    assert 5 == rules.option("classic.nexus", "rounds")
    assert rules.option("classic.movement", "pass_through") is False


def test_a_part_of_a_preset_can_be_taken_out():
    head = f'[ruleset]\nid = "long"\ntitle = "Long"\nextends = "{BASIC}"\n'

    rules = dunerules.loads(f'{head}[rules]\nadd = ["{TOURNAMENT}"]\nremove = ["{LENGTH}"]\n')

    assert LENGTH not in rules.modules
    assert 10 == rules.quantity("turn.limit").value(None, {})


def test_a_preset_and_a_house_rule_that_read_otherwise_are_refused_with_the_way_out():
    with pytest.raises(RulesetError) as refused:
        book(BASIC, TOURNAMENT, "option.early-ornithopters")

    assert (
        '<ruleset>: rules.add[1]: "reading.tournament" sets the option "access_checked" of "classic.ornithopters" '
        'to "before-shipment", "option.early-ornithopters" sets it to "before-phase", '
        "and nothing decides between them.\n"
        '  Write  access_checked = ...  under [options."classic.ornithopters"], or leave one of the two modules out.'
    ) == str(refused.value)


def test_the_line_that_the_message_names_settles_it():
    line = '[options."classic.ornithopters"]\naccess_checked = "before-phase"\n'

    rules = book(BASIC, TOURNAMENT, "option.early-ornithopters", extra=line)

    assert "before-phase" == rules.option("classic.ornithopters", "access_checked")


def test_the_two_presets_exclude_each_other():
    with pytest.raises(RulesetError, match="exclude each other"):
        book(ADVANCED, BOOK, TOURNAMENT)


@pytest.mark.parametrize("base", EDITIONS)
def test_a_nexus_of_the_tournament_goes_round_once(base):
    table = game(base, TOURNAMENT, seats=FOUR, at="nexus.begin", turn=3, nexus=True)
    asked = []
    while table.decisions[0].kind in ("nexus", "alliance-consent"):
        decision = table.decisions[0]
        asked += [decision.seat] if decision.kind == "nexus" else []
        table.submit(
            decision.seat, ProposeAlliance(FOUR[FOUR.index(decision.seat) - 1]) if decision.kind == "nexus" else Pass()
        )

    assert list(FOUR) == asked
