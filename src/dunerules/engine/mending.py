"""Looking on behind a mistake: a ruleset without the entries that were found wrong, so that the next check can speak.

Nothing is guessed about rules. An entry that was refused is left out, or read as the word that was suggested for it;
where leaving it out would make right entries look wrong, mending ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from typing import Any

import attrs

from dunerules.engine.chain import RawRuleset
from dunerules.engine.declaration_checks import path_key
from dunerules.engine.errors import Problem

LISTS = ("effect", "permission", "step")
"""Tables of which each stands for itself: without one, the others say the same."""
STAND_INS = {"id": "a-ruleset-that-is-checked", "title": "A ruleset that is checked"}

_PART = re.compile(r'"([^"]*)"|\[(\d+)\]|([^.\[\]"]+)')
_SUGGESTED = re.compile(r'Did you mean "([^"]+)"\?')


def parts_of(path: str) -> list[str | int]:
    """The keys and places in lists that a path is made of."""
    return [int(match[2]) if match[2] else match[1] or match[3] for match in _PART.finditer(path)]


class Mending:
    """The files of a chain while wrong entries are left out of them."""

    def __init__(self, raws: Sequence[RawRuleset]) -> None:
        self.raws = [attrs.evolve(raw, data=deepcopy(raw.data)) for raw in raws]
        self._files = {raw.place.shown: raw for raw in self.raws if not raw.place.name}
        self._left: dict[tuple[str, str], list[int]] = {}
        """For lists that became shorter: where each entry stood before."""
        self._names: dict[str, list[tuple[str, str]]] = {}
        """For each file the paths that were renamed: as they are now, and as the file has them."""

    def leave_out(self, problems: Iterable[Problem]) -> bool:
        """Leave out what these problems are about; whether it makes sense to look on."""
        done = [self._mend(problem) for problem in problems]
        for raw in self._files.values():
            for table, key in ((raw.data, name) for name in LISTS):
                self._shorten(raw, table, key, key)
            rules = raw.data.get("rules")
            if isinstance(rules, dict):
                for key in ("add", "remove"):
                    self._shorten(raw, rules, key, f"rules.{key}")
        return bool(done) and all(done)

    def as_written(self, problem: Problem) -> Problem:
        """A problem with the paths that the files have."""
        path, message = problem.path, problem.message
        for (file, place), left in self._left.items():
            if file == problem.file:
                path, message = (_renumbered(text, place, left) for text in (path, message))
        for now, before in reversed(self._names.get(problem.file, [])):
            if path == now or path.startswith((f"{now}.", f"{now}[")):
                path = before + path[len(now) :]
        return attrs.evolve(problem, path=path, message=message)

    def _mend(self, problem: Problem) -> bool:
        raw = self._files.get(problem.file)
        if raw is None or raw.unread or raw.lost:
            return False
        parts = parts_of(problem.path)
        if not parts:
            return False
        suggested = _SUGGESTED.search(problem.hint)
        if suggested and self._rename(raw, parts, suggested[1], problem):
            return True
        match parts:
            case ["ruleset", ("id" | "title") as key] if isinstance(raw.data.get("ruleset"), dict):
                raw.data["ruleset"][key] = STAND_INS[key]
                return True
            case [("effect" | "permission" | "step") as table, int(index), *_]:
                return _blank(raw.data.get(table), index)
            case ["rules", ("add" | "remove") as key, int(index)]:
                return self._unlist(raw, key, index)
            case [("options" | "decks") as table, *keys]:
                return _drop(raw.data.get(table), keys)
        return False

    def _rename(self, raw: RawRuleset, parts: list[str | int], word: str, problem: Problem) -> bool:
        """Read a misspelt key, or a misspelt name of a rule module, as the word that was suggested for it."""
        *above, last = parts
        holder = _at(raw.data, above)
        about_the_key = f'"{last}" is not a' in problem.message or f'no option "{last}"' in problem.message
        if isinstance(holder, dict) and about_the_key and last in holder and word not in holder:
            holder[word] = holder.pop(last)
            now = f"{problem.path[: -len(path_key(str(last)))]}{path_key(word)}"
            self._names.setdefault(raw.place.shown, []).append((now, problem.path))
            return True
        if isinstance(holder, list) and above[:1] == ["rules"] and isinstance(last, int) and word not in holder:
            holder[last] = word
            return True
        return False

    def _unlist(self, raw: RawRuleset, key: str, index: int) -> bool:
        names = raw.data["rules"].get(key)
        if not isinstance(names, list) or index >= len(names):
            return False
        name, names[index] = names[index], _GONE
        # Without a module that nothing else brings in, what is said about it would look wrong.
        return key == "remove" or any(name in _added(other) for other in self.raws)

    def _shorten(self, raw: RawRuleset, table: dict[str, Any], key: str, path: str) -> None:
        entries = table.get(key)
        if isinstance(entries, list) and any(entry is _GONE for entry in entries):
            before = self._left.get((raw.place.shown, path), list(range(len(entries))))
            kept = [index for index, entry in enumerate(entries) if entry is not _GONE]
            self._left[raw.place.shown, path] = [before[index] for index in kept]
            table[key] = [entries[index] for index in kept]


_GONE = object()


def _renumbered(text: str, place: str, left: Sequence[int]) -> str:
    """A text with the places of a list as they were before some of them were left out."""
    number = re.compile(rf"(?<![\w.\"]){re.escape(place)}\[(\d+)\]")
    return number.sub(lambda match: f"{place}[{left[int(match[1])]}]", text)


def _added(raw: RawRuleset) -> Iterator[object]:
    rules = raw.data.get("rules")
    added = rules.get("add") if isinstance(rules, dict) else None
    yield from added if isinstance(added, list) else ()


def _blank(entries: Any, index: int) -> bool:  # Any: what TOML gave
    if isinstance(entries, list) and index < len(entries):
        entries[index] = _GONE
        return True
    return False


def _drop(table: Any, keys: list[str | int]) -> bool:  # Any: what TOML gave
    *above, last = keys or [""]
    holder = _at(table, above)
    return isinstance(holder, dict) and holder.pop(last, _GONE) is not _GONE


def _at(data: Any, parts: list[str | int]) -> Any:  # Any: what TOML gave
    for part in parts:
        is_entry = isinstance(data, dict) and part in data
        if not is_entry and not (isinstance(data, list) and isinstance(part, int) and part < len(data)):
            return None
        data = data[part]
    return data
