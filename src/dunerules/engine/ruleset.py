"""A ruleset resolved: the chain it extends, the modules it selects in order, and their options."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from os import PathLike

from attrs import field, frozen

from dunerules.engine.catalogue import Catalogue
from dunerules.engine.chain import ChainLink, read_chain, read_chain_of_text
from dunerules.engine.citations import citation_problems
from dunerules.engine.declarations import RulesetFile
from dunerules.engine.errors import Problem, RulesetError
from dunerules.engine.library import Library, RuleModule
from dunerules.engine.order import resolve_order
from dunerules.engine.origin import Origin, Precedence
from dunerules.engine.selection import OptionValue, select
from dunerules.engine.settings import settled_options


@frozen
class Composition:
    """What a ruleset is made of, checked and in order; the compiler builds a rulebook from it."""

    id: str
    title: str
    text: str
    chain: tuple[ChainLink, ...]
    """The ruleset files, base first."""
    modules: tuple[RuleModule, ...]
    """The selected modules in resolved order."""
    brought_by: Mapping[str, str]
    """For each selected module the ruleset file that added it."""
    options: Mapping[str, Mapping[str, OptionValue]]
    """Every option of every selected module, defaults filled in."""
    house: tuple[tuple[Origin, RulesetFile], ...]
    """The rulesets' own declarations, base first."""
    precedence: Precedence
    """Which modules and rulesets are declared to come after which."""
    catalogue: Catalogue
    installed: frozenset[str]
    """Ids of all modules of the library, selected or not."""
    library: Library = field(eq=False, repr=False)
    """Where the modules come from; for hints about those that are not selected."""

    def elsewhere(self, kind: str, name: str) -> str:
        """A module that is not selected and has this component; empty if there is none."""
        selected = {module.id for module in self.modules}
        for module_id in sorted(self.installed - selected):
            with suppress(RulesetError):  # a broken module has nothing to offer
                if name in self.library.module(module_id).file.components.get(kind, {}):
                    return module_id
        return ""


def resolve(name_or_path: str | PathLike[str], library: Library) -> Composition:
    """Resolve a ruleset that the library knows by name, or a file (a path that ends in .toml).

    Raises a RulesetError with every problem that was found.
    """
    return compose(read_chain(name_or_path, library), library)


def resolve_text(toml_text: str, library: Library, *, shown: str = "<ruleset>") -> Composition:
    """Resolve a ruleset given as TOML text; it can extend a known ruleset and no file."""
    return compose(read_chain_of_text(toml_text, library, shown), library)


def compose(chain: tuple[ChainLink, ...], library: Library) -> Composition:
    """Check what a chain of rulesets selects, and put it together."""
    selection = select(chain, library)
    modules, precedence, cycles = resolve_order(selection.modules.values())
    options, unsettled = settled_options(modules, selection, precedence)
    problems = [*_id_problems(chain, library), *selection.problems, *cycles, *unsettled]
    for module in modules:
        problems.extend(citation_problems(module.file, module.shown, library.catalogue))
    for link in chain:
        problems.extend(citation_problems(link.file, link.shown, library.catalogue))
    if problems:
        raise RulesetError(problems)
    top = chain[-1].file.ruleset
    return Composition(
        id=top.id,
        title=top.title,
        text=top.text,
        chain=chain,
        modules=modules,
        brought_by={module.id: selection.places[module.id].file for module in modules},
        options=options,
        house=tuple((Origin(link.file.ruleset.id, "house", link.shown), link.file) for link in chain),
        precedence=_with_rulesets(precedence, chain),
        catalogue=library.catalogue,
        installed=frozenset(library.modules),
        library=library,
    )


def _with_rulesets(precedence: Precedence, chain: tuple[ChainLink, ...]) -> Precedence:
    """Each ruleset comes after all modules and after what it extends."""
    earlier = dict(precedence.earlier)
    for link in chain:
        earlier[link.file.ruleset.id] = frozenset(earlier)
    return Precedence(earlier)


def _id_problems(chain: tuple[ChainLink, ...], library: Library) -> list[Problem]:
    """Ids of rulesets name origins beside those of modules, so all must differ."""
    problems = []
    seen: dict[str, str] = {}
    for link in chain:
        name = link.file.ruleset.id
        other = seen.get(name) or next((source.shown for source in library.modules.get(name, ())), "")
        if other:
            kind = "ruleset" if name in seen else "rule module"
            message = f'"{name}" is the id of a {kind} too, in {other}.'
            problems.append(Problem(link.shown, "ruleset.id", message, "Give this ruleset a name of its own."))
        seen.setdefault(name, link.shown)
    return problems
