"""Conditions that can never hold in a ruleset, and conditions that hold whenever another one does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dunerules.engine.conditions import Comparison, Condition, Fact
from dunerules.engine.declarations import Condition as DeclaredCondition
from dunerules.engine.errors import nearest
from dunerules.engine.phases import in_words
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.unplayed import Judge, Named

Why = tuple[str, str, str]
"""The key below the declaration, what is wrong, and a hint."""


def why_never(rulebook: Rulebook, when: DeclaredCondition, unless: DeclaredCondition) -> Why | None:
    """Why a condition never holds, whatever happens in a game; None: it may hold."""
    tests = {
        side: [Comparison(rulebook.facts[name], _tuple(value)) for name, value in sorted(declared.items())]
        for side, declared in (("when", when), ("unless", unless))
    }
    return next(_found(rulebook, tests), None)


def implies(one: Condition, other: Condition) -> bool:
    """Whether the other condition provably holds whenever the one does."""
    return all(_granted(test, one) for test in other.when) and all(_excluded(test, one) for test in other.unless)


def _found(rulebook: Rulebook, tests: Mapping[str, list[Comparison]]) -> Iterator[Why]:
    judge = Judge(rulebook, Named(), {})
    for side, wanted in (("when", True), ("unless", False)):
        for test in tests[side]:
            if test.fact.static and judge.compares(test) is not wanted:
                yield f"{side}.{test.fact.name}", _static_words(test, wanted), ""
    for test in tests["when"]:
        yield from _unknown_words(rulebook, test)
    for test in tests["when"]:
        for against in tests["unless"]:
            if test.fact.name == against.fact.name and set(test.values) <= set(against.values):
                message = f'"when" and "unless" say the same about {in_words(test.fact.name)}.'
                yield f"unless.{test.fact.name}", message, ""
    yield from _no_such_thing(rulebook, tests)


def _static_words(test: Comparison, wanted: bool) -> str:
    if test.fact.name == "module":
        names = " or ".join(f'"{value}"' for value in test.values)
        return f"{names} is not selected." if wanted else f"{names} is selected."
    return f"in this ruleset it is {'not ' if wanted else ''}so that {test.words()}."


def _unknown_words(rulebook: Rulebook, test: Comparison) -> Iterator[Why]:
    """Words that are compared with a fact that has the name of a kind of component, and none of its ids."""
    things = rulebook.components.get(test.fact.name)
    if things and not test.fact.values and not any(value in things for value in test.values):
        word = str(test.values[0])
        yield f"when.{test.fact.name}", f'"{word}" is not a {in_words(test.fact.name)}.', nearest(word, things)


def _no_such_thing(rulebook: Rulebook, tests: Mapping[str, list[Comparison]]) -> Iterator[Why]:
    """Facts about one thing, all of them fixed, that no component fulfils together."""
    fixed = {side: [test for test in found if _about_one_thing(test.fact)] for side, found in tests.items()}
    keys = dict.fromkeys(test.fact.needs[0] for test in fixed["when"])
    for key in keys:
        things = rulebook.components.get(key)
        mine = [test for test in fixed["when"] if test.fact.needs == (key,)]
        against = [test for test in fixed["unless"] if test.fact.needs == (key,)]
        if not things:
            continue
        judges = [Judge(rulebook, Named({key: name}), {}) for name in things]
        if not any(_may_hold(judge, mine, against) for judge in judges):
            words = " and ".join(test.words() for test in mine)
            yield f"when.{mine[0].fact.name}", f"there is no {in_words(key)} of which it is true that {words}.", ""


def _may_hold(judge: Judge, mine: list[Comparison], against: list[Comparison]) -> bool:
    return all(judge.compares(test) is not False for test in mine) and not any(judge.compares(test) for test in against)


def _about_one_thing(fact: Fact) -> bool:
    return fact.fixed and len(fact.needs) == 1


def _granted(test: Comparison, by: Condition) -> bool:
    return any(mine.fact.name == test.fact.name and set(mine.values) <= set(test.values) for mine in by.when)


def _excluded(test: Comparison, by: Condition) -> bool:
    if any(mine.fact.name == test.fact.name and set(mine.values) >= set(test.values) for mine in by.unless):
        return True
    return any(
        mine.fact.exclusive and mine.fact.name == test.fact.name and not set(mine.values) & set(test.values)
        for mine in by.when
    )


def _tuple(value: object) -> tuple[str | int | bool, ...]:
    return tuple(value) if isinstance(value, tuple | list) else (value,)  # type: ignore[return-value]  # as declared
