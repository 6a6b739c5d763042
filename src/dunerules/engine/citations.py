"""Citations: every id of the catalogue that a file names must exist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from dunerules.engine.catalogue import Catalogue
from dunerules.engine.declaration_checks import path_key
from dunerules.engine.declarations import ModuleFile, RulesetFile
from dunerules.engine.errors import Problem, nearest


def citation_problems(file: ModuleFile | RulesetFile, shown: str, catalogue: Catalogue) -> Iterator[Problem]:
    """A problem for each id that a file cites, and for a catalogue that it names, where there is none such."""
    if isinstance(file, ModuleFile) and file.module.catalogue and file.module.catalogue not in catalogue.editions:
        hint = nearest(file.module.catalogue, catalogue.editions)
        yield Problem(shown, "module.catalogue", f'"{file.module.catalogue}" is not a catalogue.', hint)
    for path, rule_id in citations(file):
        problem = citation_problem(rule_id, shown, path, catalogue)
        if problem:
            yield problem


def citation_problem(rule_id: str, shown: str, path: str, catalogue: Catalogue) -> Problem | None:
    """What is wrong with one citation, or None."""
    homes = catalogue.homes.get(rule_id, ())
    if not homes:
        return Problem(shown, path, f'"{rule_id}" is not in the catalogue.', nearest(rule_id, catalogue.ids))
    if len(homes) > 1:
        files = " and ".join(str(home) for home in homes)
        return Problem(shown, path, f'"{rule_id}" stands twice in the catalogue, in {files}.')
    return None


def citations(declaration: object, path: str = "") -> Iterator[tuple[str, str]]:
    """All cited ids below a declaration, each with its place."""
    cls: type = type(declaration)
    for field in attrs.fields(cls) if attrs.has(cls) else ():
        value, below = getattr(declaration, field.name), f"{path}.{field.name}" if path else field.name
        if field.name == "cites":
            yield from ((f"{below}[{index}]", rule_id) for index, rule_id in enumerate(value))
        elif isinstance(value, tuple):
            for index, item in enumerate(value):
                yield from citations(item, f"{below}[{index}]")
        elif isinstance(value, Mapping):
            for key, item in value.items():
                yield from citations(item, f"{below}.{path_key(key)}")
        else:
            yield from citations(value, below)
