"""Collects the fragments of ``changelog.d/`` into a section of the changelog.

``python tools/changelog.py`` prints the section as it stands; with ``--release VERSION`` it goes into ``CHANGELOG.md``
and the fragments are deleted.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
KINDS = {
    "breaking": "Breaking changes",
    "rule": "Rules",
    "feature": "Features",
    "fix": "Fixes",
    "doc": "Documentation",
}
"""Kinds of fragment in the order of the section, with their headings."""

MARKER = "<!-- releases -->\n"
"""Stands above the newest release in the changelog."""

NAME = re.compile(rf"[a-z0-9]+(?:-[a-z0-9]+)*\.({'|'.join(KINDS)})\.md")


def fragments(folder: Path) -> dict[str, list[Path]]:
    """The fragments by kind, sorted by name; a file that is none is an error."""
    found: dict[str, list[Path]] = {kind: [] for kind in KINDS}
    for path in sorted(folder.iterdir()):
        if path.name == "README.md":
            continue
        match = NAME.fullmatch(path.name)
        if match is None:
            kinds = ", ".join(KINDS)
            raise SystemExit(f"{path.name}: a fragment is called <topic>.<kind>.md; kinds are {kinds}.")
        if not path.read_text(encoding="utf-8").strip():
            raise SystemExit(f"{path.name}: the fragment is empty.")
        found[match[1]].append(path)
    return found


def section(version: str, found: dict[str, list[Path]]) -> str:
    """The section of a version, one entry for each fragment."""
    parts = [f"## {version}"]
    for kind, heading in KINDS.items():
        if found[kind]:
            entries = [" ".join(path.read_text(encoding="utf-8").split()) for path in found[kind]]
            parts.append(f"### {heading}\n\n" + "\n".join(f"- {entry}" for entry in entries))
    return "\n\n".join(parts) + "\n"


def main(arguments: Sequence[str] | None = None, *, root: Path = ROOT) -> int:
    """Print the section of what is unreleased, or release it."""
    parser = argparse.ArgumentParser(description="Collect the fragments of changelog.d into a section.")
    parser.add_argument("--release", metavar="VERSION", help="write the section and delete the fragments")
    version = parser.parse_args(arguments).release
    found = fragments(root / "changelog.d")
    text = section(version or "Unreleased", found)
    if version is None:
        print(text, end="")
        return 0
    changelog = root / "CHANGELOG.md"
    before, marker, after = changelog.read_text(encoding="utf-8").partition(MARKER)
    if not marker:
        raise SystemExit(f"CHANGELOG.md: the line {MARKER.strip()} is missing.")
    changelog.write_text("\n".join((before + marker, text)) + after, encoding="utf-8")
    for path in (path for paths in found.values() for path in paths):
        path.unlink()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
