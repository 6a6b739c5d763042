"""The Emperor: his special karama power."""

from __future__ import annotations

from dunerules.classic.forces import Group
from dunerules.classic.karama import special_cards, use_special_power
from dunerules.classic.leader_revival import bring_back, fallen
from dunerules.classic.revival import revivable, revive_forces
from dunerules.rules import Ask, Counts, Either, Look, OneOf, Product, Space, Tx, answer, choice, interjection

SEAT = "emperor"
SPECIAL = "emperor-karama"
"""The cause of revivals by the special power."""


# ------------------------------------------------------------------ the special power


@choice("imperial-forces", words="spend a karama to revive {forces}")
class ImperialForces:
    """Revive forces free by the special karama power."""

    forces: Group
    card: str


@choice("imperial-leader", words="spend a karama to revive {leader}")
class ImperialLeader:
    """Revive a leader free by the special karama power."""

    leader: str
    card: str


@interjection("emperor-special")
def special_space(look: Look, seat: str) -> Space[ImperialForces | ImperialLeader] | None:
    """At any time: some forces beyond the limit of the turn, or a leader without regard to the others."""
    cards = special_cards(look, seat) if seat == SEAT else ()
    if not cards:
        return None
    most = look.whole("emperor.special-forces")
    groups = Counts(revivable(look, SEAT), 1, most, cites=("gf9.karama.special.emperor", "ah79.karama.special.emperor"))
    return Either(
        Product(ImperialForces, forces=groups, card=OneOf(cards)),
        Product(ImperialLeader, leader=OneOf(fallen(look, SEAT)), card=OneOf(cards)),
    )


@answer("emperor-special")
def use_special(tx: Tx, ask: Ask, choice: ImperialForces | ImperialLeader) -> None:
    """They return at once, and nothing is paid."""
    use_special_power(tx, SEAT, choice.card)
    if isinstance(choice, ImperialLeader):
        bring_back(tx, SEAT, choice.leader, SPECIAL)
    else:
        revive_forces(tx, SEAT, choice.forces, SPECIAL)
