"""Lines: at which line of a TOML file a key or an item stands, for messages that take people there.

The text has been parsed before, so that only places are looked for here: no value is read.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping

from attrs import Factory, define, field

from dunerules.engine.declaration_checks import path_key

_SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BLANK = re.compile(r"[ \t]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_BASIC = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_LITERAL = re.compile(r"'[^'\n]*'")
_LONG = re.compile(r'"""(?:[^\\]|\\.)*?"""+|\'\'\'.*?\'\'\'+', re.DOTALL)
LONGEST_PATH = 400
"""What comes behind a longer path, or one with as many brackets, has no place: nobody writes such a file by hand."""
_SCALAR = re.compile(r"[^,\]}#\n]*")


def lines_of(text: str) -> Mapping[str, int]:
    """For each path of a TOML text, as messages name it (``rules.add[2]``), the line that it stands on, from 1."""
    scan = _Scan(text)
    scan.document()
    return scan.lines


def line_of(lines: Mapping[str, int], path: str) -> int:
    """The line of a path, or of the nearest table around it that stands in the file; 1 if there is none."""
    while path and path not in lines:
        path = re.sub(r'(?:(?:^|\.)(?:"[^"]*"|[^."\[\]]+)|\[\d+\])$', "", path)
    return lines.get(path, 1)


@define
class _Scan:
    """A walk through the text; wherever it meets something unexpected it goes on with the next line."""

    text: str
    at: int = 0
    lines: dict[str, int] = Factory(dict)
    counts: dict[str, int] = Factory(dict)
    """How many tables of an array of tables have begun."""
    ends: list[int] = field(init=False)
    """Where the lines end."""

    def __attrs_post_init__(self) -> None:
        self.ends = [match.start() for match in re.finditer("\n", self.text)]

    def document(self) -> None:
        """Headers and keys, line by line."""
        table = ""
        while True:
            self.skip(_SPACE)
            if self.at >= len(self.text):
                return
            start = self.at
            table = self.header() if self.text[self.at] == "[" else self.pair(table)
            if self.at == start:
                self.at = len(self.text) if (end := self.text.find("\n", start)) < 0 else end

    def header(self) -> str:
        """A table's header: the path of the table."""
        start, several = self.at, self.text.startswith("[[", self.at)
        self.at += 2 if several else 1
        keys = self.keys()
        path = ""
        for index, key in enumerate(keys):
            path = _under(path, key)
            if several and index == len(keys) - 1:
                number = self.counts[path] = self.counts.get(path, -1) + 1
                self.note(path, start)
                path = f"{path}[{number}]"
            elif path in self.counts:
                path = f"{path}[{self.counts[path]}]"
            self.note(path, start)
        self.at = len(self.text) if (end := self.text.find("\n", self.at)) < 0 else end
        return path

    def pair(self, table: str) -> str:
        """A key and its value: the path of the table that it stands in."""
        start, path = self.at, table
        for key in self.keys():
            path = _under(path, key)
            self.note(path, start)
        self.skip(_BLANK)
        if self.text.startswith("=", self.at):
            self.at += 1
            self.value(path)
        return table

    def value(self, path: str) -> None:
        """A value: what stands in arrays and inline tables has places of its own."""
        if len(path) > LONGEST_PATH:
            self.at = len(self.text)
            return
        self.skip(_BLANK)
        opening = self.text[self.at : self.at + 1]
        if opening == "[":
            self.items(path)
        elif opening == "{":
            self.fields(path)
        else:
            self.scalar()

    def items(self, path: str) -> None:
        """An array."""
        self.at += 1
        number = 0
        while self.inside("]"):
            place, start = f"{path}[{number}]", self.at
            self.note(place, start)
            self.value(place)
            number += 1
            self.at = max(self.at, start + 1)

    def fields(self, path: str) -> None:
        """An inline table."""
        self.at += 1
        while self.inside("}"):
            start = self.at
            self.pair(path)
            self.at = max(self.at, start + 1)

    def inside(self, closing: str) -> bool:
        """Whether another item comes before the closing bracket, which is passed if not."""
        self.skip(_SPACE)
        if self.text.startswith(",", self.at):
            self.at += 1
            self.skip(_SPACE)
        if self.at >= len(self.text):
            return False
        if self.text[self.at] == closing:
            self.at += 1
            return False
        return True

    def scalar(self) -> None:
        """A string, number, date or boolean."""
        for pattern in (_LONG, _BASIC, _LITERAL, _SCALAR):
            found = pattern.match(self.text, self.at)
            if found:
                self.at = max(found.end(), self.at + 1)
                return

    def keys(self) -> list[str]:
        """The parts of a dotted key."""
        found: list[str] = []
        while True:
            self.skip(_BLANK)
            for pattern in (_BARE, _BASIC, _LITERAL):
                match = pattern.match(self.text, self.at)
                if match and match.end() - self.at + sum(map(len, found)) > LONGEST_PATH:
                    self.at = len(self.text)
                    return found
                if match:
                    found.append(match[0] if pattern is _BARE else match[0][1:-1])
                    self.at = match.end()
                    break
            else:
                return found
            self.skip(_BLANK)
            if not self.text.startswith(".", self.at):
                return found
            self.at += 1

    def skip(self, pattern: re.Pattern[str]) -> None:
        """Pass what the pattern matches."""
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def note(self, path: str, place: int) -> None:
        """Remember where a path stands first."""
        self.lines.setdefault(path, bisect_left(self.ends, place) + 1)


def _under(path: str, key: str) -> str:
    return f"{path}.{path_key(key)}" if path else path_key(key)
