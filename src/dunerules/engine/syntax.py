"""Slips of TOML in plain words: what a parser says about brackets and quotes, for people who never met one."""

from __future__ import annotations

import re

from dunerules.engine.errors import Problem

ONE_EACH = "Each line has one  name = value."
QUOTES = 'Words stand in quotes, as in  title = "Our game". Numbers, true and false stand without.'

CURLY = "\u201c\u201d\u201e\u00ab\u00bb"
"""Quotes as programs for letters write them."""

_PLACE = re.compile(r"(.*) \(at (.*)\)", re.DOTALL)

_WORDS: tuple[tuple[str, str, str], ...] = (
    (r"Expected '=' after a key in a key/value pair", 'expected "=" behind the name.', ONE_EACH),
    (r"Expected newline or end of document after a statement", "expected nothing more on this line.", ONE_EACH),
    (r"Invalid (value|statement|initial character for a key part)", "this cannot be read as TOML.", QUOTES),
    (r"Unterminated string", "a text begins with a quote and does not end with one.", ""),
    (
        r"Illegal character '\\n'",
        "a text begins with a quote and does not end with one on its line.",
        "",
    ),
    (r"(Illegal|Found invalid) character (?P<what>.*)", "the character {what} may not stand here.", ""),
    (r"Unclosed array", "a list begins with [ and does not end with ].", "Put a comma between its values."),
    (
        r"Unclosed inline table",
        "a table begins with {{ and does not end with }}.",
        "Put a comma between its entries, and all of them on one line.",
    ),
    (
        r"Cannot declare \((?P<what>.*)\) twice",
        "the table [{what}] stands here for the second time.",
        "Write its lines under the first one. Several effects, permissions or steps have two brackets: [[effect]].",
    ),
    (r"Cannot overwrite a value", "this name has a value already.", "Keep one of the two lines."),
    (r"Duplicate inline table key (?P<what>.*)", "{what} stands twice between the braces.", "Keep one of the two."),
    (
        r"Cannot (mutate immutable|redefine) namespace \((?P<what>.*)\)",
        "{what} has a value already, so nothing can be added to it here.",
        "",
    ),
    (
        r"Unescaped '\\' in a string",
        "a backslash in a text is written twice.",
        "Or put the text in single quotes.",
    ),
    (r"Invalid (date or datetime|hex value|.*escape.*)", "this cannot be read as TOML.", QUOTES),
    (r"Expected '(?P<what>\]+)' at the end of .*", "expected {what} at the end of this line.", ""),
)
"""What the parser says, what we say, and the way out."""


def syntax_problem(told: str, text: str, shown: str) -> Problem:
    """What is wrong with a text that is no TOML, with line and column."""
    found = _PLACE.fullmatch(told)
    message, place = (found[1], found[2]) if found else (told, "")
    if not place.startswith("line "):
        place = f"line {text.rstrip().count(chr(10)) + 1}"  # the end of the document
    if re.search(rf"[{CURLY}]", _line(text, place)):
        return Problem(shown, place, "this line has curly quotes, which TOML does not know.", 'Write straight ones: "')
    for pattern, words, hint in _WORDS:
        match = re.fullmatch(pattern, message)
        if match:
            named = _named(match.groupdict().get("what") or "")
            return Problem(shown, place, words.format(what=named), hint)
    return Problem(shown, place, f"this cannot be read as TOML: {message}.")


def _line(text: str, place: str) -> str:
    number = re.match(r"line (\d+)", place)
    return text.split("\n")[int(number[1]) - 1] if number and text.strip() else ""


def _named(what: str) -> str:
    """A key as the file writes it, from the parser's tuple of its parts."""
    return ".".join(part for part in re.split(r"', '|',? ?|\"", what) if part) or what
