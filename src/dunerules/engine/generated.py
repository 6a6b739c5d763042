"""Python written for compiled rules: one function for each quantity and permission, with its constants folded in.

A game asks for numbers and permissions all the time. A loop over declared changes and conditions would interpret
them anew for each question; here they are written out once, when a rule is first asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dunerules.engine.conditions import ALWAYS, NEVER, Comparison, Condition, Context, check_context
from dunerules.engine.effects import Change, Number, PythonAmount, Stage, rounded, whole

if TYPE_CHECKING:
    from dunerules.engine.permissions import Rule

_INDENT = "    "


class Source:
    """The body of a function of ``look`` and ``ctx``, with the objects that it names."""

    def __init__(self, noun: str, name: str, needs: Sequence[str]) -> None:
        """Begin with the check that a question names everything it must."""
        self.title = f"<{noun} {name}>"
        self.lines: list[str] = []
        self._bound: dict[str, Any] = {}  # Any: rule code, fractions, rules
        if needs:
            missing = " or ".join(f"{key!r} not in ctx" for key in needs)
            self.add(f"if {missing}:", f"{_INDENT}{self.name(_refusal(noun, name, needs))}(ctx)")

    def add(self, *lines: str) -> None:
        """Go on with some lines."""
        self.lines.extend(lines)

    def name(self, thing: object) -> str:
        """How the function names an object: as it is written, or by a name of its own."""
        if type(thing) in (str, int, bool):
            return repr(thing)
        for name, bound in self._bound.items():
            if bound is thing:
                return name
        name = f"_{len(self._bound)}"
        self._bound[name] = thing
        return name

    def function(self) -> Callable[..., Any]:
        """The function, compiled."""
        body = "\n".join(_INDENT + line for line in self.lines)
        # What is run here was written above out of names, literals and the words of declared facts.
        exec(compile(f"def asked(look, ctx):\n{body}\n", self.title, "exec"), self._bound)
        function: Callable[..., Any] = self._bound["asked"]
        return function


def condition_source(condition: Condition, source: Source) -> str:
    """An expression that is true when the condition holds."""
    if condition is NEVER:
        return "False"
    tests = [(test, True) for test in condition.when] + [(test, False) for test in condition.unless]
    # What is compared only costs next to nothing, so rule code is asked last.
    tests.sort(key=lambda wanted: not wanted[0].fact.key)
    return " and ".join(_comparison(test, wanted, source) for test, wanted in tests) or "True"


def _comparison(test: Comparison, wanted: bool, source: Source) -> str:
    if test.fact.key:
        asked = f"ctx[{test.fact.key!r}]"
        if len(test.values) == 1:
            return f"{asked} {'==' if wanted else '!='} {test.values[0]!r}"
        return f"{asked} {'in' if wanted else 'not in'} {test.values!r}"
    if test.fact.fixed and test.fact.needs:
        return f"{'' if wanted else 'not '}{_remembered(test, source)}"
    function = source.name(test.fact.function)
    calls = " or ".join(f"{function}(look, ctx, {value!r})" for value in test.values)
    return f"({calls})" if wanted else f"not ({calls})"


def _remembered(test: Comparison, source: Source) -> str:
    """The answer of a fixed fact, which is found once for each context."""
    known: dict[Any, bool] = {}  # Any: the words that a question names, one or several

    def find(look: Any, ctx: Context, named: Any) -> bool:
        held = any(test.fact.function(look, ctx, value) for value in test.values)  # type: ignore[misc]  # no key
        known[named] = held
        return held

    words = [f"ctx[{key!r}]" for key in test.fact.needs]
    named = words[0] if len(words) == 1 else f"({', '.join(words)})"
    memory = source.name(known)
    return f"({memory}[named] if (named := {named}) in {memory} else {source.name(find)}(look, ctx, named))"


# ------------------------------------------------------------------ quantities


def quantity_function(
    name: str, needs: Sequence[str], constant: Number | None, changes: Sequence[Change]
) -> Callable[..., Number]:
    """The function that computes a quantity: its changes, which come in the order of the stages, one by one."""
    source = Source("quantity", name, needs)
    if constant is not None:
        source.add(f"return {source.name(constant)}")
        return source.function()
    source.add("number = 0")
    stages: dict[Stage, list[Change]] = {}
    for change in changes:
        stages.setdefault(change.stage, []).append(change)
    for stage, found in stages.items():
        if stage == "round":
            _write_rounding(found, source)
        elif stage in ("base", "set"):
            _write_rivals(found, source)
        else:
            for change in found:
                _write_change(change, _APPLIED[stage], source)
    source.add(f"return number if number.__class__ is int else {source.name(whole)}(number)")
    return source.function()


_APPLIED: dict[str, str] = {
    "add": "number += {}",
    "multiply": "number *= {}",
    "min": "number = {0} if {0} > number else number",
    "max": "number = {0} if {0} < number else number",
}


def _write_rivals(changes: Sequence[Change], source: Source) -> None:
    """The first change that holds and has an amount decides."""
    if len(changes) == 1:
        _write_change(changes[0], "number = {}", source)
        return
    source.add("found = None")
    for change in changes:
        condition = condition_source(change.condition, source)
        source.add(f"if found is None and {condition}:", *_indented(_find(change, source)))
    source.add("if found is not None:", f"{_INDENT}number = found")


def _write_change(change: Change, applied: str, source: Source) -> None:
    if callable(change.amount):
        lines = [*_find(change, source), "if found is not None:", _INDENT + applied.format("found")]
    else:
        lines = [applied.format(source.name(change.amount))]
    if change.condition is not ALWAYS:
        lines = [f"if {condition_source(change.condition, source)}:", *_indented(lines)]
    source.add(*lines)


def _find(change: Change, source: Source) -> list[str]:
    """Lines that find a change's amount; None: it has none now."""
    amount = change.amount
    if isinstance(amount, PythonAmount):
        odd = "if found.__class__ is not int and found is not None:"
        return [
            f"found = {source.name(amount.function)}(look, ctx)",
            odd,
            f"{_INDENT}{source.name(amount.checked)}(found)",
        ]
    return [f"found = {source.name(amount)}" + ("(look, ctx)" if callable(amount) else "")]


