"""Phases: the stages of play that rule modules name as theirs, in the order in which a game comes to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from dunerules.engine.hooks import marked_by_module
from dunerules.engine.rulebook import Rulebook

WHOLE_GAME = ""
"""The phase of what belongs to no one stage."""
ANY = "any"
"""What a module names as its phase if it belongs to every stage; the same as naming none."""


def phase_of(rulebook: Rulebook, module: str) -> str:
    """The phase that a module names; that of a ruleset's own declarations is the whole game."""
    return rulebook.once(_phases).get(module, WHOLE_GAME)


@lru_cache(maxsize=32)
def phase_titles(*rulebooks: Rulebook) -> Mapping[str, str]:
    """All phases of some rulebooks in the order of play, each with what players call it.

    The whole game comes first, and phases that no step belongs to come last. In which order rulebooks are given does
    not matter.
    """
    named = {phase for book in rulebooks for phase in book.once(_phases).values()}
    ways = [list(dict.fromkeys(_walk(book, book.root, set()))) for book in rulebooks]
    places = {phase: min(way.index(phase) for way in ways if phase in way) for way in ways for phase in way}
    ordered = sorted(named - {WHOLE_GAME}, key=lambda phase: (places.get(phase, len(named)), phase))
    return MappingProxyType({WHOLE_GAME: "The whole game"} | {phase: _title(rulebooks, phase) for phase in ordered})


def headings(rulebook: Rulebook) -> Mapping[str, tuple[str, ...]]:
    """What players call the phases, in the order of play, each with the phases of that name: they read as one."""
    found: dict[str, tuple[str, ...]] = {}
    for phase, title in phase_titles(rulebook).items():
        found[title] = (*found.get(title, ()), phase)
    return MappingProxyType(found)


def either(*titles: str) -> str:
    """What two rulesets call a thing: the name that they share, or both names."""
    return " / ".join(sorted({title for title in titles if title}))


def in_words(name: str) -> str:
    """A dotted or dashed name as plain words: ``round-two.begin`` is ``round two begin``."""
    return name.replace("-", " ").replace("_", " ").replace(".", " ")


def capital(text: str) -> str:
    """The text with a capital at its start."""
    return text[:1].upper() + text[1:]


def _title(rulebooks: tuple[Rulebook, ...], phase: str) -> str:
    """The title of the procedure with the phase's name, or the name in words."""
    titles = [book.procedures[phase].title for book in rulebooks if phase in book.procedures]
    return either(*titles) or capital(in_words(phase))


def _phases(rulebook: Rulebook) -> dict[str, str]:
    heads = [module.file.module for module in rulebook.composition.modules]
    return {head.id: WHOLE_GAME if head.phase == ANY else head.phase for head in heads}


def _step_phases(rulebook: Rulebook) -> dict[str, str]:
    """For each step the phase of the module that defines it."""
    marked = marked_by_module(rulebook.composition.modules, "run_step")
    return {mark.key: phase_of(rulebook, origin.name) for origin, mark, _ in marked}


def _walk(rulebook: Rulebook, procedure: str, seen: set[str]) -> Iterator[str]:
    """The phases of a procedure's steps, in the order of play."""
    seen.add(procedure)
    for step in rulebook.procedures[procedure].steps:
        if step in rulebook.procedures:
            if step not in seen:
                yield from _walk(rulebook, step, seen)
        elif phase := rulebook.once(_step_phases).get(step):
            yield phase
