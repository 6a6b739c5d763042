"""Groups of forces that leave a territory together."""

from __future__ import annotations

from collections.abc import Mapping

from dunerules.classic.stepwise import Explained
from dunerules.rules import Counts, Denial, Either, Look, Space

Picked = tuple[tuple[tuple[str, str], int], ...]
"""Forces on the map: location and kind, and how many."""


def groups_from(
    look: Look, seat: str, territory: str, there: Mapping[tuple[str, str], int], most: int | None = None
) -> Space[Picked]:
    """At least one and at most so many of the forces there: of several sectors only where they form one group."""
    places = dict.fromkeys(place for place, _ in there)
    everything: Space[Picked] = Counts(there, low=1, high=most)
    if len(places) <= 1:
        return everything
    apart = look.denial("group.joined", seat=seat, territory=territory)
    if apart is None:
        return everything
    parts = [
        Counts({key: count for key, count in there.items() if key[0] == place}, low=1, high=most) for place in places
    ]

    def why(value: object) -> Denial | None:
        return apart if everything.contains(value) else None

    return Explained(Either(*parts), why)
