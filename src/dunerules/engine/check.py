"""Checking a ruleset: everything that is wrong with it and everything in it that does nothing, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import Literal

from attrs import field, frozen

from dunerules.engine.chain import RawRuleset, linked, read_raw
from dunerules.engine.compile import compile_rulebook
from dunerules.engine.errors import Problem, RulesetError
from dunerules.engine.idle import empty_entries, idle_entries
from dunerules.engine.library import Library
from dunerules.engine.lines import line_of, lines_of
from dunerules.engine.mending import Mending
from dunerules.engine.rulebook import Rulebook
from dunerules.engine.ruleset import compose

MOST_ROUNDS = 8
"""How often a ruleset is looked at again without what was found wrong."""

Severity = Literal["problem", "warning"]


@frozen
class Finding:
    """Something that a check has found in one place of a file."""

    severity: Severity
    """A ruleset with a problem cannot be played; one with warnings can, but something in it does nothing."""
    file: str
    line: int
    """From 1; 0 for a file that comes with an installed package."""
    path: str
    """Table and key, such as ``rules.remove[0]``; empty when the whole file is meant."""
    message: str
    hint: str = ""
    """The way out."""

    def __str__(self) -> str:
        """Such as ``friday.toml:12: rules.add[3]: ...``, with the hint on a line of its own."""
        where = f"{self.file}:{self.line}: " if self.line else f"{self.file}: "
        mark = "warning: " if self.severity == "warning" else ""
        path = f"{self.path}: " if self.path else ""
        return f"{where}{mark}{path}{self.message}" + (f"\n  {self.hint}" if self.hint else "")


@frozen
class Examination:
    """What a check has found, and the rulebook if nothing stands in its way."""

    findings: tuple[Finding, ...]
    rulebook: Rulebook | None = field(repr=False)

    @property
    def problems(self) -> int:
        """How many findings are problems."""
        return sum(found.severity == "problem" for found in self.findings)

    @property
    def warnings(self) -> int:
        """How many findings are warnings."""
        return len(self.findings) - self.problems


def check(name_or_path: str | PathLike[str], *, library: Library | None = None) -> tuple[Finding, ...]:
    """Everything that is wrong with a ruleset, and what in it has no effect; empty: it is fine.

    Raises a RulesetError only if there is no such ruleset, or no text in the file.
    """
    return examine(name_or_path, library=library).findings


def examine(name_or_path: str | PathLike[str], *, library: Library | None = None) -> Examination:
    """The same, with the rulebook."""
    library = library or Library.installed()
    raws = read_raw(name_or_path, library)
    mending = Mending(raws)
    problems: dict[Problem, None] = {}
    rulebook = None
    for _ in range(MOST_ROUNDS):
        try:
            rulebook = compile_rulebook(compose(linked(mending.raws), library))
            break
        except RulesetError as error:
            problems.update((mending.as_written(problem), None) for problem in error.problems)
            if not mending.leave_out(error.problems):
                break
    own = {raw.place.shown: raw for raw in mending.raws if not raw.place.name}
    idle = idle_entries(rulebook, own, library) if rulebook else ()
    warnings = dict.fromkeys(mending.as_written(problem) for problem in idle)
    warnings |= dict.fromkeys(empty for raw in raws if raw.place.shown in own for empty in _empty(raw, problems))
    places = _Places(raws)
    findings = [*places.findings(problems, "problem"), *places.findings(warnings, "warning")]
    findings.sort(key=lambda found: places.order(found.file, found.line))
    return Examination(tuple(findings), None if problems else rulebook)


def _empty(raw: RawRuleset, problems: Iterable[Problem]) -> Iterator[Problem]:
    """What is empty in a file, and no problem already."""
    told = {problem.path for problem in problems if problem.file == raw.place.shown}
    return (empty for empty in empty_entries(raw.data, raw.place.shown) if empty.path not in told)


def _is_toml(raw: RawRuleset) -> bool:
    return not any(problem.path.startswith("line ") for problem in raw.unread)


class _Places:
    """Lines of the files that the user wrote."""

    def __init__(self, raws: Sequence[RawRuleset]) -> None:
        own = [raw for raw in raws if not raw.place.name]
        # What is wrong with a text that is no TOML names its line itself.
        self.lines = {raw.place.shown: lines_of(raw.text) if _is_toml(raw) else {} for raw in own}
        files = "|".join(re.escape(name) for name in sorted(self.lines, key=len, reverse=True)) or r"(?!)"
        self.named = re.compile(rf"(?<![\w/])(?P<file>{files}): (?P<path>[\w.\-\"\[\]]+)")
        self.bare = re.compile(r"(?<!:) (?P<path>[a-z]+(?:\.[a-z]+)*\[\d+\])")

    def findings(self, problems: Iterable[Problem], severity: Severity) -> list[Finding]:
        """Problems with their lines."""
        return [self.finding(problem, severity) for problem in problems]

    def finding(self, problem: Problem, severity: Severity) -> Finding:
        """One problem with its line."""
        file = self.file(problem)
        lines = self.lines.get(file)
        message = self.named.sub(self.with_line, problem.message)
        if lines is None:
            return Finding(severity, file, 0, problem.path, message, problem.hint)
        told = re.fullmatch(r"line (\d+)(?:, (column \d+))?", problem.path)
        if told:
            return Finding(severity, file, int(told[1]), told[2] or "", message, problem.hint)
        message = self.bare.sub(
            lambda match: (
                match[0]
                if problem.path.startswith(match["path"])
                else f"{match[0]} (line {line_of(lines, match['path'])})"
            ),
            message,
        )
        return Finding(severity, file, line_of(lines, problem.path), problem.path, message, problem.hint)

    def file(self, problem: Problem) -> str:
        """The file to look into: of several that say something about a thing, the user's own that says the most."""
        files = [name for name in problem.file.split(", ") if name in self.lines]
        if not files or problem.file in self.lines:
            return problem.file
        return max(reversed(files), key=lambda name: problem.path in self.lines[name])

    def with_line(self, match: re.Match[str]) -> str:
        """A place in another line, with the line."""
        path = match["path"].rstrip(".")
        rest = match["path"][len(path) :]
        return f"{match['file']}:{line_of(self.lines[match['file']], path)}: {path}{rest}"

    def order(self, file: str, line: int) -> tuple[int, int]:
        """Where a finding stands in the report: the file that was named first, line by line."""
        names = list(self.lines)
        return (names.index(file) if file in names else len(names), line)
