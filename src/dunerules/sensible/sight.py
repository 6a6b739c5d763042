"""What a seat can judge by: its own view of the game, the rules, and a little chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeVar

from attrs import frozen

from dunerules.engine.chance import Rng
from dunerules.engine.flow import Pass, Seating
from dunerules.engine.game import Decision, Game
from dunerules.engine.look import Look

T = TypeVar("T")

PASS = Pass()

MOST_WEIGHED = 48
"""So many members of a space are weighed against each other at most."""


@frozen(eq=False)
class Sight:
    """The game as the deciding seat's person sees it.

    ``look`` reads the person's view and never the game itself: what the person may not know is `HIDDEN` there, so that
    a judgement cannot use it even by mistake.
    """

    look: Look
    seat: str
    rng: Rng

    @classmethod
    def of(cls, game: Game, seat: str, rng: Rng) -> Sight:
        """The sight of whoever holds a seat."""
        view = game.view(game[Seating].persons[seat])
        return cls(Look(game.rulebook, view.state), seat, rng)

    def __getitem__(self, table: type[T]) -> T:
        """A table of the view."""
        return self.look[table]

    def knows(self, tables: Iterable[type]) -> bool:
        """Whether the rules of this game have all of these tables."""
        return all(table in self.look.state.tables for table in tables)

    def once_in(self, times: int) -> bool:
        """True about once in so many times."""
        return self.rng.below(times) == 0


Judge = Callable[[Sight, Decision], Iterable[Any]]  # Any: the class of a choice is its decision's
"""Gives the choices that a seat would like to make, best first; those that are not legal are passed over."""


@frozen
class Judgement:
    """How decisions of some kinds are judged."""

    kinds: tuple[str, ...]
    judge: Judge
    needs: tuple[type, ...] = ()
    """Tables without which this is another game's decision of the same name."""


def by_kind(*groups: Iterable[Judgement]) -> Mapping[str, Judgement]:
    """Judgements by the kind of decision."""
    return {kind: judgement for group in groups for judgement in group for kind in judgement.kinds}


def some_of(decision: Decision, sight: Sight, most: int = MOST_WEIGHED) -> Iterator[Any]:
    """Members of a decision's space to weigh: all if they are few, and otherwise as many draws."""
    if decision.space.count(most + 1) <= most:
        yield from decision.space
    else:
        yield from (decision.space.sample(sight.rng) for _ in range(most))


def best(decision: Decision, sight: Sight, score: Callable[[Any], float]) -> Iterator[Any]:
    """Members of a space, those with the best scores first; of equals the one that comes first in the space."""
    return iter(sorted(some_of(decision, sight), key=lambda choice: -score(choice)))


def acting(decision: Decision, most: int = MOST_WEIGHED) -> Iterator[Any]:
    """Members of a space that are not a pass."""
    return (choice for choice in islice(decision.space, most) if not isinstance(choice, Pass))


def choice_class(sight: Sight, name: str) -> type[Any] | None:  # Any: the class of a choice that a rule module declares
    """The class of a choice by its name; None if the rules have no such choice."""
    return sight.look.rulebook.choices.get(name)