def _indented(lines: Sequence[str]) -> list[str]:
    return [_INDENT + line for line in lines]


def _write_rounding(changes: Sequence[Change], source: Source) -> None:
    """The first rounding that holds decides; a number that is whole needs none."""
    source.add(f"if number.__class__ is {source.name(Fraction)}:")
    for place, change in enumerate(changes):
        condition = condition_source(change.condition, source)
        source.add(
            f"{_INDENT}{'elif' if place else 'if'} {condition}:",
            f"{_INDENT * 2}number = {source.name(rounded)}(number, {change.rounding!r})",
        )


# ------------------------------------------------------------------ permissions


def permission_function(name: str, needs: Sequence[str], rules: Sequence[Rule]) -> Callable[..., bool]:
    """The function that says whether something is allowed: the first rule that holds decides, the last always does."""
    source = Source("permission", name, needs)
    *live, otherwise = rules
    # A rule that says what would be said without it need not be asked.
    while live and live[-1].verdict == otherwise.verdict:
        live.pop()
    for rule in live:
        source.add(f"if {_rule(rule, source)}:", f"{_INDENT}return {rule.verdict == 'allow'}")
    source.add(f"return {otherwise.verdict == 'allow'}")
    return source.function()


def denial_function(name: str, needs: Sequence[str], rules: Sequence[Rule]) -> Callable[..., Any]:
    """The function that gives the denial, or None: the first rule that holds decides, the last always does."""
    source = Source("permission", name, needs)
    *live, otherwise = rules
    while live and live[-1].verdict == otherwise.verdict == "allow":
        live.pop()
    for rule in live:
        source.add(f"if {_rule(rule, source)}:", f"{_INDENT}return {_verdict(rule, source)}")
    source.add(f"return {_verdict(otherwise, source)}")
    return source.function()


def _rule(rule: Rule, source: Source) -> str:
    if rule.function is not None:
        return f"{source.name(rule.function)}(look, ctx)"
    return condition_source(rule.condition, source)


def _verdict(rule: Rule, source: Source) -> str:
    if rule.verdict == "allow":
        return "None"
    if any(key for _, key in rule.reason.parts):
        return f"{source.name(rule.denial)}(ctx)"
    return source.name(rule.denial({}))


def _refusal(noun: str, name: str, needs: Sequence[str]) -> Callable[[Context], None]:
    def refuse(ctx: Context) -> None:
        check_context(noun, name, needs, ctx)

    return refuse
