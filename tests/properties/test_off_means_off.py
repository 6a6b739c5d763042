"""A rule module that is installed and not selected changes nothing, whichever it is."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from itertools import zip_longest
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dunerules
from dunerules import Game, Library, Rulebook
from dunerules.engine.chance import Rng
from dunerules.engine.selection import ALWAYS_SELECTED
from dunerules.testing.compositions import addable

RULESETS = ("dice-feud", "ah-1979-basic", "gf9-2019-basic", "gf9-2019-advanced")
"""Rulesets that leave each module of the library out in one of them."""
CHOICES = 40
WHOLE = Library.installed()
fewer = settings(max_examples=settings().max_examples // 3)
"""Every example compiles rulebooks of its own."""


loaded = cache(dunerules.load)


def modules_named(ruleset: str) -> frozenset[str]:
    """The modules that a selected one names in a condition or sets an option of; they must be there to be named."""
    named: set[str] = set()
    for module in loaded(ruleset).composition.modules:
        named.update(module.file.settings)
        for rule in (*module.file.effect, *module.file.permission, *module.file.passage):
            for value in (rule.when.get("module"), rule.unless.get("module")):
                named.update([value] if isinstance(value, str) else value or ())
    return frozenset(named)


@cache
def idle(ruleset: str) -> tuple[str, ...]:
    """The modules that a ruleset can do without."""
    needed = {*loaded(ruleset).modules, *ALWAYS_SELECTED, *modules_named(ruleset)}
    return tuple(sorted(WHOLE.modules.keys() - needed))


@cache
def without(ruleset: str, modules: frozenset[str]) -> Rulebook:
    """The ruleset in a library that does not have these modules."""
    left = {name: sources for name, sources in WHOLE.modules.items() if name not in modules}
    return dunerules.load(ruleset, library=attrs.evolve(WHOLE, modules=left))


def play(rulebook: Rulebook, seed: int, words: Iterable[int]) -> tuple[list[Any], str]:
    """What a game comes to by these words: a digest after each choice, and its log."""
    game = Game.start(rulebook, seed=seed)
    digests = [game.digest()]
    for word in words:
        if game.outcome is not None:
            break
        rng = Rng(word)
        decision = rng.pick(game.decisions)
        game.submit(decision.seat, decision.space.sample(rng))
        digests.append(game.digest())
    return digests, game.log().text()


@st.composite
def absences(draw: st.DrawFn) -> tuple[str, frozenset[str]]:
    """A ruleset, and some of the modules that it can do without."""
    ruleset = draw(st.sampled_from(RULESETS))
    return ruleset, frozenset(draw(st.sets(st.sampled_from(idle(ruleset)), min_size=1)))


def test_every_module_is_left_out_by_one_of_the_rulesets():
    left_out = {module for ruleset in RULESETS for module in idle(ruleset)}

    # What a dice game has is left out of Dune, and the other way round.
    assert [] == sorted(WHOLE.modules.keys() - left_out - set(ALWAYS_SELECTED))


@fewer
@given(absences(), st.integers(0, 2**32), st.lists(st.integers(0, 2**32), max_size=CHOICES))
def test_a_game_is_the_same_whether_modules_that_are_not_selected_are_installed_or_not(absence, seed, words):
    ruleset, modules = absence

    assert play(loaded(ruleset), seed, words) == play(without(ruleset, modules), seed, words)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_game_is_the_same_without_everything_that_is_not_selected(ruleset):
    """All modules are absent at once in one of the two games; in the other all of them have been imported."""
    for module in WHOLE.modules:
        WHOLE.module(module).load_namespace()
    words = [Rng(number).word() for number in range(10 * CHOICES)]

    installed = play(loaded(ruleset), 7, words)
    absent = play(without(ruleset, frozenset(idle(ruleset))), 7, words)

    differing = [number for number, pair in enumerate(zip_longest(installed[0], absent[0])) if len(set(pair)) > 1]
    assert [] == differing
    assert installed[1] == absent[1]


def stands_alone(ruleset: str, module: str) -> bool:
    """Whether a ruleset has all that a module requires, or the module brings it along."""
    head = WHOLE.module(module).file.module
    return {*loaded(ruleset).modules, *head.includes}.issuperset(head.requires)


@fewer
@given(st.data())
def test_a_module_that_is_added_and_taken_out_again_leaves_nothing_behind(tmp_path_factory, data):
    base = data.draw(st.sampled_from(RULESETS))
    module = data.draw(st.sampled_from([one for one in addable(base) if stands_alone(base, one)]))
    folder = tmp_path_factory.mktemp("off")
    for name, extends, rules in (("on", base, "add"), ("off", "on.toml", "remove")):
        head = f'[ruleset]\nid = "{name}"\ntitle = "{name}"\nextends = "{extends}"\n'
        (folder / f"{name}.toml").write_text(f"{head}[rules]\n{rules} = {json.dumps([module])}\n")

    on, off = (dunerules.load(folder / f"{name}.toml").fingerprint for name in ("on", "off"))

    assert loaded(base).fingerprint == off
    assert on != off
