"""Figures: what a benchmark found, and how a table or a file shows it."""

from __future__ import annotations

import json
import platform
from collections.abc import Sequence
from pathlib import Path

import attrs
from attrs import frozen

from benchmarks.timing import Effort


@frozen
class Figure:
    """One measured number, with its target if it has one."""

    benchmark: str
    title: str
    value: float
    unit: str
    at_least: float | None = None
    at_most: float | None = None

    @property
    def target(self) -> str:
        """The target in words; empty if there is none."""
        if self.at_least is not None:
            return f"at least {self.at_least:g}"
        return "" if self.at_most is None else f"at most {self.at_most:g}"

    @property
    def verdict(self) -> str:
        """Whether the target is met; empty if there is none."""
        if not self.target:
            return ""
        low = self.at_least is not None and self.value < self.at_least
        high = self.at_most is not None and self.value > self.at_most
        return "missed" if low or high else "met"


def table(figures: Sequence[Figure]) -> str:
    """The figures as aligned text."""
    head = ("benchmark", "what", "figure", "unit", "target", "")
    rows = [
        (figure.benchmark, figure.title, _shown(figure.value), figure.unit, figure.target, figure.verdict)
        for figure in figures
    ]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = (head, tuple("-" * width for width in widths), *rows)
    return "\n".join(_line(cells, widths) for cells in lines)


def write_json(path: Path, figures: Sequence[Figure], effort: Effort) -> None:
    """Write the figures with what they were measured on."""
    data = {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "machine": platform.machine(),
        "rounds": effort.rounds,
        "scale": effort.scale,
        "figures": [{**attrs.asdict(figure), "verdict": figure.verdict} for figure in figures],
    }
    path.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    """One line; the figures, in the third column, stand at its right."""
    padded = [cell.ljust(width) for cell, width in zip(cells, widths, strict=True)]
    padded[2] = cells[2].rjust(widths[2])
    return "  ".join(padded).rstrip()


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
