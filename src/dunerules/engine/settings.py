"""Options that rule modules set for others: a preset proposes values, and a ruleset may choose otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from dunerules.engine.declaration_checks import found, option_fault, path_key
from dunerules.engine.declarations import LAYERS
from dunerules.engine.errors import Problem, RulesetError, nearest
from dunerules.engine.library import RuleModule
from dunerules.engine.origin import Precedence
from dunerules.engine.selection import OptionValue, Place, Selection


@frozen
class Setting:
    """What one selected module proposes for an option."""

    by: RuleModule
    target: str
    key: str
    value: OptionValue
    place: Place
    """The line that selected the module."""

    @property
    def path(self) -> str:
        """Where it stands in the module's file."""
        return f"settings.{path_key(self.target)}.{path_key(self.key)}"


def settled_options(
    modules: Iterable[RuleModule], selection: Selection, precedence: Precedence
) -> tuple[dict[str, dict[str, OptionValue]], list[Problem]]:
    """Every option of every module: what the rulesets say, else what modules propose, else the default.

    A ruleset overrules the modules that it, or a ruleset it extends, selects; a module that a later ruleset selects
    overrules what earlier ones say. Also what is wrong with the proposals.
    """
    modules = tuple(modules)
    problems: list[Problem] = []
    proposed: dict[tuple[str, str], list[Setting]] = {}
    for setting in _settings(modules, selection, problems):
        proposed.setdefault((setting.target, setting.key), []).append(setting)
    options: dict[str, dict[str, OptionValue]] = {}
    for module in modules:
        said = selection.options.get(module.id, {})
        options[module.id] = {key: said.get(key, option.default) for key, option in module.file.options.items()}
    for (target, key), settings in proposed.items():
        deciding = _deciding(settings, precedence)
        latest = max(setting.place.rank for setting in deciding)
        if selection.set_at.get((target, key), -1) >= latest:
            continue
        if len({setting.value for setting in deciding}) > 1:
            added = tuple(selection.places)
            problems.append(_undecided(sorted(deciding, key=lambda setting: added.index(setting.by.id))))
        options[target][key] = deciding[0].value
    return options, problems


def _settings(modules: tuple[RuleModule, ...], selection: Selection, problems: list[Problem]) -> Iterator[Setting]:
    """The proposals that are well-formed and about modules that are selected; the others have no effect."""
    for module in modules:
        for target, values in module.file.settings.items():
            known = selection.library.modules
            where = f"settings.{path_key(target)}"
            if target not in known:
                problems.append(
                    Problem(module.shown, where, f'"{target}" is not a rule module.', nearest(target, known))
                )
                continue
            try:
                declared = selection.library.module(target).file.options
            except RulesetError:
                continue  # a broken file is reported where it is selected
            for key, value in values.items():
                setting = Setting(module, target, key, value, selection.places[module.id])
                fault = None if key not in declared else option_fault(declared[key], value)
                if key not in declared:
                    message = f'"{target}" has no option "{key}".'
                    problems.append(Problem(module.shown, setting.path, message, nearest(key, declared)))
                elif fault is not None:
                    problems.append(Problem(module.shown, setting.path, fault.message, fault.hint))
                elif target in selection.modules:
                    yield setting


def _deciding(settings: list[Setting], precedence: Precedence) -> list[Setting]:
    """Of proposals for one option those of the highest layer, without the ones that another comes after."""
    top = max(LAYERS.index(setting.by.file.module.layer) for setting in settings)
    highest = [setting for setting in settings if LAYERS.index(setting.by.file.module.layer) == top]
    return [one for one in highest if not any(precedence.later(other.by.id, one.by.id) for other in highest)]


def _undecided(settings: list[Setting]) -> Problem:
    """Two different values, told at the line that brought the later one in."""
    one = settings[0]
    other = next(setting for setting in settings if setting.value != one.value)
    message = (
        f'"{one.by.id}" sets the option "{one.key}" of "{one.target}" to {found(one.value)}, '
        f'"{other.by.id}" sets it to {found(other.value)}, and nothing decides between them.'
    )
    line = f'[options."{one.target}"]'
    return other.place.problem(message, f"Write  {one.key} = ...  under {line}, or leave one of the two modules out.")
