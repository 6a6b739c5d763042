"""Every law of Dune catches a rule module that is wrong in just that way."""

from __future__ import annotations

from functools import cache

import pytest

import dunerules
from dunerules import Game, Library, Rulebook
from dunerules.engine.errors import DunerulesError
from dunerules.engine.players import random_player
from dunerules.testing import LawBroken, assert_lawful, broken_laws

BASE = "gf9-2019-advanced"
TITLE = "Breaks: "
MOST_GAMES = 12
MOST_CHOICES = 400


@cache
def library() -> Library:
    return Library.installed().plus("mutants")


def mutants() -> dict[str, str]:
    """Each mutant's id and the law that must catch it."""
    modules = (library().module(name) for name in sorted(library().modules) if name.startswith("mutant."))
    return {module.id: module.file.module.title.removeprefix(TITLE) for module in modules}


def mutated(mutant: str) -> Rulebook:
    text = f'[ruleset]\nid = "mutated"\ntitle = "Mutated"\nextends = "{BASE}"\n[rules]\nadd = ["{mutant}"]\n'
    return dunerules.loads(text, library=library())


def first_breach(rulebook: Rulebook, law: str) -> Game | None:
    """The first random game that breaks the law, where it breaks it."""
    for seed in range(MOST_GAMES):
        game, choose = Game.start(rulebook, seed=seed), random_player(seed)
        for _ in range(MOST_CHOICES):
            broken = broken_laws(game)
            if law in broken:
                return game
            if game.outcome is not None or broken:
                break
            try:
                game.submit(*choose(game))
            except (DunerulesError, ValueError):
                break  # the mutant has broken the game before the law
    return None


@pytest.mark.parametrize(("mutant", "law"), mutants().items(), ids=mutants())
def test_a_mutant_is_caught_by_its_law(mutant: str, law: str) -> None:
    game = first_breach(mutated(mutant), law)

    assert game is not None
    with pytest.raises(LawBroken) as caught:
        assert_lawful(game)
    assert law in caught.value.laws
    assert f'The law "{law}" is broken: ' in str(caught.value)


def test_every_law_of_the_advanced_game_has_a_mutant() -> None:
    laws = set(dunerules.load(BASE).invariants)

    assert laws == set(mutants().values())
