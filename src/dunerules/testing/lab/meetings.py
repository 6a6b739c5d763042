"""Which rule modules met in play, and why others did not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from itertools import combinations
from typing import Literal

from attrs import Factory, define, frozen

from dunerules.engine.declarations import ModuleFile
from dunerules.engine.hookspecs import HOT
from dunerules.engine.library import RuleModule
from dunerules.engine.marks import marks_of
from dunerules.engine.phases import ANY
from dunerules.testing.lab.covering import NO_WAY
from dunerules.testing.lab.factors import IN, Choices
from dunerules.testing.lab.playing import Played

Kind = Literal["nothing-runs", "not-asked", "impossible", "other-phase", "apart", "silent", "not-played", ""]
"""Why two modules did not meet; empty: nobody knows."""

EXPLAINED: tuple[Kind, ...] = ("nothing-runs", "not-asked", "impossible", "other-phase", "apart")
RUNNING = ("quantity", "effect", "permission", "procedure", "step")
"""Tables of a module's file that have a say in play."""


@frozen
class Missed:
    """Two modules that never had a say in one decision."""

    modules: tuple[str, str]
    kind: Kind
    why: str
    games: int
    """The games in which both had a say, if not in one decision."""

    @property
    def is_explained(self) -> bool:
        """Whether it lies in the rules, so that no number of games would help."""
        return self.kind in EXPLAINED


@define
class Tally:
    """Who had a say in the games of one ruleset: all that is kept of them."""

    modules: tuple[str, ...]
    games: int = 0
    decisions: Counter[str] = Factory(Counter)
    """How many decisions a module had a say in, not counting those of one game that are alike."""
    phases: dict[str, set[str]] = Factory(dict)
    asked: set[str] = Factory(set)
    """The quantities and permissions that somebody asked for."""
    selected: Counter[tuple[str, str]] = Factory(Counter)
    """Games whose rulesets had both modules."""
    together: Counter[tuple[str, str]] = Factory(Counter)
    """Games in which both had a say."""
    met: Counter[tuple[str, str]] = Factory(Counter)
    """Games in which both had a say in one decision."""

    def add(self, played: Played, selected: Iterable[str]) -> None:
        """Count a game."""
        self.games += 1
        self.asked |= played.asked
        place = {module: number for number, module in enumerate(self.modules)}
        beside = [0] * len(self.modules)
        for said in played.decisions:
            here = {module for _, modules in said for module in modules if module in place}
            mask = sum(1 << place[module] for module in here)
            for module in here:
                beside[place[module]] |= mask
                self.decisions[module] += 1
            for phase, modules in said:
                for module in modules:
                    self.phases.setdefault(module, set()).add(phase)
        ran = [module for module, mask in zip(self.modules, beside, strict=True) if mask]
        self.selected.update(combinations(_in_order(selected, place), 2))
        for pair in combinations(ran, 2):
            self.together[pair] += 1
            if beside[place[pair[0]]] >> place[pair[1]] & 1:
                self.met[pair] += 1


def _in_order(modules: Iterable[str], place: Mapping[str, int]) -> list[str]:
    return sorted((module for module in modules if module in place), key=place.__getitem__)


def missed(tally: Tally, choices: Choices, phase_titles: Mapping[str, str]) -> list[Missed]:
    """The pairs of modules that never met, each with what explains it."""
    library = choices.library
    known = {module: library.module(module) for module in tally.modules}
    idle = {module: why for module, found in known.items() if (why := _nothing_runs(found))}
    found = []
    for pair in combinations(tally.modules, 2):
        if not tally.met[pair]:
            kind, why = _why(pair, tally, choices, idle, known, phase_titles)
            found.append(Missed(pair, kind, why, tally.together[pair]))
    return found


def _nothing_runs(module: RuleModule) -> str:
    """Why a module never has a say by itself; empty if it may."""
    file: ModuleFile = module.file
    hot = any(mark.hook in HOT for thing in module.load_namespace() for mark in marks_of(thing))
    if hot or any(getattr(file, table) for table in RUNNING):
        return ""
    what = "is a bundle of others" if file.module.includes else "names pieces, words and laws"
    if file.settings:
        what = "sets options of others"
    elif file.components or file.factions or file.decks:
        what = "has pieces"
    return f'"{module.id}" {what}, and nothing of its own that runs'


def _unasked(module: RuleModule, asked: Collection[str]) -> str:
    """The numbers and permissions that a module is about, if they are all it has and none of them was asked for."""
    file = module.file
    hot = any(mark.hook in HOT for thing in module.load_namespace() for mark in marks_of(thing))
    about = {effect.quantity for effect in file.effect} | {quantity.id for quantity in file.quantity}
    about |= {rule.allow or rule.forbid for rule in file.permission} | {may.id for may in file.may}
    if hot or file.procedure or file.step or about & {*asked}:
        return ""
    return " and ".join(f'"{name}"' for name in sorted(about))


def _why(
    pair: tuple[str, str],
    tally: Tally,
    choices: Choices,
    idle: Mapping[str, str],
    known: Mapping[str, RuleModule],
    titles: Mapping[str, str],
) -> tuple[Kind, str]:
    for module in pair:
        if module in idle:
            return "nothing-runs", idle[module]
    both = [(module, IN) for module in pair if module in choices.model.factors]
    if choices.model.completed(both) is None:
        return "impossible", choices.model.why_not(both) or NO_WAY
    one, other = pair
    for module in pair:
        if not tally.decisions[module]:
            unasked = _unasked(known[module], tally.asked)
            if unasked:
                return "not-asked", f'"{module}" is about {unasked} alone, which nobody asks for in play'
            return "silent", f'"{module}" had no say in any of {tally.games} games'
    if not tally.selected[pair]:
        return "not-played", f"none of {tally.games} games had both"
    declared = [_phase(known[module]) for module in pair]
    if all(declared) and declared[0] != declared[1]:
        return (
            "other-phase",
            f'"{one}" belongs to {titled(declared[0], titles)}, "{other}" to {titled(declared[1], titles)}',
        )
    seen = [tally.phases[module] for module in pair]
    if not seen[0] & seen[1]:
        words = [" and ".join(titled(phase, titles) for phase in titles if phase in phases) for phases in seen]
        return "apart", f'"{one}" has a say in {words[0]} only, "{other}" in {words[1]} only'
    return "", ""


def _phase(module: RuleModule) -> str:
    phase = module.file.module.phase
    return "" if phase == ANY else phase


def titled(phase: str, titles: Mapping[str, str]) -> str:
    """What players call a phase."""
    return f'"{titles.get(phase, phase)}"'
