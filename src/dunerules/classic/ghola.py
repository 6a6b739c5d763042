"""The ghola card: a leader or some forces come back at any time, free."""

from __future__ import annotations

from dunerules.classic.forces import TANKS, Group, kept
from dunerules.classic.leader_revival import bring_back, fallen
from dunerules.classic.revival import revivable, revive_forces
from dunerules.classic.treachery import CardPlayed, card_like
from dunerules.rules import Ask, Counts, Denial, Either, Look, OneOf, Product, Space, Tx, answer, choice, interjection

CARD = "tleilaxu-ghola"


@choice("ghola-leader", words="play the ghola card for {leader}")
class GholaLeader:
    """Bring back a leader with the card."""

    leader: str


@choice("ghola-forces", words="play the ghola card for {forces}")
class GholaForces:
    """Bring back forces with the card."""

    forces: Group


@interjection("ghola")
def ghola_space(look: Look, seat: str) -> Space[GholaLeader | GholaForces] | None:
    """An own leader in the tanks, or some own forces there, as long as the card is in hand."""
    if not card_like(look, seat, CARD) or not look.may("ghola.play", seat=seat):
        return None
    return Either(_leaders(look, seat), _forces(look, seat))


def _leaders(look: Look, seat: str) -> Space[GholaLeader]:
    denials: dict[str, Denial] = {}
    able = []
    for leader in fallen(look, seat):
        denial = look.denial("ghola.leader", seat=seat, leader=leader)
        if denial is None:
            able.append(leader)
        else:
            denials[leader] = denial
    return Product(
        GholaLeader,
        leader=OneOf(tuple(able), denials, cites=("gf9.silence.ghola-scope", "ah79.silence.ghola-scope")),
    )


def _forces(look: Look, seat: str) -> Space[GholaForces]:
    limits = revivable(look, seat) if kept(look, TANKS, seat) else {}
    most = look.whole("ghola.forces", seat=seat)
    return Product(
        GholaForces,
        forces=Counts(limits, 1, most, cites=("gf9.card.ghola.tokens", "ah79.card.ghola.tokens")),
    )


@answer("ghola")
def play_ghola(tx: Tx, ask: Ask, choice: GholaLeader | GholaForces) -> None:
    """They return at once, and nothing is paid."""
    tx.emit(CardPlayed(ask.seat, card_like(tx, ask.seat, CARD)))
    if isinstance(choice, GholaLeader):
        bring_back(tx, ask.seat, choice.leader, CARD)
    else:
        revive_forces(tx, ask.seat, choice.forces, CARD)
