"""Which rule modules a chain of rulesets selects, with which options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import Factory, define, frozen

from dunerules.engine.chain import ChainLink
from dunerules.engine.declaration_checks import option_fault, path_key
from dunerules.engine.errors import Problem, RulesetError, nearest
from dunerules.engine.library import Library, RuleModule

OptionValue = bool | int | str


LISTED = "dunerules list modules  lists them all."
ALWAYS_SELECTED = ("engine.flow", "engine.windows")
"""The engine's own rule modules, which every ruleset has."""


@frozen
class Place:
    """A line of a ruleset file, and how late in the chain it stands."""

    file: str
    path: str
    rank: int
    bundle: str = ""
    """The module that includes this one, if the line does not name it itself."""

    def __str__(self) -> str:
        """File and path, as messages name them."""
        where = f"{self.file}: {self.path}" if self.path else self.file
        return where + (f' (with "{self.bundle}")' if self.bundle else "")

    def problem(self, message: str, hint: str = "") -> Problem:
        """A problem at this line."""
        return Problem(self.file, self.path, message, hint)


@define
class Selection:
    """What is selected so far, who brought it in, and what was wrong on the way."""

    library: Library
    top: str
    """The file that the user named, where most problems can be settled."""
    modules: dict[str, RuleModule] = Factory(dict)
    places: dict[str, Place] = Factory(dict)
    """For each selected id, broken modules included, the line that added it."""
    removed: dict[str, Place] = Factory(dict)
    options: dict[str, dict[str, OptionValue]] = Factory(dict)
    set_at: dict[tuple[str, str], int] = Factory(dict)
    """For each module and key that a ruleset sets, how late in the chain it does so."""
    problems: list[Problem] = Factory(list)


def select(chain: tuple[ChainLink, ...], library: Library) -> Selection:
    """Go through the rulesets, base first, and check what they select together."""
    selection = Selection(library, chain[-1].shown)
    for module_id in ALWAYS_SELECTED:
        if module_id in library.modules:
            selection.modules[module_id] = library.module(module_id)
            selection.places[module_id] = Place("every ruleset", "", -1)
    for rank, link in enumerate(chain):
        rules = link.file.rules
        coming = _included(library, rules.add)
        for index, module_id in enumerate(rules.remove):
            place = Place(link.shown, f"rules.remove[{index}]", rank)
            if module_id in coming and module_id not in selection.places:
                selection.removed[module_id] = place
            else:
                _remove(selection, module_id, place)
        for index, module_id in enumerate(rules.add):
            _add(selection, module_id, Place(link.shown, f"rules.add[{index}]", rank))
        for module_id, values in link.file.options.items():
            _set_options(selection, module_id, values, Place(link.shown, f"options.{path_key(module_id)}", rank))
    selection.problems.extend(_unmet(selection))
    selection.problems.extend(_conflicts(selection))
    return selection


def _add(selection: Selection, module_id: str, place: Place) -> None:
    known = selection.library.modules
    removed = selection.removed.get(module_id)
    if module_id not in known:
        hint = nearest(module_id, known, LISTED)
        selection.problems.append(place.problem(f'"{module_id}" is not a rule module.', hint))
        selection.problems.extend(p for p in selection.library.problems if p not in selection.problems)
    elif module_id in selection.places:
        other = selection.places[module_id]
        selection.problems.append(place.problem(f'"{module_id}" is there already: {other} brought it in.'))
    elif removed and removed.rank == place.rank and not removed.bundle:
        selection.problems.append(place.problem(f'"{module_id}" is taken out by this file too, at {removed.path}.'))
    else:
        _take_in(selection, module_id, place)


def _take_in(selection: Selection, module_id: str, place: Place) -> None:
    """Select a module, and what it includes unless the same file takes that out."""
    selection.places[module_id] = place
    try:
        module = selection.library.module(module_id)
    except RulesetError as error:
        selection.problems.extend(error.problems)
        return
    selection.modules[module_id] = module
    for included in module.file.module.includes:
        removed = selection.removed.get(included)
        if included not in selection.library.modules:
            message = f'"{module_id}" includes "{included}", which is not installed.'
            selection.problems.append(place.problem(message, nearest(included, selection.library.modules)))
        elif included not in selection.places and not (removed and removed.rank == place.rank and not removed.bundle):
            _take_in(selection, included, Place(place.file, place.path, place.rank, module_id))


def _included(library: Library, module_ids: Iterable[str]) -> frozenset[str]:
    """Everything that these modules include, directly or through others; what cannot be read includes nothing."""
    found: set[str] = set()
    waiting = [module_id for module_id in module_ids if module_id in library.modules]
    while waiting:
        try:
            includes = library.module(waiting.pop()).file.module.includes
        except RulesetError:
            continue
        waiting += [one for one in includes if one not in found and one in library.modules]
        found.update(includes)
    return frozenset(found)


