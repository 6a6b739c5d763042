"""The public seam: every hook a rule module can serve, as pluggy specifications.

*Cold* hooks are called once, when a rulebook is compiled, and give pairs of a key and what was declared. *Hot* hooks
are called while a game runs, with the key first; compiling flattens them into one tuple of functions for each key, so
that playing never goes through pluggy. Rule modules do not implement these by hand: the decorators of
`dunerules.rules` do, one for each hook.

`VERSION` rises when a signature changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import pluggy

from dunerules.engine.marks import Mark

if TYPE_CHECKING:
    from dunerules.engine.flow import Ask
    from dunerules.engine.look import Look
    from dunerules.engine.spaces import Space
    from dunerules.engine.transaction import Tx

PROJECT = "dunerules"
VERSION = 1
hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)

Declared = Iterable[tuple[Mark, Any]]
"""What a cold hook gives: each mark and the class or function it stands on."""


class ColdHooks:
    """Called once for each rulebook, while it is compiled. Cost: none in play."""

    @hookspec
    def tables(self) -> Declared:  # type: ignore[empty-body]
        """Tables of the state that the module declares with `@table`."""

    @hookspec
    def events(self) -> Declared:  # type: ignore[empty-body]
        """Events that the module declares with `@event`."""

    @hookspec
    def choices(self) -> Declared:  # type: ignore[empty-body]
        """Choices that the module declares with `@choice`."""

    @hookspec
    def intents(self) -> Declared:  # type: ignore[empty-body]
        """Intents that the module declares with `@intent`."""

    @hookspec
    def records(self) -> Declared:  # type: ignore[empty-body]
        """Records that the module declares with `@record`, for tables and events to hold."""

    @hookspec
    def component_kinds(self) -> Declared:  # type: ignore[empty-body]
        """Kinds of component that the module declares with `@component`."""

    @hookspec
    def facts(self) -> Declared:  # type: ignore[empty-body]
        """Facts that conditions may name, declared with `@fact`."""

    @hookspec
    def givens(self) -> Declared:  # type: ignore[empty-body]
        """Words of a scenario's position, declared with `@given`."""

    @hookspec
    def invariants(self) -> Declared:  # type: ignore[empty-body]
        """Laws that hold at every stable point, declared with `@invariant`."""

    @hookspec
    def checks(self) -> Declared:  # type: ignore[empty-body]
        """What must be true of the components of a ruleset, declared with `@check`."""


class HotHooks:
    """Called while a game runs, flattened. The first argument is the key that the decorator names."""

    @hookspec
    def reduce_event(self, key: str, write: Callable[[type], Any], event: Any) -> None:
        """Write an event into a table (`@reducer`).

        When: for each event, at once, all reducers of all modules in resolved order; also when a log is read and when
        a view is folded, then with hidden parts masked. Returning nothing is the rule; a value is ignored.
        """

    @hookspec
    def event_happened(self, key: str, tx: Tx, event: Any) -> None:
        """React to an event (`@on`).

        When: right after the event was applied, in resolved order; not when a log is read. Returning nothing is the
        rule; a value is ignored.
        """

    @hookspec
    def run_step(self, key: str, tx: Tx) -> object:
        """Run a step of a procedure (`@step`).

        When: the procedure comes to the step; with ``repeat`` again after each answer. Returning nothing means go on,
        or run again with ``repeat``; returning `DONE` ends a repeating step. Exactly one module serves a step.
        """

    @hookspec
    def orders(self, key: str, look: Look) -> Iterable[str]:  # type: ignore[empty-body]
        """Give an order of seats (`@order`).

        When: a procedure with that `each` starts. Must return seats; an empty order skips the procedure. Exactly one
        module serves an order.
        """

    @hookspec
    def loops(self, key: str, look: Look, args: dict[str, Any] | None) -> dict[str, Any] | None:
        """Give the next pass of a repeated procedure (`@loop`).

        When: a procedure with that `repeat` starts (``args`` is None) and after each pass (``args`` of that pass).
        Returning nothing ends the procedure. Exactly one module serves a loop.
        """

    @hookspec
    def decision_space(self, key: str, look: Look, ask: Ask) -> Space[Any]:  # type: ignore[empty-body]
        """Build the legal choices of a decision (`@space`).

        When: at each stable point at which the decision is open. Must return a space. Exactly one module serves a kind.
        """

    @hookspec
    def take_answer(self, key: str, tx: Tx, ask: Ask, choice: Any) -> None:
        """Carry out the answer to a single decision or an interjection (`@answer`).

        When: once the choice is known to be legal. Returning nothing is the rule. Exactly one module serves a kind.
        """

    @hookspec
    def take_answers(self, key: str, tx: Tx, asks: dict[str, Ask], choices: dict[str, Any]) -> None:
        """Carry out sealed answers (`@answers`).

        When: the last of them is in. Returning nothing is the rule. Exactly one module serves a kind.
        """

    @hookspec
    def offer_interjection(self, key: str, look: Look, seat: str) -> Space[Any] | None:
        """Offer what a seat may do unasked (`@interjection`).

        When: somebody looks for interjections, or submits a choice that no open decision takes. Returning nothing
        means not now. Exactly one module serves a kind.
        """

    @hookspec
    def offer_response(self, key: str, look: Look, intent: Any, seat: str) -> Space[Any] | None:
        """Offer a response to an intent (`@response`).

        When: an intent of that name is proposed, for each seat. Returning nothing means that this seat cannot.
        """

    @hookspec
    def take_response(self, key: str, tx: Tx, intent: Any, seat: str, choice: Any) -> object:
        """Carry out a response (`@respond`).

        When: all who were asked have answered, in the order `responses` or, without one, of the seats. Returning
        `PREVENTED` stops the intent and the responses behind it; returning nothing lets it go on. Exactly one module
        serves a response.
        """

    @hookspec
    def commit_intent(self, key: str, tx: Tx, intent: Any) -> None:
        """Carry out an intent that nobody prevented (`@commit`).

        When: its window closes. Returning nothing is the rule; a value is ignored.
        """

    @hookspec
    def intent_prevented(self, key: str, tx: Tx, intent: Any) -> None:
        """Carry out what happens instead of a prevented intent (`@prevented`).

        When: its window closes after a response stopped it. Returning nothing is the rule; a value is ignored.
        """

    @hookspec
    def quantity_operand(self, key: str, look: Look, ctx: dict[str, Any]) -> Any:
        """Give the operand of an effect on a quantity (`@effect`).

        When: the quantity is asked for and the effect's condition holds. Returning nothing means no effect now.
        """

    @hookspec
    def permission_rule(self, key: str, look: Look, ctx: dict[str, Any]) -> bool:  # type: ignore[empty-body]
        """Say whether an allowing or forbidding rule matches (`@allow`, `@forbid`).

        When: the permission is asked for. Returning nothing means that the rule does not match.
        """


SOLE = frozenset(
    {
        "run_step",
        "orders",
        "loops",
        "decision_space",
        "take_answer",
        "take_answers",
        "offer_interjection",
        "take_response",
    }
)
"""Hot hooks of which exactly one module serves each key."""


def hook_names(group: type) -> tuple[str, ...]:
    """The names of the hooks of a group, in order of definition."""
    return tuple(name for name in vars(group) if not name.startswith("_"))


COLD = hook_names(ColdHooks)
HOT = hook_names(HotHooks)
