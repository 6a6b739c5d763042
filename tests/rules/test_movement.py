"""Movement: reach, groups, and the powers of factions that it leaves room for."""

from __future__ import annotations

import pytest
from carrier.powers import ArrivalNoted
from shipping_table import CARRIER, asked, move, named, table

from dunerules import IllegalChoice, Pass, Respond
from dunerules.classic.forces import Forces
from dunerules.classic.movement import Move, can_move, move_space
from dunerules.classic.moves import Moving
from dunerules.engine.chance import Rng


def refusal(game, seat, choice):
    """The rules that refuse a choice."""
    with pytest.raises(IllegalChoice) as refused:
        game.submit(seat, choice)
    return refused.value.denial.cites


@pytest.mark.rule("gf9.movement.foot", "gf9.movement.one-group", "gf9.silence.move-within-territory")
def test_the_space_holds_every_group_and_every_place_it_reaches():
    game = table(forces={"south-mesa:4": {"atreides": 2}, "south-mesa:6": {"atreides": 1}})

    found = [choice for choice in game.decisions[0].space if isinstance(choice, Move)]
    together = {choice.target for choice in found if len(choice.forces) == 2}
    apart = {choice.target for choice in found if choice.forces == ((("south-mesa:6", "regular"), 1),)}

    # All that touches the territory, with every sector of it, and the sector in which nobody of the group stands.
    near = {"cielago-east:3", "cielago-east:4", "false-wall-south:4", "false-wall-south:5", "tueks-sietch:5"}
    near |= {f"pasty-mesa:{sector}" for sector in (5, 6, 7, 8)} | {"red-chasm:7"}
    assert near | {"south-mesa:5"} == together
    assert near | {"south-mesa:5", "south-mesa:4"} == apart
    assert len(found) == len(set(found)) == game.decisions[0].space.count() - 1
    assert all(game.decisions[0].space.contains(choice) for choice in found)


@pytest.mark.rule("gf9.silence.group-from-sectors")
def test_samples_are_members_when_the_storm_parts_a_territory():
    forces = {"pasty-mesa:5": {"atreides": 3}, "pasty-mesa:6": {"atreides": 3}, "pasty-mesa:8": {"atreides": 3}}
    game = table(forces=forces, storm=6, order=("atreides", "harkonnen", "emperor"))
    space = move_space(game.look, "atreides")
    rng = Rng(3)

    drawn = [space.sample(rng) for _ in range(200)]

    assert all(space.contains(choice) for choice in drawn)
    assert {"pasty-mesa:5", "pasty-mesa:8"} == {place for choice in drawn for (place, _), _ in choice.forces}


@pytest.mark.rule("gf9.movement.stronghold-limit")
def test_no_group_goes_through_a_closed_stronghold_and_one_other_player_does_not_close_it():
    house = "[components.territory.pasty-mesa]\nstronghold = true"
    forces = {"carthag": {"atreides": 1}, "tueks-sietch": {"atreides": 3}}
    crowd = {**forces, "pasty-mesa:7": {"harkonnen": 1, "emperor": 1}}
    one = {**forces, "pasty-mesa:7": {"harkonnen": 1}}
    closed, open_ = table(house=house, forces=crowd), table(house=house, forces=one)
    through = move("tueks-sietch:5", 3, "gara-kulon:8")

    assert ("gf9.movement.stronghold-limit",) == refusal(closed, "atreides", through)
    assert ("gf9.movement.stronghold-limit",) == refusal(closed, "atreides", move("tueks-sietch:5", 3, "pasty-mesa:5"))
    open_.submit("atreides", through)
    assert 3 == open_[Forces].placed["gara-kulon:8", "atreides", "regular"]


@pytest.mark.rule("gf9.movement.no-blocking")
def test_where_one_may_not_go_through_one_may_still_arrive():
    rule = '[[permission]]\ntitle = "x"\nforbid = "movement.through"\nreason = "no way"\n'
    house = rule + 'when = { territory = "pasty-mesa" }'
    game = table(house=house, forces={"carthag": {"atreides": 1}, "tueks-sietch": {"atreides": 3}})

    with pytest.raises(IllegalChoice, match="no way"):
        game.submit("atreides", move("tueks-sietch:5", 3, "gara-kulon:8"))
    game.submit("atreides", move("tueks-sietch:5", 3, "pasty-mesa:8"))
    assert 3 == game[Forces].placed["pasty-mesa:8", "atreides", "regular"]


