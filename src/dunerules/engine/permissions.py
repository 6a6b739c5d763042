"""Permissions: every may and may-not of the rules, with the reason and the rule that decides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from itertools import takewhile
from string import Formatter
from typing import Any, Literal

import attrs
from attrs import frozen

from dunerules.engine.conditions import (
    ALWAYS,
    NEVER,
    Condition,
    Context,
    Fact,
    Look,
    StaticContext,
    check_context,
    compile_condition,
)
from dunerules.engine.declarations import PermissionDeclaration, PermissionRule
from dunerules.engine.effects import LISTED
from dunerules.engine.errors import Denial, Problem, nearest
from dunerules.engine.explanations import ExplainedRule, PermissionExplanation
from dunerules.engine.generated import denial_function, permission_function
from dunerules.engine.marks import Mark
from dunerules.engine.ordering import in_order, place
from dunerules.engine.origin import Origin, Precedence
from dunerules.engine.quantities import declared_once

__all__ = ["Permission", "PermissionExplanation", "Reason", "Rule", "Verdict", "compile_permissions"]

Verdict = Literal["allow", "forbid"]
BY_DEFAULT = "unless a rule says otherwise"
"""The title of what a permission's own declaration says."""


@frozen
class Reason:
    """A sentence whose words in braces are taken from the context."""

    parts: tuple[tuple[str, str], ...]
    """Pairs of plain text and the key that follows it; the key may be empty."""

    def fill(self, ctx: Context) -> str:
        """The sentence; a key that the context lacks stays in its braces."""
        filled = ""
        for text, key in self.parts:
            filled += text
            if key:
                filled += str(ctx[key]) if key in ctx else f"{{{key}}}"
        return filled


@frozen(eq=False)
class Rule:
    """One compiled rule about a permission."""

    verdict: Verdict
    title: str
    condition: Condition
    origin: Origin
    reason: Reason
    cites: tuple[str, ...] = ()
    function: Callable[[Look, Context], bool] | None = None
    """The Python that decides whether the rule holds, in place of a condition."""

    def holds(self, look: Look, ctx: Context) -> bool:
        """Whether the rule says something now."""
        return self.condition.holds(look, ctx) if self.function is None else bool(self.function(look, ctx))

    def denial(self, ctx: Context) -> Denial | None:
        """What the rule answers when it decides."""
        return Denial(self.reason.fill(ctx), self.cites) if self.verdict == "forbid" else None


@frozen(eq=False)
class Permission:
    """A compiled may or may-not."""

    id: str
    title: str
    needs: tuple[str, ...]
    rules: tuple[Rule, ...]
    """The rule with the most say first; the declared default is the last."""
    _deciding: tuple[Rule, ...] = attrs.field(init=False, repr=False)
    """The rules that can decide; the last of them always holds."""

    def __attrs_post_init__(self) -> None:
        """Drop what can never decide: the rules behind one that always holds."""
        live = tuple(takewhile(lambda rule: rule.condition is not ALWAYS or rule.function is not None, self.rules))
        object.__setattr__(self, "_deciding", self.rules[: len(live) + 1])

    @property
    def always(self) -> Verdict | None:
        """The verdict, when nothing can change it during a game."""
        return self._deciding[0].verdict if len(self._deciding) == 1 else None

    @cached_property
    def allows(self) -> Callable[[Look, Context], bool]:
        """Whether it is allowed now; the same as having no denial, without the cost of the sentence."""
        return permission_function(self.id, self.needs, self._deciding)

    @cached_property
    def denial(self) -> Callable[[Look, Context], Denial | None]:
        """Why it is refused now, for what ``ctx`` names; None: it is allowed."""
        return denial_function(self.id, self.needs, self._deciding)

    def explain(self, look: Look, ctx: Context) -> PermissionExplanation:
        """All rules about it and what became of each."""
        check_context("permission", self.id, self.needs, ctx)
        decided: Rule | None = None
        explained = []
        for rule in self.rules:
            outcome = "does not hold"
            if rule.holds(look, ctx):
                outcome = "decides" if decided is None else "overruled"
                decided = decided or rule
            origin = rule.origin
            explained.append(
                ExplainedRule(
                    rule.verdict,
                    rule.title,
                    outcome,
                    origin.name,
                    origin.file,
                    origin.path,
                    rule.cites,
                    rule.condition.words(),
                )
            )
        assert decided is not None, "the default always holds"
        return PermissionExplanation(self.id, self.title, decided.denial(ctx), tuple(explained))


