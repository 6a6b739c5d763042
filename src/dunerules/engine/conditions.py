"""Conditions: an AND of small registered facts, checked and folded when a ruleset is compiled."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from inspect import getdoc
from typing import Any, Protocol

import attrs
from attrs import frozen

from dunerules.engine.declarations import Condition as DeclaredCondition
from dunerules.engine.errors import Problem, nearest
from dunerules.engine.marks import Mark
from dunerules.engine.origin import Origin

Look = Any  # Any: the read-only view of a game, which declarations only hand through to rule code
Context = Mapping[str, Any]
"""What a question names, such as ``{"seat": "red"}``; Any: the words of the game."""
Value = str | int | bool


class StaticContext(Protocol):
    """What static facts may ask: which modules are selected, and how their options are set."""

    @property
    def modules(self) -> Collection[str]:
        """Ids of the selected modules."""

    @property
    def options(self) -> Mapping[str, Mapping[str, bool | int | str]]:
        """Module, key, value."""


@frozen
class Fact:
    """Something that a condition may name."""

    name: str
    function: Callable[..., bool] | None = None
    """``f(look, ctx, value)``; a static fact is called as ``f(static_context, None, value)``."""
    needs: tuple[str, ...] = ()
    values: str = ""
    """The kind of component that the values name, or ``int`` or ``bool``; empty: any word or number."""
    static: bool = False
    exclusive: bool = False
    fixed: bool = False
    """Whether the answer depends on the value, the rulebook and what it needs alone, so that it can be remembered."""
    key: str = ""
    """Instead of a function: the key of the context that is compared with the value."""
    check: Callable[[StaticContext, Value], tuple[str, str] | None] | None = None
    """A closer check of a value when it is compiled: message and hint."""
    meaning: str = ""
    """When it holds, in a sentence, for the reference."""


def fact_of(mark: Mark, function: Callable[..., bool]) -> Fact:
    """The fact that a function marked with `marks.fact` declares."""
    return Fact(mark.key, function, **mark.details, meaning=(getdoc(function) or "").partition("\n\n")[0])


def _option_holds(book: StaticContext, _ctx: None, value: str) -> bool:
    place, equals, word = value.partition("=")
    module, _, key = place.partition("/")
    setting = book.options.get(module, {}).get(key)
    if not equals:
        return bool(setting)
    return setting is not None and _word(setting) == word


def _check_option(book: StaticContext, value: Value) -> tuple[str, str] | None:
    place = str(value).partition("=")[0]
    module, slash, key = place.partition("/")
    if not slash:
        return f'"{place}" is not an option.', "Write it as module and key, such as  my.module/key."
    # An option of a module that is not selected is simply off.
    if module in book.modules and key not in book.options.get(module, {}):
        known = [f"{module}/{word}" for word in book.options.get(module, {})]
        return f'"{place}" is not an option.', nearest(place, known)
    return None


BUILT_IN_FACTS: Mapping[str, Fact] = {
    "seat": Fact(
        "seat",
        key="seat",
        needs=("seat",),
        values="faction",
        exclusive=True,
        meaning="Whether the question is about this seat.",
    ),
    "module": Fact(
        "module",
        lambda book, _ctx, value: value in book.modules,
        values="module",
        static=True,
        meaning="Whether this rule module is selected.",
    ),
    "option": Fact(
        "option",
        _option_holds,
        static=True,
        check=_check_option,
        meaning="Whether an option has this value, as in `module/key=value`; without `=`, whether it is true or not 0.",
    ),
}
"""Facts that every game has."""


@frozen
class Comparison:
    """One fact and the values of which any may hold."""

    fact: Fact
    values: tuple[Value, ...]

    def words(self) -> str:
        """Such as ``seat is red or blue``."""
        name = self.fact.name.replace("-", " ").replace("_", " ")
        if len(self.values) == 1 and isinstance(self.values[0], bool):  # 1 equals True
            return name if self.values[0] else f"not {name}"
        return f"{name} is {' or '.join(_word(value) for value in self.values)}"


Asked = tuple[Callable[..., bool], tuple[Value, ...], bool]


@frozen
class Condition:
    """A compiled condition; compare with `ALWAYS` and `NEVER` by ``is``."""

    when: tuple[Comparison, ...] = ()
    unless: tuple[Comparison, ...] = ()
    _compared: tuple[tuple[str, tuple[Value, ...], bool], ...] = attrs.field(init=False, eq=False, repr=False)
    _asked: tuple[Asked, ...] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Sort the comparisons into those of plain equality and those that call a function."""
        tests = [(test, True) for test in self.when] + [(test, False) for test in self.unless]
        compared = tuple((test.fact.key, test.values, wanted) for test, wanted in tests if test.fact.key)
        asked = tuple((test.fact.function, test.values, wanted) for test, wanted in tests if test.fact.function)
        object.__setattr__(self, "_compared", compared)
        object.__setattr__(self, "_asked", asked)

    def holds(self, look: Look, ctx: Context) -> bool:
        """Whether all facts of `when` and none of `unless` hold now."""
        if self is NEVER:
            return False
        for key, values, wanted in self._compared:
            if (ctx[key] in values) is not wanted:
                return False
        for function, values, wanted in self._asked:
            for value in values:
                if function(look, ctx, value):
                    if not wanted:
                        return False
                    break
            else:
                if wanted:
                    return False
        return True

    def words(self) -> str:
        """Such as ``seat is red; unless round is 3``; empty when it always holds."""
        if self is NEVER:
            return "never"
        parts = [" and ".join(test.words() for test in self.when)] if self.when else []
        if self.unless:
            parts.append("unless " + " or ".join(test.words() for test in self.unless))
        return "; ".join(parts)


