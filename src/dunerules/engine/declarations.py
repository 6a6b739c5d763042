"""What TOML files may say: the classes of a rule module file and of a ruleset file.

The strict reader (`structure`), the JSON Schema (`schema`) and the reference pages are all built from these classes,
so a key that is not a field here does not exist.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

from attrs import field, frozen

Layer = Literal["general", "edition", "option", "faction", "card", "house"]
LAYERS: tuple[Layer, ...] = ("general", "edition", "option", "faction", "card", "house")
"""Precedence, lowest first: the highest layer with a matching `set` or permission decides."""

Rounding = Literal["up", "down", "nearest"]
"""How a fraction becomes a whole number; `nearest` takes a half up."""

FactValue = str | int | bool | tuple[str | int | bool, ...]
"""What a condition compares a fact with; a list holds when any of its values does."""

Condition = Mapping[str, FactValue]
"""Facts that must all hold, such as ``{ seat = "red", round = 3 }``."""


def doc(text: str, **kwargs: Any) -> Any:  # Any: an attrs field stands for a value of the annotated type
    """An attrs field with the sentence that the JSON Schema and the reference print for it."""
    return field(metadata={"doc": text}, **kwargs)


@frozen
class Reference:
    """A number taken from elsewhere: an option of a module or another quantity."""

    option: str = doc("An option, as module and key: `my.module/key`.", default="")
    quantity: str = doc("Another quantity, computed in the same context.", default="")


Operand = int | Fraction | Reference
"""A number of a declaration: whole, exact fraction (`0.5` or `"1/2"`), or a reference."""


@frozen
class ModuleHead:
    """The `[module]` table: who a rule module is and what it stands beside."""

    id: str = doc("Dotted kebab-case name, unique among all installed modules.")
    title: str = doc("What the module is, in a few words of the game.")
    layer: Layer = doc("Where its effects and permissions stand in the order of precedence.")
    text: str = doc("The rule as the printed rulebook says it; numbers stand in braces.", default="")
    phase: str = doc("The stage of play it belongs to, for the printed rulebook.", default="")
    cites: tuple[str, ...] = doc("Catalogue ids of the rules it implements.", default=())
    catalogue: str = doc("The catalogue of the edition it stands for: shared rules are quoted from it.", default="")
    requires: tuple[str, ...] = doc("Modules that must be selected too.", default=())
    includes: tuple[str, ...] = doc("Modules that are selected with it, unless a ruleset takes them out.", default=())
    conflicts: tuple[str, ...] = doc("Modules that must not be selected.", default=())
    after: tuple[str, ...] = doc("Modules that come before this one, when they are selected.", default=())
    version: int = doc("Raised when the module's Python changes what a game does; part of the fingerprint.", default=1)


@frozen
class OptionDeclaration:
    """A named setting of a module that a ruleset may change."""

    title: str = doc("What the setting means.")
    type: Literal["bool", "int", "choice"] = doc("Kind of value.")
    default: bool | int | str = doc("The value when a ruleset says nothing.")
    min: int | None = doc("Smallest value of an `int`.", default=None)
    max: int | None = doc("Largest value of an `int`.", default=None)
    choices: tuple[str, ...] = doc("The words a `choice` may be.", default=())
    cites: tuple[str, ...] = doc("Catalogue ids.", default=())


@frozen
class QuantityDeclaration:
    """A named number of the rules, before any effect."""

    id: str = doc("Dotted name, such as `hand.limit`.")
    title: str = doc("What the number says.")
    base: Operand = doc("The number before any effect.")
    needs: tuple[str, ...] = doc("What a question about it must name, such as `seat`.", default=())
    fraction: bool = doc("Whether it may be a fraction, exactly; otherwise it is a whole number.", default=False)
    round: Rounding | None = doc("How a fraction is made whole.", default=None)
    min: Operand | None = doc("Never less than this.", default=None)
    max: Operand | None = doc("Never more than this.", default=None)
    cites: tuple[str, ...] = doc("Catalogue ids.", default=())


@frozen
class PermissionDeclaration:
    """A named may or may-not, before any rule about it. Written as `[[may]]`."""

    id: str = doc("Dotted name that reads as 'may ...', such as `bid.join`.")
    title: str = doc("What is permitted or forbidden.")
    default: Literal["allow", "forbid"] = doc("The answer when no rule matches.", default="allow")
    reason: str = doc("What a player is told when the default refuses.", default="")
    needs: tuple[str, ...] = doc("What a question about it must name, such as `seat`.", default=())
    cites: tuple[str, ...] = doc("Catalogue ids.", default=())


@frozen
class EffectDeclaration:
    """A change of one quantity, in one or more stages."""

    title: str = doc("The effect in words; `explain` and the printed rulebook show it.")
    quantity: str = doc("The quantity it changes.")
    when: Condition = doc("Facts that must all hold.", factory=dict)
    unless: Condition = doc("Facts of which none may hold.", factory=dict)
    set: Operand | None = doc("Replaces the base.", default=None)
    add: Operand | None = doc("Is added.", default=None)
    multiply: Operand | None = doc("Multiplies, exactly.", default=None)
    round: Rounding | None = doc("Replaces the quantity's rounding.", default=None)
    min: Operand | None = doc("The result is at least this.", default=None)
    max: Operand | None = doc("The result is at most this.", default=None)
    cites: tuple[str, ...] = doc("Catalogue ids.", default=())


@frozen
class PermissionRule:
    """One allowing or forbidding rule. Written as `[[permission]]`."""

    title: str = doc("The rule in words.")
    allow: str = doc("The permission it allows.", default="")
    forbid: str = doc("The permission it forbids.", default="")
    when: Condition = doc("Facts that must all hold.", factory=dict)
    unless: Condition = doc("Facts of which none may hold.", factory=dict)
    reason: str = doc("What a player is told; may name context in braces, such as `{seat}`.", default="")
    cites: tuple[str, ...] = doc("Catalogue ids.", default=())


@frozen
class ProcedureDeclaration:
    """An ordered list of steps; an entry that names another procedure runs it."""

    id: str = doc("Name of the procedure.")
    steps: tuple[str, ...] = doc("Steps and procedures, in order of play.")
    title: str = doc("What happens in it.", default="")
    each: str = doc("Runs the steps once for each seat of this order.", default="")
    repeat: str = doc("Runs the steps again and again while this loop gives another pass.", default="")
    keep: Mapping[str, str] = doc("Steps that cannot be taken out of it, each with the reason.", factory=dict)
    cites: tuple[str, ...] = doc("Catalogue ids.", default=())


@frozen
class StepChange:
    """An insertion, replacement, move or removal of a step in a procedure. Written as `[[step]]`."""

    procedure: str = doc("The procedure to change.")
    insert: str = doc("The step or procedure to put in; needs `after` or `before`.", default="")
    after: str = doc("Put it in directly behind this step.", default="")
    before: str = doc("Put it in directly ahead of this step.", default="")
    move: str = doc("The step to put elsewhere in the procedure; needs `after` or `before`.", default="")
    replace: str = doc("The step to take out; needs `by`.", default="")
    by: str = doc("The step that takes its place.", default="")
    remove: str = doc("The step to take out.", default="")
    cites: tuple[str, ...] = doc("Catalogue ids.", default=())


@frozen
class PassageDeclaration:
    """More of a module's text, for rulesets in which its condition holds. Written as `[[passage]]`."""

    text: str = doc("What the printed rulebook says then, behind the module's own text.")
    when: Condition = doc(
        "Facts that must all hold, of those that a ruleset decides: `module`, `option`.", factory=dict
    )
    unless: Condition = doc("Facts of which none may hold.", factory=dict)


