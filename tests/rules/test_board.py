"""The map: territories, sectors, ways and distances."""

from __future__ import annotations

from collections import deque

import pytest
from kernel import rulebook

from dunerules.classic.board import MOST_KEPT, NO_SECTOR, Board, make_board

NOWHERE: frozenset[str] = frozenset()


@pytest.fixture(scope="module")
def board() -> Board:
    return rulebook().once(make_board)


def params(rule_id: str) -> dict:
    return dict(rulebook().catalogue[rule_id].data["params"])


@pytest.mark.rule("gf9.general.map")
def test_the_map_has_territories_sectors_and_circles_as_printed(board):
    terrains = {territory.terrain for territory in board.territories.values()}

    assert 42 == len(board.territories)
    assert {"sand", "rock", "stronghold", "polar-sink"} == terrains
    assert params("gf9.general.map")["sectors"] == board.sectors
    assert params("gf9.general.map")["player_dots"] == len(board.circles) == len(set(board.circles))
    assert all(1 <= sector <= board.sectors for sector in board.circles)


@pytest.mark.rule("gf9.general.map", "gf9.storm.polar-sink")
def test_only_the_polar_sink_lies_in_no_sector(board):
    outside = [place for place, sector in board.sector_of.items() if sector == NO_SECTOR]

    assert ["polar-sink:0"] == outside
    assert "polar-sink:0" not in [place for places in board.in_sector.values() for place in places]


@pytest.mark.rule("gf9.general.map")
def test_ways_lead_both_ways_and_everywhere(board):
    one_way = [
        (one, other) for one, near in board.adjacent.items() for other in near if one not in board.adjacent[other]
    ]
    reached = board.reach("polar-sink:0", 42, NO_SECTOR, NOWHERE)

    assert [] == one_way
    assert set(board.adjacent) == set(reached)


@pytest.mark.rule("gf9.general.map")
def test_locations_agree_with_their_territories(board):
    for name, territory in board.territories.items():
        sectors = tuple(board.sector_of[place] for place in board.locations_of[name])
        assert sorted(territory.sectors or (NO_SECTOR,)) == sorted(sectors), name


@pytest.mark.rule("gf9.general.strongholds")
def test_there_are_five_strongholds(board):
    five = {"arrakeen", "carthag", "sietch-tabr", "habbanya-sietch", "tueks-sietch"}

    assert five == set(board.strongholds)
    assert five == {name for name, place in board.territories.items() if place.terrain == "stronghold"}
    assert {"arrakeen", "carthag"} == {name for name, place in board.territories.items() if place.city}


@pytest.mark.rule("gf9.storm.shelter")
def test_the_wall_shelters_the_cities_and_imperial_basin(board):
    sheltered = {name for name, place in board.territories.items() if place.shelter == "shield-wall"}
    by_terrain = {name for name, place in board.territories.items() if place.shelter == "terrain"}

    assert {"arrakeen", "carthag", "imperial-basin"} == sheltered
    assert {
        name for name, place in board.territories.items() if place.terrain in ("rock", "stronghold", "polar-sink")
    } - sheltered == by_terrain


@pytest.mark.rule("gf9.card.spice-amounts")
def test_spice_comes_up_where_and_as_much_as_the_cards_say(board):
    expected = {name.replace("_", "-"): amount for name, amount in params("gf9.card.spice-amounts").items()}

    assert expected == {name: place.blow for name, place in board.territories.items() if place.blow}
    for name in expected:
        assert board.territories[name].blow_sector in board.territories[name].sectors


@pytest.mark.rule("gf9.example.ornithopter-tueks-to-basin", "gf9.movement.sector-free")
def test_from_tueks_sietch_imperial_basin_is_the_third_territory(board):
    three = board.reach("tueks-sietch:5", 3, NO_SECTOR, NOWHERE)
    two = board.reach("tueks-sietch:5", 2, NO_SECTOR, NOWHERE)

    assert (1, 2, 3) == (three["pasty-mesa:8"], three["shield-wall:9"], three["imperial-basin:9"])
    assert {3} == {three[place] for place in board.locations_of["imperial-basin"]}
    assert not any(place in two for place in board.locations_of["imperial-basin"])
    assert 3 == board.distance("tueks-sietch", "imperial-basin")


@pytest.mark.rule("gf9.movement.sector-free", "gf9.ruling.sectors-and-movement", "gf9.general.sector-use")
def test_all_sectors_of_a_territory_are_one_step(board):
    one = board.reach("tueks-sietch:5", 1, NO_SECTOR, NOWHERE)

    assert {1} == {one[place] for place in board.locations_of["pasty-mesa"]}
    assert {0} == {
        board.reach("pasty-mesa:5", 0, NO_SECTOR, NOWHERE)[place] for place in board.locations_of["pasty-mesa"]
    }


@pytest.mark.rule("gf9.general.sector-use")
def test_the_storm_is_neither_entered_nor_crossed_nor_left(board):
    """Pasty Mesa in sector 8 lies behind the storm in sector 7, and there is no way round in one step."""
    one = board.reach("tueks-sietch:5", 1, 7, NOWHERE)

    assert {"pasty-mesa:5", "pasty-mesa:6"} == {place for place in one if place.startswith("pasty-mesa")}
    assert {} == board.reach("tueks-sietch:5", 3, 5, NOWHERE)
    assert "polar-sink:0" in board.reach("imperial-basin:9", 1, 10, NOWHERE)


def test_a_barred_territory_is_neither_entered_nor_crossed(board):
    barred = frozenset({"pasty-mesa", "south-mesa"})

    open_way = board.reach("tueks-sietch:5", 2, NO_SECTOR, NOWHERE)
    closed = board.reach("tueks-sietch:5", 2, NO_SECTOR, barred)

    assert "shield-wall:8" in open_way
    assert "shield-wall:8" not in closed
    assert not any(board.territory_of[place] in barred for place in closed)


def test_reach_is_as_far_as_a_plain_search_finds(board):
    """Every start against a search that knows nothing of layers: distances by relaxation over all ways."""
    for start in board.adjacent:
        assert relaxed(board, start, 3, 9, frozenset({"old-gap"})) == board.reach(start, 3, 9, frozenset({"old-gap"}))


def relaxed(board, start, steps, storm, barred):
    if board.sector_of[start] == storm:
        return {}
    found = {start: 0}
    waiting = deque([start])
    while waiting:
        place = waiting.popleft()
        for other in board.adjacent[place]:
            cost = found[place] + (board.territory_of[other] != board.territory_of[place])
            open_way = board.sector_of[other] != storm and board.territory_of[other] not in barred
            if open_way and cost <= steps and cost < found.get(other, steps + 1):
                found[other] = cost
                waiting.append(other)
    return found


def test_what_is_kept_of_ways_stays_bounded():
    board = make_board(rulebook())
    places = list(board.adjacent)

    for number in range(MOST_KEPT + 10):
        board.reach(places[number % len(places)], 1, NO_SECTOR, frozenset({f"nowhere-{number}"}))

    assert len(board._reached) <= MOST_KEPT


@pytest.mark.parametrize(("one", "other", "expected"), [("arrakeen", "arrakeen", 0), ("arrakeen", "carthag", 2)])
def test_distances_between_territories(board, one, other, expected):
    assert expected == board.distance(one, other) == board.distance(other, one)


def test_the_storm_goes_round_and_enters_each_sector_once(board):
    assert (17, 18, 1, 2) == board.sectors_from(16, 4)
    assert () == board.sectors_from(16, 0)
    assert (*range(2, 19), 1) == board.sectors_from(1, 40)
