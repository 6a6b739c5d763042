"""Explanations: how a number came about and why something is allowed or refused, rule by rule."""

from __future__ import annotations

from fractions import Fraction

from attrs import frozen

from dunerules.engine.errors import Denial


@frozen
class ExplainedLine:
    """One effect on a quantity: what it did, or why it did nothing."""

    stage: str
    text: str
    operand: int | Fraction | str | None
    """The number, or how to round; None when a rule's Python gave no effect."""
    result: int | Fraction | None
    """The quantity after this line; None when the effect did not apply."""
    origin_name: str
    file: str
    path: str
    cites: tuple[str, ...] = ()
    condition: str = ""
    source: str = ""
    """Where the operand comes from, such as ``option "x/y"``; empty: the declaration says the number."""
    why_not: str = ""

    def __str__(self) -> str:
        """The line as a reader sees it, such as ``add 1 = 5: One more card, when seat is red [x] (rule.id)``."""
        amount = "" if self.operand is None else f" {self.operand}"
        result = "" if self.result is None else f" = {self.result}"
        source = f" from {self.source}" if self.source else ""
        rule = _rule(self.text, self.condition, self.origin_name, self.cites)
        return f"{self.stage}{amount}{source}{result}: {rule}" + (f": {self.why_not}" if self.why_not else "")


@frozen
class Explanation:
    """How a quantity got its value."""

    quantity: str
    title: str
    value: int | Fraction
    lines: tuple[ExplainedLine, ...]
    not_applied: tuple[ExplainedLine, ...] = ()

    def __str__(self) -> str:
        """The derivation, one line for each effect."""
        lines = [f"{self.quantity} is {self.value} ({self.title})"]
        lines += [f"  {line}" for line in self.lines]
        lines += [f"  not applied: {line}" for line in self.not_applied]
        return "\n".join(lines)


@frozen
class ExplainedRule:
    """One rule about a permission, and what became of it."""

    verdict: str
    text: str
    outcome: str
    """``decides``, ``overruled`` or ``does not hold``."""
    origin_name: str
    file: str
    path: str
    cites: tuple[str, ...] = ()
    condition: str = ""

    def __str__(self) -> str:
        """The rule as a reader sees it."""
        return f"{self.outcome}: {self.verdict}: {_rule(self.text, self.condition, self.origin_name, self.cites)}"


@frozen
class PermissionExplanation:
    """Why something is allowed or refused."""

    permission: str
    title: str
    denial: Denial | None
    rules: tuple[ExplainedRule, ...]
    """All rules about it, the one with the most say first; the declared default is the last."""

    @property
    def allowed(self) -> bool:
        """Whether nothing refuses."""
        return self.denial is None

    def __str__(self) -> str:
        """The verdict, then one line for each rule."""
        verdict = "allowed" if self.denial is None else f"refused: {self.denial}"
        return "\n".join([f"{self.permission} is {verdict} ({self.title})", *(f"  {rule}" for rule in self.rules)])


def _rule(text: str, condition: str, origin_name: str, cites: tuple[str, ...]) -> str:
    when = "" if not condition else f", {condition}" if condition.startswith("unless") else f", when {condition}"
    return f"{text}{when} [{origin_name}]" + (f" ({', '.join(cites)})" if cites else "")
