"""Compositions: rulesets that the installed modules and options make possible."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

from dunerules.engine.compile import loads
from dunerules.engine.declaration_checks import path_key
from dunerules.engine.declarations import ModuleHead, OptionDeclaration
from dunerules.engine.errors import RulesetError
from dunerules.engine.library import Library
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.ruleset import resolve
from dunerules.engine.scenario_values import as_toml

Values = Mapping[str, Mapping[str, bool | int | str]]
"""Options that differ from what the base says: module, key, value."""

ADDABLE_LAYERS = ("option", "house")
"""Layers of modules that are drawn unless somebody names others: the rest belongs to one edition."""
MOST_ADDED = 4
MOST_OPTIONS = 3
WIDEST = 20
"""Whole numbers of an option without an upper bound are drawn from so many."""
_KEPT = 512


@lru_cache(maxsize=16)
def heads(library: Library) -> Mapping[str, ModuleHead]:
    """The heads of all modules that can be read."""
    found = {}
    for module_id in library.modules:
        try:
            found[module_id] = library.module(module_id).file.module
        except RulesetError:
            continue
    return found


@lru_cache(maxsize=_KEPT)
def addable(base: str, library: Library | None = None) -> tuple[str, ...]:
    """Optional modules that a ruleset can be given, each by itself, with all that they require; sorted."""
    found = library or Library.installed()
    known, there = heads(found), _selected(base, found)
    return tuple(
        module_id
        for module_id, head in sorted(known.items())
        if head.layer in ADDABLE_LAYERS and module_id not in there and _is_at_home(module_id, there, known)
    )


def _is_at_home(module_id: str, there: Collection[str], known: Mapping[str, ModuleHead]) -> bool:
    """Whether a module fits in with nothing but optional modules: one that needs more belongs to another game."""
    added = closed((module_id,), there, known)
    if added is None:
        return False
    required = {name for one in added for name in known[one].requires if name not in there}
    return all(known[name].layer in ADDABLE_LAYERS for name in required)


def closed(wanted: Iterable[str], there: Collection[str], known: Mapping[str, ModuleHead]) -> tuple[str, ...] | None:
    """The wanted modules with all that they require or include; None if something conflicts or is not installed."""
    added: dict[str, None] = {}
    waiting = list(wanted)
    while waiting:
        module_id = waiting.pop(0)
        if module_id in there or module_id in added:
            continue
        if module_id not in known:
            return None
        added[module_id] = None
        waiting += [*known[module_id].requires, *known[module_id].includes]
    everything = {*there, *added}
    for module_id in everything:
        if any(other in everything for other in known[module_id].conflicts if other != module_id):
            return None
    return tuple(added)


@lru_cache(maxsize=_KEPT)
def _selected(base: str, library: Library) -> tuple[str, ...]:
    return tuple(module.id for module in resolve(base, library).modules)


def text_of(base: str, added: Iterable[str], options: Values) -> str:
    """The ruleset file of a composition."""
    lines = ["[ruleset]", 'id = "drawn"', 'title = "A drawn composition"', f"extends = {as_toml(base)}"]
    added = list(added)
    if added:
        lines += ["[rules]", f"add = {as_toml(added)}"]
    for module_id, values in options.items():
        lines += [f"[options.{path_key(module_id)}]", *(f"{key} = {as_toml(value)}" for key, value in values.items())]
    return "\n".join(lines) + "\n"


@lru_cache(maxsize=_KEPT)
def _compiled(text: str, library: Library) -> Rulebook | None:
    try:
        return loads(text, library=library, shown="drawn.toml")
    except RulesetError:
        return None


def option_values(option: OptionDeclaration) -> st.SearchStrategy[Any]:  # Any: what the option's type says
    """Values of an option, its default first."""
    if option.type == "bool":
        return st.sampled_from([option.default, not option.default])
    if option.type == "choice":
        return st.sampled_from([option.default, *(word for word in option.choices if word != option.default)])
    low = int(option.default) if option.min is None else option.min
    high = low + WIDEST if option.max is None else option.max
    return st.one_of(st.just(option.default), st.integers(low, min(high, low + WIDEST)))


@st.composite
def rulesets(
    draw: st.DrawFn,
    *bases: str,
    adding: Collection[str] = (),
    among: Collection[str] | None = None,
    options: bool = True,
    library: Library | None = None,
) -> Rulebook:
    """Rulebooks on one of the bases with ``adding``, any of ``among`` (left out: all that is optional) and options set.

    Without bases it is one of the installed rulesets. What a module requires comes with it. A module or a value that
    does not fit what was drawn before is left out, so that everything drawn can be played. Shrinks to the base with
    ``adding`` alone. Raises a RulesetError if the base cannot be given ``adding``.
    """
    found = library or Library.installed()
    base = draw(st.sampled_from(bases or tuple(sorted(found.rulesets))))
    there, known = _selected(base, found), heads(found)
    added = closed(adding, there, known) or tuple(adding)
    if _compiled(text_of(base, added, {}), found) is None:
        loads(text_of(base, added, {}), library=found, shown="drawn.toml")  # raises, and says why
    pool = addable(base, found) if among is None else tuple(among)
    for module_id in draw(st.lists(st.sampled_from(pool), unique=True, max_size=MOST_ADDED)) if pool else []:
        wider = closed((*added, module_id), there, known)
        if wider is not None and _compiled(text_of(base, wider, {}), found) is not None:
            added = wider
    places = _places((*there, *added), found) if options else ()
    drawn = draw(st.lists(st.sampled_from(places), unique=True, max_size=MOST_OPTIONS)) if places else []
    settings = [(one, key, draw(option_values(found.module(one).file.options[key]))) for one, key in drawn]
    return _with_settings(base, added, settings, found)


Setting = tuple[str, str, Any]  # Any: a value of the option
"""A module, the key of an option and its value."""


def _with_settings(base: str, added: tuple[str, ...], settings: Sequence[Setting], library: Library) -> Rulebook:
    """The rulebook with all settings, or, if they do not go together, with those that do."""
    rulebook = _compiled(text_of(base, added, _values(settings)), library)
    if rulebook is not None:
        return rulebook
    kept: list[Setting] = []
    for setting in settings:
        if _compiled(text_of(base, added, _values([*kept, setting])), library) is not None:
            kept.append(setting)
    rulebook = _compiled(text_of(base, added, _values(kept)), library)
    assert rulebook is not None, "every part of the composition was tried before it was taken"
    return rulebook


def _values(settings: Iterable[Setting]) -> Values:
    values: dict[str, dict[str, Any]] = {}
    for module_id, key, value in settings:
        values.setdefault(module_id, {})[key] = value
    return values


@lru_cache(maxsize=_KEPT)
def _places(modules: tuple[str, ...], library: Library) -> tuple[tuple[str, str], ...]:
    """Modules and the keys of their options, sorted."""
    return tuple((one, key) for one in sorted(modules) for key in sorted(library.module(one).file.options))