@pytest.mark.rule("gf9.ruling.sectors-move-together")
def test_a_house_may_keep_forces_of_several_sectors_apart():
    house = '[[permission]]\ntitle = "Apart"\nforbid = "group.joined"\nreason = "apart"'
    game = table(house=house, forces={"pasty-mesa:5": {"atreides": 1}, "pasty-mesa:6": {"atreides": 1}})
    both = ((("pasty-mesa:5", "regular"), 1), (("pasty-mesa:6", "regular"), 1))

    with pytest.raises(IllegalChoice, match="apart"):
        game.submit("atreides", Move("pasty-mesa", both, "tueks-sietch:5"))
    assert not any(len(choice.forces) > 1 for choice in game.decisions[0].space if isinstance(choice, Move))


@pytest.mark.rule("gf9.silence.coexist-stronghold-limit", "gf9.silence.advisor-ornithopter", "gf9.silence.coexist-ally")
def test_forces_that_do_not_occupy_neither_block_nor_are_blocked_and_walk():
    game = table(
        CARRIER,
        alliances=[("atreides", "harkonnen")],
        shipped=dict.fromkeys(("atreides", "harkonnen", "emperor"), 1),
        forces={
            "arrakeen": {"harkonnen": 1, "emperor": 1},
            "carthag": {"atreides": 1},
            "imperial-basin:10": {"atreides": 2},
        },
    )
    look = game.look
    ctx = {"seat": "atreides", "territory": "arrakeen", "location": "arrakeen:10"}

    assert not look.may("movement.into", **ctx, kinds=("regular",))
    assert not look.may("movement.into", **ctx, kinds=("observer", "regular"))
    assert look.may("movement.into", **ctx, kinds=("observer",))
    assert (3, 1, 1) == tuple(
        look.whole("movement.range", seat="atreides", kinds=kinds)
        for kinds in (("regular",), ("observer",), ("observer", "regular"))
    )


@pytest.mark.rule("gf9.silence.fremen-ornithopter")
def test_ornithopters_and_a_long_march_give_the_better_range_never_the_sum():
    walking = table(CARRIER, forces={"tueks-sietch": {"harkonnen": 1}}).look
    flying = table(CARRIER, forces={"arrakeen": {"harkonnen": 1}}).look

    assert 2 == walking.whole("movement.range", seat="harkonnen", kinds=("regular",))
    assert 3 == flying.whole("movement.range", seat="harkonnen", kinds=("regular",))


@pytest.mark.rule("gf9.silence.karama-after-cancel", "gf9.movement.foot")
def test_whoever_cannot_go_so_far_without_a_stopped_advantage_chooses_anew():
    shipped = dict.fromkeys(("atreides", "harkonnen", "emperor"), 1)
    game = table(
        CARRIER,
        turn_of="harkonnen",
        shipped=shipped,
        forces={"tueks-sietch": {"harkonnen": 3}},
        hands={"atreides": ["karama"]},
    )

    game.submit("harkonnen", move("tueks-sietch:5", 3, "gara-kulon:8"))
    game.submit("atreides", Respond("karama", "karama"))

    assert [("harkonnen", "move")] == asked(game)
    assert ({}, None) == (game[Moving].made, game[Moving].current)
    assert ("gf9.movement.foot",) == refusal(game, "harkonnen", move("tueks-sietch:5", 3, "gara-kulon:8"))
    game.submit("harkonnen", move("tueks-sietch:5", 3, "pasty-mesa:8"))
    assert [ArrivalNoted("harkonnen", "tueks-sietch", "pasty-mesa")] == named(game.events, "ArrivalNoted")


@pytest.mark.rule("gf9.movement.storm")
def test_nobody_is_asked_whose_forces_cannot_go_anywhere():
    house = "\n".join(
        f'[[permission]]\ntitle = "{name}"\nforbid = "movement.into"\nwhen = {{ territory = "{name}" }}\nreason = "no"'
        for name in ("pasty-mesa", "south-mesa", "false-wall-south")
    )
    game = table(house=house, forces={"tueks-sietch": {"atreides": 1}, "carthag": {"harkonnen": 1}})

    assert not can_move(game.look, "atreides")
    assert [("harkonnen", "move")] == asked(game)


@pytest.mark.rule("gf9.movement.ornithopter")
def test_a_refusal_for_distance_cites_what_sets_the_range():
    flying = table(forces={"arrakeen": {"atreides": 1}, "tueks-sietch": {"atreides": 3}})
    walking = table(forces={"tueks-sietch": {"atreides": 3}})
    far = move("tueks-sietch:5", 3, "sietch-tabr:14")

    assert "gf9.movement.ornithopter" in refusal(flying, "atreides", far)
    assert ("gf9.movement.foot",) == refusal(walking, "atreides", far)


@pytest.mark.rule("gf9.movement.one-group")
def test_passing_ends_the_movement():
    game = table(forces={"arrakeen": {"atreides": 1}, "carthag": {"harkonnen": 1}})

    game.submit("atreides", Pass())

    assert [("harkonnen", "move")] == asked(game)
