"""Where declarations stand: the file and the line of what a rulebook was compiled from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from dunerules.engine.chain import ChainLink
from dunerules.engine.library import RuleModule
from dunerules.engine.lines import line_of, lines_of
from dunerules.engine.origin import Origin
from dunerules.engine.rulebook import Rulebook


def whereabouts(rulebook: Rulebook, origin: Origin, function: Callable[..., Any] | None = None) -> str:
    """File and line of a declaration, such as ``friday.toml:12``; of a rule in Python, the line of its function."""
    code = getattr(function, "__code__", None)
    if code is not None:
        file = Path(origin.file).with_name(Path(code.co_filename).name)
        return f"{file.as_posix()}:{code.co_firstlineno}"
    lines = rulebook.once(_lines).get(origin.file)
    return f"{origin.file}:{line_of(lines, origin.path)}" if lines else origin.file


def _lines(rulebook: Rulebook) -> dict[str, Mapping[str, int]]:
    """For each file that can be read still, where its declarations stand."""
    composition = rulebook.composition
    found: dict[str, Mapping[str, int]] = {}
    sources: list[RuleModule | ChainLink] = [*composition.modules, *composition.chain]
    for source in sources:
        if source.path is not None:
            with suppress(OSError, UnicodeDecodeError):
                found[source.shown] = lines_of(source.path.read_text("utf-8-sig"))
    return found
