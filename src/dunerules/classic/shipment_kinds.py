"""The ways to ship, where a shipment may go, and the shipments that a seat can choose from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from dunerules.classic.board import board_of, make_board
from dunerules.classic.forces import RESERVES, Group, group, kept, size, spread, territories_of
from dunerules.classic.groups import Picked, groups_from
from dunerules.classic.pledges import lent_cards
from dunerules.classic.shipment_fees import PURPOSE, Purse, affordable, fee
from dunerules.classic.stepwise import Chosen, Explained, Stepwise
from dunerules.classic.storm_marker import in_storm
from dunerules.classic.treachery import hand_of
from dunerules.rules import (
    Counts,
    Denial,
    Filter,
    Just,
    Look,
    OneOf,
    Range,
    Rulebook,
    Space,
    choice,
    component,
    fact,
    forbid,
)


@component("shipment-kind")
class ShipmentKind:
    """A way to ship."""

    id: str
    title: str
    source: str
    """Where the forces come from: ``reserves`` or ``map``."""
    target: str
    """Where they go: ``reserves`` or ``map``."""
    off_planet: bool = False
    """Whether it is a shipment from off-planet."""


@choice("ship", words="ship {forces} {taken} to {location}")
class Ship:
    """Ship forces of the reserves, or forces ``taken`` from the territory ``source``, to one location."""

    location: str
    """A location, or ``reserves``."""
    forces: Group = ()
    kind: str = "from-reserves"
    source: str = ""
    taken: Picked = ()
    card: str = ""
    """A card that is played for a reduced fee."""
    lender: str = ""
    """The ally whose card it is; empty: one's own."""
    ally_pays: int = 0
    """How much of the fee allies bear."""


def all_forces(ship: Ship) -> Group:
    """The forces of a shipment by kind, wherever they come from."""
    counts: dict[str, int] = dict(ship.forces)
    for (_, kind), count in ship.taken:
        counts[kind] = counts.get(kind, 0) + count
    return group(counts)


def taken_from(ship: Ship) -> dict[str, Group]:
    """The forces of a shipment by the place they leave."""
    found: dict[str, Group] = {RESERVES: ship.forces} if ship.forces else {}
    for (place, kind), count in ship.taken:
        found[place] = (*found.get(place, ()), (kind, count))
    return found


def price_of(look: Look, seat: str, ship: Ship) -> int:
    """What a shipment costs."""
    territory = board_of(look).territory_of.get(ship.location, ship.source)
    return fee(look, seat, territory, ship.kind, ship.card, size(all_forces(ship)))


# ------------------------------------------------------------------ rules


@fact("shipment-kind", needs=("kind",), values="shipment-kind", exclusive=True, fixed=True)
def kind_is(look: Look, ctx: Mapping[str, Any], value: str) -> bool:
    """Whether the shipment in question goes this way."""
    return bool(ctx["kind"] == value)


@fact("off-planet", needs=("kind",), values="bool", exclusive=True, fixed=True)
def kind_is_off_planet(look: Look, ctx: Mapping[str, Any], value: bool) -> bool:
    """Whether the shipment in question comes from off-planet."""
    return look.component("shipment-kind", ctx["kind"]).off_planet is value


@forbid("shipment.into", reason="{location} is in storm", cites=("gf9.shipment.no-storm", "ah79.shipment.no-storm"))
def into_storm(look: Look, ctx: Mapping[str, Any]) -> bool:
    """Nothing lands in storm, unless a rule lets it."""
    return in_storm(look, ctx["location"]) and not look.may("shipment.into-storm", **ctx)


# ------------------------------------------------------------------ what a seat can choose from


def ship_space(look: Look, seat: str, purse: Purse) -> Space[Ship]:
    """The shipments that a seat can make and pay out of a purse."""
    offer = _Offer(look, seat, purse)
    return Stepwise(
        Ship,
        {
            "kind": offer.kinds,
            "source": offer.sources,
            "location": offer.locations,
            "card": offer.cards,
            "lender": offer.lenders,
            "forces": offer.forces,
            "taken": offer.taken,
            "ally_pays": offer.shares,
        },
    )


