"""The catalogue: what the sources of a game say, looked up by id."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from attrs import frozen

from dunerules.engine.errors import DunerulesError, nearest
from dunerules.engine.structure import read_toml

TABLES = ("rule", "ruling", "example", "silence", "option")
"""The tables of a catalogue file whose entries can be cited."""

_LINE = re.compile(r"""^(?:\[\[? *([a-z_]+) *\]|id *= *["']([^"'\n]+)["'])""", re.MULTILINE)


class UnknownRule(DunerulesError, KeyError):  # noqa: N818 - the public name says what happened
    """An id that no catalogue has."""

    def __init__(self, rule_id: str, hint: str) -> None:
        """Keep the id and the hint."""
        self.rule_id = rule_id
        self.hint = hint
        super().__init__(rule_id, hint)

    def __str__(self) -> str:
        """The sentence for a reader."""
        return f'"{self.rule_id}" is not in the catalogue.' + (f"\n  {self.hint}" if self.hint else "")


@frozen
class Entry:
    """One rule, ruling, example, silence or option of a source."""

    id: str
    table: str
    """Which of the tables it stands in."""
    text: str
    """What it says, as one readable text."""
    phase: str
    level: str
    source: str
    data: Mapping[str, Any]  # Any: entries carry whatever their catalogue notes
    """The entry as it stands in the file."""


@frozen(slots=False)
class Catalogue:
    """The entries of some catalogue files; a file is parsed when one of its entries is first read."""

    files: tuple[Path, ...] = ()

    @classmethod
    def of(cls, folders: Iterable[Path]) -> Catalogue:
        """The catalogue of all TOML files in these folders."""
        return cls(tuple(file for folder in folders for file in sorted(folder.glob("*.toml"))))

    @property
    def editions(self) -> tuple[str, ...]:
        """The names of the files, without their ending."""
        return tuple(dict.fromkeys(file.stem for file in self.files))

    @cached_property
    def homes(self) -> Mapping[str, tuple[Path, ...]]:
        """For each id the file it stands in; several files only by mistake."""
        homes: dict[str, tuple[Path, ...]] = {}
        for file in self.files:
            for rule_id in _scan(file):
                homes[rule_id] = (*homes.get(rule_id, ()), file)
        return homes

    @cached_property
    def ids(self) -> frozenset[str]:
        """All ids, found without parsing the files."""
        return frozenset(self.homes)

    def __contains__(self, rule_id: object) -> bool:
        """Whether an entry has this id."""
        return rule_id in self.homes

    def __iter__(self) -> Iterator[str]:
        """All ids, in the order of the files."""
        return iter(self.homes)

    def __len__(self) -> int:
        """How many entries there are."""
        return len(self.homes)

    def __getitem__(self, rule_id: str) -> Entry:
        """The entry with this id; raises UnknownRule."""
        if rule_id in self.homes:
            entries = self._entries(self.homes[rule_id][0])
            if rule_id in entries:
                return entries[rule_id]
        raise UnknownRule(rule_id, nearest(rule_id, self.homes))

    def edition(self, name: str) -> Iterator[Entry]:
        """All entries of one edition, in the order of its file."""
        if name not in self.editions:
            raise UnknownRule(name, nearest(name, self.editions))
        for file in self.files:
            if file.stem == name:
                yield from self._entries(file).values()

    @cached_property
    def _parsed(self) -> dict[Path, Mapping[str, Entry]]:
        return {}

    def _entries(self, file: Path) -> Mapping[str, Entry]:
        if file not in self._parsed:
            self._parsed[file] = {entry.id: entry for entry in _parse(file)}
        return self._parsed[file]


def _scan(file: Path) -> Iterator[str]:
    """The ids of a file's entries, line by line; the id of its head is not one of them."""
    try:
        text = file.read_text("utf-8", errors="replace")
    except OSError:
        return
    table = ""
    for match in _LINE.finditer(text):
        if match[1]:
            table = match[1]
        elif table in TABLES:
            yield match[2]


def _parse(file: Path) -> Iterator[Entry]:
    data = read_toml(file, f"{file.parent.name}/{file.name}")
    for table in TABLES:
        entries = data.get(table, [])
        for entry in entries if isinstance(entries, list) else []:
            if isinstance(entry, dict) and isinstance(entry.get("id"), str):
                phase, level, source = (str(entry.get(key, "")) for key in ("phase", "level", "source"))
                yield Entry(entry["id"], table, _text(table, entry), phase, level, source, entry)


def _text(table: str, entry: Mapping[str, Any]) -> str:
    if table in ("ruling", "example"):
        parts = [f"{key.title()}: {entry[key]}" for key in ("given", "when", "then") if entry.get(key)]
    elif table == "silence":
        parts = [entry.get("question", ""), entry.get("recommended") or entry.get("reading", "")]
    elif table == "option":
        parts = [f"{entry['name']}:" if entry.get("name") else "", entry.get("changes", "")]
    else:
        parts = [entry.get("text", "")]
    return " ".join(str(part) for part in parts if part)
