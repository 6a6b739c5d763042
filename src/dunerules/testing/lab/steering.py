"""Which game the lab plays next: every row with every kind of player, and games for modules that have not met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from attrs import Factory, define, evolve, frozen

from dunerules.engine.chance import keyed
from dunerules.testing.lab.meetings import Missed
from dunerules.testing.lab.playing import PLAYERS, Played, is_full

STEERED = 2
"""After the first round one of so many games goes on with the rows; the others are for modules that have not met."""


@frozen
class Recipe:
    """How a game is set up, besides its seed."""

    row: int
    player: str
    full: bool
    """Whether all seats are taken."""
    thick: int
    """Which cards the decks of an eager game have more of."""


@define
class Steering:
    """Remembers in which games modules were heard most, and sets up others like them for pairs that are wanted."""

    rows: tuple[Collection[str], ...]
    """The modules of each row."""
    seed: int
    _given: dict[int, Recipe] = Factory(dict)
    _heard: dict[str, tuple[int, Recipe]] = Factory(dict)
    _best: dict[str, tuple[int, Recipe]] = Factory(dict)
    """What was heard when `aim` was last called: the same, however many games are played side by side."""
    _wanted: tuple[tuple[str, str], ...] = ()

    def recipe(self, number: int) -> Recipe:
        """How the game of a number is set up, by what is known when it is asked for."""
        past = number - len(self.rows)
        if past < 0 or not self._wanted:
            given = self._usual(number)
        elif past % STEERED == 0:
            given = self._usual(len(self.rows) + past // STEERED)
        else:
            given = self._aimed(number)
        self._given[number] = given
        return given

    def learn(self, played: Played) -> None:
        """Note who was heard in a game, if never in more of its decisions."""
        recipe = self._given.pop(played.number)
        heard = Counter(module for said in played.decisions for _, modules in said for module in modules)
        for module, count in heard.items():
            if count > self._heard.get(module, (0, recipe))[0]:
                self._heard[module] = count, recipe

    def aim(self, missing: Iterable[Missed]) -> None:
        """Want those pairs that did not meet, and that nothing explains, of which some row has both modules."""
        self._best = dict(self._heard)
        self._wanted = tuple(
            one.modules
            for one in missing
            if not one.is_explained and self._with(one.modules) and any(name in self._best for name in one.modules)
        )

    def _usual(self, number: int) -> Recipe:
        """One game of each row, then again with other players.

        Neighbouring rows have different players, and some of them free seats, so that few games show much already.
        """
        turn, row = divmod(number, len(self.rows))
        player = tuple(PLAYERS)[(turn + row) % len(PLAYERS)]
        return Recipe(row, player, is_full(turn, row), number // len(PLAYERS))

    def _aimed(self, number: int) -> Recipe:
        """A game in which both of a wanted pair may be heard: like one in which one of them was heard most."""
        rng = keyed(self.seed, "lab.aim", number)
        pair = rng.pick(self._wanted)
        _, best = self._best[rng.pick([module for module in pair if module in self._best])]
        return evolve(best, row=rng.pick(self._with(pair)))

    def _with(self, pair: tuple[str, str]) -> list[int]:
        return [row for row, modules in enumerate(self.rows) if pair[0] in modules and pair[1] in modules]
