"""The Emperor of 1979: spice for the revivals of an ally."""

from __future__ import annotations

from dunerules.classic.alliances import allied
from dunerules.classic.pledges import Pledge, PledgeMade, free_spice
from dunerules.classic.revival import PURPOSE, dearest_revival
from dunerules.factions.emperor import SEAT
from dunerules.rules import Ask, Either, Just, Look, Pass, Product, Range, Space, Tx, answer, space, step


def useful_help(look: Look, ally: str) -> Range:
    """The spice that could be of use to an ally who revives."""
    most = min(free_spice(look, SEAT), dearest_revival(look, ally))
    return Range(1, most, noun="help", cites=("ah79.faction.emperor.alliance",))


@step("emperor.offer-help")
def ask_for_help(tx: Tx) -> None:
    """Ask the Emperor before an ally revives who could revive forces for spice."""
    if allied(tx, SEAT, tx.seat) and not useful_help(tx, tx.seat).is_empty():
        tx.ask(SEAT, "help-revival", to=tx.seat)


@space("help-revival")
def help_space(look: Look, ask: Ask) -> Space[Pass | Pledge]:
    """Some spice, or none."""
    to = ask["to"]
    return Either(Just(Pass()), Product(Pledge, to=Just(to), purpose=Just(PURPOSE), spice=useful_help(look, to)))


@answer("help-revival")
def take_help(tx: Tx, ask: Ask, choice: Pass | Pledge) -> None:
    """Note the most that he gives; the ally draws on it as he revives."""
    if isinstance(choice, Pledge):
        tx.emit(PledgeMade(SEAT, choice.to, PURPOSE, (SEAT, choice.to), choice.spice))
