"""The import of `dunerules` against the import of its four dependencies alone."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure
from benchmarks.timing import REFERENCE, Effort, Timed

ROUNDS_PER_ROUND = 2
"""A process is a noisy thing to time, so there are more rounds of them."""

STATEMENTS = {
    "dependencies": "import attrs, cattrs, pluggy, tomli",
    "dunerules": "import dunerules",
    "everything": "from dunerules import *",
}

PROGRAM = """\
from time import perf_counter
{reference}
def seconds_of(work):
    began = perf_counter()
    work()
    return perf_counter() - began
reference()
before = seconds_of(reference)
taken = seconds_of(lambda: exec({statement!r}, {{}}))
print(before, taken, seconds_of(reference))
"""


def measure(effort: Effort) -> tuple[Figure, ...]:
    """Import in fresh processes, in turn.

    `import dunerules` loads a part of the library, and the dependencies, only when a name is first used, so its ratio
    says little about the cost of a program that plays. The second ratio does, and is held to the same target.
    """
    rounds = effort.rounds * ROUNDS_PER_ROUND if effort.scale >= 1 else effort.rounds
    with TemporaryDirectory() as folder:
        times = _timed_imports(rounds, _environment(folder))
    dependencies = times["dependencies"]
    return (
        Figure(
            "imports",
            "import dunerules, times as long as its four dependencies alone",
            times["dunerules"].times_slower_than(dependencies),
            "x",
            at_most=1.5,
        ),
        Figure(
            "imports",
            "every public name loaded, times as long as its four dependencies alone",
            times["everything"].times_slower_than(dependencies),
            "x",
            at_most=1.5,
        ),
        Figure("imports", "its four dependencies alone", dependencies.seconds * 1e3, "ms"),
    )


def _environment(folder: str) -> Mapping[str, str]:
    """The environment of a child that reads bytecode as an installed package has it, whatever is set here."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": folder}


def _timed_imports(rounds: int, environment: Mapping[str, str]) -> dict[str, Timed]:
    found: dict[str, list[float]] = {name: [] for name in STATEMENTS}
    references: list[float] = []
    for statement in STATEMENTS.values():
        _run(statement, environment)  # writes the bytecode
    for _ in range(rounds):
        for name, statement in STATEMENTS.items():
            before, taken, after = _run(statement, environment)
            references += [before, after]
            found[name].append(taken / ((before + after) / 2))
    return {name: Timed(tuple(ratios), median(references)) for name, ratios in found.items()}


def _run(statement: str, environment: Mapping[str, str]) -> tuple[float, float, float]:
    program = PROGRAM.format(reference=REFERENCE, statement=statement)
    # -P: the current folder is no place to import from.
    done = subprocess.run([sys.executable, "-P", "-c", program], env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{statement!r} failed:\n{done.stderr}")
    before, taken, after = map(float, done.stdout.split())
    return before, taken, after