def _remove(selection: Selection, module_id: str, place: Place) -> None:
    known = selection.library.modules
    if module_id in ALWAYS_SELECTED:
        selection.problems.append(place.problem(f'"{module_id}" is in every ruleset and cannot be taken out.'))
    elif module_id in selection.places:
        _take_out(selection, module_id, place)
    elif module_id in selection.removed:
        other = selection.removed[module_id]
        selection.problems.append(place.problem(f'"{module_id}" is not there any more: {other} took it out.'))
    elif module_id in known:
        selection.problems.append(place.problem(f'"{module_id}" is not there, so it cannot be taken out.'))
    else:
        hint = nearest(module_id, known, LISTED)
        selection.problems.append(place.problem(f'"{module_id}" is not a rule module.', hint))


def _take_out(selection: Selection, module_id: str, place: Place) -> None:
    """Drop a module, and what came in with it unless another module includes that too."""
    del selection.places[module_id]
    selection.modules.pop(module_id, None)
    for key in selection.options.pop(module_id, ()):
        del selection.set_at[module_id, key]
    selection.removed[module_id] = place
    for orphan in [one for one, by in selection.places.items() if by.bundle == module_id]:
        holders = (one for one, module in selection.modules.items() if orphan in module.file.module.includes)
        holder = next(holders, None)
        if holder is None:
            # The line does not name it, so the same file may still bring it in.
            _take_out(selection, orphan, Place(place.file, place.path, place.rank, module_id))
        else:
            by = selection.places[holder]
            selection.places[orphan] = Place(by.file, by.path, by.rank, holder)


def _set_options(selection: Selection, module_id: str, values: Mapping[str, OptionValue], place: Place) -> None:
    library = selection.library
    if module_id not in library.modules:
        hint = nearest(module_id, selection.places)
        selection.problems.append(place.problem(f'"{module_id}" is not a rule module.', hint))
        return
    if module_id not in selection.places:
        message = f'"{module_id}" is not selected, so its options change nothing.'
        hint = f'Write  add = ["{module_id}"]  under [rules], or leave these options out.'
        selection.problems.append(place.problem(message, hint))
        return
    if module_id not in selection.modules:
        return  # its file is broken and was reported
    declared = selection.modules[module_id].file.options
    for key, value in values.items():
        line = Place(place.file, f"{place.path}.{path_key(key)}", place.rank)
        if key not in declared:
            message = f'"{module_id}" has no option "{key}".'
            selection.problems.append(line.problem(message, nearest(key, declared)))
            continue
        fault = option_fault(declared[key], value)
        if fault:
            selection.problems.append(line.problem(fault.message, fault.hint))
        else:
            selection.options.setdefault(module_id, {})[key] = value
            selection.set_at[module_id, key] = place.rank


def _unmet(selection: Selection) -> Iterator[Problem]:
    for module_id, module in selection.modules.items():
        for required in module.file.module.requires:
            if required in selection.places:
                continue
            place = selection.places[module_id]
            if required not in selection.library.modules:
                message = f'"{module_id}" requires "{required}", which is not installed.'
                yield place.problem(message, nearest(required, selection.library.modules))
            elif required in selection.removed:
                removed = selection.removed[required]
                hint = f'Leave "{required}" in, or take "{module_id}" out too.'
                if removed.rank > place.rank:  # told where it went wrong: in the later file
                    message = f'"{required}" is taken out, but "{module_id}" requires it, which {place} brought in.'
                    yield removed.problem(message, hint)
                else:
                    yield place.problem(f'"{module_id}" requires "{required}", which {removed} took out.', hint)
            else:
                message = f'"{module_id}" requires "{required}", which is not selected.'
                yield place.problem(message, f'Write  add = ["{required}"]  under [rules] in {selection.top}.')


def _conflicts(selection: Selection) -> Iterator[Problem]:
    pairs = {
        frozenset((module_id, other))
        for module_id, module in selection.modules.items()
        for other in module.file.module.conflicts
        if other in selection.places and other != module_id
    }
    for pair in sorted(pairs, key=sorted):
        places = selection.places
        first, second = sorted(pair, key=lambda module_id: (places[module_id].rank, module_id))
        message = f'"{second}" and "{first}" exclude each other, and {places[first]} brought "{first}" in.'
        hint = f'Write  remove = ["{first}"]  under [rules], or leave "{second}" out.'
        same_file = places[first].rank == places[second].rank
        yield places[second].problem(message, "Leave one of them out." if same_file else hint)