@frozen
class _Rules:
    """What compiling a rule needs to know besides the rule."""

    facts: Mapping[str, Fact]
    static_context: StaticContext
    known_values: Mapping[str, Collection[str]]
    permissions: Mapping[str, PermissionDeclaration]
    quantities: Collection[str]
    problems: list[Problem]

    def default(self, origin: Origin, permission: PermissionDeclaration) -> Rule:
        text = permission.reason or f"{permission.title}: no rule allows it"
        reason = self.reason(text, permission, origin.at(_under(origin, "reason")))
        return Rule(permission.default, BY_DEFAULT, ALWAYS, origin, reason, permission.cites)

    def declared(self, origin: Origin, rule: PermissionRule) -> tuple[str, Rule] | None:
        if bool(rule.allow) == bool(rule.forbid):
            message = f'The rule "{rule.title}" must name a permission either with "allow" or with "forbid".'
            self.problems.append(origin.problem(message))
            return None
        name = rule.allow or rule.forbid
        permission = self.permissions.get(name)
        condition = compile_condition(
            rule.when,
            rule.unless,
            facts=self.facts,
            needs=None if permission is None else permission.needs,
            static_context=self.static_context,
            known_values=self.known_values,
            origin=origin,
            problems=self.problems,
        )
        if condition is NEVER or not self.exists(name, origin):
            return None
        reason = self.reason(rule.reason or rule.title, self.permissions[name], origin.at(_under(origin, "reason")))
        return name, Rule("allow" if rule.allow else "forbid", rule.title, condition, origin, reason, rule.cites)

    def python(self, origin: Origin, mark: Mark, function: Callable[..., bool]) -> tuple[str, Rule] | None:
        if not self.exists(mark.key, origin):
            return None
        title = mark.details["reason"] or getattr(function, "__name__", "a rule").replace("_", " ")
        reason = self.reason(title, self.permissions[mark.key], origin)
        cites = tuple(mark.details["cites"])
        return mark.key, Rule(mark.details["verdict"], title, ALWAYS, origin, reason, cites, function)

    def exists(self, name: str, origin: Origin) -> bool:
        if name not in self.permissions:
            hint = nearest(name, self.permissions, LISTED)
            if name in self.quantities:
                hint = f'"{name}" is a quantity: write an [[effect]] with  set,  add  or  multiply  instead.'
            self.problems.append(origin.problem(f'"{name}" is not a permission.', hint))
        return name in self.permissions

    def reason(self, text: str, permission: PermissionDeclaration, origin: Origin) -> Reason:
        try:
            parsed = list(Formatter().parse(text))
        except ValueError:
            self.problems.append(origin.problem(f'The braces in "{text}" do not match.', "Double a brace to show it."))
            return Reason(((text, ""),))
        parts: list[tuple[str, str]] = []
        for plain, key, form, conversion in parsed:
            parts.append((plain, key or ""))
            if key is not None and (key not in permission.needs or form or conversion):
                message = f'The reason "{text}" names "{key}", which a question about "{permission.id}" does not give.'
                hint = nearest(key, permission.needs)
                if key in permission.needs:
                    message = f'The reason "{text}" gives "{key}" a format.'
                    hint = f"Write  {{{key}}}  alone."
                self.problems.append(origin.problem(message, hint))
        return Reason(tuple(parts))


def compile_permissions(
    declared: Sequence[tuple[Origin, PermissionDeclaration]],
    rules: Sequence[tuple[Origin, PermissionRule]],
    python_rules: Sequence[tuple[Origin, Mark, Callable[..., Any]]],
    *,
    facts: Mapping[str, Fact],
    precedence: Precedence,
    static_context: StaticContext,
    known_values: Mapping[str, Collection[str]],
    quantities: Collection[str] = (),
) -> tuple[dict[str, Permission], list[Problem]]:
    """Compile all permissions; the order of the arguments' entries does not matter."""
    problems: list[Problem] = []
    owners = declared_once("permission", declared, precedence, problems)
    permissions = {name: permission for name, (_, permission) in owners.items()}
    compiler = _Rules(facts, static_context, known_values, permissions, quantities, problems)
    found: dict[str, list[Rule]] = {name: [] for name in permissions}
    compiled = [compiler.declared(origin, rule) for origin, rule in rules]
    compiled += [compiler.python(origin, mark, function) for origin, mark, function in python_rules]
    for name, rule in filter(None, compiled):
        found[name].append(rule)
    result = {}
    for name in sorted(permissions):
        # Inside a layer forbid beats allow; the rest of the key only makes explanations the same every time.
        found[name].sort(
            key=lambda rule: (-rule.origin.height, rule.verdict == "allow", place(rule.origin, precedence), rule.title)
        )
        ordered = (*found[name], compiler.default(*owners[name]))
        result[name] = Permission(name, permissions[name].title, permissions[name].needs, ordered)
    return result, in_order(problems)


def _under(origin: Origin, key: str) -> str:
    return f"{origin.path}.{key}" if origin.path else key
