"""Covering arrays: few selections of which each pair of choices that can go together is in one.

A *factor* is a question with several answers, its *levels*; the first is the usual one. A *nogood* is a set of choices
that do not go together. The search for a row is exact, so that a pair is called impossible only if it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from attrs import Factory, define, frozen

from dunerules.engine.chance import Rng

Level = str | int | bool | None
IDLE: Level = None
"""The level of a question that does not arise, such as the setting of a rule that is not there."""
Choice = tuple[str, Level]
"""A factor's name and one of its levels."""
Pair = tuple[Choice, Choice]
Row = Mapping[str, Level]
"""A level for every factor."""

CANDIDATES = 4
"""So many rows are tried for each place of the array, and the one that covers most is taken."""


@frozen
class Factor:
    """A question and its possible answers, the usual one first."""

    name: str
    levels: tuple[Level, ...]


@frozen
class Nogood:
    """Choices that do not all go together, and why."""

    choices: frozenset[Choice]
    reason: str


Domains = dict[str, tuple[Level, ...]]


class Model:
    """Factors, and what does not go together."""

    def __init__(self, factors: Iterable[Factor], nogoods: Iterable[Nogood] = ()) -> None:
        """Start from what is known; more nogoods may be learned."""
        self.factors = {factor.name: factor for factor in factors}
        self.nogoods: list[Nogood] = []
        self._naming: dict[Choice, list[Nogood]] = {}
        for nogood in nogoods:
            self.forbid(nogood)

    def forbid(self, nogood: Nogood) -> None:
        """Learn that some choices do not go together."""
        self.nogoods.append(nogood)
        for choice in nogood.choices:
            self._naming.setdefault(choice, []).append(nogood)

    def choices(self) -> Iterator[Choice]:
        """Every choice that is one: a question that does not arise has none."""
        for factor in self.factors.values():
            yield from ((factor.name, level) for level in factor.levels if level is not IDLE)

    def pairs(self) -> Iterator[Pair]:
        """Every pair of choices of two factors."""
        return ((one, other) for one, other in combinations(self.choices(), 2) if one[0] != other[0])

    def narrowed(self, fixed: Iterable[Choice]) -> _Narrowing:
        """What is left of every factor once some choices are made."""
        narrowing = _Narrowing(self)
        narrowing.fix(fixed)
        return narrowing

    def completed(self, fixed: Iterable[Choice]) -> Row | None:
        """A row with these choices and the usual levels wherever they go; None: there is no row with them."""
        narrowing = self.narrowed(fixed)
        return None if narrowing.broken else _searched(narrowing)

    def why_not(self, fixed: Iterable[Choice]) -> str:
        """Why no row has these choices, in words; empty if it takes a search to see."""
        narrowing = self.narrowed(fixed)
        return "; ".join(dict.fromkeys(nogood.reason for nogood in narrowing.reasons()))

    def naming(self, choice: Choice) -> Sequence[Nogood]:
        """The nogoods that a choice stands in."""
        return self._naming.get(choice, ())


class _Narrowing:
    """The levels that are left, after everything that follows from the choices made was taken away."""

    def __init__(self, model: Model, domains: Domains | None = None) -> None:
        self.model = model
        self.domains: Domains = {name: factor.levels for name, factor in model.factors.items()}
        self.broken: Nogood | str = ""
        """What cannot be: a nogood whose choices are all made, or a factor of which nothing is left."""
        self._why: dict[Choice, Nogood] = {}
        if domains is not None:
            self.domains = dict(domains)
            return
        waiting: list[Choice] = [choice for choice in self._made() if len(self.domains[choice[0]]) == 1]
        for nogood in model.nogoods:
            if len(nogood.choices) == 1:
                self._take_away(next(iter(nogood.choices)), nogood, waiting)
        self._follow(waiting)

    def _made(self) -> Iterator[Choice]:
        return ((name, levels[0]) for name, levels in self.domains.items() if len(levels) == 1)

    def copy(self) -> _Narrowing:
        """A narrowing that can go on without this one."""
        return _Narrowing(self.model, self.domains)

    def fix(self, choices: Iterable[Choice]) -> bool:
        """Make choices, and draw the conclusions; whether they are possible."""
        waiting: list[Choice] = []
        for name, level in choices:
            if level not in self.domains[name]:
                self.broken = self.broken or self._why.get((name, level), name)
                return False
            if len(self.domains[name]) > 1:
                self.domains[name] = (level,)
                waiting.append((name, level))
        self._follow(waiting)
        return not self.broken

    def _follow(self, waiting: list[Choice]) -> None:
        while waiting and not self.broken:
            for nogood in self.model.naming(waiting.pop()):
                self._apply(nogood, waiting)

    def _apply(self, nogood: Nogood, waiting: list[Choice]) -> None:
        """Take away the one choice of a nogood that is still open, if all others are made."""
        open_: Choice | None = None
        for name, level in nogood.choices:
            levels = self.domains[name]
            if level not in levels:
                return
            if len(levels) > 1:
                if open_ is not None:
                    return
                open_ = name, level
        if open_ is None:
            self.broken = self.broken or nogood
        else:
            self._take_away(open_, nogood, waiting)

    def _take_away(self, choice: Choice, nogood: Nogood, waiting: list[Choice]) -> None:
        name, level = choice
        left = tuple(other for other in self.domains[name] if other != level)
        if len(left) == len(self.domains[name]):
            return
        self._why[choice] = nogood
        self.domains[name] = left
        if not left:
            self.broken = self.broken or name
        elif len(left) == 1:
            waiting.append((name, left[0]))

    def reasons(self) -> Iterator[Nogood]:
        """The nogoods that led to what cannot be, the last conclusion first."""
        if not self.broken:
            return
        waiting = [self.broken] if isinstance(self.broken, Nogood) else self._of(self.broken)
        seen: list[Nogood] = []
        while waiting:
            nogood = waiting.pop(0)
            if nogood not in seen:
                seen.append(nogood)
                yield nogood
                waiting += [why for name, _ in sorted(nogood.choices, key=str) for why in self._of(name)]

    def _of(self, name: str) -> list[Nogood]:
        """Why levels of a factor were taken away."""
        return [self._why[name, level] for level in self.model.factors[name].levels if (name, level) in self._why]