ALWAYS = Condition()
"""A condition that was folded to true, or that says nothing."""
NEVER = Condition((Comparison(Fact("never"), ()),))
"""A condition that was folded to false."""


def check_context(noun: str, name: str, needs: Sequence[str], ctx: Context) -> None:
    """Refuse a question that does not name everything it must."""
    for key in needs:
        if key not in ctx:
            missing = ", ".join(f'"{key}"' for key in needs if key not in ctx)
            given = ", ".join(f'"{key}"' for key in sorted(ctx)) or "nothing"
            raise TypeError(f'The {noun} "{name}" cannot be asked without {missing}; given: {given}.')


def compile_condition(
    when: DeclaredCondition,
    unless: DeclaredCondition,
    *,
    facts: Mapping[str, Fact],
    needs: Collection[str] | None,
    static_context: StaticContext,
    known_values: Mapping[str, Collection[str]],
    origin: Origin,
    problems: list[Problem],
) -> Condition:
    """Check a condition and fold its static facts; what is wrong is added to ``problems``.

    ``needs`` are the keys that every question gives; None: not known, so not checked. The values of a kind that
    ``known_values`` does not list are not checked.
    """
    live: dict[str, list[Comparison]] = {"when": [], "unless": []}
    never = False
    for side, declared in (("when", when), ("unless", unless)):
        for name in sorted(declared):
            place = origin.at(f"{origin.path}.{side}.{name}" if origin.path else f"{side}.{name}")
            test = Comparison(facts.get(name, Fact(name)), _as_tuple(declared[name]))
            found = list(_wrong(test, facts, needs, static_context, known_values, place))
            problems.extend(found)
            if found:
                continue
            if not test.fact.static:
                live[side].append(test)
            elif _static_holds(test, static_context) is not (side == "when"):
                never = True
    if never:
        return NEVER
    return Condition(tuple(live["when"]), tuple(live["unless"])) if live["when"] or live["unless"] else ALWAYS


def can_both_hold(one: Condition, other: Condition) -> bool:
    """Whether two conditions may hold for the same question; False only when they provably exclude each other."""
    if one is NEVER or other is NEVER:
        return False
    for test in one.when:
        for against in other.when:
            same = test.fact.name == against.fact.name
            if same and test.fact.exclusive and not set(test.values) & set(against.values):
                return False
    return not (_ruled_out(one, other) or _ruled_out(other, one))


def _ruled_out(one: Condition, by: Condition) -> bool:
    """Whether some fact of ``one`` can only hold with a value that ``by`` excludes."""
    excluded = {test.fact.name: set(test.values) for test in by.unless}
    return any(set(test.values) <= excluded.get(test.fact.name, set()) for test in one.when)


def _static_holds(test: Comparison, book: StaticContext) -> bool:
    assert test.fact.function is not None
    return any(test.fact.function(book, None, value) for value in test.values)


def _wrong(
    test: Comparison,
    facts: Mapping[str, Fact],
    needs: Collection[str] | None,
    book: StaticContext,
    known_values: Mapping[str, Collection[str]],
    place: Origin,
) -> Iterator[Problem]:
    fact = facts.get(test.fact.name)
    if fact is None:
        yield place.problem(f'"{test.fact.name}" is not a fact.', nearest(test.fact.name, facts))
        return
    missing = [key for key in fact.needs if needs is not None and key not in needs]
    if missing:
        message = f'"{fact.name}" cannot be a condition here: nothing says which {_quoted(missing)} is meant.'
        known = f"Only {_quoted(needs)} can be told apart here." if needs else "This is the same for everybody."
        yield place.problem(message, known)
    if not test.values:
        yield place.problem("An empty list never holds.", "Name at least one value, or leave the fact out.")
    for value in test.values:
        yield from _wrong_value(fact, value, book, known_values, place)


def _wrong_value(
    fact: Fact, value: Value, book: StaticContext, known_values: Mapping[str, Collection[str]], place: Origin
) -> Iterator[Problem]:
    expected = {"int": "a whole number", "bool": "true or false", "": ""}.get(fact.values, f"the id of a {fact.values}")
    fits = {"int": type(value) is int, "bool": type(value) is bool, "": True}.get(fact.values, type(value) is str)
    if fact.check is not None and type(value) is not str:
        fits, expected = False, "a word"
    if not fits:
        yield place.problem(f'The fact "{fact.name}" is compared with {expected}, not with {_shown(value)}.')
        return
    known = known_values.get(fact.values)
    if known is not None and fact.values not in ("int", "bool", "") and value not in known:
        yield place.problem(f'"{value}" is not a {fact.values}.', nearest(str(value), known))
    if fact.check is not None and (wrong := fact.check(book, value)) is not None:
        yield place.problem(*wrong)


def _as_tuple(value: Any) -> tuple[Value, ...]:  # Any: what a TOML file gave, a list or one value
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


def _word(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _shown(value: Value) -> str:
    return f'"{value}"' if isinstance(value, str) else _word(value)


def _quoted(words: Collection[str]) -> str:
    return " and ".join(f'"{word}"' for word in words)
