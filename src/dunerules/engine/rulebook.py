"""The rulebook: a ruleset resolved, checked and compiled once, shared by every game played with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import pluggy
from attrs import field, frozen

from dunerules.engine.catalogue import Catalogue
from dunerules.engine.conditions import Fact
from dunerules.engine.errors import DunerulesError, nearest
from dunerules.engine.permissions import Permission
from dunerules.engine.procedures import Procedure
from dunerules.engine.quantities import Quantity
from dunerules.engine.quoting import quoted
from dunerules.engine.ruleset import Composition

if TYPE_CHECKING:
    from dunerules.engine.views import Redactor

T = TypeVar("T")
Handlers = Mapping[Any, tuple[Callable[..., Any], ...]]


@frozen
class StepOperation:
    """What stands at one place of a procedure: a step's function, or the procedure to run."""

    name: str
    run: Callable[..., Any] | None
    repeat: bool = False


@frozen(eq=False, slots=False)
class Rulebook:
    """The compiled rules of one ruleset: immutable, fingerprinted, free of any one game."""

    composition: Composition
    fingerprint: str
    """Hash of everything declared: two rulebooks with the same fingerprint play the same game."""
    manager: pluggy.PluginManager = field(repr=False)
    """The pluggy manager that the hooks below were flattened from."""
    tables: Mapping[str, type] = field(repr=False)
    events: Mapping[str, type] = field(repr=False)
    choices: Mapping[str, type] = field(repr=False)
    intents: Mapping[str, type] = field(repr=False)
    records: Mapping[str, type] = field(repr=False)
    details: Mapping[type, Mapping[str, Any]] = field(repr=False)
    """Details of each declared class, such as an event's words."""
    names: Mapping[type, str] = field(repr=False)
    """The declared name of each class."""
    components: Mapping[str, Mapping[str, Any]] = field(repr=False)
    """Kind, then id, then the component."""
    decks: Mapping[str, Mapping[str, int]] = field(repr=False)
    quantities: Mapping[str, Quantity] = field(repr=False)
    permissions: Mapping[str, Permission] = field(repr=False)
    facts: Mapping[str, Fact] = field(repr=False)
    """What conditions may name, the built-in facts included."""
    procedures: Mapping[str, Procedure] = field(repr=False)
    operations: Mapping[str, tuple[StepOperation, ...]] = field(repr=False)
    """Each procedure's steps, looked up."""
    hooks: Mapping[str, Handlers] = field(repr=False)
    """Every hot hook, flattened: key, then the functions in resolved order."""
    givens: Mapping[str, Callable[..., None]] = field(repr=False)
    invariants: Mapping[str, Callable[..., str | None]] = field(repr=False)
    resting: frozenset[str] = field(repr=False)
    """The invariants that hold only where play waits for somebody."""
    redactor: Redactor = field(repr=False)
    root: str = "game"
    """The procedure a game starts with."""

    # Flattened once more for the hot path: one dictionary look-up for each event, step, decision and response.
    reducers: Mapping[type, tuple[Callable[..., Any], ...]] = field(repr=False, factory=dict)
    observers: Mapping[type, tuple[Callable[..., Any], ...]] = field(repr=False, factory=dict)
    responses: Mapping[type, tuple[tuple[str, Callable[..., Any]], ...]] = field(repr=False, factory=dict)

    _derived: dict[Callable[..., Any], Any] = field(init=False, repr=False, factory=dict)

    def once(self, make: Callable[[Rulebook], T]) -> T:
        """What a function makes of this rulebook, made when it is first wanted and kept; never of a game."""
        try:
            found: T = self._derived[make]
        except KeyError:
            found = self._derived[make] = make(self)
        return found

    @property
    def id(self) -> str:
        """The ruleset's id."""
        return self.composition.id

    @property
    def title(self) -> str:
        """What players call the ruleset."""
        return self.composition.title

    @property
    def modules(self) -> tuple[str, ...]:
        """Ids of the selected rule modules in resolved order."""
        return tuple(module.id for module in self.composition.modules)

    @property
    def catalogue(self) -> Catalogue:
        """The rules that modules may cite."""
        return self.composition.catalogue

    @cached_property
    def quotes(self) -> frozenset[str]:
        """The catalogues that rules are quoted from: those which the selected modules stand for; none means all."""
        named = (module.file.module.catalogue for module in self.composition.modules)
        return frozenset(name for name in named if name)

    def quoted(self, cites: tuple[str, ...]) -> tuple[str, ...]:
        """The cited ids that players of this ruleset read; all of them, if none stands in its catalogues."""
        return quoted(cites, self.quotes, self.catalogue)

    @property
    def factions(self) -> tuple[str, ...]:
        """Ids of the factions that may be seated, in order of declaration."""
        return tuple(self.components.get("faction", {}))

    @property
    def options(self) -> Mapping[str, Mapping[str, bool | int | str]]:
        """The values of all options: module, then key."""
        return self.composition.options

    def option(self, module: str, key: str) -> bool | int | str:
        """The value of a module's option in this ruleset."""
        try:
            return self.composition.options[module][key]
        except KeyError:
            return known(known(self.composition.options, module, "rule module with options"), key, "option")

    def quantity(self, name: str) -> Quantity:
        """A quantity by name."""
        return known(self.quantities, name, "quantity")

    def permission(self, name: str) -> Permission:
        """A permission by name."""
        return known(self.permissions, name, "permission")

    def __repr__(self) -> str:
        """The ruleset and the beginning of its fingerprint: everything else would fill pages."""
        return f"<Rulebook {self.id} {self.fingerprint[:8]}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # Any: a printer of IPython's or Hypothesis's
        printer.text(repr(self))

    def __deepcopy__(self, memo: object) -> Rulebook:
        return self


def known(entries: Mapping[str, T], name: str, noun: str) -> T:
    """An entry by name, or an error that suggests the nearest."""
    try:
        return entries[name]
    except KeyError:
        raise UnknownName(name, noun, entries) from None


class UnknownName(DunerulesError, KeyError):  # noqa: N818 - it is what it says
    """A name that this rulebook does not have."""

    def __init__(self, name: str, noun: str, known_names: Iterable[str]) -> None:
        self.name = name
        self.noun = noun
        hint = nearest(name, known_names)
        article = "an" if noun[0] in "aeio" else "a"
        self.message = f'"{name}" is not {article} {noun} of this rulebook.' + (f" {hint}" if hint else "")
        super().__init__(self.message)

    def __str__(self) -> str:
        return self.message
