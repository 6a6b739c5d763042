"""Games with house rules, for tests: a ruleset, the modules added to it, and what lies on the table."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import dunerules
from dunerules import Denial, Game, IllegalChoice, Pass, Rulebook

BASIC, ADVANCED, OLD = "gf9-2019-basic", "gf9-2019-advanced", "ah-1979-basic"
EDITIONS = (BASIC, ADVANCED, OLD)


@cache
def book(base: str, *modules: str, extra: str = "") -> Rulebook:
    """A ruleset with more rule modules and declarations."""
    head = f'[ruleset]\nid = "house"\ntitle = "House rules"\nextends = "{base}"\n'
    return dunerules.loads(f"{head}[rules]\nadd = {json.dumps(modules)}\n{extra}")


def game(
    base: str,
    *modules: str,
    seats: tuple[str, ...],
    at: str,
    turn_of: str = "",
    extra: str = "",
    chance: dict[str, Any] | None = None,
    **given: Any,
) -> Game:
    """A game of the ruleset with these modules, in a position; the seats play in their order."""
    position = {**given, "order": seats}
    rules = book(base, *modules, extra=extra)
    return Game.start(rules, seats, given=position, at=at, turn_of=turn_of, scripted=chance)


def moving(base: str, *modules: str, seats: tuple[str, ...], **given: Any) -> Game:
    """A game in which the first seat has shipped nothing and is asked for its move."""
    table = game(base, *modules, seats=seats, at="ship-and-move.before", turn_of=seats[0], phase="shipment", **given)
    while table.decisions[0].kind != "move":
        table.submit(table.decisions[0].seat, Pass())
    return table


def refused(game: Game, seat: str, choice: object) -> Denial:
    """Why a choice is refused; fails if it is not."""
    try:
        game.fork().submit(seat, choice)
    except IllegalChoice as error:
        return error.denial
    raise AssertionError(f"{choice} is not refused")


def happened(game: Game, kind: type) -> list[Any]:
    """The events of a class."""
    return [event for event in game.events if isinstance(event, kind)]


def sees_what_was_told(game: Game) -> bool:
    """Whether every view is what the events that its person saw lead to."""
    return all(game.view(seat) == game.folded_view(seat) for seat in game.header.seats)