def _searched(narrowing: _Narrowing) -> Row | None:
    """The first row in the order of the levels, by trying them."""
    name = next((name for name, levels in narrowing.domains.items() if len(levels) > 1), None)
    if name is None:
        return {name: levels[0] for name, levels in narrowing.domains.items()}
    for level in narrowing.domains[name]:
        following = narrowing.copy()
        if following.fix([(name, level)]):
            row = _searched(following)
            if row is not None:
                return row
    return None


# ------------------------------------------------------------------ the array


@define
class Covering:
    """Rows that together have every pair of choices that can be had, and the pairs that cannot."""

    rows: list[Row] = Factory(list)
    impossible: dict[Pair, str] = Factory(dict)
    """Pairs that no row can have, with the reason."""


Judge = Callable[[Row], Nogood | None]
"""Looks at a whole row: None if it is sound, or what does not go together in it."""

NO_WAY = "no choice of everything else allows both"


def cover(model: Model, judge: Judge = lambda _row: None, *, seed: int = 0) -> Covering:
    """Rows of which each possible pair of choices is in one; the first has the usual levels.

    ``judge`` may refuse a row with what is wrong in it, which the model learns. The same arguments give the same rows.
    """
    found = Covering()
    open_ = _Open(model)
    rng = Rng(seed)
    usual = model.completed(())
    while usual is not None:
        refused = judge(usual)
        if refused is None:
            found.rows.append(usual)
            open_.cover(usual)
            break
        model.forbid(refused)
        usual = model.completed(())
    while (pair := open_.widest()) is not None:
        if model.completed(pair) is None:
            found.impossible[pair] = model.why_not(pair) or NO_WAY
            open_.drop(pair)
            continue
        rows = [_greedy(model, open_, pair, rng) for _ in range(CANDIDATES)]
        row = max(rows, key=open_.gain)  # of equals the first
        refused = judge(row)
        if refused is None:
            found.rows.append(row)
            open_.cover(row)
        else:
            model.forbid(refused)
    found.impossible = {pair: found.impossible[pair] for pair in model.pairs() if pair in found.impossible}
    return found


class _Open:
    """The pairs that no row has yet: for each choice its partners."""

    def __init__(self, model: Model) -> None:
        self.partners: dict[Choice, dict[Choice, None]] = {choice: {} for choice in model.choices()}
        for one, other in model.pairs():
            self.partners[one][other] = self.partners[other][one] = None
        self.place = {choice: number for number, choice in enumerate(self.partners)}

    def widest(self) -> Pair | None:
        """A pair of the choices that have the most partners left."""
        one = max(self.partners, key=lambda choice: len(self.partners[choice]), default=None)
        if one is None or not self.partners[one]:
            return None
        other = max(self.partners[one], key=lambda choice: len(self.partners[choice]))
        return (one, other) if self.place[one] < self.place[other] else (other, one)

    def drop(self, pair: Pair) -> None:
        one, other = pair
        self.partners[one].pop(other, None)
        self.partners[other].pop(one, None)

    def cover(self, row: Row) -> None:
        for pair in combinations(_choices(row), 2):
            self.drop(pair)

    def gain(self, row: Row) -> int:
        made = _choices(row)
        return sum(self.with_(choice, made) for choice in made)

    def with_(self, choice: Choice, made: Iterable[Choice]) -> int:
        """How many open pairs a choice makes with others."""
        partners = self.partners.get(choice, {})
        return sum(other in partners for other in made)


def _choices(row: Row) -> list[Choice]:
    return [(name, level) for name, level in row.items() if level is not IDLE]


def _greedy(model: Model, open_: _Open, pair: Pair, rng: Rng) -> Row:
    """A row with a pair that can be had, filled up by the levels that cover most with what is there already."""
    narrowing = model.narrowed(pair)
    for name in rng.shuffled(list(narrowing.domains)):
        levels = narrowing.domains[name]
        if len(levels) < 2:
            continue
        made = [(other, left[0]) for other, left in narrowing.domains.items() if len(left) == 1]
        gains = {level: open_.with_((name, level), made) for level in levels}
        # Of equals any may be taken; the usual one every time would make all rows alike.
        for level in sorted(rng.shuffled(levels), key=lambda level: -gains[level]):
            following = narrowing.copy()
            if following.fix([(name, level)]):
                narrowing = following
                break
    # Conclusions do not see every dead end; the search for any row with the pair does.
    row = _searched(narrowing) or model.completed(pair)
    assert row is not None, "a pair is given only if some row has it"
    return row
