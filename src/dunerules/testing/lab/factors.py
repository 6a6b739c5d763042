"""What can be chosen about a ruleset: optional modules in or out, and the values of options."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from attrs import frozen

from dunerules.engine.chain import ChainLink
from dunerules.engine.compile import compile_rulebook
from dunerules.engine.declarations import Decks, ModuleHead, OptionDeclaration, RuleSelection, RulesetFile, RulesetHead
from dunerules.engine.errors import RulesetError
from dunerules.engine.library import Library
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.ruleset import compose, resolve
from dunerules.engine.scenario_values import as_toml
from dunerules.engine.selection import ALWAYS_SELECTED, select
from dunerules.testing.lab.covering import IDLE, Choice, Factor, Level, Model, Nogood, Row

OPTIONAL_LAYERS = ("option", "house")
"""Layers of modules that a ruleset of any edition may take in."""
IN, OUT = "in", "out"
"""The levels of a module."""


@frozen(eq=False)
class Question:
    """What a factor is about: a module, or one of its options."""

    module: str
    option: str = ""

    @property
    def name(self) -> str:
        """As conditions name it: the module, or module and key."""
        return f"{self.module}/{self.option}" if self.option else self.module


@frozen(eq=False)
class Choices:
    """Everything that can be chosen about one ruleset."""

    base: str
    """The ruleset: a known name or a file."""
    library: Library
    chain: tuple[ChainLink, ...]
    there: tuple[str, ...]
    """The modules of the ruleset."""
    values: Mapping[str, Mapping[str, bool | int | str]]
    """The options of the ruleset."""
    questions: Mapping[str, Question]
    preset: frozenset[str]
    """Names of the options that an optional module sets."""
    model: Model

    def link(self, row: Row, decks: Decks | None = None) -> ChainLink:
        """The ruleset file that a row stands for, perhaps with changed decks; it extends the ruleset."""
        wanted = {module for module in self.there if row.get(module, IN) == IN}
        wanted |= {name for name, level in row.items() if level == IN and not self.questions[name].option}
        options: dict[str, dict[str, bool | int | str]] = {}
        for name, level in row.items():
            question = self.questions[name]
            if question.option and level is not None and (level != self._usual(question) or name in self.preset):
                options.setdefault(question.module, {})[question.option] = level
        head = RulesetHead("lab-ruleset", "A ruleset of the lab", extends=self.chain[-1].file.ruleset.id)
        file = RulesetFile(head, rules=self._selection(wanted), options=options, decks=decks or {})
        return ChainLink(file, "lab-ruleset.toml")

    def rulebook(self, row: Row, decks: Decks | None = None) -> Rulebook:
        """The compiled rules of a row; raises a RulesetError if they do not go together."""
        return compile_rulebook(compose((*self.chain, self.link(row, decks)), self.library))

    def unusual(self, row: Row) -> list[Choice]:
        """The choices of a row that are not those of the ruleset itself."""
        return [
            (name, level)
            for name, level in row.items()
            if level is not IDLE and level != self.model.factors[name].levels[0]
        ]

    def modules(self) -> tuple[str, ...]:
        """Every module that some row may have."""
        return tuple(dict.fromkeys((*self.there, *(question.module for question in self.questions.values()))))

    def _usual(self, question: Question) -> bool | int | str:
        there = self.values.get(question.module)
        declared = self.library.module(question.module).file.options[question.option]
        return declared.default if there is None else there[question.option]

    def _selection(self, wanted: set[str]) -> RuleSelection:
        """What to add and to remove; what a bundle brings or takes with it is named only where that is not wanted."""
        remove: list[str] = []
        for module in (one for one in self.there if one not in wanted):
            if self._after_removing((*remove, module)) is not None:
                remove.append(module)
        kept = self._after_removing(remove) or frozenset(self.there)
        add = [module for module in sorted(wanted) if module not in kept]
        brought = {part for module in add for part in self.library.module(module).file.module.includes}
        # A bundle brings its parts itself; to name them again would be a mistake.
        add = [module for module in add if module not in brought]
        remove += sorted(brought - wanted - kept)
        return RuleSelection(tuple(add), tuple(remove))

    def _after_removing(self, modules: Iterable[str]) -> frozenset[str] | None:
        """The modules that are left; None if one of those to remove went with another before."""
        head = RulesetHead("lab-ruleset", "A ruleset of the lab")
        link = ChainLink(RulesetFile(head, rules=RuleSelection(remove=tuple(modules))), "lab-ruleset.toml")
        selection = select((*self.chain, link), self.library)
        gone = any(problem.file == link.shown and "rules.remove" in problem.path for problem in selection.problems)
        return None if gone else frozenset(selection.places)


def choices_of(base: str, library: Library | None = None, among: Collection[str] | None = None) -> Choices:
    """The choices that a ruleset leaves: its own optional parts, those it could take in, and all options.

    Parts of a ruleset are optional if they stand in an optional layer, or if the ruleset itself adds them to what it
    extends. ``among`` are the modules that it may take in; left out: all that are installed. Raises a RulesetError if
    the ruleset cannot be played.
    """
    found = library or Library.installed()
    composition = resolve(base, found)
    there = tuple(module.id for module in composition.modules)
    heads = dict(_heads(found))
    own = _own_parts(composition.chain, there, heads)
    more = {module for module in heads if module not in there and (among is None or module in among)}
    optional = sorted(own | _at_home(more, there, heads, found))
    questions = [Question(module) for module in optional]
    factors = [Factor(module, (IN, OUT) if module in there else (OUT, IN)) for module in optional]
    nogoods = list(_module_nogoods(there, optional, heads))
    for module in sorted({*there, *optional}):
        for key, option in found.module(module).file.options.items():
            question = Question(module, key)
            usual = composition.options[module][key] if module in there else option.default
            levels: tuple[Level, ...] = tuple(dict.fromkeys((usual, *_values(option))))
            if len(levels) > 1:
                questions.append(question)
                factors.append(_option_factor(question, levels, module in optional, module in there))
                nogoods += _option_nogoods(question, levels) if module in optional else ()
    known = {question.name: question for question in questions}
    nogoods += [nogood for module in optional for nogood in _preset_nogoods(found, module, factors)]
    preset = frozenset(name for module in optional for name in _settings(found, module))
    model = Model(factors, nogoods)
    return Choices(base, found, composition.chain, there, composition.options, known, preset, model)


def _heads(library: Library) -> Iterator[tuple[str, ModuleHead]]:
    for module in sorted(library.modules):
        try:
            yield module, library.module(module).file.module
        except RulesetError:
            continue  # whoever selects it is told


def _own_parts(chain: tuple[ChainLink, ...], there: tuple[str, ...], heads: Mapping[str, ModuleHead]) -> set[str]:
    """Modules of a ruleset that may be left out."""
    added = set(chain[-1].file.rules.add) if len(chain) > 1 else set()
    added |= {part for module in added if module in heads for part in heads[module].includes}
    own = {module for module in there if module in added or heads[module].layer in OPTIONAL_LAYERS}
    return own - {*ALWAYS_SELECTED}


def _at_home(
    modules: Collection[str], there: tuple[str, ...], heads: Mapping[str, ModuleHead], library: Library
) -> set[str]:
    """Modules that a ruleset may take in: optional ones, with nothing about them that belongs to another game."""
    more = {module for module in modules if heads[module].layer in OPTIONAL_LAYERS}
    needed = {module: {*heads[module].requires, *heads[module].includes} for module in more}
    while strangers := {module for module in more if not needed[module] <= {*there, *more}}:
        more -= strangers
    settings = {module: {*library.module(module).file.settings} for module in more}
    return {module for module in more if not settings[module] or settings[module] & {*there, *more}}


def _values(option: OptionDeclaration) -> tuple[bool | int | str, ...]:
    """The values of an option that are tried: all words, and the ends of a range of numbers."""
    if option.type == "bool":
        return (True, False)
    if option.type == "choice":
        return option.choices
    return tuple(end for end in (option.min, option.max) if end is not None)


def _option_factor(question: Question, levels: tuple[Level, ...], optional: bool, there: bool) -> Factor:
    if not optional:
        return Factor(question.name, levels)
    return Factor(question.name, (*levels, IDLE) if there else (IDLE, *levels))


def _option_nogoods(question: Question, levels: tuple[Level, ...]) -> Iterator[Nogood]:
    module, name = question.module, question.name
    yield Nogood(frozenset({(module, IN), (name, IDLE)}), f'"{name}" has a value if "{module}" is there')
    for level in levels:
        yield Nogood(frozenset({(module, OUT), (name, level)}), f'"{name}" is a setting of "{module}"')


def _settings(library: Library, module: str) -> dict[str, bool | int | str]:
    """The options that a module sets for others, by name."""
    settings = library.module(module).file.settings
    return {Question(other, key).name: value for other, values in settings.items() for key, value in values.items()}


def _preset_nogoods(library: Library, module: str, factors: Iterable[Factor]) -> Iterator[Nogood]:
    """A preset is tried as it is: with another value in its place it would change nothing."""
    settings = _settings(library, module)
    for factor in factors:
        for level in factor.levels if factor.name in settings else ():
            if level is not IDLE and level != settings[factor.name]:
                reason = f'"{module}" sets "{factor.name}" to {as_toml(settings[factor.name])}'
                yield Nogood(frozenset({(module, IN), (factor.name, level)}), reason)


def _module_nogoods(there: tuple[str, ...], optional: list[str], heads: Mapping[str, ModuleHead]) -> Iterator[Nogood]:
    fixed = {*there} - {*optional}
    for module in (*sorted(fixed), *optional):
        own = frozenset({(module, IN)}) if module in optional else frozenset[Choice]()
        for required in heads[module].requires:
            if required in optional:
                yield Nogood(own | {(required, OUT)}, f'"{module}" requires "{required}"')
        for other in heads[module].conflicts:
            if other in optional or (other in fixed and own):
                others = frozenset({(other, IN)}) if other in optional else frozenset[Choice]()
                yield Nogood(own | others, f'"{module}" excludes "{other}"')
