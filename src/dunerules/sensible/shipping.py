"""Shipments: into a stronghold that can be taken or must be held, or to spice, if it is worth its price."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from dunerules.classic.forces import REGULAR, RESERVES, STARRED, Forces, kept, spread, territories_of
from dunerules.classic.pledges import Pledges, free_spice
from dunerules.classic.shipment_fees import PURPOSE, affordable, fee
from dunerules.classic.shipment_kinds import Ship, ShipmentKind
from dunerules.engine.game import Decision
from dunerules.sensible.ground import NEEDS, Ground, ground_of
from dunerules.sensible.odds import NEEDS as BATTLE_NEEDS
from dunerules.sensible.positions import joined, picked, position, price_of_spice, sizes
from dunerules.sensible.sight import PASS, Judgement, Sight

LEAST_GAIN = 1.5
"""A shipment that gains less stays undone."""
STAYING = 0.15
"""What a force in reserve is worth for later."""

Offer = tuple[float, Ship]


def shipments(sight: Sight, decision: Decision) -> Iterator[Any]:
    """The shipments that gain most, and then none."""
    ground = ground_of(sight)
    kinds: Mapping[str, ShipmentKind] = sight.look.rulebook.components["shipment-kind"]
    offers: list[Offer] = []
    for kind in kinds.values():
        if kind.target == "map" and sight.look.may("shipment.kind", seat=sight.seat, kind=kind.id):
            offers += _from_reserves(sight, ground, kind) if kind.source == RESERVES else _across(sight, ground, kind)
    offers.sort(key=lambda offer: -offer[0])
    yield from (ship for gain, ship in offers if gain > LEAST_GAIN)
    yield PASS


def pledged_to(sight: Sight) -> int:
    """What allies have promised the seat for its shipment."""
    return sum(
        spice for (_, to, purpose), spice in sight[Pledges].spice.items() if (to, purpose) == (sight.seat, PURPOSE)
    )


def _from_reserves(sight: Sight, ground: Ground, kind: ShipmentKind) -> Iterable[Offer]:
    look, seat = sight.look, sight.seat
    available = kept(look, RESERVES, seat)
    own, pledged = free_spice(look, seat), pledged_to(sight)
    price = price_of_spice(sight, ground)
    for territory in ground.targets():
        location, price_for = ground.landing(territory), partial(fee, look, seat, territory, kind.id, "")
        most = affordable(price_for, sum(available.values()), own + pledged)
        before = ground.mine(territory)
        now = position(sight, ground, location, before) if before else 0.0
        for size in sizes(most):
            group = picked(available, size, _preferred(ground, territory))
            cost = price_for(size)
            borne = max(0, cost - own)
            after = position(sight, ground, location, joined(before, group), own - cost + borne)
            gain = after - now - price * (cost - borne) - STAYING * size
            yield gain, Ship(location, tuple(group.items()), kind.id, ally_pays=borne)


def _across(sight: Sight, ground: Ground, kind: ShipmentKind) -> Iterable[Offer]:
    """All forces of a place of the map that is worth little, to a better one."""
    look, seat = sight.look, sight.seat
    own, price = free_spice(look, seat), price_of_spice(sight, ground)
    for source in territories_of(look, seat):
        if ground.worth(source):
            continue
        for place, there in spread(look, source, seat).items():
            for territory in ground.targets():
                location, size = ground.landing(territory), sum(there.values())
                cost = fee(look, seat, territory, kind.id, "", size)
                if territory == source or cost > own:
                    continue
                before = ground.mine(territory)
                gain = position(sight, ground, location, joined(before, there), own - cost)
                gain -= position(sight, ground, location, before) + position(sight, ground, place, there)
                taken = tuple(((place, force), count) for force, count in there.items())
                yield gain - price * cost, Ship(location, (), kind.id, source, taken)


def _preferred(ground: Ground, territory: str) -> tuple[str, ...]:
    """The better forces go where there is a fight."""
    return (STARRED, REGULAR) if ground.foes(territory) else (REGULAR, STARRED)


JUDGEMENTS = (Judgement(("ship",), shipments, (*NEEDS, *BATTLE_NEEDS, Forces, Pledges)),)