NO_FORCES = Just(())
NOTHING = Just("")


@frozen(eq=False)
class _Offer:
    """Each field of a shipment in the light of those before it."""

    look: Look
    seat: str
    purse: Purse
    _prices: dict[tuple[str, str, str, int], int] = field(factory=dict)
    """Fees that were asked for already: an offer serves for one state."""
    _reducing: dict[str, tuple[str, ...]] = field(factory=dict)
    """Cards that reduce the fee, by the way to ship."""
    _dear: dict[tuple[str, str], Denial | None] = field(factory=dict)
    """Why nothing can be shipped into a territory for want of spice, by territory and way to ship."""
    _kinds: list[Space[str]] = field(factory=list)
    """The ways to ship, once they were asked for."""

    def kinds(self, chosen: Chosen) -> Space[str]:
        """The ways that are open to the seat and for which it has forces."""
        if not self._kinds:
            self._kinds.append(self._find_kinds())
        return self._kinds[0]

    def _find_kinds(self) -> Space[str]:
        look, seat = self.look, self.seat
        kinds: Mapping[str, ShipmentKind] = look.rulebook.components["shipment-kind"]
        present = {"reserves": bool(kept(look, RESERVES, seat)), "map": bool(territories_of(look, seat))}

        def why(value: object) -> Denial | None:
            known = isinstance(value, str) and value in kinds
            return look.denial("shipment.kind", seat=seat, kind=value) if known else None

        open_to_it = [kind for kind, way in kinds.items() if present[way.source]]
        return Explained(OneOf([kind for kind in open_to_it if look.may("shipment.kind", seat=seat, kind=kind)]), why)

    def sources(self, chosen: Chosen) -> Space[str]:
        """The territory that the forces leave, if they are on the map."""
        return NOTHING if self._kind(chosen).source == "reserves" else OneOf(territories_of(self.look, self.seat))

    def locations(self, chosen: Chosen) -> Space[str]:
        """The locations where they may land and where at least one can be paid for."""
        if self._kind(chosen).target == "reserves":
            return Just(RESERVES)
        board, kind, source = board_of(self.look), chosen["kind"], chosen["source"]

        def test(location: str) -> Denial | None:
            territory = board.territory_of[location]
            if territory == source:
                return Denial(f"the forces are in {territory} already")
            # Without spice most places are too dear, and the fee of a territory is remembered.
            dear = self._dear
            if (territory, kind) not in dear:
                dear[territory, kind] = self._find_dear(territory, kind)
            return dear[territory, kind] or self.look.denial(
                "shipment.into", seat=self.seat, territory=territory, location=location, kind=kind
            )

        def why(value: object) -> Denial | None:
            returning = value == RESERVES
            return (
                Denial("forces do not come back to the reserves", ("gf9.shipment.no-return", "ah79.shipment.no-return"))
                if returning
                else None
            )

        return Explained(Filter(self.look.rulebook.once(landing_places), test), why)

    def cards(self, chosen: Chosen) -> Space[str]:
        """The card for a reduced fee, or none."""
        territory, kind = self._territory(chosen), chosen["kind"]
        cards = ("", *self._cards(kind))
        return OneOf(tuple(card for card in cards if self._price(territory, kind, card, 1) <= self.purse.total))

    def lenders(self, chosen: Chosen) -> Space[str]:
        """Whose card it is."""
        card = chosen["card"]
        if not card:
            return NOTHING
        lent = lent_cards(self.look, self.seat, PURPOSE)
        holders = tuple(ally for ally, other in lent.items() if other == card)
        return OneOf((*(("",) if self._holds(card) else ()), *holders))

    def forces(self, chosen: Chosen) -> Space[Group]:
        """Forces of the reserves, at least one and as many as can be paid for."""
        if self._kind(chosen).source != "reserves":
            return NO_FORCES
        there = kept(self.look, RESERVES, self.seat)
        most = self._most(there, chosen)
        return self._payable(Counts(there, low=1, high=most), there, most)

    def taken(self, chosen: Chosen) -> Space[Picked]:
        """Forces of the map, at least one and as many as can be paid for."""
        kind, source = chosen["kind"], chosen["source"]
        if self._kind(chosen).source == "reserves":
            return NO_FORCES
        there = {
            (place, force): count
            for place, counts in spread(self.look, source, self.seat).items()
            if self.look.may("shipment.from", seat=self.seat, territory=source, location=place, kind=kind)
            for force, count in counts.items()
        }
        most = self._most(there, chosen)
        return self._payable(groups_from(self.look, self.seat, source, there, most), there, most)

    def shares(self, chosen: Chosen) -> Space[int]:
        """How much allies bear: no more than the fee, and no less than the seat is short of."""
        picked = chosen["forces"] or chosen["taken"]
        price = self._price(self._territory(chosen), chosen["kind"], chosen["card"], size(picked))
        least, most = max(0, price - self.purse.own), min(price, self.purse.pledged)
        return Range(least, most, noun="share of the allies", cites=("gf9.alliance.payment-limit",))

    def _kind(self, chosen: Chosen) -> ShipmentKind:
        found: ShipmentKind = self.look.rulebook.components["shipment-kind"][chosen["kind"]]
        return found

    def _territory(self, chosen: Chosen) -> str:
        """Where the forces land, or what they leave if they go to the reserves."""
        territory: str = board_of(self.look).territory_of.get(chosen["location"], chosen["source"])
        return territory

    def _price(self, territory: str, kind: str, card: str, count: int) -> int:
        key = (territory, kind, card, count)
        if key not in self._prices:
            self._prices[key] = fee(self.look, self.seat, territory, kind, card, count)
        return self._prices[key]

    def _cards(self, kind: str) -> tuple[str, ...]:
        if kind not in self._reducing:
            self._reducing[kind] = self._find_cards(kind)
        return self._reducing[kind]

    def _find_cards(self, kind: str) -> tuple[str, ...]:
        held = (*hand_of(self.look, self.seat), *lent_cards(self.look, self.seat, PURPOSE).values())
        return tuple(
            card for card in dict.fromkeys(held) if self.look.may("shipment.card", seat=self.seat, kind=kind, card=card)
        )

    def _holds(self, card: str) -> bool:
        return card in hand_of(self.look, self.seat)

    def _find_dear(self, territory: str, kind: str) -> Denial | None:
        spice = self.purse.total
        if self._price(territory, kind, "", 1) <= spice:
            return None
        cards = self._cards(kind)
        if cards and any(self._price(territory, kind, card, 1) <= spice for card in cards):
            return None
        return Denial(
            f"{self.seat} cannot pay for a shipment into {territory}",
            ("gf9.shipment.cost", "ah79.shipment.cost"),
        )

    def _most(self, there: Mapping[Any, int], chosen: Chosen) -> int:
        """The most of these forces that can be paid for."""
        place = (self._territory(chosen), chosen["kind"], chosen["card"])
        return affordable(lambda count: self._price(*place, count), sum(there.values()), self.purse.total)

    def _payable(self, groups: Space[Any], there: Mapping[Any, int], most: int) -> Space[Any]:
        def why(value: object) -> Denial | None:
            if value == ():
                return Denial(
                    "a shipment has at least 1 force",
                    ("gf9.silence.shipment-zero", "ah79.silence.shipment-zero"),
                )
            if Counts(there, low=most + 1).contains(value):
                return Denial(
                    f"{self.seat} can pay for {most} forces and no more",
                    ("gf9.shipment.cost", "ah79.shipment.cost"),
                )
            return None

        return Explained(groups, why)


def landing_places(rulebook: Rulebook) -> Space[str]:
    """All locations of the map, those of strongholds first: where one force is affordable if it is anywhere."""
    board = rulebook.once(make_board)
    strongholds = [place for territory in board.strongholds for place in board.locations_of[territory]]
    return OneOf((*strongholds, *(place for place in board.territory_of if place not in strongholds)))