Components = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""Kind, then id, then fields; each kind's class is declared by a module's Python."""

Decks = Mapping[str, Mapping[str, int]]
"""Deck, then card, then how many copies."""


@frozen
class ModuleFile:
    """A rule module's TOML file."""

    module: ModuleHead = doc("Who the module is.")
    passage: tuple[PassageDeclaration, ...] = doc("More of its text, by what a ruleset chooses.", default=())
    options: Mapping[str, OptionDeclaration] = doc("Its settings.", factory=dict)
    quantity: tuple[QuantityDeclaration, ...] = doc("Numbers it names.", default=())
    may: tuple[PermissionDeclaration, ...] = doc("Permissions it names.", default=())
    effect: tuple[EffectDeclaration, ...] = doc("Changes of quantities.", default=())
    permission: tuple[PermissionRule, ...] = doc("Allowing and forbidding rules.", default=())
    procedure: tuple[ProcedureDeclaration, ...] = doc("Orders of play it names.", default=())
    step: tuple[StepChange, ...] = doc("Changes of procedures.", default=())
    components: Components = doc("Components: kind, id, fields.", factory=dict)
    factions: Mapping[str, Mapping[str, Any]] = doc("Short for `components.faction`.", factory=dict)
    decks: Decks = doc("Decks: card and number of copies.", factory=dict)
    settings: Mapping[str, Mapping[str, bool | int | str]] = doc(
        "Options of other modules that it sets, if they are selected and no ruleset chooses otherwise.", factory=dict
    )


@frozen
class RulesetHead:
    """The `[ruleset]` table."""

    id: str = doc("Kebab-case name.")
    title: str = doc("What players call it.")
    extends: str = doc("The ruleset it starts from: a known name, or a path beside this file.", default="")
    text: str = doc("A sentence or two for the reader of the printed rulebook.", default="")


@frozen
class RuleSelection:
    """The `[rules]` table: which rule modules play."""

    add: tuple[str, ...] = doc("Modules to add.", default=())
    remove: tuple[str, ...] = doc("Modules to take out again.", default=())


@frozen
class RulesetFile:
    """A ruleset's TOML file."""

    ruleset: RulesetHead = doc("Who the ruleset is.")
    rules: RuleSelection = doc("Rule modules added and removed.", factory=RuleSelection)
    options: Mapping[str, Mapping[str, bool | int | str]] = doc("Settings: module, key, value.", factory=dict)
    decks: Decks = doc("Changed decks: card and number of copies; 0 takes a card out.", factory=dict)
    factions: Mapping[str, Mapping[str, Any]] = doc("Changed or new factions.", factory=dict)
    components: Components = doc("Other changed or new components: kind, id, fields.", factory=dict)
    effect: tuple[EffectDeclaration, ...] = doc("House effects.", default=())
    permission: tuple[PermissionRule, ...] = doc("House permissions.", default=())
    step: tuple[StepChange, ...] = doc("House changes of procedures.", default=())
